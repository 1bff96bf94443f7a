"""Applies automatic fixes, which are the edits that the hints of diagnostics describe."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rbsolve.language.diagnostics import Code, Diagnostic

_MEANT = re.compile(r"did you mean `([^`]+)`")
_WRITTEN = re.compile(r"write `([^`]+)`")
MOST_ROUNDS = 10  # maximum number of rounds; a fix can reveal an error that was hidden before


class Fix(NamedTuple):
    """An edit of the text at the place of a diagnostic.

    `text` replaces the text at this place. With `takes_line`, it also replaces the rest of the line. With
    `goes_before`, `text` is inserted before the text at this place.
    """

    title: str
    text: str
    goes_before: bool = False
    takes_line: bool = False


def fix_of(message: str, hint: str, code: str, rest: str) -> Fix | None:
    """Return the fix for a diagnostic, or None if there is no obvious fix. `rest` is the rest of the line after the
    diagnostic's place.
    """
    meant, written = _MEANT.search(hint), _WRITTEN.search(hint)
    if meant:
        return Fix(f"Change to `{meant[1]}`", meant[1])
    if message.startswith("a comment starts with"):
        return Fix("Make it a comment", "! ", goes_before=True)
    if message.startswith(("an item is missing before this comma", "an item is missing after the last comma")):
        return Fix("Remove the comma", "")
    if message.startswith("unexpected `}`"):
        return Fix("Remove the brace", "")
    if written and (message.startswith("expected `@`") or code == Code.WRONG_TYPE.value):
        return Fix(f"Change to `{written[1]}`", written[1])
    if written and message.startswith("expected `{` after") and rest.strip() and not re.search("[{}@!]", rest):
        return Fix(f"Change to `{written[1]}`", written[1], takes_line=True)
    return None


def fix_all(lines: Sequence[str], findings: Iterable[Diagnostic]) -> tuple[list[str], list[tuple[Diagnostic, Fix]]]:
    """Apply the possible fixes to a file. Return its new lines, and the fixes with their diagnostics. All diagnostics
    must belong to this file.

    Only the first fixable diagnostic of each line is fixed. The other diagnostics need another round.
    """
    result, done = list(lines), []
    touched: set[int] = set()
    for finding in findings:
        span = finding.span
        if span.line in touched or span.end_line != span.line or not 0 < span.line <= len(lines):
            continue
        line = lines[span.line - 1]
        before, there, rest = (
            line[: span.column - 1],
            line[span.column - 1 : span.end_column - 1],
            line[span.end_column - 1 :],
        )
        fix = fix_of(finding.message, finding.hint or "", finding.code.value, rest)
        if fix is not None:
            kept = (there if fix.goes_before else "") + ("" if fix.takes_line else rest)
            result[span.line - 1] = before + fix.text + kept
            touched.add(span.line)
            done.append((finding, fix))
    return result, done
