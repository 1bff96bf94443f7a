"""A mechanism with a sensor for every component that signals can measure."""

from rbsolve.pipeline import check_deck

RESTITUTION = 0.4
DECK = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } @POINT_NAME {P} { @COORDINATES {1, 0.2, -0.1} }
  @POINT_NAME {Q} { @COORDINATES {1.7, -0.3, 0.4} } @POINT_NAME {R} { @COORDINATES {2.1, 0.4, 0.3} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_313 {20, 50, -30} } @TRIAD_NAME {U} { @EULER_ANGLES_321 {10, -20, 40} }
  @TRIAD_NAME {A} { @ORIENTATION_E2 {0, 1, 0} @ORIENTATION_E3 {1, 0, 0} }
  @TRIAD_NAME {C} { @ORIENTATION_E2 {1, 0, 0} @ORIENTATION_E3 {0, 0, 1} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F} { @POINT1_NAME {Q} @TRIAD_NAME {T} } }
@MOVING_FRAME_DEFINITION { @MOVING_FRAME_NAME {OnB} { @CONNECTED_TO_BODY {B} @POINT_NAME {P} @TRIAD_NAME {U} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} {
  @MASS {2} @CENTRE_OF_MASS_LOCATION {0.1, 0.3, -0.2} @MOMENTS_OF_INERTIA {0.4, 0.5, 0.6} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} } @RIGID_BODY_NAME {D} { @MASS_PROPERTY_NAME {m} }
  @RIGID_BODY_NAME {E} { @MASS_PROPERTY_NAME {m} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {rev} {
  @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {O} @TRIAD_NAME {T} @INITIAL_RATE {34} @SPRING {0.5, 0.2} @DAMPER {0.02}
  @FRICTION {0.01, 0.02, 0.1, 0, 0.01} } }
@UNIVERSAL_JOINT_DEFINITION { @UNIVERSAL_JOINT_NAME {uni} {
  @CONNECTED_TO_BODIES {B, D} @AT_POINT {P} @TRIAD_NAME {A, C} @INITIAL_RATE {0.7, -0.4} } }
@CYLINDRICAL_JOINT_DEFINITION { @CYLINDRICAL_JOINT_NAME {cyl} {
  @CONNECTED_TO_BODIES {D, E} @AT_POINT {Q} @TRIAD_NAME {U} @INITIAL_RATE {0.9, 0.3}
  @STOPS {-0.01, 0.01, 40, 3, -9, 9, 1, 0} @DAMPER {0.2, 0.3} } }
@SPHERICAL_JOINT_DEFINITION { @SPHERICAL_JOINT_NAME {sph} {
  @CONNECTED_TO_BODIES {GROUND, H} @AT_POINT {R} @INITIAL_RATE {0.4, 1.1, -0.6}
  @INITIAL_COORDINATE {0.3, 0.5, -0.2} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {H} { @MASS_PROPERTY_NAME {m} } @RIGID_BODY_NAME {K} { @MASS_PROPERTY_NAME {m} }
  @RIGID_BODY_NAME {L} { @MASS_PROPERTY_NAME {m} } }
@CYLINDRICAL_JOINT_DEFINITION { @CYLINDRICAL_JOINT_NAME {led} { @CONNECTED_TO_BODIES {GROUND, K} @AT_POINT {Q} @TRIAD_NAME {T}
  @PRESCRIBED_ROTATION {lead} } }
@RIGID_JOINT_DEFINITION { @RIGID_JOINT_NAME {fix} { @CONNECTED_TO_BODIES {K, L} @AT_POINT {R} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {lead} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {2*t + sin(5*t)} } }
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {spring} {
  @CONNECTED_TO_BODIES {B, E} @POINT1_NAME {P} @POINT2_NAME {R} @STIFFNESS {10} @DAMPING {1} @REST_LENGTH {0.4} } }
@BUSHING_DEFINITION { @BUSHING_NAME {bushing} { @CONNECTED_TO_BODIES {D, H} @AT_POINT {R} @TRIAD_NAME {T} @STIFFNESS {1, 2, 3}
  @DAMPING {0.02, 0.01, 0.03} @ROTATIONAL_STIFFNESS {0.1, 0, 0} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {stiffer} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {0.1*x + 0.05*x^3} } }
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {hardening} {
  @CONNECTED_TO_BODIES {GROUND, H} @POINT1_NAME {P} @POINT2_NAME {Q} @FORCE_FUNCTION_NAME {stiffer} @DAMPING {0.3} }
  @SPRING_DAMPER_NAME {led_spring} {
  @CONNECTED_TO_BODIES {GROUND, H} @POINT1_NAME {O} @POINT2_NAME {P} @STIFFNESS {2} @SIGNAL_NAME {rest}
  @STIFFNESS_SIGNAL_NAME {factor} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {rest} { @EXPRESSION {1 + 0.3*sin(9*t)} } @SIGNAL_NAME {factor} { @EXPRESSION {1 + t} } }
