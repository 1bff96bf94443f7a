"""Counts the lines of decks in the short form and in the long form (long_forms.py). `python benchmarks/short_decks.py`
writes the table of the docs.

Both forms must give the same model, to the last bit. Comments and empty lines are not counted, and each object is on
one line if the formatter permits one line.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from long_forms import lines_of, long_form

from rbsolve.editor.short_form import is_same_model
from rbsolve.language.described import Described
from rbsolve.pipeline import Options, check_deck, expand_deck

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "how-to" / "shorter-decks.md"
DECKS = {
    "hexapod": "hexapod, six legs",
    "squeezer": "Andrews' mechanism",
    "n_four_bar": "40 four-bar loops in a row",
    "tracked_chain": "track of 36 links around two wheels",
    "heap_of_boxes": "heap of 50 boxes",
    "quarter_car": "quarter car",
}
BEGIN, END = "<!-- table of short decks -->\n", "<!-- end of the table -->\n"


def contents(data: Any) -> Any:
    """Return the data of a described object, without the places of the data in the deck. Repeated keywords are objects
    as well."""
    if isinstance(data, Described):
        return data.kind, data.name, {keyword: contents(value.data) for keyword, value in data.values.items()}
    return tuple(map(contents, data)) if isinstance(data, tuple | list) else data


def objects_of(text: str) -> dict[tuple[str, str], Any]:
    """Return all objects of a deck by kind and name, with all values that determine the model."""
    compiled = check_deck(text, Options()).compiled
    assert compiled is not None
    kinds = compiled.description.objects
    return {(kind, name): contents(each) for kind, named in kinds.items() for name, each in named.items()}


def rows() -> list[tuple[str, int, int]]:
    """Return the kind of the deck, and the number of lines of both forms. Raise AssertionError if both forms differ in
    an object or in a bit of the model.
    """
    found = []
    for name, what in DECKS.items():
        path = ROOT / "decks" / f"{name}.deck"
        short, repeated, written = path.read_text(encoding="utf-8"), expand_deck(path, Options())[0], long_form(path)
        assert objects_of(short) == objects_of(repeated), name  # repetitions change the order of objects
        assert is_same_model(repeated, written, path.parent), name
        found.append((f"{what} (`{name}.deck`)", lines_of(short), lines_of(written)))
    return found


def table() -> str:
    """Return the table in Markdown."""
    head = "| deck | lines | in the long form | ratio |\n|---|---|---|---|\n"
    return head + "".join(f"| {what} | {short} | {long:,} | {short / long:.0%} |\n" for what, short, long in rows())


def main() -> int:
    """Write the table into the page."""
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    PAGE.write_text(before + BEGIN + table() + END + rest.split(END)[1], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
