"""Every example deck has shapes of its bodies, so that a view shows the mechanism."""

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
