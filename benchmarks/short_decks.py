"""Lines of decks in the short form and with all repetitions written out. `python benchmarks/short_decks.py` writes the
table of the docs.

Both forms must give the same objects with the same values, to the last bit. Lines are counted after the formatter,
without comments and empty lines.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from rbsolve.language.described import Described
from rbsolve.parser.formatting.layout import format_text
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


def lines_of(text: str) -> int:
    """Return the number of lines that are neither empty nor comments, as the formatter writes them."""
    lines = [line.strip() for line in format_text(text).splitlines()]
    return sum(1 for line in lines if line and not line.startswith("!"))


def contents(data: Any) -> Any:
    """Return the data of a described object without places in the deck. Repeated keywords are objects as well."""
    if isinstance(data, Described):
        return data.kind, data.name, {keyword: contents(value.data) for keyword, value in data.values.items()}
    return tuple(map(contents, data)) if isinstance(data, tuple | list) else data


def objects_of(text: str) -> dict[tuple[str, str], Any]:
    """Return all objects of a deck by kind and name, with all values that a model is made of."""
    compiled = check_deck(text, Options()).compiled
    assert compiled is not None
    kinds = compiled.description.objects
    return {(kind, name): contents(each) for kind, named in kinds.items() for name, each in named.items()}


def rows() -> list[tuple[str, int, int]]:
    """Return the kind of the deck, and the number of lines of both forms. Raise AssertionError if an object differs."""
    found = []
    for name, what in DECKS.items():
        path = ROOT / "decks" / f"{name}.deck"
        short, written = path.read_text(encoding="utf-8"), expand_deck(path, Options())[0]
        assert objects_of(short) == objects_of(written), name
        found.append((f"{what} (`{name}.deck`)", lines_of(short), lines_of(written)))
    return found


def table() -> str:
    """Return the table in Markdown."""
    head = "| deck | lines | with repetitions written out |\n|---|---|---|\n"
    return head + "".join(f"| {what} | {short} | {long:,} |\n" for what, short, long in rows())


def main() -> int:
    """Write the table into the page."""
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    PAGE.write_text(before + BEGIN + table() + END + rest.split(END)[1], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
