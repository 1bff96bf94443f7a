"""What a good deck says: values, defaults, parameters, names; and which findings follow from which mistake."""

import math
import re

import pytest

from rbsolve import check
from rbsolve.parser.description.described import Described
from rbsolve.parser.description.read import read_description
from rbsolve.parser.diagnostics import Code, Severity
from rbsolve.parser.schema.integrators import FORMULATIONS_OF, keywords_in_force

MP = "@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {mp} { @MASS {2} @MOMENTS_OF_INERTIA {1, 2, 3} } }\n"
BODIES = MP + (
    "@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {mp} }\n"
    "@RIGID_BODY_NAME {C} { @MASS_PROPERTY_NAME {mp} } }\n"
    "@POINT_DEFINITION { @POINT_NAME {P} { @COORDINATES {0, 0, 0} } }\n"
)
RUN = "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.1}"


def described(text, **options):
    """The description of a deck that has no errors."""
    description, diagnostics = read_description(text, **options)
    assert [finding.message for finding in diagnostics if finding.severity is Severity.ERROR] == []
    return description


def findings(text, **options):
    """(severity, code, what the marker points to) of every finding, unused objects apart."""
    _, diagnostics = read_description(text, **options)
    result = []
    for finding in diagnostics:
        if finding.code is not Code.UNUSED_OBJECT:
            span = finding.span
            line = span.source.line(span.line)
            end = span.end_column - 1 if span.end_line == span.line else len(line)
            result.append((finding.severity.value, finding.code.value, line[span.column - 1 : end]))
    return result


def errors(text, **options):
    found = findings(text, **options)
    assert {severity for severity, _, _ in found} <= {"error"}
    return [(code, place) for _, code, place in found]


def only(description, kind):
    (one,) = description.of_kind(kind).values()
    return one


def triad(body):
    return f"@TRIAD_DEFINITION {{ @TRIAD_NAME {{T}} {{ {body} }} }}\n" + (
        "@POINT_DEFINITION { @POINT_NAME {P} { @COORDINATES {0, 0, 0} } @POINT_NAME {Q} { @COORDINATES {1, 0, 0} }"
        "@POINT_NAME {R} { @COORDINATES {0, 1, 0} } }"
    )


def function(body, name="FUNCTION_1D"):
    return f"@{name}_DEFINITION {{ @{name}_NAME {{f}} {{ {body} }} }}"


def integrator(body):
    return f"@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{ti}} {{ {body} }} }}"


def sensor(body):
    return f"@SENSOR_DEFINITION {{ @SENSOR_NAME {{s}} {{ {body} }} }}"


# --- values


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
    assert "INITIAL_VELOCITY" not in body  # where not written it follows
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
    """A stack machine in five lines."""
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
GAMMA = {"INERTIA_REPRESENTATION": "GAMMA", "INERTIA_PARAMETER": "AUTO"}


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


# --- findings that need a whole deck


def test_no_cascades_from_one_mistake():
    text = BODIES.replace("@COORDINATES", "@COORDINATE") + (
        "@SPHERICAL_JOINT_DEFINITION { @SPHERICAL_JOINT_NAME {J} { @CONNECTED_TO_BODIES {B, C} @AT_POINT {P} } }"
    )
    assert errors(text) == [("unknown-keyword", "@COORDINATE")]


@pytest.mark.parametrize(
    ("replaced", "by", "expected"),
    [
        ("@RIGID_BODY_DEFINITION", "@RIGID_BODIES_DEFINITION", ("unknown-keyword", "@RIGID_BODIES_DEFINITION")),
        ("@POINT_NAME", "@POINTNAME", ("unknown-keyword", "@POINTNAME")),
        ("@MASS_PROPERTY_DEFINITION", "@BEAM_DEFINITION", ("unsupported-block", "@BEAM_DEFINITION")),
        ("{mp} { @MASS", "{mp} { @MASSE", ("unknown-keyword", "@MASSE")),
        ("{2}", "{two}", ("wrong-type", "two")),
        ("{0, 0, 0}", "{#c}", ("undeclared-parameter", "#c")),
    ],
)
def test_names_of_blocks_that_are_wrong_are_known_all_the_same(replaced, by, expected):
    joint = "@SPHERICAL_JOINT_DEFINITION { @SPHERICAL_JOINT_NAME {J} { @CONNECTED_TO_BODIES {B, C} @AT_POINT {P} } }"
    assert errors(BODIES.replace(replaced, by) + joint) == [expected]


