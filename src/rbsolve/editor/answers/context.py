"""Finds the context of the cursor from the text of a deck. It uses no tree, because an incomplete deck may have none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rbsolve.parser.schema.wrappers import REPEAT

_QUIET = re.compile(r'"[^"\n]*"?|![^\n]*')
_HEAD = re.compile(r"@(\w+)\s*(?:\{([^{}@]*)\}\s*)?$")
_DEFINITION = re.compile(r"@(?!MODEL_)\w+_DEFINITION\s*\{\s*").fullmatch
_BEFORE = re.compile(r"[@#]?[\w.\-]*$")
_NEAR = 200  # number of lines before the cursor that are searched for an object's keywords


class Context(NamedTuple):
    """The text around the cursor.

    `around` contains the keywords with open braces, from the outermost inwards. `word` is the part of the current word
    before the cursor. `in_items` is True if the innermost braces contain items rather than blocks. `given` contains the
    keywords that the innermost body already has, with their items. `items` contains the items before the cursor in the
    innermost braces. `variables` contains the variables of the surrounding repetitions.
    """

    around: tuple[str, ...]
    word: str
    in_items: bool
    given: dict[str, str]
    in_comment: bool
    items: str = ""
    variables: tuple[str, ...] = ()


def context_at(lines: Sequence[str], line: int, column: int) -> Context:
    """Return the context of a 1-based place."""
    head = lines[line - 1][: column - 1]
    quiet = _QUIET.sub(_blank, head)
    in_comment = "!" in head and "!" not in quiet and len(quiet.rstrip()) <= head.find("!")
    words = _BEFORE.search(quiet)
    word = words[0] if words else ""
    around: list[str] = []
    body = ""  # text of the innermost body, up to the cursor
    depth = 0
    in_items = False
    items = ""
    variables: list[str] = []
    for text, start in _backwards(lines, line, quiet):
        for at in range(len(text) - 1, -1, -1):
            if text[at] == "}":
                depth += 1
            elif text[at] == "{":
                if depth:
                    depth -= 1
                    continue
                keyword, first_items = _opener(lines, text, at, start)
                is_second = first_items is not None
                if keyword == REPEAT and first_items:
                    variables.append(first_items.partition(",")[0].strip().removeprefix("#"))
                if len(around) <= in_items:
                    body = _between(lines, start, at, line, quiet)
                if not around:
                    in_items = "@" not in body and not is_second and bool(keyword)
                    items = body if in_items else ""
                around.append(keyword)
    around.reverse()
    given = {match[1]: match[2] for match in re.finditer(r"@(\w+)\s*\{([^{}@]*)", body)}
    return Context(tuple(around), word, in_items, given, in_comment, items, tuple(reversed(variables)))


def _backwards(lines: Sequence[str], line: int, head: str) -> Iterator[tuple[str, int]]:
    """Yield the lines that contain braces, from the line of the cursor back to the first line. Each has a 0-based
    number.

    Comments and quoted text are blanked. Lines in which all braces are paired are omitted, because none of their braces
    encloses the cursor.
    """
    yield head, line - 1
    for number in range(line - 2, -1, -1):
        text = lines[number]
        if line - number == _NEAR:
            start = next((above for above in range(number, -1, -1) if lines[above][:1] in ("@", "}")), 0)
            # An open definition in the first column is the outermost open block.
            if _DEFINITION(lines[start]):
                yield lines[start], start
                return
        if "{" in text or "}" in text:
            if "!" in text or '"' in text:
                text = _QUIET.sub(_blank, text)
            if (
                text.count("{") != text.count("}")
                or text.find("}") < text.find("{")
                or text.rfind("{") > text.rfind("}")
            ):
                yield text, number


def _opener(lines: Sequence[str], text: str, at: int, number: int) -> tuple[str, str | None]:
    """Return the keyword to which the brace at an offset of a line belongs. If this brace opens the second braces of
    the keyword, also return the text in the first braces.
    """
    before = text[:at]
    match = _HEAD.search(before)
    for above in range(number - 1, max(number - 21, -1), -1):
        if match is not None:
            break
        before = f"{_QUIET.sub(_blank, lines[above])} {before}"
        match = _HEAD.search(before)
    return (match[1], match[2]) if match else ("", None)


def _between(lines: Sequence[str], start: int, at: int, line: int, head: str) -> str:
    """Return the text from an open brace to the cursor. Only the last `_NEAR` lines are included."""
    first = max(start, line - 1 - _NEAR)
    if start == line - 1:
        return head[at + 1 :]
    parts = [lines[start][at + 1 :]] if first == start else []
    return "\n".join([*parts, *lines[first + 1 : line - 1], head])


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])
