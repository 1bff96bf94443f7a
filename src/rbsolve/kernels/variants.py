"""Small decks for kernels that no deck in `decks/` needs.

A separate time loop is compiled for each set of optional features of a model. The features are the kind of coordinates
(joints, bodies, both), signals with states, friction in joints, and forces that switch. This module defines a deck for
each set of features. It also defines a deck for each list of elements, with all kinds in the list.
`tests/kernels/test_variants.py` fails if no deck of this module contains a kind of a list.
"""

from __future__ import annotations

from itertools import product

_COMMON = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } @POINT_NAME {P} { @COORDINATES {1, 0, 0.5} } }
@TRIAD_DEFINITION { @TRIAD_NAME {lying} { @ORIENTATION_E2 {1, 0, 0} @ORIENTATION_E3 {0, 1, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {there} { @POINT1_NAME {P} @TRIAD_NAME {TRIAD_INERTIAL} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {0.3, 0.4, 0.5} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 0.02} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {0.01} } }
@SENSOR_DEFINITION { @SENSOR_NAME {place} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {arm} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {arm} { @FRAME_NAME {there} @MASS_PROPERTY_NAME {m} } }
"""
_HINGE = """
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {hinge} {
  @CONNECTED_TO_BODIES {GROUND, arm} @AT_POINT {O} @TRIAD_NAME {lying} @INITIAL_RATE {1} RUBS } }
"""
_RUBS = "@FRICTION {0.1, 0.2, 0.02, 0.1, 1}"
_OTHER = """
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {other} { @MASS_PROPERTY_NAME {m} @FORMULATION {LIE_SE3} } }
"""
_STATES = """
@SIGNAL_DEFINITION { @SIGNAL_NAME {height} { @MEASURE {place, 3} }
  @SIGNAL_NAME {late} { @SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {height} @TIME_CONSTANT {0.02} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {lift} { @CONNECTED_TO_BODY {arm} @APPLIED_FORCES {0, 0, 1} @SIGNAL_NAME {late} } }
"""
_SHAPES = """
@SHAPE_DEFINITION { @SHAPE_NAME {floor} { @SHAPE_TYPE {PLANE} }
  @SHAPE_NAME {ball} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {arm} @DIMENSIONS {0.45} } }
"""
_SWITCHES = (
    _SHAPES
    + """
@CONTACT_DEFINITION { @CONTACT_NAME {lands} {
  @CONNECTED_TO_BODIES {GROUND, arm} @CONTACT_SHAPES {floor, ball} @STIFFNESS {1e3} @RESTITUTION {0.5} } }
"""
)
_FORCES = (
    _SHAPES
    + """
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {spring} {
  @CONNECTED_TO_BODIES {GROUND, arm} @POINT1_NAME {O} @POINT2_NAME {P} @STIFFNESS {5} } }
@BUSHING_DEFINITION { @BUSHING_NAME {bushing} { @CONNECTED_TO_BODIES {GROUND, arm} @AT_POINT {O} @STIFFNESS {5, 5, 5} } }
@GENERAL_BUSHING_DEFINITION { @GENERAL_BUSHING_NAME {rubber} {
  @CONNECTED_TO_BODIES {GROUND, arm} @AT_POINT {O} @FORCE_FUNCTIONS {Pull, 0, 0} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {Pull} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 5} } }
@TORSION_SPRING_DEFINITION { @TORSION_SPRING_NAME {torsion} { @CONNECTED_TO_BODIES {GROUND, arm} @STIFFNESS {5} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {load} { @CONNECTED_TO_BODY {arm} @APPLIED_FORCES {1, 0, 0} } }
"""
)
_STICKS = (
    _SHAPES
    + """
@CONTACT_DEFINITION { @CONTACT_NAME {lands} { @CONNECTED_TO_BODIES {GROUND, arm} @CONTACT_SHAPES {floor, ball} @STIFFNESS {1e3}
  @FRICTION_COEFFICIENTS {0.3} @STICTION {1e3, 1} } }
"""
)
_DRIVE = """
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {hinge} {
  @CONNECTED_TO_BODIES {GROUND, arm} @AT_POINT {O} @TRIAD_NAME {lying} @SPRING {7, 0.1} @FRICTION {0.1, 0.2, 0.02, 0.1, 1} } }
