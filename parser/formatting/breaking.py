"""Breaks long lines of a deck."""

from __future__ import annotations

import itertools
from typing import NamedTuple

from rbsolve.parser.formatting.tokens import TOKEN

INDENTATION = 2


class _Gap(NamedTuple):
    """A place between two tokens where a line may be broken. The record contains the offset, the nesting depth, and
    whether the place is between blocks or items.
    """

    offset: int
    depth: int
    kind: str  # "body" is next to a brace of a body; the other kinds are "block" and "item"


def break_line(code: str, width: int) -> list[str]:
    """Break a line at the outermost possible places, and return its pieces. If the line cannot be broken, return the
    line itself.

    Consecutive blocks, and the items of a list, share lines as long as they fit. The contents of second braces get
    lines of their own. The caller breaks pieces that are still too long.
    """
    gaps = _gaps(code)
    for kind in ("block", "body", "item"):
        outermost = min((gap.depth for gap in gaps), default=0)
        chosen = [gap.offset for gap in gaps if gap.kind == kind and (gap.depth == outermost or kind == "item")]
        if chosen:
            pieces = _pieces(code, chosen)
            return pieces if kind == "body" else _fill(pieces, width)
    return [code]


def _gaps(code: str) -> list[_Gap]:
    gaps = []
    bodies: list[bool] = []  # for each open brace, whether it belongs to second braces
    depth = parentheses = 0
    before = ""
    for match in TOKEN.finditer(code):
        token = match[0]
        if token[0] == "@":
            if before == "{":
                bodies[-1:] = [True]
                gaps.append(_Gap(match.start(), depth - 1, "body"))
            elif before:
                gaps.append(_Gap(match.start(), depth, "block"))
        elif token == "{":
            bodies.append(False)
            depth += 1
            parentheses = 0
        elif token == "}":
            depth -= 1
            is_body = bodies.pop() if bodies else code[: match.start()].endswith(" ")
            if is_body and before:
                gaps.append(_Gap(match.start(), depth, "body"))
        elif before == "," and not parentheses and not (bodies and bodies[-1]):
            gaps.append(_Gap(match.start(), depth, "item"))
        parentheses += token.count("(") - token.count(")") if token[0] not in '@"!' else 0
        before = token
    return gaps


def _pieces(code: str, offsets: list[int]) -> list[str]:
    bounds = [0, *offsets, len(code)]
    return [code[start:stop].strip() for start, stop in itertools.pairwise(bounds)]


def _fill(pieces: list[str], width: int) -> list[str]:
    """Join consecutive pieces as long as they fit on one line."""
    lines = [pieces[0]]
    for piece in pieces[1:]:
        if len(lines[-1]) + 1 + len(piece) <= width - INDENTATION * (len(lines) > 1):
            lines[-1] += " " + piece
        else:
            lines.append(piece)
    return lines
