"""Small decks that contain numbers of all keywords in angle brackets. The runs of these decks are differentiated with
respect to these numbers.

`<m=2.5>` is the same number in all its places. Each deck has one or two blocks about a body `b`. The other blocks are
common to all decks.
"""

from __future__ import annotations

from typing import NamedTuple


class Deck(NamedTuple):
    """Blocks of a deck, and its deviations from the common deck."""

    name: str
    blocks: str
    body: str = "@AT_POINT {0.1, 0.2, -0.4} @MASS {2} @MOMENTS_OF_INERTIA {0.3, 0.4, 0.5}"
    """Keywords of the body."""
    range: str = "0, 0.03"
    step: str = "1e-3"
    output: str = "0.01"
    more: str = ""
    """Keywords of the analysis."""
    method: str = "@INTEGRATOR_TYPE {GENERALIZED_ALPHA} @RELATIVE_TOLERANCE {1e-13} @ABSOLUTE_TOLERANCE {1e-15}"


FREE = "@AT_POINT {0.1, 0.2, -0.4} @INITIAL_ANGULAR_VELOCITY {1, 2, 3} @INITIAL_VELOCITY {0.3, -0.2, 0.1}"
PUSHED = f"{FREE} @MASS {{2}} @MOMENTS_OF_INERTIA {{0.3, 0.4, 0.5}}"
HINGE = "@CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Y}"
MATRIX = (
    "<m=2.5>, 0, 0, 0, <s=0.2>, 0,  0, <m=2.5>, 0, -<s=0.2>, 0, 0,  0, 0, <m=2.5>, 0, 0, 0,  "
    "0, -<s=0.2>, 0, <0.4>, 0, 0,  <s=0.2>, 0, 0, 0, 0.5, 0,  0, 0, 0, 0, 0, 0.6"
)
COUPLED = (
    "<{0}>, 0, 0, 0, 0, <{3}={1}>,  0, {0}, 0, 0, 0, 0,  0, 0, {0}, 0, 0, 0,  "
    "0, 0, 0, <{2}>, 0, 0,  0, 0, 0, 0, {2}, 0,  <{3}={1}>, 0, 0, 0, 0, {2}"
)


def _joint(kind: str, coordinates: int, extra: str = "", stops: bool = True, triad: str = "AXIS_Y") -> list[Deck]:
    """Return decks of a body that hangs on a joint with drives of all coordinates, friction and stops. The drives of
    the first coordinate are marked.
    """

    def each(first: str, others: str) -> str:
        return ", ".join((first, *[others] * (coordinates - 1)))

    block = (
        f"@{kind}_DEFINITION {{ @{kind}_NAME {{j}} {{\n"
        "  @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {0.1, 0.2, 0} @TRIAD_NAME {" + triad + "} " + extra
    )
    start = f"@INITIAL_COORDINATE {{{each('<0.3>', '0.2')}}} @INITIAL_RATE {{{each('<0.7>', '0.5')}}}"
    driven = (
        f"{block} {start}\n  @SPRING {{{each('<9>, <0.4>', '5, 0.1')}}} @DAMPER {{{each('<0.6>', '0.5')}}}\n"
        f"  @FRICTION_FORCE {{{each('<0.8>', '0.3')}}} @FRICTION_VELOCITY {{<0.5>}} }} }}"
    )
    rubbing = (
        f"{block} {start}\n  @FRICTION {{{each('<0.3>, <0.4>, <0.9>, <0.2>, <0.05>', '0.3, 0.4, 0.9, 0.2, 0.05')}}}"
    )
    rubbing += " @FRICTION_VELOCITY {<0.5>} } }"
    stopped = f"{block} {start}\n  @STOPS {{{each('-1, <0.25>, <90>, <0.2>', '-1, 0.1, 80, 0.2')}}} }} }}"
    title = kind.removesuffix("_JOINT").lower()
    found = [Deck(f"{title} driven", driven), Deck(f"{title} rubbing", rubbing)]
    return [*found, Deck(f"{title} stopped", stopped)] if stops else found


JOINTS = (
    *_joint("REVOLUTE_JOINT", 1),
    *_joint("PRISMATIC_JOINT", 1),
    *_joint("CYLINDRICAL_JOINT", 2),
    *_joint("SCREW_JOINT", 1, "@PITCH {<0.15>}"),
    *_joint("SPHERICAL_JOINT", 3, stops=False),
    *_joint("UNIVERSAL_JOINT", 2, triad="AXIS_Y, AXIS_X"),
    *_joint("PLANAR_JOINT", 3, triad="TRIAD_INERTIAL"),
    *_joint("CONSTANT_VELOCITY_JOINT", 2, stops=False),
)

