"""Decks with events: a thrown ball, a pendulum, and one whose motion is prescribed."""

THROW = """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {ball} { @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {1, 0, 5} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -10} } }
@SENSOR_DEFINITION { @SENSOR_NAME {p} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {ball} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {z} { @MEASURE {p, 3} } @SIGNAL_NAME {x} { @MEASURE {p, 1} } }
"""
PENDULUM = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#start} @SCALAR_VALUE {1.2} }
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_313 {0, -90, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} {
  @MASS {2} @CENTRE_OF_MASS_LOCATION {0, 0, -1} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {J} {
  @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {O} @TRIAD_NAME {T} @INITIAL_COORDINATE {#start} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@SENSOR_DEFINITION { @SENSOR_NAME {q} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {J} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {angle} { @MEASURE {q} } }
"""


def event(name, signal, threshold=0.0, more=""):
    return f"@EVENT_NAME {{{name}}} {{ @SIGNAL_NAME {{{signal}}} @THRESHOLD {{{threshold!r}}} {more} }}\n"


def events(*texts):
    return f"@EVENT_DEFINITION {{ {''.join(texts)} }}\n"


def analysis(method="@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA}", end=3.0, h=0.1, out=0.2):
    return (
        f"@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ {method} }} }}\n"
        f"@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, {end!r}}} @TIME_STEP_SIZE {{{h!r}}}\n"
        f" @OUTPUT_STEP_SIZE {{{out!r}}} @TIME_INTEGRATOR_NAME {{i}} }} }}\n"
    )


RK = "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {%s} %s"
ALPHA = "@INTEGRATOR_TYPE {GENERALIZED_ALPHA} %s"

TURNED = PENDULUM.replace(
    "@INITIAL_COORDINATE {#start}",
    "@PRESCRIBED_ROTATION {turn} @INITIAL_COORDINATE {0.9}",
).replace("@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#start} @SCALAR_VALUE {1.2} }", "") + (
    "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {turn} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {0.9*cos(2*t)} } }"
)


def prescribed(*texts):
    return (
        TURNED
        + events(*texts)
        + analysis(end=4.0, h=0.05, out=0.4).replace("@SIMULATION", "@ANALYSIS_TYPE {KINEMATIC} @SIMULATION")
    )
