"""The gallery of the documentation. Each deck has a topic, a short title and a sentence."""

import importlib
import sys
from pathlib import Path

import pytest

EXTENSIONS = Path(__file__).parents[2] / "docs" / "_extensions"
LONGEST = 42  # characters of a title that fits the width of a card


@pytest.fixture(scope="module")
def gallery():
    sys.path.insert(0, str(EXTENSIONS))
    try:
        yield importlib.import_module("gallery")
    finally:
        sys.path.remove(str(EXTENSIONS))


def test_each_deck_is_in_one_group(gallery):
    grouped = [name for names in gallery.GROUPS.values() for name in names]
    assert sorted(grouped) == sorted(set(grouped))
    decks = {deck.stem for deck in gallery.decks()}
    assert set(grouped) <= decks
    assert {name for name in decks if not name[0].isdigit()} - set(grouped) == set()


def test_titles_are_short_and_different(gallery):
    titles = [gallery.title_of(deck.stem) for deck in gallery.decks()]
    assert [title for title in titles if len(title) > LONGEST or ". " in title] == []
    assert len(set(titles)) == len(titles)


def test_a_card_has_one_sentence(gallery):
    for deck in gallery.decks():
        assert ". " not in gallery.first_sentence(deck), deck.name
        assert gallery.first_sentence(deck).endswith("."), deck.name


def test_a_header_breaks_only_between_sentences_and_at_columns(gallery):
    lines = [
        "Shows: a top.",
        "Expected: the top",
        "  precesses at",
        "  a  (1, 2)",
        "    (the second)",
        "  b  (3, 4)",
        "  The end",
        "  comes.",
    ]
    expected = [
        "Shows: a top.",
        "Expected: the top precesses at",
        "  a  (1, 2) (the second)",
        "  b  (3, 4)",
        "  The end comes.",
    ]
    assert gallery.unwrapped(lines) == expected
