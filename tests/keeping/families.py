"""A deck for every family of engines, with sensors that depend on the previous row."""

from __future__ import annotations

BODY = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } @POINT_NAME {tip} { @COORDINATES {1, 0, 0} }
  @POINT_NAME {P} { @COORDINATES {0.5, 0.4, 0.2} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_313 {0, 90, 0} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @CENTRE_OF_MASS_LOCATION {0.5, 0, 0}
  @MOMENTS_OF_INERTIA {0.1, 0.4, 0.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} %(spin)s } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {%(type)s} %(options)s } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { %(analysis)s @SIMULATION_TIME_RANGE {0, %(end)s} %(steps)s } }
@SENSOR_DEFINITION { @SENSOR_NAME {tip} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {B} @POINT_NAME {tip} }
  @SENSOR_NAME {turn} { @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {B} @ROTATION_PARAMETERS {ROTATION_VECTOR} }
  @SENSOR_NAME {spin} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {B} } }
"""
SPRING = """
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, B} @POINT1_NAME {O} @POINT2_NAME {tip}
  @STIFFNESS {200} @DAMPING {1} } }
"""
CABLE = """
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {law} { @FUNCTION_1D_TYPE {TABULATED} @TABLE_ENTRIES { @TIME {-0.1} @FUNCTION_VALUE {0}
  @TIME {0} @FUNCTION_VALUE {0} @TIME {0.1} @FUNCTION_VALUE {40} } } }
@POINT_DEFINITION { @POINT_NAME {hook} { @COORDINATES {0.5, 0.1, 0.9} } }
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {cable} { @CONNECTED_TO_BODIES {GROUND, B} @POINT1_NAME {hook} @POINT2_NAME {tip}
  @FORCE_FUNCTION_NAME {law} } }
"""
HINGE = """
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {J} { @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {O} @TRIAD_NAME {T} %s } }
"""
RUBS = "@FRICTION {0.2, 0.3, 1, 0.1, 0.05} @FRICTION_VELOCITY {0.1}"
FLOOR = """
@POINT_DEFINITION { @POINT_NAME {low} { @COORDINATES {0, 0, -0.3} } }
@SHAPE_DEFINITION { @SHAPE_NAME {floor} { @SHAPE_TYPE {PLANE} @AT_POINT {low} }
  @SHAPE_NAME {foot} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {B} @AT_POINT {tip} @DIMENSIONS {0.1} } }
@CONTACT_DEFINITION { @CONTACT_NAME {c} { @CONNECTED_TO_BODIES {GROUND, B} @CONTACT_SHAPES {floor, foot} @STIFFNESS {2e4}
  @RESTITUTION {0.6} @FRICTION_COEFFICIENTS {0.3} @TRANSITION_VELOCITY {0.1} } }
@SENSOR_DEFINITION { @SENSOR_NAME {push} { @SENSOR_TYPE {FORCE} @OBJECT_NAME {c} } }
"""
STICKS = FLOOR.replace("@TRANSITION_VELOCITY", "@STICTION {1e4, 5} @TRANSITION_VELOCITY")
DRIVEN = (
    HINGE % "@SIGNAL_NAME {motor}"
    + """
@SENSOR_DEFINITION { @SENSOR_NAME {q} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {J} }
  @SENSOR_NAME {u} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {motor} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {angle} { @MEASURE {q} } @SIGNAL_NAME {error} { @EXPRESSION {sin(3*t) - seen} }
  @SIGNAL_NAME {seen} { @SIGNAL_TYPE {SAMPLE_AND_HOLD} @INPUT {angle} @SAMPLE_TIME {0.02} }
  @SIGNAL_NAME {motor} { @SIGNAL_TYPE {PID} @INPUT {error} @PROPORTIONAL_GAIN {30} @INTEGRAL_GAIN {20}
    @DERIVATIVE_GAIN {1} @DERIVATIVE_TIME {0.05} } }