"""
_FUNCTIONS = """
@FUNCTION_1D_DEFINITION {
  @FUNCTION_1D_NAME {Ramp} { @FUNCTION_1D_TYPE {TABULATED} @INTERPOLATION {LINEAR}
    @TABLE_ENTRIES { @TIME {0} @FUNCTION_VALUE {0}  @TIME {0.5} @FUNCTION_VALUE {1} } }
  @FUNCTION_1D_NAME {Level} { @FUNCTION_1D_TYPE {CONSTANT} @VALUE {9.81} }
  @FUNCTION_1D_NAME {Cubic} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 1, 0, 2} }
  @FUNCTION_1D_NAME {Swing} { @FUNCTION_1D_TYPE {HARMONIC} @HARMONIC { @AMPLITUDE {1} @PERIOD {0.5} @PHASE {0.25} } }
  @FUNCTION_1D_NAME {Series} { @FUNCTION_1D_TYPE {CHEBYSHEV} @RANGE {0, 2} @COEFFICIENTS {1, 0.5, 0.25} }
  @FUNCTION_1D_NAME {Formula} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {0.1*sin(2*pi*t)} }
  @FUNCTION_1D_NAME {Composed} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {2*Swing(t)} }
  @FUNCTION_1D_NAME {Move} { @FUNCTION_1D_TYPE {CONSTANT_ACCELERATION_PROFILE}
    @START_VALUE {0} @END_VALUE {1} @START_TIME {0} @DURATION {1} }
  @FUNCTION_1D_NAME {Rise} { @FUNCTION_1D_TYPE {STEP} @START_VALUE {0} @END_VALUE {1} @RANGE {0, 1} }
}
"""
_OF_TIME = ("Ramp", "Level", "Cubic", "Swing", "Series", "Formula", "Composed", "Move", "Rise")
_MEASURED = (
    "@SENSOR_TYPE {POSITION} @OBJECT_NAME {arm}",
    "@SENSOR_TYPE {VELOCITY} @OBJECT_NAME {arm}",
    "@SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {arm}",
    "@SENSOR_TYPE {ELONGATION} @OBJECT_NAME {spring}",
    "@SENSOR_TYPE {ELONGATION_RATE} @OBJECT_NAME {spring}",
    "@SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {arm} @ROTATION_PARAMETERS {ROTATION_MATRIX}",
    "@SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {arm} @ROTATION_PARAMETERS {EULER_ANGLES_321}",
    "@SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {arm} @ROTATION_PARAMETERS {ROTATION_VECTOR}",
    "@SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {hinge}",
    "@SENSOR_TYPE {RELATIVE_ROTATION_RATE} @OBJECT_NAME {hinge}",
    "@SENSOR_TYPE {RELATIVE_ROTATION_RATE} @OBJECT_NAME {cross}",
    "@SENSOR_TYPE {PENETRATION} @OBJECT_NAME {lands}",
    "@SENSOR_TYPE {SLIDING_VELOCITY} @OBJECT_NAME {lands}",
    "@SENSOR_TYPE {FORCE} @OBJECT_NAME {lands}",
)
_REACTIVE = (
    "@SENSOR_TYPE {ACCELERATION} @OBJECT_NAME {arm}",
    "@SENSOR_TYPE {SPECIFIC_FORCE} @OBJECT_NAME {arm}",
    "@SENSOR_TYPE {ANGULAR_ACCELERATION} @OBJECT_NAME {arm}",
    "@SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {hinge}",
    "@SENSOR_TYPE {REACTION_MOMENT} @OBJECT_NAME {hinge}",
    "@SENSOR_TYPE {PRESCRIBED_FORCE} @OBJECT_NAME {shaker}",
)
_FELT = (
    "@SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {lands}",
    "@SENSOR_TYPE {ROLLING_MOMENT} @OBJECT_NAME {lands}",
    "@SENSOR_TYPE {DRIVE_FORCE} @OBJECT_NAME {hinge}",
)
_FELT_BY_COUPLINGS = (
    "@SENSOR_TYPE {RELATIVE_ROTATION_ACCELERATION} @OBJECT_NAME {cross}",
    "@SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {rod}",
    "@SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {roll}",
    "@SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {slot}",
    *(
        f"@SENSOR_TYPE {{FORCE}} @OBJECT_NAME {{{name}}}"
        for name in ("spring", "wound", "bushing", "rubber", "torsion")
    ),
)
_WOUND = """
@SIGNAL_DEFINITION { @SIGNAL_NAME {rest} { @EXPRESSION {1 + t} } }
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {wound} {
  @CONNECTED_TO_BODIES {GROUND, arm} @POINT1_NAME {O} @POINT2_NAME {P} @STIFFNESS {5} @SIGNAL_NAME {rest} } }