@GENERAL_BUSHING_DEFINITION { @GENERAL_BUSHING_NAME {rubber} {
  @CONNECTED_TO_BODIES {B, E} @AT_POINT {Q} @TRIAD_NAME {U} @FORCE_FUNCTIONS {stiffer, 0, stiffer} @MOMENT_FUNCTIONS {0, stiffer, 0}
  @STIFFNESS_MATRIX {0.1, 0.01, 0, 0, 0.02, 0,  0.01, 0.2, 0, 0, 0, 0.03,  0, 0, 0.1, 0, 0, 0,
                     0, 0, 0, 0.1, 0, 0.01,  0.02, 0, 0, 0, 0.2, 0,  0, 0.03, 0, 0.01, 0, 0.1}
  @DAMPING_MATRIX {0.01, 0, 0, 0.002, 0, 0,  0, 0.01, 0, 0, 0, 0.001,  0, 0, 0.01, 0, 0, 0,
                   0.002, 0, 0, 0.01, 0, 0,  0, 0, 0, 0, 0.01, 0,  0, 0.001, 0, 0, 0, 0.01} } }
@TORSION_SPRING_DEFINITION { @TORSION_SPRING_NAME {twist} { @CONNECTED_TO_BODIES {D, H} @TRIAD_NAME {U} @STIFFNESS {0.2}
  @DAMPING {0.02} @REST_ANGLE {0.3} } }
@SHAPE_DEFINITION { @SHAPE_NAME {wall} { @SHAPE_TYPE {PLANE} @AT_POINT {Q} @TRIAD_NAME {T} }
  @SHAPE_NAME {egg} { @SHAPE_TYPE {ELLIPSOID} @CONNECTED_TO_BODY {E} @AT_POINT {R} @TRIAD_NAME {U} @DIMENSIONS {1, 1.4, 0.8} }
  @SHAPE_NAME {block} { @SHAPE_TYPE {BOX} @CONNECTED_TO_BODY {D} @AT_POINT {P} @TRIAD_NAME {A} @DIMENSIONS {1.4, 1.2, 1.3} }
  @SHAPE_NAME {ball} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {H} @AT_POINT {P} @DIMENSIONS {0.7} } }
