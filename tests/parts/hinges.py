"""A body on a hinge whose length and spin are design parameters, with a deck for each integrator."""

from __future__ import annotations

HINGE = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#L} @SCALAR_VALUE {1}  @DESIGN_PARAMETER_NAME {#half} @SCALAR_VALUE {#L/2}
  @DESIGN_PARAMETER_NAME {#w} @VECTOR_VALUE {0, 1, 0} }
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } @POINT_NAME {tip} { @COORDINATES {#L, 0, 0} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_313 {0, 90, 0} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @CENTRE_OF_MASS_LOCATION {#half, 0, 0}
  @MOMENTS_OF_INERTIA {0.1, 2*#L^2/12, 2*#L^2/12} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {#w} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {J} { @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {O} @TRIAD_NAME {T} %s } }
%s
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {%s} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { %s @SIMULATION_TIME_RANGE {0, 0.4} @TIME_STEP_SIZE {0.01} @TIME_INTEGRATOR_NAME {i} } }
@SENSOR_DEFINITION { @SENSOR_NAME {tip} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {B} @POINT_NAME {tip} }
  @SENSOR_NAME {angle} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {J} }
  @SENSOR_NAME {force} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {J} } }
"""
DRIVE = "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 0, #L} } }"


def body_alone(integrator: str) -> str:
    lines = (HINGE % ("", "", integrator, "")).splitlines()
    left = (
        line for line in lines if not line.startswith(("@REVOLUTE", "  @SENSOR_NAME {angle}", "  @SENSOR_NAME {force}"))
    )
    return "\n".join(left) + " }"


def decks() -> dict[str, str]:
    return {
        "explicit": HINGE % ("", "", "EXPLICIT_RUNGE_KUTTA", ""),
        "generalized-alpha": HINGE % ("", "", "GENERALIZED_ALPHA", ""),
        "self-controlled steps": (HINGE % ("", "", "GENERALIZED_ALPHA} @LOCAL_ERROR_TOLERANCE {1e-6", "")).replace(
            "@TIME_STEP_SIZE", "@OUTPUT_STEP_SIZE"
        ),
        "quaternions": body_alone("IMPLICIT_MIDPOINT"),
        "kinematic": HINGE.replace("@TIME_STEP_SIZE {0.01}", "@OUTPUT_STEP_SIZE {0.05}")
        % ("@PRESCRIBED_ROTATION {f}", DRIVE, "GENERALIZED_ALPHA", "@ANALYSIS_TYPE {KINEMATIC}"),
        "static": HINGE.replace("@TIME_STEP_SIZE {0.01}", "@OUTPUT_STEP_SIZE {0.1}")
        % ("", "", "GENERALIZED_ALPHA", "@ANALYSIS_TYPE {STATIC}"),
    }
