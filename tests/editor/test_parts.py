"""Hover right after a key describes only the objects that it needs. The texts are those of a complete description."""

from pathlib import Path

import pytest

from rbsolve.editor import names
from rbsolve.editor.answers import hover
from rbsolve.editor.deck import OpenDeck
from rbsolve.editor.parts import part_of
from rbsolve.parser.expansion.expand import EXPANDED
from rbsolve.parser.schema.registry import OBJECT_BLOCKS

ROOT = Path(__file__).parents[2]
DECKS = {
    **{path.name: path.read_text() for path in sorted((ROOT / "decks").glob("*.deck"))},
    "all blocks": "\n".join(block.example for block in OBJECT_BLOCKS) + "\n",
}
BODIES_WITH_DENSITY = """@MODEL_DEFINITION {
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#h} { @SCALAR_VALUE {0.1} } }
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {a} { @AT_POINT {0, 0, #h} }
  @RIGID_BODY_NAME {b} { @AT_POINT {1, 0, 0} }
  @RIGID_BODY_NAME {c} { @AT_POINT {2, 0, 0} @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} }
}
@SHAPE_DEFINITION {
  @SHAPE_NAME {s} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {a} @DIMENSIONS {#h} @DENSITY {1000} }
  @SHAPE_NAME {q} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {b} @DIMENSIONS {#h} @DENSITY {1000} }
}
@CONTACT_DEFINITION {
  @CONTACT_NAME {heap} { @CONTACT_SHAPES {s, q} @AGAINST {ITSELF} @CONTACT_MATERIAL_NAME {steel} }
}
@CONTACT_MATERIAL_DEFINITION { @CONTACT_MATERIAL_NAME {steel} { @STIFFNESS {1e5} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {one, two} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {a, b} }
  @SENSOR_NAME {gap} { @SENSOR_TYPE {PENETRATION} @OBJECT_NAME {heap.s.q} }
}
}
"""
DECKS["bodies with densities"] = BODIES_WITH_DENSITY


@pytest.mark.parametrize("deck", DECKS)
def test_a_part_of_a_deck_gives_the_text_of_the_whole_deck(deck):
    text = DECKS[deck]
    path = ROOT / "decks" / deck if deck.endswith(".deck") else None
    quick, complete = OpenDeck(text, path), OpenDeck(text, path)
    assert complete.checked is complete.checked
    seen = set()
    for place in names.occurrences(quick.tree):
        if (place.name, place.families) not in seen:
            seen.add((place.name, place.families))
            at = place.span.line, place.span.column
            assert hover.hover(quick, *at) == hover.hover(complete, *at), place
    assert len(seen) >= 3
    assert ("described" in vars(quick)) == any(word in source.text for source in quick.whole[1] for word in EXPANDED)


def test_a_part_has_only_the_objects_that_a_name_needs():
    whole = OpenDeck(BODIES_WITH_DENSITY).whole[0]
    wanted = (None, "b", "heap.s.q")
    assert {name: {place.name for place in names.occurrences(part_of(whole, name))} for name in wanted} == {
        None: {"#h"},
        "b": {"#h", "b", "q"},
        "heap.s.q": {"#h", "ITSELF", "heap", "steel", "s", "q", "a", "b"},
    }
