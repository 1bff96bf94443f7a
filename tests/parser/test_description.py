"""The contents of a correct deck: values, defaults, parameters and names."""

import math

import pytest
from readings import BODIES, RUN, described, function, integrator, only, sensor, triad

from rbsolve.language.described import Described
from rbsolve.parser.schema.integrators import FORMULATIONS_OF, keywords_in_force


def test_values_have_the_shape_of_their_count_and_the_place_of_their_text():
    text = "@POINT_DEFINITION {\n  @POINT_NAME {P} { @COORDINATES {1, -2.5, 2^2} } }"
    point = only(described(text), "POINT")
    assert point["COORDINATES"] == (1.0, -2.5, 4.0)
    assert (point.kind, point.name) == ("POINT", "P")
    assert (point.span.line, point.span.column) == (2, 16)
    assert (point.span_of("COORDINATES").line, point.span_of("COORDINATES").column) == (2, 34)


def test_scalars_flags_integers_choices_and_references():
    text = BODIES + (
        "@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {L} { @CONNECTED_TO_BODY {B} @APPLIED_FORCES {1, 0, 0}\n"
        "@FOLLOWER_FORCE_FLAG {YES} @SCALING_FACTOR {1/4} } }\n" + RUN + " @ARCHIVAL_FREQUENCY {2*5} } }"
    )
    description = described(text)
    load, analysis = only(description, "DEAD_LOAD"), only(description, "ANALYSIS")
    assert load["CONNECTED_TO_BODY"] == "B"
    assert load["FOLLOWER_FORCE_FLAG"] is True
    assert load["SCALING_FACTOR"] == 0.25
    assert analysis["ARCHIVAL_FREQUENCY"] == 10
    assert isinstance(analysis["ARCHIVAL_FREQUENCY"], int)
    assert analysis["ANALYSIS_TYPE"] == "DYNAMIC"


def test_defaults_have_the_place_of_the_object():
    body = described(BODIES).of_kind("RIGID_BODY")["B"]
    assert body["FRAME_NAME"] == "FXDFRAME_INERTIAL"
    assert "INITIAL_VELOCITY" not in body  # a velocity that the deck does not give follows from other data
    assert body["VELOCITIES_RESOLVED_IN"] == "INERTIAL"
    assert body.span_of("FRAME_NAME") == body.span
    assert "INITIAL_FRAME_NAME" not in body
    assert "FORMULATION" not in body


def test_mass_matrix_brings_no_defaults_that_it_excludes():
    numbers = ", ".join("1" if i % 7 == 0 else "0" for i in range(36))
    text = f"@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS_MATRIX {{{numbers}}} }} }}"
    assert set(only(described(text), "MASS_PROPERTY").values) == {"MASS_MATRIX"}


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("@ORIENTATION_E2 {0, 1, 0} @ORIENTATION_E3 {0, 0, 1}", "VECTORS_E2_E3"),
        ("@POINT1_NAME {P} @POINT2_NAME {Q} @POINT3_NAME {R}", "POINTS_P1_P2_P3"),
        ("@POINT1_NAME {P} @POINT2_NAME {Q}", "POINTS_P1_P2"),
        ("@POINT1_NAME {P} @AXIS_NUMBER {1} @POINT2_NAME {Q}", "POINTS_P1_P2"),
        ("@ORIENTATION_E1 {0, 1, 0}", "VECTOR_E1"),
        ("@ORIENTATION_E2 {0, 1, 0}", "VECTOR_E2"),
        ("@ORIENTATION_E3 {0, 1, 0}", "VECTOR_E3"),
        ("@EULER_ANGLES_123 {0, 1, 0}", "EULER_ANGLES_123"),
        ("@ROTATION_VECTOR {0, 1, 0}", "ROTATION_VECTOR"),
        ("@EULER_PARAMETERS {1, 0, 0, 0}", "EULER_PARAMETERS"),
        ("@DIRECTION_COSINES {1, 0, 0, 0, 1, 0, 0, 0, 1}", "DIRECTION_COSINES"),
    ],
)
def test_type_of_a_triad_follows_from_its_data(data, expected):
    assert only(described(triad(data)), "TRIAD")["ORIENTATION_DEFINITION_TYPE"] == expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("@VALUE {1}", "CONSTANT"),
        ("@COEFFICIENTS {1, 2}", "POLYNOMIAL"),
        ("@RANGE {0, 1} @COEFFICIENTS {1, 2}", "CHEBYSHEV"),
        ("@HARMONIC { @AMPLITUDE {1} @PERIOD {2} }", "HARMONIC"),
        ("@TABLE_ENTRIES { @TIME {0} @FUNCTION_VALUE {1} @TIME {1} @FUNCTION_VALUE {2} }", "TABULATED"),
        ("@EXPRESSION {2*t} @END_TIME {1}", "EXPRESSION"),
        ("@START_VALUE {0} @END_VALUE {1} @DURATION {2}", "CONSTANT_ACCELERATION_PROFILE"),
        ("@START_VALUE {0} @END_VALUE {1} @RANGE {0, 2}", "STEP"),
    ],
)
def test_type_of_a_function_follows_from_its_data(data, expected):
    alone = only(described(function(data)), "FUNCTION_1D")
    named = only(described(function(f"@FUNCTION_1D_TYPE {{{expected}}} {data}")), "FUNCTION_1D")
    assert alone["FUNCTION_1D_TYPE"] == expected
    assert alone.values.keys() == named.values.keys()


