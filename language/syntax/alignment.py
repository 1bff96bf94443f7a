"""Finds conflicts between braces and indentation. A conflict shows where a brace is probably missing or superfluous."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Braces, and the comments and quotes in which braces have no meaning.
_PIECE = re.compile(r'"[^"\n]*+"|![^\n]*+|@COMMENTS(?!\w)\s*+\{[^}]*+\}|[{}]')
_INDENTATION = re.compile(r"[ \t]*+")


def early_end(text: str) -> tuple[int, int] | None:
    """Return offsets of the first `{` and its `}` with different indentations: the line that starts with `}` is
    indented more than the line of `{`.

    Such a `}` was probably meant for an inner block. Return None if there is no such pair.
    """
    return next((pair for pair in _pairs(text) if _shift(text, *pair) > 0), None)


def late_end(text: str) -> tuple[int, int] | None:
    """Return offsets of the first `{` and its `}` with different indentations: the line that starts with `}` is
    indented less than the line of `{`.

    Such a `}` was probably meant for an outer block. Return None if there is no such pair.
    """
    return next((pair for pair in _pairs(text) if _shift(text, *pair) < 0), None)


def _pairs(text: str) -> Iterator[tuple[int, int]]:
    """Yield offsets of every `{` and its `}`, in the order of the closing braces."""
    opened: list[int] = []
    for match in _PIECE.finditer(text):
        if match[0] == "{":
            opened.append(match.start())
        elif match[0] == "}" and opened:
            yield opened.pop(), match.start()


def _shift(text: str, start: int, end: int) -> int:
    """Return the indentation of the line that starts with `}` minus the indentation of the line of `{`. Return 0 if `}`
    does not start a line.
    """
    indentation, first = _indentation(text, end)
    return indentation - _indentation(text, start)[0] if first == end else 0


def _indentation(text: str, offset: int) -> tuple[int, int]:
    """Return the width of the white space at the start of the line that contains an offset, and the offset after this
    white space.
    """
    match = _INDENTATION.match(text, text.rfind("\n", 0, offset) + 1)
    assert match is not None
    return len(match[0].expandtabs(4)), match.end()