"""
_COUPLINGS = """
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {wheel} { @MASS {2} @MOMENTS_OF_INERTIA {0.3, 0.4, 0.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {pin} { @MASS {2} @MOMENTS_OF_INERTIA {0.3, 0.4, 0.5} } }
@ROD_DEFINITION { @ROD_NAME {rod} { @CONNECTED_TO_BODIES {GROUND, arm} @POINT1_NAME {0, 0, 2} @POINT2_NAME {P} } }
@ROLLING_DISC_DEFINITION { @ROLLING_DISC_NAME {roll} { @CONNECTED_TO_BODIES {GROUND, wheel} @POINT1_NAME {0, 0, -0.5}
  @POINT2_NAME {O} @TRIAD_NAME {TRIAD_INERTIAL, lying} @RADIUS {0.5} } }
@POINT_ON_CURVE_DEFINITION { @POINT_ON_CURVE_NAME {slot} { @CONNECTED_TO_BODIES {GROUND, pin} @POINT1_NAME {O} @POINT2_NAME {O}
  @CURVE_POINTS {-1, 0, 0, 0, 0, 0, 1, 0, 0.2, 2, 0, 0.5} } }
"""
_LAWS = """
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {law} { @FUNCTION_1D_TYPE {TABULATED} @TABLE_ENTRIES {
  @TIME {-1} @FUNCTION_VALUE {-1} @TIME {0} @FUNCTION_VALUE {0} @TIME {1} @FUNCTION_VALUE {2} } } }
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {cable} {
  @CONNECTED_TO_BODIES {GROUND, arm} @POINT1_NAME {O} @POINT2_NAME {P} @FORCE_FUNCTION_NAME {law} } }
@TORSION_SPRING_DEFINITION { @TORSION_SPRING_NAME {play} { @CONNECTED_TO_BODIES {GROUND, arm} @MOMENT_FUNCTION_NAME {law} } }
@GENERAL_BUSHING_DEFINITION { @GENERAL_BUSHING_NAME {mount} {
  @CONNECTED_TO_BODIES {GROUND, arm} @AT_POINT {P} @FORCE_FUNCTIONS {law, 0, 0} } }
"""
_SPRING = """
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {spring} {
  @CONNECTED_TO_BODIES {GROUND, arm} @POINT1_NAME {O} @POINT2_NAME {P} @STIFFNESS {5} } }
"""
_CROSS = """
@TRIAD_DEFINITION { @TRIAD_NAME {along} { @ORIENTATION_E2 {0, 1, 0} @ORIENTATION_E3 {1, 0, 0} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {hand} { @FRAME_NAME {there} @MASS_PROPERTY_NAME {m} } }
@UNIVERSAL_JOINT_DEFINITION { @UNIVERSAL_JOINT_NAME {cross} {
  @CONNECTED_TO_BODIES {arm, hand} @AT_POINT {P} @TRIAD_NAME {along, lying} } }
"""
_CARRIED = """
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {table} { @FRAME_NAME {there} @MASS_PROPERTY_NAME {m} } }
@PRESCRIBED_MOTION_DEFINITION { @PRESCRIBED_MOTION_NAME {shaker} { @CONNECTED_TO_BODY {table} @DISPLACEMENT_FUNCTIONS {Cubic, 0, 0}
  @ROTATION_SEQUENCE {EULER_ANGLES_321} @ROTATION_FUNCTIONS {Swing, 0, 0} } }