def test_axis_number_is_three_unless_given():
    line = "@POINT1_NAME {P} @POINT2_NAME {Q}"
    assert only(described(triad(line)), "TRIAD")["AXIS_NUMBER"] == 3
    assert only(described(triad(f"{line} @AXIS_NUMBER {{2}}")), "TRIAD")["AXIS_NUMBER"] == 2
    assert "AXIS_NUMBER" not in only(described(triad("@ORIENTATION_E3 {0, 1, 0}")), "TRIAD")


def test_harmonics_come_in_order():
    text = function(
        "@FUNCTION_1D_TYPE {HARMONIC} @HARMONIC { @AMPLITUDE {1} @PERIOD {2} } "
        "@HARMONIC { @AMPLITUDE {3} @PERIOD {-1} @PHASE {0.5} }"
    )
    terms = only(described(text), "FUNCTION_1D")["HARMONIC"]
    assert all(isinstance(term, Described) for term in terms)
    assert [(t["AMPLITUDE"], t["PERIOD"], t["PHASE"]) for t in terms] == [(1.0, 2.0, 0.0), (3.0, -1.0, 0.5)]


TABLE = "@TABLE_ENTRIES { @TIME {0} @FUNCTION_VALUE {1} @COMMENTS {x} @TIME {pi} @FUNCTION_VALUE {2*3} }"


@pytest.mark.parametrize(
    "text",
    [
        function(f"@FUNCTION_1D_TYPE {{TABULATED}} {TABLE}"),
        function(TABLE, "TIME_FUNCTION"),
        function(f"@TIME_FUNCTION_TYPE {{USER, x}} {TABLE}", "TIME_FUNCTION"),
    ],
)
def test_tables_read_the_same_in_old_and_new_form(text):
    f = only(described(text), "FUNCTION_1D")
    (table,) = f["TABLE_ENTRIES"]
    assert table["TIME"] == (0.0, math.pi)
    assert table["FUNCTION_VALUE"] == (1.0, 6.0)
    assert (f["FUNCTION_1D_TYPE"], f["INTERPOLATION"]) == ("TABULATED", "LINEAR")


def run_program(program, variable):
    """Return the value of an expression by a stack machine of five lines."""
    stack = []
    for opcode, number in program:
        operands = [stack.pop() for _ in range(opcode.operands)][::-1]
        operations = {
            "MULTIPLY": lambda a, b: a * b,
            "ADD": lambda a, b: a + b,
            "SIN": math.sin,
            "NEGATE": lambda a: -a,
        }
        stack.append({"CONSTANT": number, "VARIABLE": variable}.get(opcode.name) if not operands else None)
        if operands:
            stack[-1] = operations[opcode.name](*operands)
    (result,) = stack
    return result


def test_formula_becomes_a_program_with_parameters_put_in():
    parameters = "@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#w} @SCALAR_VALUE {3} }"
    text = parameters + function("@FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {10*sin(#w*t) + t*t}")
    program = only(described(text), "FUNCTION_1D")["EXPRESSION"]
    assert run_program(program, 0.7) == pytest.approx(10 * math.sin(3 * 0.7) + 0.49, rel=1e-15)


def test_synonyms_are_filed_under_one_name():
    text = sensor("@SENSOR_TYPE {POSITION} @OBJECT_NAME {B} @VIEWED_BY {INERTIAL}") + BODIES
    s = only(described(text), "SENSOR")
    assert s["FRAME_NAME"] == "INERTIAL"
    assert "VIEWED_BY" not in s


def test_sensor_of_the_system_needs_no_object():
    assert only(described(sensor("@SENSOR_TYPE {TOTAL_ENERGY}")), "SENSOR")["OBJECT_NAME"] == "SYSTEM"


