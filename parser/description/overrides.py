"""Converts values of design parameters from the command line or a script to text of a deck."""

from __future__ import annotations

from collections.abc import Sequence

from rbsolve.language.diagnostics import Source
from rbsolve.language.syntax.tree import Item

Override = str | float | Sequence[float]


def override_text(value: Override) -> str:
    """Return the new value of a parameter as text of a deck."""
    if isinstance(value, str):
        return value
    numbers = (value,) if isinstance(value, float | int) else value
    return ", ".join(repr(float(number)) for number in numbers)


def items_of(source: Source, text: str, column: int) -> tuple[Item, ...]:
    """Return the items of a list on the command line. Commas inside parentheses do not separate items."""
    items = []
    depth = start = 0
    for index, character in enumerate(text + ","):
        depth += (character == "(") - (character == ")")
        if character != "," or (depth > 0 and index < len(text)):
            continue
        piece = text[start:index]
        bare = piece.strip()
        first = column + start + len(piece) - len(piece.lstrip())
        items.append(Item(bare, False, source, 1, first, 1, first + len(bare)))
        start = index + 1
    return tuple(items) if text.strip() else ()
