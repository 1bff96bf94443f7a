"""Completion of what an `rbsolve` command in a comment may ask of the deck."""

import pytest
from editor_places import labels_at

from rbsolve.editor.answers import completion
from rbsolve.editor.deck import OpenDeck
from rbsolve.parser.schema.sensors import SENSOR_TYPE

ASKED = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#L} @SCALAR_VALUE {2} @DESIGN_PARAMETER_NAME {#v} @VECTOR_VALUE {0, 1} }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {bob} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {tip} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {bob} }
  @SENSOR_NAME {energy} { @SENSOR_TYPE {TOTAL_ENERGY} @OBJECT_NAME {SYSTEM} }
}
"""


@pytest.mark.parametrize(
    ("written", "offered", "not_offered"),
    [
        (
            '! rbsolve optimize a.deck --minimize "max(|',
            ["tip.x1", "tip.x3", "energy", "rms", "sqrt", "#L"],
            ["tip", "L="],
        ),
        ("! rbsolve optimize a.deck -p |", ["L="], ["v=", "tip.x1"]),
        ("! rbsolve fit a.deck b.csv --match z=ti|", ["tip.x1", "energy"], ["rms"]),
        ("! rbsolve sensitivity a.deck -p L --of max(tip.|", ["tip.x1"], ["L="]),
        ("! a comment about tip|", [], ["tip.x1"]),
        ("! rbsolve view tip|", [], ["tip.x1"]),
    ],
)
def test_completion_of_what_a_command_may_ask(written, offered, not_offered):
    found = labels_at(OpenDeck(ASKED), written)
    assert set(offered) <= set(found)
    assert not set(not_offered) & set(found)
    assert found if offered else not found


def test_a_component_replaces_the_whole_word():
    text = '! rbsolve optimize a.deck --minimize "max(tip.x'
    items = completion.completions(OpenDeck(text), OpenDeck(ASKED), 1, len(text) + 1, snippets=True)
    (item,) = [item for item in items if item.label == "tip.x3"]
    span = item.text_edit.range
    assert text[: span.start.character] + item.text_edit.new_text == '! rbsolve optimize a.deck --minimize "max(tip.x3'
    assert span.end.character == len(text)


@pytest.mark.parametrize(
    ("written", "meanings"),
    [
        (
            "! rbsolve fit a.deck b.csv --match z=",
            {"tip.x1": SENSOR_TYPE["POSITION"].meaning, "energy": SENSOR_TYPE["TOTAL_ENERGY"].meaning},
        ),
        (
            '! rbsolve optimize a.deck --minimize "max(',
            {"energy": SENSOR_TYPE["TOTAL_ENERGY"].meaning, "sqrt": "function", "#L": "design parameter"},
        ),
        ("! rbsolve optimize a.deck -p ", {"L=": "2"}),
    ],
)
def test_each_completion_has_its_meaning(written, meanings):
    items = completion.completions(OpenDeck(written), OpenDeck(ASKED), 1, len(written) + 1, snippets=True)
    found = {item.label: item.detail for item in items}
    assert {label: found[label] for label in meanings} == meanings