def test_joint_values():
    text = BODIES + (
        "@CYLINDRICAL_JOINT_DEFINITION { @CYLINDRICAL_JOINT_NAME {J} { @CONNECTED_TO_BODIES {B, C} @AT_POINT {P}\n"
        "@TRIAD_NAME {TRIAD_INERTIAL} @INITIAL_RATE {1, 2} @SPRING {3, 4, 5, 6} @DAMPER {7} } }"
    )
    joint = only(described(text), "CYLINDRICAL_JOINT")
    assert joint["CONNECTED_TO_BODIES"] == ("B", "C")
    assert (joint["INITIAL_RATE"], joint["SPRING"], joint["DAMPER"]) == ((1.0, 2.0), (3.0, 4.0, 5.0, 6.0), (7.0,))
    assert joint["TRIAD_NAME"] == "TRIAD_INERTIAL"


def test_objects_keep_the_order_of_the_deck_and_may_come_before_what_they_use():
    text = "@MODEL_DEFINITION {\n" + BODIES + "}\n@POINT_DEFINITION { @POINT_NAME {A} { @COORDINATES {1, 1, 1} } }"
    description = described(text)
    assert list(description.of_kind("POINT")) == ["P", "A"]
    assert list(description.of_kind("RIGID_BODY")) == ["B", "C"]
    assert description.of_kind("TRIAD") == {}


NEWTON_OF_QUATERNIONS = {"NEWTON": "FULL", "RELATIVE_TOLERANCE": 1e-20, "MAXIMUM_NUMBER_OF_ITERATIONS": 30}
GAMMA = {"INERTIA_REPRESENTATION": "GAMMA", "INERTIA_PARAMETER": "SPIN"}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA}", {"TABLEAU": "RK44"}),
        ("@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOPRI5}", {"TABLEAU": "DOPRI5"}),
        (
            "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOPRI5} @ABSOLUTE_TOLERANCE {1e-3}",
            {"TABLEAU": "DOPRI5", "RELATIVE_TOLERANCE": 1e-6, "ABSOLUTE_TOLERANCE": 1e-3},
        ),
        (
            "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOPRI5} @RELATIVE_TOLERANCE {1e-3}",
            {"TABLEAU": "DOPRI5", "RELATIVE_TOLERANCE": 1e-3, "ABSOLUTE_TOLERANCE": 1e-9},
        ),
        (
            "@INTEGRATOR_TYPE {GENERALIZED_ALPHA}",
            {
                "SPECTRAL_RADIUS": 0.9,
                "TANGENT_OPERATOR": True,
                "TANGENT_STIFFNESS": "FULL",
                "NEWTON": "FULL",
                "RELATIVE_TOLERANCE": 1e-8,
                "ABSOLUTE_TOLERANCE": 1e-8,
                "MAXIMUM_NUMBER_OF_ITERATIONS": 20,
            },
        ),
        ("@INTEGRATOR_TYPE {LOBATTO_IIIA_B}", {"NUMBER_OF_STAGES": 2, **NEWTON_OF_QUATERNIONS, **GAMMA}),
        (
            "@INTEGRATOR_TYPE {GAUSS_LOBATTO} @NUMBER_OF_STAGES {2} @INERTIA_PARAMETER {1/2}",
            {"NUMBER_OF_STAGES": 2, **NEWTON_OF_QUATERNIONS, **GAMMA, "INERTIA_PARAMETER": 0.5},
        ),
        (
            "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @FORMULATION {UNIFIED_VELOCITIES} @PROJECTION_LENGTHS {2}",
            {
                "TABLEAU": "RK44",
                "PROJECTION": "HEXAHEDRON",
                "PROJECTION_LENGTHS": (2.0,),
                "PROJECTION_SCALE": 1 / math.sqrt(2),
            },
        ),
        (
            "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @FORMULATION {UNIFIED_VELOCITIES} @PROJECTION {CUSTOM} "
            + "".join(f"@PROJECTION_{name} {{{', '.join('1' * 18)}}} " for name in ("POINTS", "DIRECTIONS")),
            {
                "TABLEAU": "RK44",
                "PROJECTION": "CUSTOM",
                "PROJECTION_POINTS": 18 * (1.0,),
                "PROJECTION_DIRECTIONS": 18 * (1.0,),
            },
        ),
    ],
)
def test_options_of_an_integrator_with_their_defaults(body, expected):
    values = {k: v.data for k, v in only(described(integrator(body)), "TIME_INTEGRATOR").values.items()}
    kind = values["INTEGRATOR_TYPE"]
    formulation = values.get("FORMULATION", FORMULATIONS_OF[kind][0])
    assert keywords_in_force(kind, [formulation], values) == expected