_TIE = "@CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {P} @TRIAD_NAME {T}"


def _triad(name: str, keyword: str, numbers: str, more: str = "") -> Deck:
    """Return a deck with a triad that rotates the axes of a bushing."""
    return Deck(
        name,
        f"@TRIAD_DEFINITION {{ @TRIAD_NAME {{T}} {{ @{keyword} {{{numbers}}} {more} }} }}\n"
        "@POINT_DEFINITION { @POINT_NAME {P} { @COORDINATES {<0.3>, <0.1>, <-0.2>} } }\n"
        f"@BUSHING_DEFINITION {{ @BUSHING_NAME {{tie}} {{ {_TIE} @STIFFNESS {{90, 40, 20}} @ROTATIONAL_STIFFNESS {{9, 4, 2}} }} }}",
        PUSHED,
    )


TRIADS = (
    _triad("axis 1", "ORIENTATION_E1", "<0.8>, <0.3>, <0.5>"),
    _triad("axis 3", "ORIENTATION_E3", "<0.2>, <0.3>, <0.9>", "@ORIENTATION_E2 {-0.3, <0.8>, 0}"),
    *(_triad(f"angles {s}", f"EULER_ANGLES_{s}", "<20>, <35>, <50>") for s in ("313", "323", "321", "312", "123")),
    _triad("rotation vector", "ROTATION_VECTOR", "<0.2>, <-0.4>, <0.3>"),
    _triad("parameters", "EULER_PARAMETERS", "<0.8>, <0.2>, <0.4>, <0.1>"),
    _triad("cosines", "DIRECTION_COSINES", "cos(<a=0.6>), -sin(<a=0.6>), 0, sin(<a=0.6>), cos(<a=0.6>), 0, 0, 0, 1"),
)

_PUSH = (
    "@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {push} {\n"
    "  @CONNECTED_TO_BODY {b} @AT_POINT {0.3, 0.2, 0} @APPLIED_FORCES {30, 10, 20} @APPLIED_MOMENTS {2, 4, 3} } }\n"
)
BODIES = (
    Deck(
        "body",
        _PUSH,
        "@AT_POINT {0.1, 0.2, -0.4} @MASS {<2>} @CENTRE_OF_MASS_LOCATION {<0.1>, 0.05, -0.1} @MOMENTS_OF_INERTIA {<0.3>, 0.4, 0.5}\n"
        "@PRODUCTS_OF_INERTIA {<0.02>, 0.01, -0.03} @INITIAL_VELOCITY {<0.3>, -0.2, 0.1} @INITIAL_ANGULAR_VELOCITY {1, <2>, 3}",
    ),
    Deck("mass matrix", _PUSH, f"{FREE} @MASS_MATRIX {{{MATRIX}}}"),
    Deck(
        "unified velocities",
        "",
        "@AT_POINT {0.1, 0.2, -0.4} @MASS {2} @MOMENTS_OF_INERTIA {0.3, 0.4, 0.5} @INITIAL_UNIFIED_VELOCITIES "
        "{<1>, <2>, <0.5>, 0.1, 0.3, 0.2} @FORMULATION {UNIFIED_VELOCITIES}",
    ),
    Deck(
        "mass property",
        f"{_PUSH}"
        "@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {p} { @MASS {<2>} @CENTRE_OF_MASS_LOCATION {<0.1>, 0.05, -0.1}\n"
        "  @MOMENTS_OF_INERTIA {<0.3>, 0.4, 0.5} @PRODUCTS_OF_INERTIA {<0.02>, 0.01, -0.03} } }",
        f"{FREE} @MASS_PROPERTY_NAME {{p}}",
    ),
    Deck(
        "mass property by its matrix",
        f"{_PUSH}@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{p}} {{ @MASS_MATRIX {{{MATRIX}}} }} }}",
        f"{FREE} @MASS_PROPERTY_NAME {{p}}",
    ),
    Deck(
        "shapes of a density",
        "@SHAPE_DEFINITION {\n"
        "  @SHAPE_NAME {box} { @SHAPE_TYPE {BOX} @CONNECTED_TO_BODY {b} @DIMENSIONS {<0.3>, <0.2>, <0.1>} @DENSITY {<900>} }\n"
        "  @SHAPE_NAME {ball} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {b} @AT_POINT {0.3, 0.2, 0} @DIMENSIONS {<0.1>} } }",
        f"{FREE} @DENSITY {{<700>}}",
    ),
)