"""
)
SERVO = DRIVEN.replace("sin(3*t) - seen", "sin(3*t) - angle").replace(
    "@SIGNAL_NAME {seen} { @SIGNAL_TYPE {SAMPLE_AND_HOLD} @INPUT {angle} @SAMPLE_TIME {0.02} }", ""
)
LOOP = """
@POINT_DEFINITION { @POINT_NAME {Q} { @COORDINATES {2, 0, 1.5} } @POINT_NAME {S} { @COORDINATES {2, 0, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {Q} { @POINT1_NAME {Q} @TRIAD_NAME {TRIAD_INERTIAL} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {K} { @FRAME_NAME {Q} @MASS_PROPERTY_NAME {m} }
  @RIGID_BODY_NAME {R} { @FRAME_NAME {Q} @MASS_PROPERTY_NAME {m} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {J} { @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {O} @TRIAD_NAME {T} %s }
  @REVOLUTE_JOINT_NAME {K} { @CONNECTED_TO_BODIES {B, K} @AT_POINT {tip} @TRIAD_NAME {T} }
  @REVOLUTE_JOINT_NAME {R} { @CONNECTED_TO_BODIES {K, R} @AT_POINT {Q} @TRIAD_NAME {T} }
  @REVOLUTE_JOINT_NAME {S} { @CONNECTED_TO_BODIES {R, GROUND} @AT_POINT {S} @TRIAD_NAME {T} } }
"""
BALL = "@SPHERICAL_JOINT_DEFINITION { @SPHERICAL_JOINT_NAME {J} { @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {O} } }\n"
TURN = "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 1, 2} } }\n"
SPIN = "@INITIAL_ANGULAR_VELOCITY {1, 5, 7}"
STEPS = "@TIME_STEP_SIZE {0.002} @OUTPUT_STEP_SIZE {0.01} @TIME_INTEGRATOR_NAME {i}"
ROWS = "@OUTPUT_STEP_SIZE {0.01}"


def deck(integrator: str, options: str = "", more: str = SPRING, analysis: str = "", end: float = 1.0) -> str:
    """Return the text of a deck."""
    still = bool(analysis)
    values = {
        "type": integrator,
        "options": options,
        "analysis": analysis,
        "end": end,
        "spin": "" if still or "REVOLUTE" in more else SPIN,
        "steps": ROWS if still else STEPS,
    }
    return BODY % values + more


COUPLED = """
@POINT_DEFINITION { @POINT_NAME {Q} { @COORDINATES {1, 0.3, -1} } @POINT_NAME {S} { @COORDINATES {0, 2, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {Q} { @POINT1_NAME {Q} @TRIAD_NAME {TRIAD_INERTIAL} }
  @FIXED_FRAME_NAME {S} { @POINT1_NAME {S} @TRIAD_NAME {TRIAD_INERTIAL} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {wheel} { @FRAME_NAME {S} @MASS_PROPERTY_NAME {m} }
  @RIGID_BODY_NAME {hanging} { @FRAME_NAME {Q} @MASS_PROPERTY_NAME {m} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {K} { @CONNECTED_TO_BODIES {GROUND, wheel} @AT_POINT {S} @TRIAD_NAME {T} } }
@GEAR_DEFINITION { @GEAR_NAME {gear} { @JOINT_NAMES {J, K} @RATIO {-0.7} } }
@ROD_DEFINITION { @ROD_NAME {rod} { @CONNECTED_TO_BODIES {B, hanging} @POINT1_NAME {tip} @POINT2_NAME {Q} } }
@SENSOR_DEFINITION { @SENSOR_NAME {pull} { @SENSOR_TYPE {FORCE} @OBJECT_NAME {rod} }
  @SENSOR_NAME {mesh} { @SENSOR_TYPE {FORCE} @OBJECT_NAME {gear} } }
"""
DISC = """
@POINT_DEFINITION { @POINT_NAME {centre} { @COORDINATES {0, 0, 0.5} } }
@TRIAD_DEFINITION { @TRIAD_NAME {axle} { @ORIENTATION_E2 {0, 0, 1} @ORIENTATION_E3 {0, -1, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {disc} { @POINT1_NAME {centre} @TRIAD_NAME {axle} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {disc} { @MASS {1} @MOMENTS_OF_INERTIA {0.0625, 0.0625, 0.125} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {disc} { @FRAME_NAME {disc} @MASS_PROPERTY_NAME {disc}
  @INITIAL_VELOCITY {1, 0, 0.05} @INITIAL_ANGULAR_VELOCITY {0.1, 0, -2} @VELOCITIES_RESOLVED_IN {BODY} } }
@ROLLING_DISC_DEFINITION { @ROLLING_DISC_NAME {rolls} { @CONNECTED_TO_BODIES {GROUND, disc} @POINT1_NAME {O}
  @POINT2_NAME {centre} @TRIAD_NAME {TRIAD_INERTIAL, axle} @RADIUS {0.5} } }
"""
UPRIGHT = (HINGE % "@INITIAL_RATE {3} @SPRING {5, 0}").replace("{T}", "{TRIAD_INERTIAL}")  # far from singular angles
RUBBING = HINGE % "@FRICTION_FORCE {0.5} @STOPS {-0.2, 2, 2e3, 0.1} @INITIAL_RATE {3}"
WATCHED = """
@SIGNAL_DEFINITION { @SIGNAL_NAME {height} { @MEASURE {tip, 3} } }
@EVENT_DEFINITION { @EVENT_NAME {passes} { @SIGNAL_NAME {height} @THRESHOLD {-0.05} } }
"""
ROLLS = """
@SENSOR_DEFINITION { @SENSOR_NAME {speed} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {disc} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {v} { @MEASURE {speed, 1} } @SIGNAL_NAME {e} { @EXPRESSION {2 - v} }
  @SIGNAL_NAME {F} { @SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {e} @GAIN {3} @TIME_CONSTANT {0.1} @INITIAL_VALUE {0} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {push} { @CONNECTED_TO_BODY {disc} @AT_POINT {centre} @APPLIED_FORCES {1, 0, 0}
  @SIGNAL_NAME {F} } }
"""
CURVE = """
@POINT_DEFINITION { @POINT_NAME {bead} { @COORDINATES {1, 3, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {bead} { @POINT1_NAME {bead} @TRIAD_NAME {TRIAD_INERTIAL} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {bead} { @FRAME_NAME {bead} @MASS_PROPERTY_NAME {m} } }
@POINT_ON_CURVE_DEFINITION { @POINT_ON_CURVE_NAME {wire} { @CONNECTED_TO_BODIES {GROUND, bead} @POINT1_NAME {O} @POINT2_NAME {bead}
  @CURVE_POINTS {1, 3, 0, 1.5, 3, -0.3, 2, 3, -0.4, 2.5, 3, -0.3, 3, 3, 0} } }
@SENSOR_DEFINITION { @SENSOR_NAME {along} { @SENSOR_TYPE {ELONGATION} @OBJECT_NAME {wire} }
  @SENSOR_NAME {press} { @SENSOR_TYPE {FORCE} @OBJECT_NAME {wire} } }
"""
LATE = """
@SENSOR_DEFINITION { @SENSOR_NAME {rate} { @SENSOR_TYPE {RELATIVE_ROTATION_RATE} @OBJECT_NAME {J} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {now} { @MEASURE {rate} } @SIGNAL_NAME {motor} { @EXPRESSION {-2*past} }
  @SIGNAL_NAME {past} { @SIGNAL_TYPE {DELAY} @INPUT {now} @DELAY_TIME {0.05} } }
@EVENT_DEFINITION { @EVENT_NAME {turns} { @SIGNAL_NAME {past} @THRESHOLD {-0.4} } }
"""
RELAY = LATE.replace(
    "{-2*past} }",
    "{-2*past + relay} } @SIGNAL_NAME {relay} { @SIGNAL_TYPE {HYSTERESIS} @INPUT {now} @THRESHOLDS {-0.2, 0.3} "
    "@OUTPUT_VALUES {4, -4} @INITIAL_VALUE {-4} }",
)
SLIDES = LATE.replace("{-2*past} }", "{-30*sign(now + 0.2)} }")
FELT = (
    HINGE % "@SIGNAL_NAME {motor}"
    + """
@SENSOR_DEFINITION { @SENSOR_NAME {load} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {J} @FRAME_NAME {onB} }
  @SENSOR_NAME {shake} { @SENSOR_TYPE {SPECIFIC_FORCE} @OBJECT_NAME {B} @POINT_NAME {tip} @RESOLVED_IN {onB} } }
@MOVING_FRAME_DEFINITION { @MOVING_FRAME_NAME {onB} { @CONNECTED_TO_BODY {B} @POINT_NAME {O} @TRIAD_NAME {TRIAD_INERTIAL} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {pull} { @MEASURE {load, 1} } @SIGNAL_NAME {felt} { @MEASURE {shake, 3} }
  @SIGNAL_NAME {slow} { @SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {felt} @TIME_CONSTANT {0.05} @INITIAL_VALUE {1} }
  @SIGNAL_NAME {motor} { @EXPRESSION {-0.3*slow - 0.05*SEEN} } }
@EVENT_DEFINITION { @EVENT_NAME {pulls} { @SIGNAL_NAME {pull} @THRESHOLD {-10} } }
"""
)
SAMPLED = (
    FELT.replace("SEEN", "seen")
    + """
@SIGNAL_DEFINITION { @SIGNAL_NAME {seen} { @SIGNAL_TYPE {SAMPLE_AND_HOLD} @INPUT {pull} @SAMPLE_TIME {0.02} @INITIAL_VALUE {-3} } }
"""
)
TABLE = (
    TURN
    + """
@MOVING_FRAME_DEFINITION { @MOVING_FRAME_NAME {table} { @ROTATION_SEQUENCE {EULER_ANGLES_321} @ROTATION_FUNCTIONS {f, 0, 0} }
  @MOVING_FRAME_NAME {mean} { @MEAN_OF_BODIES {B} } }
@SENSOR_DEFINITION { @SENSOR_NAME {seen} { @SENSOR_TYPE {CONFIGURATION} @OBJECT_NAME {mean} @FRAME_NAME {table}
  @ROTATION_PARAMETERS {ROTATION_VECTOR} } }
"""
)
CARRIED = (
    TURN
    + (HINGE % "").replace("GROUND", "table")
    + """
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {table} { @MASS_PROPERTY_NAME {m} } }
@PRESCRIBED_MOTION_DEFINITION { @PRESCRIBED_MOTION_NAME {drive} { @CONNECTED_TO_BODY {table} @DISPLACEMENT_FUNCTIONS {f, 0, 0}
  @ROTATION_SEQUENCE {EULER_ANGLES_313} @ROTATION_FUNCTIONS {f, 0, f} } }
@SENSOR_DEFINITION { @SENSOR_NAME {push} { @SENSOR_TYPE {REACTION_MOMENT} @OBJECT_NAME {drive} } }
"""
)
FAMILIES = {
    "RK44": lambda end: deck("EXPLICIT_RUNGE_KUTTA", end=end),
    "DOPRI5 adaptive": lambda end: deck(
        "EXPLICIT_RUNGE_KUTTA", "@TABLEAU {DOPRI5} @RELATIVE_TOLERANCE {1e-8}", SPRING + TABLE, end=end
    ),
    "DOPRI5 adaptive with impacts": lambda end: deck(
        "EXPLICIT_RUNGE_KUTTA", "@TABLEAU {DOPRI5} @RELATIVE_TOLERANCE {1e-8}", SPRING + FLOOR, end=end
    ),
    "RK67 unified velocities": lambda end: deck(
        "EXPLICIT_RUNGE_KUTTA", "@TABLEAU {RK67} @FORMULATION {UNIFIED_VELOCITIES}", end=end
    ),
    "DOPRI5 tree": lambda end: deck(
        "EXPLICIT_RUNGE_KUTTA", "@TABLEAU {DOPRI5} @RELATIVE_TOLERANCE {1e-8}", SPRING + HINGE % "", end=end
    ),
    "RK44 tree": lambda end: deck("EXPLICIT_RUNGE_KUTTA", more=SPRING + HINGE % "", end=end),
    "RK44 loop with friction": lambda end: deck("EXPLICIT_RUNGE_KUTTA", more=SPRING + LOOP % RUBS, end=end),
    "DOPRI5 couplings": lambda end: deck(
        "EXPLICIT_RUNGE_KUTTA", "@TABLEAU {DOPRI5} @RELATIVE_TOLERANCE {1e-8}", HINGE % "" + COUPLED, end=end
    ),
    "RK44 with a slack cable": lambda end: deck("EXPLICIT_RUNGE_KUTTA", more=SPRING + CABLE, end=end),
    "DOPRI5 tree with a slack cable": lambda end: deck(
        "EXPLICIT_RUNGE_KUTTA", "@TABLEAU {DOPRI5} @RELATIVE_TOLERANCE {1e-8}", CABLE + HINGE % "", end=end
    ),
    "generalized-alpha": lambda end: deck("GENERALIZED_ALPHA", "@FORMULATION {LIE_R3_SO3}", SPRING + BALL, end=end),
    "generalized-alpha modified": lambda end: deck(
        "GENERALIZED_ALPHA", "@FORMULATION {LIE_SE3} @NEWTON {MODIFIED}", SPRING + BALL, end=end
    ),
    "generalized-alpha Cardan": lambda end: deck(
        "GENERALIZED_ALPHA", "@FORMULATION {CARDAN_ANGLES_1}", SPRING + UPRIGHT, end=end
    ),
    "generalized-alpha loop": lambda end: deck("GENERALIZED_ALPHA", more=SPRING + LOOP % "", end=end),
    "generalized-alpha tree": lambda end: deck("GENERALIZED_ALPHA", more=SPRING + HINGE % "", end=end),
    "generalized-alpha adaptive": lambda end: deck(
        "GENERALIZED_ALPHA", "@FORMULATION {LIE_SE3} @LOCAL_ERROR_TOLERANCE {1e-6}", SPRING + BALL, end=end
    ),
    "generalized-alpha adaptive loop": lambda end: deck(
        "GENERALIZED_ALPHA", "@LOCAL_ERROR_TOLERANCE {1e-6}", SPRING + LOOP % "", end=end
    ),
    "generalized-alpha adaptive tree": lambda end: deck(
        "GENERALIZED_ALPHA", "@LOCAL_ERROR_TOLERANCE {1e-6}", SPRING + HINGE % "", end=end
    ),
    "generalized-alpha adaptive with signals and events": lambda end: deck(
        "GENERALIZED_ALPHA", "@LOCAL_ERROR_TOLERANCE {1e-6}", SPRING + SERVO + WATCHED, end=end
    ),
    "generalized-alpha adaptive impacts": lambda end: deck(
        "GENERALIZED_ALPHA", "@LOCAL_ERROR_TOLERANCE {1e-5} @NEWTON {MODIFIED}", SPRING + BALL + FLOOR, end=end
    ),
    "generalized-alpha adaptive with friction, stops, signals and events": lambda end: deck(
        "GENERALIZED_ALPHA", "@LOCAL_ERROR_TOLERANCE {1e-5}", SPRING + RUBBING + WATCHED, end=end
    ),
    "RK44 reactions": lambda end: deck("EXPLICIT_RUNGE_KUTTA", more=SPRING + SAMPLED, end=end),
    "DOPRI5 reactions": lambda end: deck(
        "EXPLICIT_RUNGE_KUTTA",
        "@TABLEAU {DOPRI5} @RELATIVE_TOLERANCE {1e-8}",
        SPRING + FELT.replace("SEEN", "slow"),
        end=end,
    ),
    "generalized-alpha reactions": lambda end: deck("GENERALIZED_ALPHA", more=SPRING + SAMPLED, end=end),
    "generalized-alpha adaptive reactions": lambda end: deck(
        "GENERALIZED_ALPHA", "@LOCAL_ERROR_TOLERANCE {1e-6}", SPRING + FELT.replace("SEEN", "slow"), end=end
    ),
    "RK44 carried": lambda end: deck("EXPLICIT_RUNGE_KUTTA", "@FORMULATION {MINIMAL_COORDINATES}", CARRIED, end=end),
    "generalized-alpha carried": lambda end: deck("GENERALIZED_ALPHA", "@FORMULATION {LIE_SE3}", CARRIED, end=end),
    "RK44 signals": lambda end: deck("EXPLICIT_RUNGE_KUTTA", more=SPRING + DRIVEN, end=end),
    "RK44 friction": lambda end: deck("EXPLICIT_RUNGE_KUTTA", more=SPRING + HINGE % RUBS, end=end),
    "generalized-alpha friction": lambda end: deck("GENERALIZED_ALPHA", more=SPRING + HINGE % RUBS, end=end),
    "RK44 stiction": lambda end: deck("EXPLICIT_RUNGE_KUTTA", more=SPRING + STICKS, end=end),
    "DOPRI5 adaptive with stiction": lambda end: deck(
        "EXPLICIT_RUNGE_KUTTA", "@TABLEAU {DOPRI5} @RELATIVE_TOLERANCE {1e-8}", SPRING + STICKS, end=end
    ),
    "generalized-alpha stiction": lambda end: deck("GENERALIZED_ALPHA", more=SPRING + BALL + STICKS, end=end),
    "midpoint stiction": lambda end: deck("IMPLICIT_MIDPOINT", more=SPRING + STICKS, end=end),
    "Lobatto IIIA-B stiction": lambda end: deck("LOBATTO_IIIA_B", more=SPRING + STICKS, end=end),
    "Gauss-Lobatto stiction": lambda end: deck("GAUSS_LOBATTO", "@NUMBER_OF_STAGES {2}", more=SPRING + STICKS, end=end),
    "STATIC stiction": lambda end: deck(
        "GENERALIZED_ALPHA", "", SPRING + HINGE % "" + STICKS, "@ANALYSIS_TYPE {STATIC}", end
    ),
    "RK44 relay, delay and events": lambda end: deck(
        "EXPLICIT_RUNGE_KUTTA", more=SPRING + HINGE % "@SIGNAL_NAME {motor}" + RELAY, end=end
    ),
    "RK44 on a switch": lambda end: deck(
        "EXPLICIT_RUNGE_KUTTA", more=SPRING + HINGE % "@SIGNAL_NAME {motor}" + SLIDES, end=end
    ),
    "generalized-alpha relay, delay and events": lambda end: deck(
        "GENERALIZED_ALPHA", more=SPRING + HINGE % "@SIGNAL_NAME {motor}" + RELAY, end=end
    ),
    "generalized-alpha on a switch": lambda end: deck(
        "GENERALIZED_ALPHA", more=SPRING + HINGE % "@SIGNAL_NAME {motor}" + SLIDES, end=end
    ),
    "DOPRI5 adaptive with a relay": lambda end: deck(
        "EXPLICIT_RUNGE_KUTTA",
        "@TABLEAU {DOPRI5} @RELATIVE_TOLERANCE {1e-8}",
        SPRING
        + HINGE % "@SIGNAL_NAME {motor}"
        + RELAY.replace("@DELAY_TIME {0.05}", "@DELAY_TIME {0.05} @PADE_ORDER {3}"),
        end=end,
    ),
    "generalized-alpha adaptive with a relay": lambda end: deck(
        "GENERALIZED_ALPHA",
        "@LOCAL_ERROR_TOLERANCE {1e-6}",
        SPRING
        + HINGE % "@SIGNAL_NAME {motor}"
        + RELAY.replace("@DELAY_TIME {0.05}", "@DELAY_TIME {0.05} @PADE_ORDER {3}"),
        end=end,
    ),
    "generalized-alpha signals": lambda end: deck("GENERALIZED_ALPHA", more=SPRING + DRIVEN, end=end),
    "generalized-alpha couplings": lambda end: deck("GENERALIZED_ALPHA", more=SPRING + HINGE % "" + COUPLED, end=end),
    "generalized-alpha couplings, cut": lambda end: deck(
        "GENERALIZED_ALPHA", "@FORMULATION {LIE_SE3} @NEWTON {MODIFIED}", SPRING + RUBBING + COUPLED + FLOOR, end=end
    ),
    "generalized-alpha rolling": lambda end: deck("GENERALIZED_ALPHA", more=SPRING + DISC, end=end),
    "generalized-alpha impacts": lambda end: deck("GENERALIZED_ALPHA", more=SPRING + BALL + FLOOR, end=end),
    "DOPRI5 tree with friction, stops, signals and events": lambda end: deck(
        "EXPLICIT_RUNGE_KUTTA", "@TABLEAU {DOPRI5} @RELATIVE_TOLERANCE {1e-8}", SPRING + RUBBING + WATCHED, end=end
    ),
    "midpoint": lambda end: deck("IMPLICIT_MIDPOINT", end=end),
    "energy-momentum": lambda end: deck("ENERGY_MOMENTUM", end=end),
    "Gauss-Lobatto": lambda end: deck("GAUSS_LOBATTO", "@NUMBER_OF_STAGES {2}", end=end),
    "CF4 tree with events": lambda end: deck(
        "EXPLICIT_RUNGE_KUTTA",
        "@TABLEAU {CF4} @FORMULATION {MINIMAL_COORDINATES}",
        SPRING + HINGE % "" + WATCHED,
        end=end,
    ),
    "RK44 with events": lambda end: deck("EXPLICIT_RUNGE_KUTTA", more=SPRING + WATCHED, end=end),
    "generalized-alpha with events": lambda end: deck("GENERALIZED_ALPHA", more=SPRING + HINGE % "" + WATCHED, end=end),
    "midpoint with events": lambda end: deck("IMPLICIT_MIDPOINT", more=SPRING + WATCHED, end=end),
    "Gauss-Lobatto modified": lambda end: deck("GAUSS_LOBATTO", "@NEWTON {MODIFIED}", end=end),
    "Lobatto IIIA-B": lambda end: deck("LOBATTO_IIIA_B", end=end),
    "generalized-alpha couplings with signals and events": lambda end: deck(
        "GENERALIZED_ALPHA", more=SPRING + DRIVEN + COUPLED + WATCHED, end=end
    ),
    "generalized-alpha rolling with signals and events": lambda end: deck(
        "GENERALIZED_ALPHA", more=SPRING + DISC + ROLLS + WATCHED, end=end
    ),
    "generalized-alpha curve with friction, delay and events": lambda end: deck(
        "GENERALIZED_ALPHA", more=SPRING + HINGE % f"{RUBS} @SIGNAL_NAME {{motor}}" + CURVE + LATE, end=end
    ),
    "STATIC signals": lambda end: deck("GENERALIZED_ALPHA", "", SPRING + DRIVEN, "@ANALYSIS_TYPE {STATIC}", end),
    "KINEMATIC with signals and events": lambda end: deck(
        "GENERALIZED_ALPHA",
        "",
        TURN + LOOP % "@PRESCRIBED_ROTATION {f} @SIGNAL_NAME {motor}" + LATE.replace("-0.4", "2"),
        "@ANALYSIS_TYPE {KINEMATIC}",
        end,
    ),
    "STATIC": lambda end: deck("GENERALIZED_ALPHA", "", SPRING + HINGE % "", "@ANALYSIS_TYPE {STATIC}", end),
    "KINEMATIC": lambda end: deck(
        "GENERALIZED_ALPHA", "", TURN + HINGE % "@PRESCRIBED_ROTATION {f}", "@ANALYSIS_TYPE {KINEMATIC}", end
    ),
    "KINEMATIC loop": lambda end: deck(
        "GENERALIZED_ALPHA", "", TURN + LOOP % "@PRESCRIBED_ROTATION {f}", "@ANALYSIS_TYPE {KINEMATIC}", end
    ),
}
