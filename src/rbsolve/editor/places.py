"""Converts places of a deck to positions of the protocol, and back. A deck has 1-based lines and columns of characters.
The protocol has 0-based lines and UTF-16 units."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from rbsolve.language.diagnostics import Span


def units(line: str, characters: int) -> int:
    """Return the number of UTF-16 units of the first `characters` characters of a line."""
    head = line[:characters]
    return characters if head.isascii() else characters + sum(character > "\uffff" for character in head)


def characters(line: str, count: int) -> int:
    """Return the number of characters in the first `count` UTF-16 units of a line."""
    if line.isascii():
        return min(count, len(line))
    taken = 0
    for index, character in enumerate(line):
        if taken >= count:
            return index
        taken += 1 + (character > "\uffff")
    return len(line)


def position_of(lines: Sequence[str], line: int, column: int) -> types.Position:
    """Return the position that corresponds to a 1-based line and column."""
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    return types.Position(max(line - 1, 0), units(text, max(column - 1, 0)))


def range_of(lines: Sequence[str], span: Span) -> types.Range:
    """Return the range of the protocol for a span."""
    return types.Range(position_of(lines, span.line, span.column), position_of(lines, span.end_line, span.end_column))


def place_of(lines: Sequence[str], position: types.Position) -> tuple[int, int]:
    """Return the 1-based line and column of a position. A position after the end of the text is moved to the last line."""
    line = min(position.line, len(lines) - 1)
    return line + 1, characters(lines[line], position.character) + 1
