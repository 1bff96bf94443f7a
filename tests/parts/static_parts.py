"""Decks at rest, as texts."""

from __future__ import annotations

G = 9.81
FRAME = """
@TRIAD_DEFINITION { @TRIAD_NAME {y} { @ORIENTATION_DEFINITION_TYPE {VECTOR_E3} @ORIENTATION_E3 {0, 1, 0} }
    @TRIAD_NAME {z} { @ORIENTATION_DEFINITION_TYPE {VECTOR_E3} @ORIENTATION_E3 {0, 0, 1} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {0.1, 0.2, 0.3} } }
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
"""
WEIGHTLESS = FRAME.replace("{0, 0, -9.81}", "{0, 0, 0}")
ANALYSIS = "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @ANALYSIS_TYPE {STATIC} } }\n"


def point(name, x, y, z):
    return f"@POINT_DEFINITION {{ @POINT_NAME {{{name}}} {{ @COORDINATES {{{float(x)!r}, {float(y)!r}, {float(z)!r}}} }} }}\n"


def body(name, x, y, z):
    frame = f"@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{F{name}}} {{ @POINT1_NAME {{C{name}}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}\n"
    rigid = f"@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{{name}}} {{ @FRAME_NAME {{F{name}}} @MASS_PROPERTY_NAME {{m}} }} }}\n"
    return point(f"C{name}", x, y, z) + frame + rigid


def joint(kind, name, bodies, at="O", triad="y", more=""):
    kind = f"{kind}_JOINT"
    triad = "" if kind == "SPHERICAL_JOINT" else f"@TRIAD_NAME {{{triad}}}"
    return f"@{kind}_DEFINITION {{ @{kind}_NAME {{{name}}} {{ @CONNECTED_TO_BODIES {{{bodies}}} @AT_POINT {{{at}}} {triad} {more} }} }}\n"


def load(name, on, at, force="0,0,0", moment="0,0,0", more=""):
    return (
        f"@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{{name}}} {{ @CONNECTED_TO_BODY {{{on}}} @AT_POINT {{{at}}} "
        f"@APPLIED_FORCES {{{force}}} @APPLIED_MOMENTS {{{moment}}} {more} }} }}\n"
    )


def sensor(kind, of, name=None, more=""):
    return f"@SENSOR_DEFINITION {{ @SENSOR_NAME {{{name or kind}}} {{ @SENSOR_TYPE {{{kind}}} @OBJECT_NAME {{{of}}} {more} }} }}\n"
