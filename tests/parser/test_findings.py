"""The diagnostics of each mistake in a deck; there must be no other diagnostics."""

import re

import pytest
from readings import (
    BODIES,
    MP,
    described,
    errors,
    findings,
    function,
    integrator,
    only,
    read_description,
    sensor,
    triad,
)

from rbsolve import check
from rbsolve.language.diagnostics import Code, Severity


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


def test_words_of_dymore_that_have_others_here_say_which():
    """Words of other keywords with similar letters are not suggested. For example, `@SCHEDULE_DEFINITION` resembles
    `@SHAPE_DEFINITION` only in its letters.
    """
    text = """@SCHEDULE_DEFINITION { @SCHEDULE_NAME {s} { @TIME_FUNCTION_NAME {f} } }
@STEP_CONTROL_PARAMETERS { @STEP_CONTROL_PARAMETER_NAME {p} { @REUSE_NUMBER {1} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {l} { @CONNECTED_TO_VERTEX {v} @APPLIED_FORCES {1, 0, 0} } }
"""
    found = list(read_description(text)[1])
    schedule, step = (f for f in found if f.code is Code.UNSUPPORTED_BLOCK)
    [vertex] = [f for f in found if f.code is Code.UNKNOWN_KEYWORD]
    assert (
        schedule.hint == "here: `@FUNCTION_1D_DEFINITION`: use the name of the function where Dymore names the schedule"
    )
    assert "@TIME_STEP_SIZE" in step.hint
    assert vertex.hint == "this is a keyword of Dymore; in rbsolve: `@CONNECTED_TO_BODY` and `@AT_POINT`"


def test_control_blocks_of_dymore_are_ignored_in_their_master_block():
    text = "@FINITE_ELEMENT_ANALYSIS { @INITIAL_CONDITION_DEFINITION { } @STEP_CONTROL_PARAMETERS { } }"
    (finding,) = read_description(text)[1]
    assert (finding.code, finding.severity) == (Code.UNSUPPORTED_BLOCK, "note")


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
    found = next(found for found in check(text) if found.code == "unsupported-block")
    assert found.message == "`@SHAPE_DEFINITION` contains 2 objects of Dymore, which are not supported"
    assert "sections along a curve" in found.hint


def test_a_deck_on_one_line_is_a_text_however_long_it_is():
    points = " ".join(f"@POINT_NAME {{P{k}}} {{ @COORDINATES {{{k}, 0, 0}} }}" for k in range(200))
    description = described(f"@POINT_DEFINITION {{ {points} }}")  # no file can have such a long name
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
        ("POSITION", "B M GROUND INERTIAL SYSTEM P", "J S TRIAD_INERTIAL"),
        ("DISPLACEMENT", "B M GROUND INERTIAL P", "J S SYSTEM TRIAD_INERTIAL"),
        ("ANGULAR_VELOCITY", "B M GROUND INERTIAL TRIAD_INERTIAL", "J S SYSTEM P"),
        ("MOTION_TENSOR", "B M GROUND INERTIAL", "J SYSTEM P TRIAD_INERTIAL"),
        ("UNIFIED_VELOCITIES", "B", "M J SYSTEM"),
        ("PROJECTION_CONDITION", "B", "M J SYSTEM"),
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
    notes = [f for f in diagnostics if f.severity is Severity.NOTE]
    assert [f.message.split()[2] for f in notes] == ["point", "triad", "point", "point", "point"]
    assert all(f.severity is Severity.WARNING for f in diagnostics if f not in notes)


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
    # These texts have an additional brace, a wrong word, or a missing definition.
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
    assert finding.message.endswith("bob, which is also used on lines 3, 4, 5")


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