"""
_SIGNALS = """
@SIGNAL_DEFINITION {
  @SIGNAL_NAME {f} { @FUNCTION_1D_NAME {Swing} } @SIGNAL_NAME {e} { @EXPRESSION {sin(f) + t} }
  @SIGNAL_NAME {integral} { @SIGNAL_TYPE {INTEGRATOR} @INPUT {f} }
  @SIGNAL_NAME {lag} { @SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {integral} @TIME_CONSTANT {0.02} }
  @SIGNAL_NAME {filter} { @SIGNAL_TYPE {TRANSFER_FUNCTION} @INPUT {lag} @NUMERATOR {1} @DENOMINATOR {0.01, 0.02, 1} }
  @SIGNAL_NAME {pid} { @SIGNAL_TYPE {PID} @INPUT {filter} @PROPORTIONAL_GAIN {3} @INTEGRAL_GAIN {1}
    @DERIVATIVE_GAIN {1} @DERIVATIVE_TIME {0.01} @OUTPUT_LIMITS {-5, 5} }
  @SIGNAL_NAME {table} { @SIGNAL_TYPE {LOOKUP_TABLE} @INPUT {pid} @INPUT_VALUES {-1, 1} @OUTPUT_VALUES {-1, 1} }
  @SIGNAL_NAME {given} { @SIGNAL_TYPE {EXTERNAL} @INITIAL_VALUE {1} @LIMITS {-8, 8} }
}
"""
_LATE = "@SIGNAL_NAME {late} { @SIGNAL_TYPE {DELAY} @INPUT {f} @DELAY_TIME {0.1} }"
_JUMPING = """
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {Jump} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {if(t < 0.0123, 1, -1)} } }
"""
_SAMPLED = "@SIGNAL_NAME {held} { @SIGNAL_TYPE {SAMPLE_AND_HOLD} @INPUT {f} @SAMPLE_TIME {0.005} }"
_TWO_VALUES = "@SIGNAL_NAME {relay} { @SIGNAL_TYPE {HYSTERESIS} @INPUT {f} @THRESHOLDS {0, 1} @OUTPUT_VALUES {0, 1} }"
_SIDED = """
@SIGNAL_DEFINITION { @SIGNAL_NAME {px} { @MEASURE {place, 1} } @SIGNAL_NAME {sided} { @EXPRESSION {sign(px) + floor(px)} } }
"""
_COORDINATES = {"bodies": "", "joints": _HINGE, "both": _HINGE + _OTHER}


def _load_each(signals: tuple[str, ...], keyword: str = "SIGNAL_NAME") -> str:
    """Return the text of one load for each signal or function. So each of them has an effect."""
    return "".join(
        f"@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{by_{name}}} {{ @CONNECTED_TO_BODY {{arm}} "
        f"@APPLIED_FORCES {{0, 0, 0.01}} @{keyword} {{{name}}} }} }}\n"
        for name in signals
    )


def _signals(text: str) -> str:
    return f"@SIGNAL_DEFINITION {{ {text} }}\n"


def _measures() -> str:
    """For each measurable quantity, return the text of a signal, and of a load that the signal drives."""
    sensors = "".join(
        f"@SENSOR_DEFINITION {{ @SENSOR_NAME {{s{k}}} {{ {text} }} }}\n" for k, text in enumerate(_MEASURED)
    )
    several = ("POSITION", "VELOCITY", "ORIENTATION", "FORCE", "cross")
    components = [", 1" if any(word in text for word in several) else "" for text in _MEASURED]
    signals = "".join(
        _signals(f"@SIGNAL_NAME {{m{k}}} {{ @MEASURE {{s{k}{component}}} }}") for k, component in enumerate(components)
    )
    force = next(k for k, text in enumerate(_MEASURED) if "{FORCE}" in text)  # a measured force cannot drive a load
    return sensors + signals + _load_each(tuple(f"m{k}" for k in range(len(_MEASURED)) if k != force))


def _feeling(kinds: tuple[str, ...]) -> str:
    """Return the signals for quantities that follow from the forces. A load depends on each of them through a lag."""
    lag = "@SIGNAL_TYPE {{FIRST_ORDER_LAG}} @INPUT {{r{k}}} @TIME_CONSTANT {{0.02}} @INITIAL_VALUE {{0}}"
    sensors = "".join(f"@SENSOR_DEFINITION {{ @SENSOR_NAME {{q{k}}} {{ {text} }} }}\n" for k, text in enumerate(kinds))
    signals = "".join(
        _signals(f"@SIGNAL_NAME {{r{k}}} {{ @MEASURE {{q{k}, 1}} }} @SIGNAL_NAME {{l{k}}} {{ {lag.format(k=k)} }}")
        for k in range(len(kinds))
    )
    return sensors + signals + _load_each(tuple(f"l{k}" for k in range(len(kinds))))


def _texts() -> dict[str, str]:
    """Return all decks by their names."""
    texts = {}
    features = (("", _STATES), ("", _SWITCHES), (False, True))
    for (name, coordinates), states, switches, rubs in product(_COORDINATES.items(), *features[:2], features[2]):
        if rubs and not coordinates:
            continue
        words = [
            name,
            *(["states"] if states else []),
            *(["switches"] if switches else []),
            *(["rubs"] if rubs else []),
        ]
        texts[" ".join(words)] = coordinates.replace("RUBS", _RUBS if rubs else "") + states + switches
    hinge = _HINGE.replace("RUBS", "")
    loads = _load_each(_OF_TIME, "FUNCTION_1D_NAME")
    dynamic = _load_each(("e", "table", "given"))
    return {
        **texts,
        "forces": _FORCES,
        "corners of force laws": _LAWS,
        "forces in joints": _DRIVE,
        "sticking": _STICKS,
        "functions": _FUNCTIONS + loads,
        "prescribed motions": _FUNCTIONS + hinge + _CARRIED,
        "measures": hinge + _CROSS + _SPRING + _SWITCHES + _measures(),
        "reactions": _FUNCTIONS + hinge + _CARRIED + _feeling(_REACTIVE),
        "forces of contacts": _HINGE.replace("RUBS", _RUBS) + _SWITCHES + _feeling(_FELT),
        "forces of sticking contacts": hinge + _STICKS + _feeling(_FELT),
        "forces of couplings": _CROSS + _COUPLINGS + _FORCES + _WOUND + _feeling(_FELT_BY_COUPLINGS),
        "signals": _FUNCTIONS + _SIGNALS + dynamic,
        "signals in joint coordinates": _FUNCTIONS + _SIGNALS + dynamic + hinge,
        "delay": _FUNCTIONS
        + _signals("@SIGNAL_NAME {f} { @FUNCTION_1D_NAME {Swing} }" + _LATE)
        + _load_each(("late",)),
        "samples": _FUNCTIONS
        + _signals("@SIGNAL_NAME {f} { @FUNCTION_1D_NAME {Swing} }" + _SAMPLED)
        + _load_each(("held",)),
        "jumps": _JUMPING + _load_each(("Jump",), "FUNCTION_1D_NAME"),
        "hysteresis": _FUNCTIONS
        + _signals("@SIGNAL_NAME {f} { @FUNCTION_1D_NAME {Swing} }" + _TWO_VALUES)
        + _load_each(("relay",)),
        "formulas that switch": _SIDED + _load_each(("sided",)),
    }


TEXTS = {name: _COMMON + text for name, text in _texts().items()}
"""Decks by name."""
