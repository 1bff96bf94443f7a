"""Hover, completion and references of the language server in the short forms of decks."""

import pytest
from editor_places import labels_at, place, same_places

from rbsolve.editor.answers import hover
from rbsolve.editor.deck import OpenDeck

SHORT = """\
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F} { @POINT1_NAME {0, 0, 1} @TRIAD_NAME {AXIS_X} } }
@REPEAT {i, 1, 3} {
  @RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {ball_#i} { @AT_POINT {#i, 0, 0, F} @TRIAD_NAME {AXIS_Y}
    @MASS {2} @MOMENTS_OF_INERTIA {1, 1, 1} } }
  @SHAPE_DEFINITION { @SHAPE_NAME {ball_#i} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {ball_#i} @AT_POINT {#i, 0, 1} @DIMENSIONS {0.1} } }
}
@SHAPE_DEFINITION { @SHAPE_NAME {floor} { @SHAPE_TYPE {PLANE} @CONNECTED_TO_BODY {GROUND} } }
@CONTACT_DEFINITION { @CONTACT_NAME {heap} { @CONTACT_SHAPES {ball_1, ball_2} @AGAINST {ITSELF, floor} @STIFFNESS {1e5} } }
@SENSOR_DEFINITION { @SENSOR_NAME {push} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {heap.ball_1.floor} }
  @SENSOR_NAME {pose} { @SENSOR_TYPE {CONFIGURATION} @OBJECT_NAME {ball_1} @ROTATION_PARAMETERS {EULER_ANGLES_321} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {up} { @MEASURE {pose, x3} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {wind} {
  @CONNECTED_TO_BODY {ball_3} @APPLIED_FORCES {1, 0, 0} @FUNCTION_1D_NAME {@SIGNAL_NAME {up}} } }
"""


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        ("ball_#i} { @AT", "AT_POINT = (1, 0, 0) in F\nTRIAD_NAME = AXIS_Y\nMASS = 2\nMOMENTS_OF_INERTIA = (1, 1, 1)"),
        ("ball_#i} { @SHAPE_TYPE", "AT_POINT = (1, 0, 1)\n"),
        ("ITSELF", "also pairs the shapes of @CONTACT_SHAPES with each other"),
        ("{up}}", "signal **up**"),
    ],
)
def test_hover_shows_what_the_deck_has(mark, said):
    found = hover.hover(OpenDeck(SHORT), *place(SHORT, mark))
    assert found is not None
    assert said in found[0]
    assert "@AT_POINT\n" not in found[0]
    assert "ball_1@" not in found[0]


@pytest.mark.parametrize(
    ("written", "labels"),
    [
        ("@CONTACT_DEFINITION { @CONTACT_NAME {c} { @AGAINST {|} } }", ["ball_#i", "floor", "ITSELF"]),
        (
            "@SENSOR_DEFINITION { @SENSOR_NAME {s} { @SENSOR_TYPE {PENETRATION} @OBJECT_NAME {|} } }",
            ["heap.ball_1.ball_2", "heap.ball_1.floor", "heap.ball_2.floor"],
        ),
        ("@SIGNAL_DEFINITION { @SIGNAL_NAME {s} { @MEASURE {push, |} } }", ["F1", "F2", "F3"]),
        ("@SIGNAL_DEFINITION { @SIGNAL_NAME {s} { @MEASURE {pose, |} } }", ["x1", "x2", "x3", "phi1", "phi2", "phi3"]),
        ("@SIGNAL_DEFINITION { @SIGNAL_NAME {s} { @MEASURE {|} } }", ["push", "pose"]),
        (
            "@REPEAT {k, 1, 3} {\n @REPEAT {#l, 1, 2} { @POINT_DEFINITION { @POINT_NAME {p} { @COORDINATES {#|} } } } }",
            ["#k", "#l"],
        ),
    ],
)
def test_completion(written, labels):
    assert labels_at(OpenDeck(SHORT), written) == labels


def test_a_signal_in_the_braces_of_a_keyword_is_one_of_its_uses():
    places = [(line, is_definition) for line, _, is_definition in same_places(SHORT, "up} {")]
    assert places == [(11, True), (13, False)]


def test_each_name_of_a_block_of_several_sensors_is_a_definition():
    text = SHORT.replace("@SENSOR_NAME {pose} {", "@SENSOR_NAME {first, pose} {").replace(
        "{ball_1} @ROT", "{ball_1, ball_2} @ROT"
    )
    places = [(line, is_definition) for line, _, is_definition in same_places(text, "pose} {")]
    assert places == [(10, True), (11, False)]
    written = "@SIGNAL_DEFINITION { @SIGNAL_NAME {s} { @MEASURE {|} } }"
    assert labels_at(OpenDeck(text), written) == ["push", "first", "pose"]
    components = "@SIGNAL_DEFINITION { @SIGNAL_NAME {s} { @MEASURE {pose, |} } }"
    assert labels_at(OpenDeck(text), components) == ["x1", "x2", "x3", "phi1", "phi2", "phi3"]
    found = hover.hover(OpenDeck(text), *place(text, "pose} {"))
    assert found is not None
    assert "ball_2" in found[0]