FORCES = (
    Deck("weight", "@GRAVITY_DEFINITION { @GRAVITY_NAME {h} { @GRAVITY_VECTOR {<0.4>, <0.2>, <-9>} } }", PUSHED),
    Deck(
        "load",
        "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {1 + <3>*t + sin(<2>*t)} } }\n"
        "@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {push} { @CONNECTED_TO_BODY {b} @AT_POINT {<0.3>, 0.2, 0} @APPLIED_FORCES {<3>, 1, 2}\n"
        "  @APPLIED_MOMENTS {0.2, <0.4>, 0.1} @SCALING_FACTOR {<1.5>} @FUNCTION_1D_NAME {f} } }",
        PUSHED,
    ),
    Deck(
        "spring",
        "@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, b} @POINT1_NAME {<0.5>, 0.1, 0.3}\n"
        "  @POINT2_NAME {0.2, 0.3, <-0.2>} @STIFFNESS {<50>} @DAMPING {<2>} @REST_LENGTH {<0.4>} } }",
        PUSHED,
    ),
    Deck(
        "bushing",
        "@BUSHING_DEFINITION { @BUSHING_NAME {s} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {0.2, 0.3, <-0.2>}\n"
        "  @STIFFNESS {<50>, 40, 30} @DAMPING {<2>, 1, 1} @ROTATIONAL_STIFFNESS {5, <4>, 3} @ROTATIONAL_DAMPING {0.2, <0.1>, 0.3} } }",
        PUSHED,
    ),
    Deck(
        "general bushing",
        "@GENERAL_BUSHING_DEFINITION { @GENERAL_BUSHING_NAME {s} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {0.2, 0.3, -0.2}\n"
        f"  @STIFFNESS_MATRIX {{{COUPLED.format(50, 3, 8, 'k')}}}\n  @DAMPING_MATRIX {{{COUPLED.format(2, 0.1, 0.3, 'c')}}} }} }}",
        PUSHED,
    ),
    Deck(
        "torsion spring",
        "@TORSION_SPRING_DEFINITION { @TORSION_SPRING_NAME {s} {\n"
        "  @CONNECTED_TO_BODIES {GROUND, b} @TRIAD_NAME {AXIS_Y} @STIFFNESS {<5>} @DAMPING {<0.2>} @REST_ANGLE {<0.3>} } }\n"
        f"@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{j}} {{ {HINGE} @INITIAL_COORDINATE {{<0.2>}} }} }}",
    ),
    Deck(
        "controller",
        "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {CONSTANT_ACCELERATION_PROFILE}\n"
        "  @START_VALUE {<0.2>} @END_VALUE {<0.9>} @START_TIME {<-0.01>} @DURATION {<0.5>} } }\n"
        "@JOINT_CONTROLLER_DEFINITION { @JOINT_CONTROLLER_NAME {c} { @JOINT_NAME {j} @PROPORTIONAL_GAIN {<40>} @DERIVATIVE_GAIN {<3>}\n"
        "  @REFERENCE_FUNCTION_NAME {f} } }\n"
        f"@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{j}} {{ {HINGE} @INITIAL_COORDINATE {{0.5}} }} }}",
    ),
    Deck(
        "controller at its limit",
        "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {CONSTANT} @VALUE {<0.8>} } }\n"
        "@JOINT_CONTROLLER_DEFINITION { @JOINT_CONTROLLER_NAME {c} { @JOINT_NAME {j} @PROPORTIONAL_GAIN {<40>} @TORQUE_LIMIT {<6>}\n"
        "  @REFERENCE_FUNCTION_NAME {f} } }\n"
        f"@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{j}} {{ {HINGE} @INITIAL_COORDINATE {{0.5}} @INITIAL_RATE {{20}} }} }}",
    ),
)

