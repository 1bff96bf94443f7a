"""Renders diagnostics for a terminal. Each diagnostic shows the message, the source line with a marker under the place,
and the hint.

wing.deck:3:5: error[unknown-keyword]: `@COORDINATS` is not a keyword of a point
    3 |     @COORDINATS {1.0, 2.0, 3.0}
      |     ^^^^^^^^^^^
      = hint: did you mean `@COORDINATES`?
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rbsolve.language.diagnostics import Diagnostic, Severity, Span

if TYPE_CHECKING:
    from rich.text import Text

TAB_STOP = 4
LINE_WIDTH = 100  # maximum width of a source line in terminal cells
_ELLIPSIS = "..."
_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.NOTE: "bold cyan"}

# A piece is a part of the output, together with the style that it has on a terminal with colours.
_Piece = tuple[str, str]


def render(diagnostics: Iterable[Diagnostic]) -> str:
    """Return all diagnostics as plain text, each followed by an empty line, and then the summary. If there are no
    diagnostics, the text is empty.
    """
    return "".join(text for text, _ in _pieces(list(diagnostics)))


def render_rich(diagnostics: Iterable[Diagnostic]) -> Text:
    """Return the same text with colours, for a rich console (with `soft_wrap=True`)."""
    from rich.text import Text

    return Text.assemble(*_pieces(list(diagnostics)))


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """Return the number of diagnostics of each severity, such as "3 errors, 1 warning". If there are no diagnostics,
    the text is empty.
    """
    counts = dict.fromkeys(Severity, 0)
    for finding in diagnostics:
        counts[finding.severity] += 1
    return ", ".join(f"{count} {severity}{'s' * (count > 1)}" for severity, count in counts.items() if count)


def printable(text: str) -> str:
    """Return the text with control characters written as escapes, so that it cannot disturb a terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c.isspace() else ascii(c)[1:-1] for c in text)


def _pieces(findings: list[Diagnostic]) -> Iterator[_Piece]:
    # The lines of each text, by the id of the text. Otherwise a large deck would be split again for every diagnostic.
    lines: dict[int, list[str]] = {}
    for finding in findings:
        text = finding.span.source.text
        if id(text) not in lines:
            lines[id(text)] = text.split("\n")
        yield from _render_finding(finding, lines[id(text)])
        yield "\n", ""
    if findings:
        yield summary(findings) + "\n", "bold"


def _render_finding(finding: Diagnostic, lines: list[str]) -> Iterator[_Piece]:
    span = finding.span
    style = _STYLES[finding.severity]
    yield f"{printable(span.source.name)}:{span.line}:{span.column}: ", "bold"
    yield f"{finding.severity}[{finding.code}]", style
    yield f": {printable(finding.message)}\n", "bold"
    number = f"{span.line:5d}"
    margin = " " * len(number)
    if 1 <= span.line <= len(lines) and lines[span.line - 1].strip():
        shown, marker = _excerpt(lines[span.line - 1], span)
        yield f"{number} | ", "blue"
        yield f"{shown}\n", ""
        yield f"{margin} | ", "blue"
        yield f"{marker}\n", style
    if finding.hint:
        yield f"{margin} = ", "blue"
        yield f"hint: {printable(finding.hint)}\n", ""


def _excerpt(line: str, span: Span) -> tuple[str, str]:
    """Return the visible part of a source line, and the line with the marker below it."""
    cells = _cells(line)
    start = min(span.column - 1, len(line))
    is_long = span.end_line > span.line
    stop = len(line.rstrip()) if is_long else min(span.end_column - 1, len(line))
    stop = max(stop, start + 1)
    first, last = _window(cells, start, stop)
    before = _ELLIPSIS if first > 0 else ""
    after = _ELLIPSIS if last < len(cells) else ""
    shown = before + "".join(cells[first:last]) + after
    blank = len(before) + sum(_width(cell) for cell in cells[first:start])
    marked = sum(_width(cell) for cell in cells[start : min(stop, last)])
    marker = " " * blank + "^" * max(marked, 1)
    return shown.rstrip(), marker + (f" ... to line {span.end_line}" if is_long else "")


def _window(cells: list[str], start: int, stop: int) -> tuple[int, int]:
    """Return the range of the line that is shown. The range contains the first marked characters."""
    if sum(map(_width, cells)) <= LINE_WIDTH:
        return 0, len(cells)
    marked = min(stop - start, LINE_WIDTH // 2)
    first = max(0, start - (LINE_WIDTH - marked) // 2)
    last, width = first, 0
    while last < len(cells) and width + _width(cells[last]) <= LINE_WIDTH:
        width += _width(cells[last])
        last += 1
    return first, last


def _cells(line: str) -> list[str]:
    """Return the displayed text of each character of a line. A tab becomes blanks up to the next tab stop, and a
    control character becomes a placeholder.
    """
    cells = []
    column = 0
    for character in line:
        if character == "\t":
            cell = " " * (TAB_STOP - column % TAB_STOP)
        elif character.isprintable():
            cell = character
        else:
            cell = " " if character.isspace() else "\ufffd"
        cells.append(cell)
        column += _width(cell)
    return cells


def _width(cell: str) -> int:
    """Return the number of terminal cells for the text of a single character."""
    if cell.isascii():
        return len(cell)
    return 0 if unicodedata.combining(cell) else 2 if unicodedata.east_asian_width(cell) in "WF" else 1
