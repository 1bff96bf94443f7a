"""Splits the text between argument braces into items.

Commas separate items, except inside quotes and inside the parentheses of a function call. For example, `atan2(1, 2)` is
one item.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable

from rbsolve.language.diagnostics import Source, Span
from rbsolve.language.syntax.text import Places
from rbsolve.language.syntax.tree import Item

Report = Callable[[str, Span, str | None], None]

_SEPARATOR = re.compile(r"[(),]")
_PIECE = re.compile(r'"[^"\n]*+"|![^\n]*+|[(),"]|[^"!(),]++')


def plain_items(arguments: str, source: Source, line: int, column: int) -> tuple[Item, ...] | None:
    """Return the items of an argument list without quotes, comments and line ends that starts at `line`, `column`.

    The result is None if an item is missing beside a comma, or if a parenthesis has no match. `items_of` can read such
    a list.
    """
    make = tuple.__new__
    items: list[Item] = []
    pieces = _pieces(arguments) if "(" in arguments else arguments.split(",")
    if pieces is None:
        return None
    for piece in pieces:
        text = piece.strip()
        if not text:
            return None if "," in arguments else ()
        first = column + piece.index(text)
        items.append(make(Item, (text, False, source, line, first, line, first + len(text))))
        column += len(piece) + 1
    return tuple(items)


def _pieces(arguments: str) -> list[str] | None:
    """Return the texts between commas outside of parentheses, or None if a parenthesis has no match."""
    pieces: list[str] = []
    start = depth = 0
    for match in _SEPARATOR.finditer(arguments):
        sign = match[0]
        if sign == "(":
            depth += 1
        elif sign == ")":
            depth -= 1
            if depth < 0:
                return None
        elif depth == 0:
            pieces.append(arguments[start : match.start()])
            start = match.end()
    return None if depth else [*pieces, arguments[start:]]


def items_of(arguments: str, offset: int, places: Places, report: Report) -> tuple[Item, ...]:
    """Return the items of any argument list (without its braces) that starts at `offset` of the source."""
    text, commas, quotes = _survey(arguments)
    if not commas and not text.strip():
        return ()
    items = []
    is_reported = False
    start = 0
    for stop in [*commas, len(text)]:
        piece = text[start:stop]
        bare = piece.strip()
        if bare:
            first = start + len(piece) - len(piece.lstrip())
            items.append(_item(bare, offset + first, first in quotes, places, report))
        elif not is_reported:
            is_reported = True
            message = (
                "an item is missing after the last comma"
                if stop == len(text)
                else "an item is missing before this comma"
            )
            place = start - 1 if stop == len(text) else stop
            span = places.span(offset + place, offset + place + 1)
            report(message, span, "remove the comma, or write the missing item")
        start = stop + 1
    return tuple(items)


def _survey(arguments: str) -> tuple[str, list[int], dict[int, int]]:
    """Return the arguments with comments blanked out, the positions of the separating commas, and the positions of
    quotes.

    A parenthesis without a match counts as an ordinary character. In a quoted text it has no meaning, and in an
    expression it is reported by the reader of expressions.
    """
    text: list[str] = []
    commas: list[int] = []
    quotes: dict[int, int] = {}
    open_parentheses: list[int] = []
    inner: list[tuple[int, int]] = []  # the ranges between matching parentheses
    for match in _PIECE.finditer(arguments):
        piece = match[0]
        first = piece[0]
        if first == "!":
            piece = " " * len(piece)
        elif first == '"' and len(piece) > 1:
            quotes[match.start()] = match.end()
        elif first == ",":
            commas.append(match.start())
        elif first == "(":
            open_parentheses.append(match.start())
        elif first == ")" and open_parentheses:
            inner.append((open_parentheses.pop(), match.start()))
        text.append(piece)
    if inner and commas:
        commas = _outside(commas, inner)
    return "".join(text), commas, quotes


def _outside(commas: list[int], inner: list[tuple[int, int]]) -> list[int]:
    """Return the commas outside the ranges, which are nested or disjoint."""
    outermost: list[tuple[int, int]] = []
    for start, stop in sorted(inner):
        if not outermost or start > outermost[-1][1]:
            outermost.append((start, stop))
    starts = [start for start, _ in outermost]

    def is_inside(comma: int) -> bool:
        before = bisect_right(starts, comma) - 1
        return before >= 0 and comma < outermost[before][1]

    return [comma for comma in commas if not is_inside(comma)]


def _item(text: str, offset: int, quoted: bool, places: Places, report: Report) -> Item:
    if not quoted:
        return Item(text, False, *places.span(offset, offset + len(text)))
    end = text.index('"', 1) + 1
    if end < len(text):
        rest = text[end:].lstrip()
        after = places.span(offset + len(text) - len(rest), offset + len(text))
        report("a comma is missing after the quoted text", after, "separate items with a comma")
    return Item(text[1 : end - 1], True, *places.span(offset, offset + end))
