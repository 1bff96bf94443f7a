"""Formats the whole text of a deck, or some of its lines, like `rbsolve format`."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

from lsprotocol import types

from rbsolve.editor.deck import OpenDeck
from rbsolve.language.diagnostics import Diagnostics, Source
from rbsolve.language.syntax.reader import read_tree
from rbsolve.parser.formatting import format_text


def edits(deck: OpenDeck) -> list[types.TextEdit] | None:
    """Return the edits that format the whole text, or None if the text has syntax errors."""
    text = _format(deck)
    if text is None:
        return None
    whole = types.Range(types.Position(0, 0), types.Position(len(deck.lines), 0))
    return [] if text == deck.text else [types.TextEdit(whole, text)]


def edits_of_lines(deck: OpenDeck, first: int, last: int) -> list[types.TextEdit] | None:
    """Return the edits that format only the 0-based lines from `first` to `last`. Return None if the text has syntax
    errors.
    """
    text = _format(deck)
    if text is None:
        return None
    lines = text.split("\n")
    # The two texts differ only in white space. So the lines are found by the number of other characters before them.
    begin = _after(lines, sum(map(_signs, deck.lines[:first])))
    end = _after(lines, sum(map(_signs, deck.lines[: last + 1])))
    old, new = _without_empty_ends(deck.lines, first, last + 1), _without_empty_ends(lines, begin, end)
    if deck.lines[old] == lines[new]:
        return []
    place = types.Range(types.Position(old.start, 0), types.Position(old.stop, 0))
    return [types.TextEdit(place, "".join(f"{line}\n" for line in lines[new]))]


def _format(deck: OpenDeck) -> str | None:
    syntax = Diagnostics()
    read_tree(Source(deck.name, deck.text), syntax)
    return None if syntax.has_errors else format_text(deck.text)


def _without_empty_ends(lines: list[str], start: int, stop: int) -> slice:
    """Return the range of lines without empty lines at its beginning and end."""
    full = [number for number in range(start, min(stop, len(lines))) if lines[number].strip()]
    return slice(full[0], full[-1] + 1) if full else slice(start, start)


def _signs(line: str) -> int:
    """Return the number of characters of a line, except white space."""
    return len("".join(line.split()))


def _after(lines: list[str], signs: int) -> int:
    """Return the number of lines that contain the first `signs` characters of a text. White space is not counted."""
    return bisect_left([*accumulate(map(_signs, lines), initial=0)], signs)
