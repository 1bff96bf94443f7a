"""Short forms, which are points in place, predefined triads, and bodies in one block. The tests compare short forms
with long forms, and check the diagnostics of short forms.
"""

import numpy as np
import pytest
from readings import RUN, errors, read_description

from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.syntax.includes import read_deck
from rbsolve.parser.description.again import Again
from rbsolve.pipeline import check_deck

LONG = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#L} @SCALAR_VALUE {2} @DESIGN_PARAMETER_NAME {#c} @VECTOR_VALUE {1, #L, 3} }
@POINT_DEFINITION {
  @POINT_NAME {A} { @COORDINATES {0, 0, #L} } @POINT_NAME {B} { @COORDINATES {#c} }
  @POINT_NAME {C} { @COORDINATES {1, 0, 0} @IS_DEFINED_IN_FRAME {F} }
}
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @ORIENTATION_E2 {0, 0, 1} @ORIENTATION_E3 {1, 0, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F} { @POINT1_NAME {A} @TRIAD_NAME {T} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {mp} {
  @MASS {#L} @CENTRE_OF_MASS_LOCATION {0.1, 0, 0} @MOMENTS_OF_INERTIA {1, 2, 3} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {arm} { @FRAME_NAME {F} @MASS_PROPERTY_NAME {mp} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {hinge} { @CONNECTED_TO_BODIES {GROUND, arm} @AT_POINT {B} @TRIAD_NAME {T} } }
@SENSOR_DEFINITION { @SENSOR_NAME {tip} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {arm} @POINT_NAME {C} } }
"""
SHORT = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#L} @SCALAR_VALUE {2} @DESIGN_PARAMETER_NAME {#c} @VECTOR_VALUE {1, #L, 3} }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F} { @POINT1_NAME {0, 0, #L} @TRIAD_NAME {AXIS_X} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {arm} {
  @AT_POINT {0, 0, #L} @TRIAD_NAME {AXIS_X} @MASS {#L} @CENTRE_OF_MASS {0.1, 0, 0} @MOMENTS_OF_INERTIA {1, 2, 3} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {hinge} { @CONNECTED_TO_BODIES {GROUND, arm} @AT_POINT {#c} @TRIAD_NAME {AXIS_X} } }
@SENSOR_DEFINITION { @SENSOR_NAME {tip} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {arm} @POINT_NAME {1, 0, 0, F} } }
"""
GRAVITY = "@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, -9.81, 0} } }\n" + RUN + " } }"


def compile_text(text, **parameters):
    from rbsolve.pipeline import Options

    checked = check_deck(text + GRAVITY, Options(parameters=parameters))
    assert [finding.message for finding in checked.diagnostics] == []
    return checked.compiled


def test_the_short_form_is_the_model_of_the_long_one():
    long, short = compile_text(LONG), compile_text(SHORT)
    for one, other in zip(long.model, short.model, strict=True):
        for a, b in zip(*(part if isinstance(part, tuple) else (part,) for part in (one, other)), strict=True):
            assert np.array_equal(a, b, equal_nan=True) if isinstance(a, np.ndarray) else a == b
    assert np.array_equal(long.reference_x, short.reference_x)
    assert np.array_equal(long.reference_R, short.reference_R)


@pytest.mark.parametrize(("name", "axes"), [("AXIS_X", (1, 2, 0)), ("AXIS_Y", (2, 0, 1)), ("AXIS_Z", (0, 1, 2))])
def test_ready_triads(name, axes):
    """`axes` contains the numbers of the inertial axes along e1, e2, e3. The vector e3 is the axis in the name, and the
    other vectors follow cyclically.
    """
    assert np.array_equal(compile_text(SHORT).geometry.triads[name], np.eye(3)[:, axes])


def test_a_deck_may_have_a_triad_of_its_own_with_such_a_name():
    text = SHORT + "@TRIAD_DEFINITION { @TRIAD_NAME {AXIS_X} { @ORIENTATION_E3 {0, 1, 0} } }" + GRAVITY
    checked = check_deck(text)
    assert [(f.severity, f.code) for f in checked.diagnostics] == [("note", Code.DUPLICATE_NAME)]
    assert checked.geometry.triads["AXIS_X"][:, 2] == pytest.approx((0, 1, 0))


def test_other_parameters_are_read_into_short_forms():
    diagnostics = Diagnostics()
    tree, _ = read_deck(SHORT, diagnostics)
    first, _ = read_description(SHORT)
    described, found = Again(tree, {}, first, ["L"]).describe({"L": 5.0})
    whole, _ = read_description(SHORT, {"L": 5.0})
    assert list(found) == []
    for kind, objects in whole.objects.items():
        for name, one in objects.items():
            again = described.of_kind(kind)[name]
            assert {key: again[key] for key in one.values} == {key: one[key] for key in one.values}


BODY = "@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ {} }} }}"
WRONG = [
    (BODY.format("@MASS {1}"), "missing-keyword", "mass property of b lacks `@MOMENTS_OF_INERTIA` or `@MASS_MATRIX`"),
    (BODY.format("@AT_POINT {0, 0, 1}"), "missing-keyword", "rigid body b lacks `@MASS_PROPERTY_NAME` or `@MASS`"),
    (
        BODY.format("@MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} @AT_POINT {0, 0}"),
        "wrong-count",
        "`@AT_POINT` needs the name of a point or 3 coordinates, but has 2",
    ),
    (
        BODY.format("@MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} @AT_POINT {0, 0, 0, M}")
        + "@MOVING_FRAME_DEFINITION { @MOVING_FRAME_NAME {M} { @CONNECTED_TO_BODY {b} } }",
        "invalid-value",
        "M is a moving frame",
    ),
    (BODY.format("@MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} @AT_POINT {0, 0, x}"), "wrong-type", "x"),
    (
        BODY.format("@MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} @AT_POINT {0,0,0} @FRAME_NAME {INERTIAL}"),
        "conflicting-keywords",
        "`@FRAME_NAME` and `@AT_POINT` exclude each other",
    ),
    (
        BODY.format("@MASS {1} @MASS {2} @MOMENTS_OF_INERTIA {1, 1, 1}"),
        "repeated-keyword",
        "`@MASS` occurs twice in mass property of b",
    ),
    (
        BODY.format("@MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} @AT_POINT {0,0,0} @POINT1_NAME {1,0,0}"),
        "repeated-keyword",
        "twice",
    ),
]


@pytest.mark.parametrize(("text", "code", "words"), WRONG, ids=[words for *_, words in WRONG])
def test_what_is_wrong_in_a_short_form_is_one_error_at_its_place(text, code, words):
    _, diagnostics = read_description(text)
    [found] = [finding for finding in diagnostics if finding.severity == "error"]
    assert found.code == code
    assert words in found.message


SENSORS = "@SENSOR_DEFINITION {{ {} }}"
MANY = (
    "@SENSOR_NAME {a, b} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {arm, F} @POINT_NAME {#c} @FRAME_NAME {F} } "
    "@SENSOR_NAME {v, w, x} { @SENSOR_TYPE {VELOCITY, ANGULAR_VELOCITY, POSITION} @OBJECT_NAME {arm} }"
)
ONE_BY_ONE = (
    "@SENSOR_NAME {a} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {arm} @POINT_NAME {#c} @FRAME_NAME {F} } "
    "@SENSOR_NAME {b} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {F} @POINT_NAME {#c} @FRAME_NAME {F} } "
    "@SENSOR_NAME {v} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {arm} } "
    "@SENSOR_NAME {w} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {arm} } "
    "@SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {arm} }"
)


def test_a_block_of_several_sensors_is_a_block_for_each():
    many, single = (read_description(SHORT + SENSORS.format(text)) for text in (MANY, ONE_BY_ONE))
    assert [f.message for f in many[1] if f.severity == "error"] == []
    one, other = (description.of_kind("SENSOR") for description, _ in (many, single))
    assert list(one) == list(other) == ["tip", "a", "b", "v", "w", "x"]
    for name in one:
        values = [{key: each[name][key] for key in each[name].values if key != "POINT_NAME"} for each in (one, other)]
        assert values[0] == values[1]
        assert ("POINT_NAME" in one[name].values) == (name in ("tip", "a", "b"))


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        (
            "@SENSOR_NAME {a, b, c} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {arm, F} }",
            "wrong-count",
            "`@OBJECT_NAME` needs one item for all sensors or 3 items, one for each, but has 2",
        ),
        ("@SENSOR_NAME {a, tip} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {arm} }", "duplicate-name", "tip"),
        (
            "@SENSOR_NAME {a, b} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {arm, Arm} }",
            "unresolved-reference",
            "point Arm",
        ),
        (
            "@SENSOR_NAME {a, b} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {arm} @FRAME_NAME {G} }",
            "unresolved-reference",
            "no frame G",
        ),
        ("@SENSOR_NAME {a, b} { @SENSOR_TYP {POSITION} @OBJECT_NAME {arm} }", "unknown-keyword", "`@SENSOR_TYP`"),
        ("@SENSOR_NAME {a, b}", "wrong-count", "needs one name, but has 2"),
    ],
)
def test_what_is_wrong_in_a_block_of_several_sensors_is_one_error(text, code, words):
    _, diagnostics = read_description(SHORT + SENSORS.format(text))
    found = [(finding.code, finding.message) for finding in diagnostics if finding.severity == "error"]
    assert [each for each in found if each[0] == code and words in each[1]]
    assert len(found) == (2 if text.endswith("{a, b}") else 1)


def test_blocks_of_many_sensors_with_many_keywords_are_counted_before_they_are_written():
    """Two blocks of 200 sensors would have two million keywords."""
    names, body = ", ".join(f"s{i}" for i in range(200)), "@UNKNOWN {1} " * 5000
    _, diagnostics = read_description(SHORT + SENSORS.format(f"@SENSOR_NAME {{{names}}} {{ {body} }} " * 2))
    found = [finding.message for finding in diagnostics if finding.severity == "error"]
    assert len(found) == 2
    assert "are 1,000,000; at most 50,000" in found[0]
    assert "are 2,000,000; at most 50,000" in found[1]


def test_names_made_for_short_forms_are_none_that_a_deck_can_use():
    assert errors(SHORT.replace("{F}", '{"arm@FRAME_NAME"}')) != []
