"""Where braces and indentation disagree: the likely place of a missing or surplus brace."""

from __future__ import annotations

import re

# Braces, and the text in which they mean nothing.
_PIECE = re.compile(r'"[^"\n]*+"|![^\n]*+|@COMMENTS(?!\w)\s*+\{[^}]*+\}|[{}]')
_INDENTATION = re.compile(r"[ \t]*+")


def misaligned_braces(text: str) -> tuple[int, int] | None:
    """Offsets of the first `{` and its `}` where the `}` starts a line that is indented otherwise than that of the `{`.

    None when there is no such pair.
    """
    opened: list[int] = []
    for match in _PIECE.finditer(text):
        if match[0] == "{":
            opened.append(match.start())
        elif match[0] == "}" and opened:
            brace = opened.pop()
            indentation = _indentation(text, match.start())
            line_start = text.rfind("\n", 0, match.start()) + 1
            if line_start + len(indentation) == match.start() and indentation != _indentation(text, brace):
                return brace, match.start()
    return None


def _indentation(text: str, offset: int) -> str:
    """White space at the start of the line of an offset."""
    match = _INDENTATION.match(text, text.rfind("\n", 0, offset) + 1)
    return match[0] if match is not None else ""
