"""Stores how the search from each start has ended."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from rbsolve.optimizing.result import Search
from rbsolve.search.journal import journal_of
from rbsolve.search.outputs import write_json
from rbsolve.studies.disk.folder import StudyFolder

KIND = "starts"
"""The kind of such a study in its manifest."""


def write_end(folder: StudyFolder, number: int, end: Search) -> None:
    """Write the end of a search. Its journal is already complete."""
    content = {"search": asdict(end), "evaluations": _lines(journal_of(folder.path, number))}
    write_json(_end_of(folder, number), content)


def ends_of(folder: StudyFolder) -> dict[int, Search]:
    """Return the searches of the starts that have ended, by number. A start that could not begin has the value NaN."""
    found = {}
    for number in range(folder.manifest.cases):
        path = _end_of(folder, number)
        if path.exists():
            end = json.loads(path.read_text(encoding="utf-8"))["search"]
            found[number] = Search(**{**end, "value": float("nan") if end["value"] is None else end["value"]})
    return found


def is_whole(folder: StudyFolder, number: int) -> bool:
    """Return whether the end of a search and all its evaluations are stored. A power cut can lose them."""
    try:
        evaluations: int = json.loads(_end_of(folder, number).read_text(encoding="utf-8"))["evaluations"]
        return _lines(journal_of(folder.path, number)) >= evaluations
    except (OSError, ValueError, KeyError):
        return False


def _lines(journal: Path) -> int:
    return journal.read_bytes().count(b"\n")


def _end_of(folder: StudyFolder, number: int) -> Path:
    return folder.path / f"end-{number}.json"
