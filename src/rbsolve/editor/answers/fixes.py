"""Findings as an editor shows them, and the fixes that their hints speak of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from lsprotocol import types

from rbsolve.editor.places import place_of, range_of
from rbsolve.parser.diagnostics import Code, Diagnostic, Severity

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}
_MEANT = re.compile(r"did you mean `([^`]+)`")
_WRITTEN = re.compile(r"write `([^`]+)`")


def diagnostics_of(findings: Iterable[Diagnostic], name: str, lines: Sequence[str]) -> list[types.Diagnostic]:
    """The findings about the file of a name; those without a place in any file stand at its beginning."""
    return [
        types.Diagnostic(
            range=range_of(lines, finding.span),
            message=finding.message + (f"\n{finding.hint}" if finding.hint else ""),
            severity=_SEVERITIES[finding.severity],
            code=finding.code.value,
            source="rbsolve",
            tags=[types.DiagnosticTag.Unnecessary] if finding.code is Code.UNUSED_OBJECT else None,
        )
        for finding in findings
        if finding.span.source.name == name
    ]


def fixes_of(diagnostics: Iterable[types.Diagnostic], uri: str, lines: Sequence[str]) -> list[types.CodeAction]:
    """What can be done about shown findings by the push of a button."""
    return [
        types.CodeAction(
            title=title,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic],
            edit=types.WorkspaceEdit(changes={uri: [edit]}),
            is_preferred=True,
        )
        for diagnostic in diagnostics
        for title, edit in _fixes(diagnostic, lines)
    ]


def _fixes(diagnostic: types.Diagnostic, lines: Sequence[str]) -> Iterator[tuple[str, types.TextEdit]]:
    message, _, hint = diagnostic.message.partition("\n")
    place = diagnostic.range
    meant, written = _MEANT.search(hint), _WRITTEN.search(hint)
    if meant:
        yield f"Change to `{meant[1]}`", types.TextEdit(place, meant[1])
    elif message.startswith("a comment starts with"):
        start = types.Range(place.start, place.start)
        yield "Make it a comment", types.TextEdit(start, "! ")
    elif message.startswith("nothing stands before this comma") or message.startswith("nothing follows the last comma"):
        yield "Remove the comma", types.TextEdit(place, "")
    elif message.startswith("unexpected `}`"):
        yield "Remove the brace", types.TextEdit(place, "")
    elif written and (message.startswith("expected `@`") or diagnostic.code == Code.WRONG_TYPE.value):
        yield f"Change to `{written[1]}`", types.TextEdit(place, written[1])
    elif written and message.startswith("expected `{` after") and place.start.line < len(lines):
        end = types.Position(place.end.line, 10**6)
        line, column = place_of(lines, place.end)
        rest = lines[line - 1][column - 1 :]
        if rest.strip() and not re.search("[{}@!]", rest):
            yield f"Change to `{written[1]}`", types.TextEdit(types.Range(place.start, end), written[1])
