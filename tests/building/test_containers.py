"""Decks from Python: keywords that contain keywords, and the short description of a deck."""

import pytest

import rbsolve


def test_a_deck_tells_how_many_objects_it_has():
    deck = rbsolve.Deck()
    assert repr(deck) == "<Deck of 0 objects>"
    deck.point("p", coordinates=(0, 0, 0))
    assert repr(deck) == "<Deck of 1 object>"
    deck.point("q", coordinates=(0, 0, 1))
    assert repr(deck) == "<Deck of 2 objects>"
    assert str(deck) == deck.text()


@pytest.mark.parametrize(
    ("keywords", "lines"),
    [
        (
            {"table_entries": [(0, 1.5), (2, -0.25)]},
            ["@TIME {0} @FUNCTION_VALUE {1.5}", "@TIME {2} @FUNCTION_VALUE {-0.25}"],
        ),
        ({"harmonic": {"amplitude": 3, "period": 0.5}}, ["@HARMONIC { @AMPLITUDE {3} @PERIOD {0.5} }"]),
    ],
)
def test_containers_take_rows_or_mappings(keywords, lines):
    deck = rbsolve.Deck()
    deck.function_1d("f", **keywords)
    text = deck.text()
    places = [text.index(line) for line in lines]
    assert places == sorted(places)
    assert not [finding for finding in rbsolve.check(text) if finding.severity == "error"]


def test_a_row_of_another_length_is_refused():
    with pytest.raises(ValueError, match="table_entries"):
        rbsolve.Deck().function_1d("f", table_entries=[(0, 1, 2)])