_LAW = "@STIFFNESS {<4e3>} @EXPONENT {<1.5>} @RESTITUTION {<0.6>} @RESTITUTION_VELOCITY {0.01}"
_RUB = "@FRICTION_COEFFICIENTS {<0.4>, <0.3>} @TRANSITION_VELOCITY {<0.2>} @ROLLING_RESISTANCE {<0.01>}"
_STICK = (
    "@STIFFNESS {<4e3>} @EXPONENT {1} @RESTITUTION_VELOCITY {<0.5>} @RESTITUTION {0.6} @FRICTION_COEFFICIENTS {2, 1.5}"
)
_PRESSED = "@MASS {2} @MOMENTS_OF_INERTIA {0.01, 0.01, 0.01} @AT_POINT {0, 0, 0.18} @INITIAL_ANGULAR_VELOCITY {1, 2, 3}"
_GROUND = (
    "@SHAPE_DEFINITION { @SHAPE_NAME {floor} { @SHAPE_TYPE {PLANE} }\n"
    "  @SHAPE_NAME {ball} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {b} @DIMENSIONS {<0.2>} } }\n"
)


def _contact(name: str, law: str, of_material: bool) -> Deck:
    """Return a deck with a ball that is pressed against the floor, and rolls and slides on it."""
    pair = "@CONNECTED_TO_BODIES {GROUND, b} @CONTACT_SHAPES {floor, ball}"
    if of_material:
        material = f"@CONTACT_MATERIAL_DEFINITION {{ @CONTACT_MATERIAL_NAME {{m}} {{ {law} }} }}\n"
        blocks = f"{material}@CONTACT_DEFINITION {{ @CONTACT_NAME {{c}} {{ {pair} @CONTACT_MATERIAL_NAME {{m}} }} }}"
    else:
        blocks = f"@CONTACT_DEFINITION {{ @CONTACT_NAME {{c}} {{ {pair} {law} }} }}"
    return Deck(name, _GROUND + blocks, f"{_PRESSED} @INITIAL_VELOCITY {{0.5, 0.1, -0.3}}")


CONTACTS = tuple(
    _contact(f"contact {name}{' of a material' if of_material else ''}", law, of_material)
    for of_material in (False, True)
    for name, law in (("sliding", f"{_LAW} {_RUB}"), ("sticking", f"{_STICK} @STICTION {{<900>, <9>}}"))
)

CONSTRAINTS = (
    Deck(
        "rod",
        "@ROD_DEFINITION { @ROD_NAME {r} {\n"
        "  @CONNECTED_TO_BODIES {GROUND, b} @POINT1_NAME {0, 0, <0.5>} @POINT2_NAME {0.2, <0.3>, -0.2} @LENGTH {<0.79>} } }",
        more="@ASSEMBLE {YES}",
    ),
    Deck(
        "gear",
        f"@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{j}} {{ {HINGE} @INITIAL_RATE {{<1>}} }}\n"
        "  @REVOLUTE_JOINT_NAME {k} { @CONNECTED_TO_BODIES {GROUND, c} @AT_POINT {1, 0, 0} @TRIAD_NAME {AXIS_Y} } }\n"
        "@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {c} { @AT_POINT {1, 0, 0.1} @MASS {1} @MOMENTS_OF_INERTIA {0.1, <0.2>, 0.1} } }\n"
        "@GEAR_DEFINITION { @GEAR_NAME {g} { @JOINT_NAMES {j, k} @RATIO {<-1.5>} } }",
    ),
    Deck(
        "rolling disc",
        _PUSH
        + "@ROLLING_DISC_DEFINITION { @ROLLING_DISC_NAME {d} { @CONNECTED_TO_BODIES {GROUND, b} @POINT1_NAME {0, 0, 0}\n"
        "  @POINT2_NAME {0, 0, 0.3} @TRIAD_NAME {TRIAD_INERTIAL, AXIS_Y} @RADIUS {<0.3>} } }",
        "@AT_POINT {0, 0, <0.3>} @MASS {<2>} @MOMENTS_OF_INERTIA {0.03, <0.05>, 0.03} @INITIAL_VELOCITY {0.6, 0, 0} "
        "@INITIAL_ANGULAR_VELOCITY {0, 2, 0}",
        more="@ASSEMBLE {YES}",
    ),
    Deck(
        "curve",
        _PUSH
        + "@POINT_ON_CURVE_DEFINITION { @POINT_ON_CURVE_NAME {w} { @CONNECTED_TO_BODIES {GROUND, b} @POINT1_NAME {0, 0, 0}\n"
        "  @POINT2_NAME {0.2, 0, -0.37} @CURVE_POINTS {-0.5, 0, -0.2, -0.2, 0, <-0.35>, 0.1, 0, <-0.4>, 0.4, 0, <-0.3>, 0.7, 0, -0.1} } }",
        "@AT_POINT {0.2, 0, -0.37} @MASS {<2>} @MOMENTS_OF_INERTIA {0.3, 0.4, 0.5}",
        more="@ASSEMBLE {YES}",
    ),
)