def test_findings_come_in_file_order_and_all_at_once():
    text = (
        "@POINT_DEFINITION { @POINT_NAME {P} { @COORDINATES {1, 2} } }\n"
        "@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY {0, 0, 1} } }\n"
        "@SENSOR_DEFINITION { @SENSOR_NAME {s} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {B} @POINT_NAME {Q} } }\n"
        "@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {A} { @MASS_PROPERTY_NAME {m} @MASS_PROPERTY_NAME {m} } }\n"
    )
    assert [code for code, _ in errors(text)] == [
        "wrong-count",
        "unknown-keyword",
        "unresolved-reference",
        "unresolved-reference",
        "unresolved-reference",
        "repeated-keyword",
    ]


def test_names_are_unique_over_all_joints_and_over_all_frames_but_not_over_kinds():
    ends = "@CONNECTED_TO_BODIES {B, C} @AT_POINT {P}"
    one = f"@SPHERICAL_JOINT_DEFINITION {{ @SPHERICAL_JOINT_NAME {{P}} {{ {ends} }} }}\n"
    other = f"@RIGID_JOINT_DEFINITION {{ @RIGID_JOINT_NAME {{P}} {{ {ends} }} }}\n"
    assert errors(BODIES + one) == []
    assert errors(BODIES + one + other) == [("duplicate-name", "P")]


@pytest.mark.parametrize(
    ("one", "what"),
    [
        ("@POINT_DEFINITION { @POINT_NAME {X} { @COORDINATES {0, 0, 0} } }\n", "point X"),
        ("@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#X} @SCALAR_VALUE {1} }\n", "the parameter #X"),
        ("@TEMPLATE_DEFINITION { @TEMPLATE_NAME {X} { @PARAMETER {a, 1} } }\n", "template X"),
        (
            "@TEMPLATE_DEFINITION { @TEMPLATE_NAME {T} { @PARAMETER {a, 1} } }\n"
            "@INSTANCE_DEFINITION { @INSTANCE_NAME {X} { @TEMPLATE_NAME {T} } }\n",
            "instance X",
        ),
    ],
)
def test_a_second_definition_says_where_the_first_one_is(tmp_path, one, what):
    *before, last = one.splitlines(keepends=True)
    line = len(before) + 1
    (here,) = [f.message for f in check(one + last) if f.code == "duplicate-name"]
    assert here == f"{what} is defined twice; the first definition is at line {line}"
    include = "@INCLUDE_COMMAND { @INCLUDE_COMMAND_NAME {n} { @LIST_OF_FILE_NAMES {part.dat} } }\n"
    (tmp_path / "part.dat").write_text(one)
    (tmp_path / "a.deck").write_text(include + last)
    (there,) = [f.message for f in check(tmp_path / "a.deck") if f.code == "duplicate-name"]
    assert re.fullmatch(rf"{what} is defined twice; the first definition is at .*part\.dat:{line}:\d+", there)


@pytest.mark.parametrize("items", ["1 2 3", "1; 2; 3", "1;2;3"])
def test_items_without_commas_get_a_hint(items):
    (finding,) = [
        f
        for f in check(f"@POINT_DEFINITION {{ @POINT_NAME {{X}} {{ @COORDINATES {{{items}}} }} }}\n")
        if f.severity == "error"
    ]
    assert (finding.code, finding.hint) == ("wrong-count", "separate the items with commas")


def test_unsupported_blocks_are_reported_once_with_their_number():
    text = "@BEAM_DEFINITION { @BEAM_NAME {b} { @EDGE_NAME {e} } }\n" * 3
    _, diagnostics = read_description(text)
    (finding,) = diagnostics
    assert (finding.code, finding.span.line) == (Code.UNSUPPORTED_BLOCK, 1)
    assert "3 times" in finding.message


@pytest.mark.parametrize(
    "wrapper",
    [
        "PROCESS_CONTROL_DEFINITION",
        "CREATE_FINITE_ELEMENT_MODEL",
        "FINITE_ELEMENT_ANALYSIS",
        "POST_PROCESSING_ANALYSIS",
    ],
)
def test_master_blocks_may_hold_ours_and_are_else_ignored_with_a_note(wrapper):
    assert findings(f"@{wrapper} {{ @X {{1}} @Y {{ @Z {{2}} }} }}") == [("note", "unsupported-block", f"@{wrapper}")]
    text = f"@{wrapper} {{ @GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }} }}"
    assert findings(text) == []
    assert list(described(text).of_kind("GRAVITY")) == ["g"]


def test_switches_of_the_process_control_are_no_master_blocks():
    text = "@PROCESS_CONTROL_DEFINITION { @UNIT_SYSTEM {SI} @FINITE_ELEMENT_ANALYSIS {YES} @POST_PROCESSING_ANALYSIS {YES} }"
    assert findings(text) == [("note", "unsupported-block", "@PROCESS_CONTROL_DEFINITION")]
    only_switches = "@PROCESS_CONTROL_DEFINITION { @POST_PROCESSING_ANALYSIS {NO} }"
    assert findings(only_switches) == [("note", "unsupported-block", "@PROCESS_CONTROL_DEFINITION")]


