"""Every example deck shows what it is: its bodies have shapes, so that a view is a picture of the mechanism."""

from pathlib import Path

import pytest

from rbsolve.pipeline import check_deck

DECKS = sorted((Path(__file__).parents[2] / "decks").glob("*.deck"))


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.stem)
def test_a_deck_has_shapes(deck):
    checked = check_deck(deck)
    assert not checked.diagnostics.has_errors
    assert any(
        shape["OPACITY"] > 0 and shape["CONNECTED_TO_BODY"] != "GROUND" for shape in checked.description.all_of("SHAPE")
    )
