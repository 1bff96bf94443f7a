"""Converts diagnostics to the form of the protocol, and creates the quick fixes that their hints describe."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lsprotocol import types

from rbsolve.editor.places import place_of, range_of
from rbsolve.language.diagnostics import Code, Diagnostic, Severity
from rbsolve.parser.fixes import fix_of

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}


def diagnostics_of(findings: Iterable[Diagnostic], name: str, lines: Sequence[str]) -> list[types.Diagnostic]:
    """Return the diagnostics about the file with this name. Diagnostics without a place are reported at the beginning
    of the file.
    """
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
    """Return the quick fixes for diagnostics."""
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
    line, column = place_of(lines, place.end)
    rest = lines[line - 1][column - 1 :] if 0 < line <= len(lines) else ""
    fix = fix_of(message, hint, str(diagnostic.code), rest)
    if fix is None:
        return
    if fix.goes_before:
        place = types.Range(place.start, place.start)
    if fix.takes_line:
        place = types.Range(place.start, types.Position(place.end.line, 10**6))
    yield fix.title, types.TextEdit(place, fix.text)