def test_shapes_of_dymore_are_unsupported_and_ours_beside_them_are_read():
    theirs = "@SHAPE_NAME {{s{}}} {{ @SHAPE_TYPE {{CURVE}} @COORDINATE_TYPE {{ETA}} @ETA_COORDINATE {{0.1}} {{ @CURVE_NAME {{c}} }} }}"
    ours = "@SHAPE_NAME {ball} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {nobody} @DIMENSIONS {0.1} }"
    text = f"@SHAPE_DEFINITION {{ {theirs.format(1)} {ours} {theirs.format(2)} }}"
    assert errors(text) == [("unsupported-block", "@SHAPE_NAME"), ("unresolved-reference", "nobody")]


def test_a_deck_on_one_line_is_a_text_however_long_it_is():
    points = " ".join(f"@POINT_NAME {{P{k}}} {{ @COORDINATES {{{k}, 0, 0}} }}" for k in range(200))
    description = described(f"@POINT_DEFINITION {{ {points} }}")  # no file may have so long a name
    assert len(description.of_kind("POINT")) == 200


def test_comments_may_stand_anywhere():
    text = "@COMMENTS {a} @MODEL_DEFINITION { @COMMENTS {b} @GRAVITY_DEFINITION { @COMMENTS {c}"
    text += "@GRAVITY_NAME {g} { @COMMENTS {d} @GRAVITY_VECTOR {0, 0, 1} @COMMENTS {e, f} } @COMMENTS {g} } }"
    assert findings(text) == []
    assert set(only(described(text), "GRAVITY").values) == {"GRAVITY_VECTOR"}


def test_empty_blocks_are_no_mistake():
    assert findings("@POINT_DEFINITION {} @MODEL_DEFINITION {} @TRIAD_DEFINITION { ! nothing\n }") == []


SENSED = BODIES + (
    "@SPHERICAL_JOINT_DEFINITION { @SPHERICAL_JOINT_NAME {J} { @CONNECTED_TO_BODIES {B, C} @AT_POINT {P} } }\n"
    "@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {S} { @CONNECTED_TO_BODIES {B, C}\n"
    "@POINT1_NAME {P} @POINT2_NAME {P} @STIFFNESS {1} } }\n@MOVING_FRAME_DEFINITION { @MOVING_FRAME_NAME {M} { @CONNECTED_TO_BODY {B} } }\n"
)


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        ("POSITION", "B M GROUND INERTIAL SYSTEM", "J S P"),
        ("DISPLACEMENT", "B M GROUND INERTIAL", "J S SYSTEM P"),
        ("UNIFIED_VELOCITIES", "B", "M J SYSTEM"),
        ("KINETIC_ENERGY", "B SYSTEM", "J M"),
        ("RELATIVE_ROTATION_RATE", "J", "B S"),
        ("REACTION_MOMENT", "J", "S GROUND"),
        ("ELONGATION", "S", "J B"),
        ("NEWTON_ITERATIONS", "SYSTEM C", "J"),
    ],
)
def test_sensors_take_the_objects_that_they_can_measure(kind, good, bad):
    for name in good.split():
        assert errors(SENSED + sensor(f"@SENSOR_TYPE {{{kind}}} @OBJECT_NAME {{{name}}}")) == []
    for name in bad.split():
        text = SENSED + sensor(f"@SENSOR_TYPE {{{kind}}} @OBJECT_NAME {{{name}}}")
        assert errors(text) == [("unresolved-reference", name)]


def test_unused_objects_of_the_kinds_that_ask_for_it():
    text = BODIES + triad("@ORIENTATION_E3 {0, 0, 1}") + integrator("@INTEGRATOR_TYPE {GENERALIZED_ALPHA}")
    _, diagnostics = read_description(
        text.replace("{P}", "{O}", 1) + function("@FUNCTION_1D_TYPE {CONSTANT} @VALUE {1}")
    )
    unused = [f.message.removeprefix("nothing uses ") for f in diagnostics if f.code is Code.UNUSED_OBJECT]
    assert unused == ["point O", "triad T", "point P", "point Q", "point R", "time integrator ti", "function f"]
    assert all(f.severity is Severity.WARNING for f in diagnostics)


@pytest.mark.parametrize("name", ["mpp", "MP"])
def test_an_object_that_was_probably_meant_is_not_called_unused(name):
    _, diagnostics = read_description(
        MP + f"@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{B}} {{ @MASS_PROPERTY_NAME {{{name}}} }} }}"
    )
    (finding,) = diagnostics
    assert (finding.code, finding.hint) == (Code.UNRESOLVED_REFERENCE, "did you mean `mp`?")


