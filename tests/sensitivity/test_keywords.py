"""Derivatives with respect to every keyword that takes a number. The table contains all such keywords."""

from collections import Counter
from pathlib import Path

import pytest

from rbsolve.validation.keywords.cases import DECKS
from rbsolve.validation.keywords.table import GOAL, keywords, mark_numbers, outcomes

SOLVED = ("angles 321", "body", "revolute driven", "spring", "load", "harmonic")
"""Decks that are solved here. The command that writes the table solves all decks."""


def test_every_keyword_that_takes_a_number_is_differentiated():
    found = {(mark.kind, mark.keyword) for deck in DECKS for mark in mark_numbers(deck)[1]}
    assert not set(keywords()) - found


@pytest.mark.parametrize("name", SOLVED)
def test_tangents_are_those_of_differences_of_sixth_order(name):
    (deck,) = (deck for deck in DECKS if deck.name == name)
    found = list(outcomes(deck))
    assert found
    for outcome in found:
        assert not outcome.reason, outcome
        assert outcome.error < GOAL, outcome


def test_the_page_of_the_documentation_has_all_numbers():
    page = (Path(__file__).parents[2] / "docs" / "derivatives-by-keyword.md").read_text()
    rows = [
        tuple(cell.strip(" `") for cell in line.split("|")[1:4]) for line in page.splitlines() if line.startswith("| `")
    ]
    assert Counter(rows) == Counter(
        (mark.kind, mark.keyword, deck.name) for deck in DECKS for mark in mark_numbers(deck)[1]
    )


def test_every_number_moves_a_sensor_of_its_deck():
    page = (Path(__file__).parents[2] / "docs" / "derivatives-by-keyword.md").read_text()
    assert "no effect on any sensor" not in page