def _function(name: str, words: str) -> Deck:
    """Return a deck with a load that follows a function of time."""
    return Deck(
        name,
        f"@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{f}} {{ {words} }} }}\n"
        "@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {push} {\n"
        "  @CONNECTED_TO_BODY {b} @AT_POINT {0.3, 0.2, 0} @APPLIED_FORCES {3, 1, 2} @FUNCTION_1D_NAME {f} } }",
        PUSHED,
    )


_TABLE = "@TABLE_ENTRIES { @TIME {<-0.1>} @FUNCTION_VALUE {<1>} @TIME {<0.1>} @FUNCTION_VALUE {<3>} @TIME {0.4} @FUNCTION_VALUE {2} }"
FUNCTIONS = (
    _function("constant", "@FUNCTION_1D_TYPE {CONSTANT} @VALUE {<2>}"),
    _function("polynomial", "@FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {<1>, <5>, <20>}"),
    _function("harmonic", "@FUNCTION_1D_TYPE {HARMONIC} @HARMONIC { @AMPLITUDE {<2>} @PERIOD {<0.1>} @PHASE {<0.3>} }"),
    _function("table", f"@FUNCTION_1D_TYPE {{TABULATED}} @INTERPOLATION {{LINEAR}} {_TABLE}"),
    _function("smooth table", f"@FUNCTION_1D_TYPE {{TABULATED}} @INTERPOLATION {{CUBIC}} {_TABLE}"),
    _function("chebyshev", "@FUNCTION_1D_TYPE {CHEBYSHEV} @RANGE {<-0.1>, <0.5>} @COEFFICIENTS {<1>, <0.5>, <0.25>}"),
    _function("step", "@FUNCTION_1D_TYPE {STEP} @START_VALUE {<1>} @END_VALUE {<3>} @RANGE {<-0.01>, <0.05>}"),
    _function(
        "held", "@FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {<2> + <30>*t} @START_TIME {<0.0045>} @END_TIME {<0.0155>}"
    ),
)


def _signal(name: str, words: str, rate: int = 2) -> Deck:
    """Return a deck with a moment that follows the signal `s`, which depends on the angle `e` of a joint."""
    blocks = (
        f"@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{j}} {{ {HINGE} @INITIAL_COORDINATE {{0.3}} @INITIAL_RATE {{{rate}}} "
        "@SIGNAL_NAME {s} } }\n@SENSOR_DEFINITION { @SENSOR_NAME {angle} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {j} } }\n"
        f"@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{e}} {{ @EXPRESSION {{<5>*angle + <0.2>}} }} \n"
        "  @SIGNAL_NAME {angle} { @MEASURE {angle} }\n"
        f"  @SIGNAL_NAME {{s}} {{ {words} }} }}"
    )
    return Deck(name, blocks)


