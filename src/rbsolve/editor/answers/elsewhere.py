"""Reports errors in included files that are not open, at the places where the deck names these files."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from lsprotocol import types

from rbsolve.editor.deck import OpenDeck
from rbsolve.editor.names import blocks_of
from rbsolve.editor.places import range_of
from rbsolve.language.diagnostics import Diagnostic, Severity
from rbsolve.language.syntax.includes import FILES_OF_INCLUDE, PARAMETERS_FILE
from rbsolve.language.syntax.tables import TABLE_FILE


def errors_elsewhere(
    findings: Iterable[Diagnostic], deck: OpenDeck, opened: Collection[Path]
) -> list[types.Diagnostic]:
    """Return a diagnostic for each file with errors that is not in `opened`. The place of the diagnostic is the item
    that names the file. If there is none, it is the beginning of the deck.
    """
    errors: dict[str, list[Diagnostic]] = {}
    for finding in findings:
        name = finding.span.source.name
        if finding.severity is Severity.ERROR and name != deck.name and Path(name).resolve() not in opened:
            errors.setdefault(name, []).append(finding)
    places = _places(deck) if errors else {}
    nowhere = types.Range(types.Position(0, 0), types.Position(0, 0))
    return [
        types.Diagnostic(
            range=places.get(Path(name).resolve(), nowhere),
            message=f"{len(found)} error{'s' * (len(found) > 1)} in `{Path(name).name}`, the first in line "
            f"{found[0].span.line}: {found[0].message}",
            severity=types.DiagnosticSeverity.Error,
            code=found[0].code.value,
            source="rbsolve",
        )
        for name, found in errors.items()
    ]


def _places(deck: OpenDeck) -> dict[Path, types.Range]:
    """Return the places at which a deck names files, by the path of the file."""
    folder = Path() if deck.path is None else deck.path.parent
    return {
        (folder / item.text).resolve(): range_of(deck.lines, item.span)
        for block, _ in blocks_of(deck.tree)
        if block.keyword in (FILES_OF_INCLUDE, PARAMETERS_FILE, TABLE_FILE)
        for item in block.items or ()
    }