@CONTACT_DEFINITION {
  @CONTACT_NAME {rests} { @CONNECTED_TO_BODIES {GROUND, E} @CONTACT_SHAPES {wall, egg} @STIFFNESS {3} @RESTITUTION {RESTITUTION} }
  @CONTACT_NAME {rubs} { @CONNECTED_TO_BODIES {H, D} @CONTACT_SHAPES {ball, block} @STIFFNESS {2} @RESTITUTION {RESTITUTION}
    @FRICTION_COEFFICIENTS {0.4, 0.3} @ROLLING_RESISTANCE {0.05} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {ti} {
  @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @FORMULATION {MINIMAL_COORDINATES} @TABLEAU {RK44} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} {
  @SIMULATION_TIME_RANGE {0, 0.4} @TIME_STEP_SIZE {2e-3} @OUTPUT_STEP_SIZE {0.02} @TIME_INTEGRATOR_NAME {ti} } }
""".replace("{RESTITUTION}", f"{{{RESTITUTION}}}")
ANGLES = [f"EULER_ANGLES_{sequence}" for sequence in ("313", "323", "321", "312", "123")]
OF_JOINTS = [("RELATIVE_ROTATION", name) for name in ("rev", "uni", "cyl", "sph")] + [("RELATIVE_DISPLACEMENT", "cyl")]


def sensors():
    """Return sensors of every measurable type, with every option that changes their values."""
    for kind in ("POSITION", "DISPLACEMENT", "VELOCITY"):
        yield f"@SENSOR_TYPE {{{kind}}} @OBJECT_NAME {{E}}"
        yield f"@SENSOR_TYPE {{{kind}}} @OBJECT_NAME {{E}} @POINT_NAME {{R}} @FRAME_NAME {{OnB}}"
        yield f"@SENSOR_TYPE {{{kind}}} @OBJECT_NAME {{E}} @POINT_NAME {{R}} @FRAME_NAME {{F}} @RESOLVED_IN {{OnB}}"
        yield f"@SENSOR_TYPE {{{kind}}} @OBJECT_NAME {{OnB}} @FRAME_NAME {{F}}"
    yield "@SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {E}"
    yield "@SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {E} @FRAME_NAME {OnB}"
    yield "@SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {E} @RESOLVED_IN {OnB}"
    for kind in ("ACCELERATION", "SPECIFIC_FORCE"):
        yield f"@SENSOR_TYPE {{{kind}}} @OBJECT_NAME {{E}} @POINT_NAME {{R}} @FRAME_NAME {{OnB}}"
        yield f"@SENSOR_TYPE {{{kind}}} @OBJECT_NAME {{E}} @FRAME_NAME {{F}} @RESOLVED_IN {{OnB}}"
    yield "@SENSOR_TYPE {ANGULAR_ACCELERATION} @OBJECT_NAME {E} @FRAME_NAME {OnB}"
    yield "@SENSOR_TYPE {ANGULAR_ACCELERATION} @OBJECT_NAME {E} @RESOLVED_IN {OnB}"
    for name in ("rev", "uni", "cyl", "sph", "led", "fix"):
        yield f"@SENSOR_TYPE {{REACTION_FORCE}} @OBJECT_NAME {{{name}}} @FRAME_NAME {{OnB}}"
        yield f"@SENSOR_TYPE {{REACTION_MOMENT}} @OBJECT_NAME {{{name}}}"
    yield "@SENSOR_TYPE {PRESCRIBED_FORCE} @OBJECT_NAME {led}"
    for kind in ("ORIENTATION", "ROTATION", "CONFIGURATION"):
        for parameters in ("ROTATION_MATRIX", "ROTATION_VECTOR", *ANGLES):
            yield (
                f"@SENSOR_TYPE {{{kind}}} @OBJECT_NAME {{H}} @TRIAD_NAME {{U}} @FRAME_NAME {{F}} @ROTATION_PARAMETERS {{{parameters}}}"
            )
    yield "@SENSOR_TYPE {CONFIGURATION} @OBJECT_NAME {E} @FRAME_NAME {F} @RESOLVED_IN {OnB}"  # without effect
    yield "@SENSOR_TYPE {LINEAR_MOMENTUM} @OBJECT_NAME {E} @FRAME_NAME {OnB}"
    for name in ("spring", "hardening", "led_spring", "bushing", "rubber", "twist"):
        yield f"@SENSOR_TYPE {{FORCE}} @OBJECT_NAME {{{name}}}"
    yield "@SENSOR_TYPE {ELONGATION} @OBJECT_NAME {rubber}"
    for name in ("spring", "bushing"):
        yield f"@SENSOR_TYPE {{ELONGATION}} @OBJECT_NAME {{{name}}}"
        yield f"@SENSOR_TYPE {{ELONGATION_RATE}} @OBJECT_NAME {{{name}}}"
    for name in ("rests", "rubs"):
        for kind in ("PENETRATION", "SLIDING_VELOCITY", "FORCE"):
            yield f"@SENSOR_TYPE {{{kind}}} @OBJECT_NAME {{{name}}}"
        for kind in ("REACTION_FORCE", "ROLLING_MOMENT"):
            yield f"@SENSOR_TYPE {{{kind}}} @OBJECT_NAME {{{name}}} @FRAME_NAME {{OnB}}"
    for name in ("rev", "uni", "cyl"):
        yield f"@SENSOR_TYPE {{DRIVE_FORCE}} @OBJECT_NAME {{{name}}}"
    for kind, name in OF_JOINTS:
        yield f"@SENSOR_TYPE {{{kind}}} @OBJECT_NAME {{{name}}}"
        yield f"@SENSOR_TYPE {{{kind}_RATE}} @OBJECT_NAME {{{name}}}"
        yield f"@SENSOR_TYPE {{{kind}_ACCELERATION}} @OBJECT_NAME {{{name}}}"


def with_signals(texts):
    """Return the deck with the sensors. Each component has a signal, and a sensor that writes the signal."""
    deck = DECK + "".join(
        f"@SENSOR_DEFINITION {{ @SENSOR_NAME {{s{k}}} {{ {text} }} }}" for k, text in enumerate(texts)
    )
    labels = {}
    plans = {plan.name: plan for plan in check_deck(deck).sensors}
    for k in range(len(texts)):
        for n, label in enumerate(plans[f"s{k}"].components):
            named = label if n % 2 else str(n + 1)  # the components are named by label and by number
            deck += f"@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{g{k}_{n}}} {{ @MEASURE {{s{k}, {named}}} }} }}"
            deck += f"@SENSOR_DEFINITION {{ @SENSOR_NAME {{w{k}_{n}}} {{ @SENSOR_TYPE {{SIGNAL}} @OBJECT_NAME {{g{k}_{n}}} }} }}"
            labels[k, n] = f"{texts[k]} {label}"
    return deck, labels