def test_projection_goes_with_a_body_of_that_formulation():
    text = integrator("@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @PROJECTION {TETRAHEDRON} @PROJECTION_LENGTHS {2}")
    assert errors(text) == [("conflicting-keywords", "@PROJECTION"), ("conflicting-keywords", "@PROJECTION_LENGTHS")]
    assert errors(text + BODIES.replace("{mp} }", "{mp} @FORMULATION {UNIFIED_VELOCITIES} }", 1)) == []


CASCADES = [
    # one brace, one word, one missing definition
    ("@DESIGN_PARAMETERS_DEFINITION }}\n  @DESIGN_PARAMETER_NAME {#k} @SCALAR_VALUE {8}\n", "#k", "syntax-error"),
    ("@DESIGN_PARAMETERS_DEF { @DESIGN_PARAMETER_NAME {#k} @SCALAR_VALUE {8} }\n", "#k", "unknown-keyword"),
    ("@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PAR {#k} @SCALAR_VALUE {8} }\n", "#k", "unknown-keyword"),
    ("", "#k", "undeclared-parameter"),
    ("@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#k} @SCALAR_VALUE {8{{\n}\n", "#k", "syntax-error"),
]


@pytest.mark.parametrize(("definition", "use", "code"), CASCADES)
def test_a_damaged_definition_is_one_finding_whatever_uses_it(definition, use, code):
    points = "".join(f"  @POINT_NAME {{P{k}}} {{ @COORDINATES {{{use}, {use}, {k}}} }}\n" for k in range(5))
    text = (
        definition
        + "@POINT_DEFINITION {\n"
        + points
        + "}\n@TRIAD_DEFINITION { @TRIAD_NAME {T} { @ORIENTATION_E3 {0, 0, 1} } }\n"
    )
    _, diagnostics = read_description(text)
    assert [finding.code for finding in diagnostics if finding.severity == "error"] == [code]


def test_a_missing_name_is_one_finding_that_lists_its_places():
    sensors = "\n".join(f"@SENSOR_NAME {{s{k}}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{bob}} }}" for k in range(4))
    _, diagnostics = read_description(f"@SENSOR_DEFINITION {{\n{sensors}\n}}")
    [finding] = [finding for finding in diagnostics if finding.severity == "error"]
    assert finding.message.endswith("bob, which is named at lines 3, 4, 5 too")


HINGE = (
    "@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{J}} {{ @CONNECTED_TO_BODIES {{GROUND, B}} @AT_POINT {{P}} "
    "@TRIAD_NAME {{TRIAD_INERTIAL}} {} }} }}"
)
SPRING = (
    "@SPRING_DAMPER_DEFINITION {{ @SPRING_DAMPER_NAME {{s}} {{ @CONNECTED_TO_BODIES {{B, C}} @POINT1_NAME {{P}} "
    "@POINT2_NAME {{P}} @STIFFNESS {{1}} {} }} }}"
)
LOAD = "@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{L}} {{ @CONNECTED_TO_BODY {{B}} @APPLIED_FORCES {{1, 0, 0}} {} }} }}"
DRIVE = "@JOINT_CONTROLLER_DEFINITION {{ @JOINT_CONTROLLER_NAME {{D}} {{ @JOINT_NAME {{J}} @PROPORTIONAL_GAIN {{1}} {} }} }}"
SIGNALS = "@SIGNAL_DEFINITION { @SIGNAL_NAME {x} { @EXPRESSION {t} } }\n" + BODIES + HINGE.format("")
PLACES = [
    ("PRISMATIC_JOINT", HINGE.replace("REVOLUTE", "PRISMATIC").replace("{{J}}", "{{K}}"), "ACTUATOR"),
    ("SPRING_DAMPER", SPRING, "REST_LENGTH"),
    ("DEAD_LOAD", LOAD, "FUNCTION_1D_NAME"),
    ("JOINT_CONTROLLER", DRIVE, "FEEDFORWARD_FUNCTION_NAME"),
]


@pytest.mark.parametrize(("kind", "block", "place"), PLACES)
def test_a_signal_stands_beside_or_inside_what_it_replaces(kind, block, place):
    beside, inside = "@SIGNAL_NAME {x}", f"@{place} {{ @SIGNAL_NAME {{x}} }}"
    said = [only(described(SIGNALS + block.format(words)), kind).get("SIGNAL_NAME") for words in (beside, inside)]
    assert said[0] is not None
    assert said[0] == said[1]
    assert errors(SIGNALS + block.format(f"@{place} {{ @SIGNAL_NAME {{y}} }}")) == [("unresolved-reference", "y")]
    assert errors(SIGNALS + block.format(f"{beside} {inside}"))[0][0] == "repeated-keyword"
    assert errors(SIGNALS + block.format(f"@{place} {{ @TRIAD_NAME {{x}} }}"))[0][0] == "wrong-type"