SIGNALS = (
    _signal("integrator", "@SIGNAL_TYPE {INTEGRATOR} @INPUT {e} @GAIN {<40>} @INITIAL_VALUE {<0.7>}"),
    _signal(
        "lag", "@SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {e} @TIME_CONSTANT {<0.02>} @GAIN {<2>} @INITIAL_VALUE {<0.7>}"
    ),
    _signal(
        "transfer function",
        "@SIGNAL_TYPE {TRANSFER_FUNCTION} @INPUT {e} @NUMERATOR {<2>, <3>} @DENOMINATOR {<4e-4>, <0.03>, <1>} @INITIAL_VALUE {<0.7>}",
    ),
    _signal(
        "PID",
        "@SIGNAL_TYPE {PID} @INPUT {e} @PROPORTIONAL_GAIN {<3>} @INTEGRAL_GAIN {<20>} @DERIVATIVE_GAIN {<0.1>} "
        "@DERIVATIVE_TIME {<0.02>}",
    ),
    _signal(
        "PID at its limit",
        "@SIGNAL_TYPE {PID} @INPUT {e} @PROPORTIONAL_GAIN {<30>} @OUTPUT_LIMITS {<61.5>, <110>}",
        rate=20,
    ),
    _signal("delay by Pade", "@SIGNAL_TYPE {DELAY} @INPUT {e} @DELAY_TIME {<0.01>} @PADE_ORDER {2}"),
    _signal("delay", "@SIGNAL_TYPE {DELAY} @INPUT {e} @DELAY_TIME {<0.0104>}"),
    _signal(
        "look-up table",
        "@SIGNAL_TYPE {LOOKUP_TABLE} @INPUT {e} @INTERPOLATION {CUBIC} @INPUT_VALUES {<-9>, <0>, <9>, 20} "
        "@OUTPUT_VALUES {<1>, <-2>, 5, 3}",
    ),
    _signal(
        "table of two inputs",
        "@SIGNAL_TYPE {LOOKUP_TABLE} @INPUT {e, angle} @INPUT_VALUES {<-9>, <9>} @SECOND_INPUT_VALUES {<-2>, <2>} "
        "@OUTPUT_VALUES {<1>, <-2>, 5, 3}",
    ),
    _signal(
        "table over its input",
        "@SIGNAL_TYPE {LOOKUP_TABLE} @INPUT {e} @INTERPOLATION {LINEAR} @TABLE_ENTRIES { @TIME {<-9>} @FUNCTION_VALUE {<1>} "
        "@TIME {<9>} @FUNCTION_VALUE {<-2>} }",
    ),
    _signal("hysteresis", "@SIGNAL_TYPE {HYSTERESIS} @INPUT {e} @THRESHOLDS {<-3>, <9>} @OUTPUT_VALUES {<-1>, <2>}"),
    _signal("sampler", "@SIGNAL_TYPE {SAMPLE_AND_HOLD} @INPUT {e} @SAMPLE_TIME {<0.005>}"),
)

METHODS = (
    Deck(
        "generalized-alpha",
        f"@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{j}} {{ {HINGE} @INITIAL_COORDINATE {{<0.3>}} }} }}",
        method="@INTEGRATOR_TYPE {GENERALIZED_ALPHA} @SPECTRAL_RADIUS {<0.7>}",
    ),
    Deck(
        "times",
        f"@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{j}} {{ {HINGE} @INITIAL_COORDINATE {{<0.3>}} }} }}",
        range="<0>, <0.03>",
        step="<1e-3>",
        output="<0.01>",
    ),
    Deck(
        "event",
        "@SENSOR_DEFINITION { @SENSOR_NAME {p} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {b} } }\n"
        "@SIGNAL_DEFINITION { @SIGNAL_NAME {x} { @MEASURE {p, x1} } }\n"
        "@EVENT_DEFINITION { @EVENT_NAME {e} { @SIGNAL_NAME {x} @THRESHOLD {<0.0076>} @TERMINATE {YES} } }",
        PUSHED.replace("{0.1, 0.2", "{0, 0.2"),
    ),
)

WITHOUT = {
    "TOLERANCE": "affects only the accuracy of a run",
    "ITERATIONS": "affects only the accuracy of a run",
    "OPACITY": "affects only pictures",
    "PROJECTION_": "affects only how round-off is removed",
    "INERTIA_PARAMETER": "affects only the errors of quaternion-based integrators",
    "LIMITS": "limits values from a script; OUTPUT_LIMITS of a PID are in the table",
    "POINTS": "affects only pictures of lines",
}
"""Keywords for which no run is differentiated, by a part of their names, with the reason."""

DECKS = (
    *TRIADS,
    *BODIES,
    *JOINTS,
    *FORCES,
    *CONTACTS,
    *CONSTRAINTS,
    *FUNCTIONS,
    *SIGNALS,
    *METHODS,
)

_SENSORS = """
@SENSOR_DEFINITION {
  @SENSOR_NAME {place} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {b} }
  @SENSOR_NAME {velocity} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {b} }
  @SENSOR_NAME {turning} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {b} }
}
"""


def write_deck(deck: Deck) -> str:
    """Return the whole text of a deck, with its marks."""
    weight = (
        ""
        if "GRAVITY" in deck.blocks
        else "@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }\n"
    )
    return (
        f"{weight}@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ {deck.body} }} }}\n{deck.blocks}\n"
        f"@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ {deck.method} }} }}\n"
        "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { \n"
        f"  @SIMULATION_TIME_RANGE {{{deck.range}}} @TIME_STEP_SIZE {{{deck.step}}} @OUTPUT_STEP_SIZE {{{deck.output}}}\n"
        f"  @TIME_INTEGRATOR_NAME {{i}} {deck.more} }} }}\n{_SENSORS}"
    )
