"""Parts of decks whose messages about the model have a place."""

MASS = "@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { %s } }\n"
BODY = "@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {a} { @MASS_PROPERTY_NAME {m} } }\n"
OTHER = "@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {%s} } }\n"
MODEL = MASS % "@MASS {2} @MOMENTS_OF_INERTIA {1, 1, 1}" + BODY
MODEL += "@POINT_DEFINITION { @POINT_NAME {p} { @COORDINATES {0, 0, 0} } }\n"
LIGHT = "@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {light} { @MASS {%s} @MOMENTS_OF_INERTIA {%s} } }\n"
RUN = "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.1} %s } }\n"
STATIC = "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {%s} { @ANALYSIS_TYPE {STATIC} %s } }\n"
GRAVITY = "@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }\n"
LOAD = "@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {d} { @CONNECTED_TO_BODY {a} @APPLIED_FORCES {1, 0, 0} %s } }\n"
PLACE = "@SENSOR_DEFINITION { @SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {a} } }\n"
SHAPES = """@SHAPE_DEFINITION { @SHAPE_NAME {s} { @SHAPE_TYPE {%s} @CONNECTED_TO_BODY {a} @DIMENSIONS {%s} }
  @SHAPE_NAME {floor} { @SHAPE_TYPE {PLANE} @AT_POINT {0, 0, -0.1} } }
@CONTACT_DEFINITION { @CONTACT_NAME {c} { @CONNECTED_TO_BODIES {%s} @CONTACT_SHAPES %s @STIFFNESS {1e6} %s } }
"""
KINK = """@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {TABULATED} @INTERPOLATION {LINEAR}
  @TABLE_ENTRIES { @TIME {0} @FUNCTION_VALUE {0} @TIME {0.5} @FUNCTION_VALUE {1} @TIME {1} @FUNCTION_VALUE {1} } } }
"""
FRICTION = (
    "`@FRICTION {coefficient, Stribeck coefficient, Stribeck velocity, viscous, radius}`: coefficient: at high rates; "
    "Stribeck coefficient: near rest (0 means the same); Stribeck velocity: the rate at which 63 % of their difference "
    "has decayed"
)
MESHING = (
    "use coordinates along or about e3 (revolute, cylindrical, screw, planar joints); @COORDINATE_NUMBERS counts from 1"
)


def run_by(integrator, formulation, options="", more=""):
    """Return a time integrator and a run that uses it."""
    return (
        f"@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{ti}} {{ @INTEGRATOR_TYPE {{{integrator}}}\n"
        f"  @FORMULATION {{{formulation}}} {options} }} }}\n" + RUN % f"@TIME_INTEGRATOR_NAME {{ti}} {more}"
    )


def implicit(options="", more=""):
    return run_by("GENERALIZED_ALPHA", "LIE_R3_SO3", options, more)


def explicit(formulation, tableau, options=""):
    return run_by("EXPLICIT_RUNGE_KUTTA", formulation, f"@TABLEAU {{{tableau}}} {options}")


def joint(kind, more="", name="J", bodies="GROUND, a"):
    axes = "" if kind in ("SPHERICAL", "UNIVERSAL") else "@TRIAD_NAME {TRIAD_INERTIAL}"
    return (
        f"@{kind}_JOINT_DEFINITION {{ @{kind}_JOINT_NAME {{{name}}} {{ @CONNECTED_TO_BODIES {{{bodies}}} @AT_POINT {{p}}\n"
        f"  {axes} {more} }} }}\n"
    )


def formula(text, name="f"):
    return f"@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{{name}}} {{ @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{{text}}} }} }}\n"


def signal(name, more):
    return f"@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{{name}}} {{ {more} }} }}\n"


def geared(second, gear):
    """Return two joints and a gear."""
    joints = joint("REVOLUTE") + joint(second, "", "K", "GROUND, b")
    return MODEL + OTHER % "m" + joints + f"@GEAR_DEFINITION {{ @GEAR_NAME {gear} }} }}\n" + implicit()


def controlled(kind, more):
    return (
        MODEL
        + joint(kind)
        + f"@JOINT_CONTROLLER_DEFINITION {{ @JOINT_CONTROLLER_NAME {{c}} {{ @JOINT_NAME {{«J»}} {more} }} }}\n"
        + implicit()
    )


def delayed(more):
    """Return a model with a force that depends on the past."""
    signals = signal("d", "@SIGNAL_TYPE {DELAY} @INPUT {u} @DELAY_TIME {0.2}") + signal("u", "@MEASURE {x, x1}")
    return MODEL + signals + PLACE + LOAD % "@SIGNAL_NAME {d}" + implicit("", more)
