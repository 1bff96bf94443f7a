"""Merges studies that are parts of one sweep. The parts were solved separately, on other machines or at other times."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from rbsolve.store import records
from rbsolve.store.records import DoneCases
from rbsolve.studies.design.cases import CaseTable
from rbsolve.studies.disk.folder import StudyFolder
from rbsolve.studies.disk.opening import open_store_of
from rbsolve.studies.preparation import keys
from rbsolve.studies.preparation.preparing import NotEmptyError, folder_before
from rbsolve.studies.preparation.reusing import Finished, submit_remaining, take_over


class DifferentStudiesError(ValueError):
    """The error that studies do not match. str() names the studies and the difference."""


@dataclass(frozen=True, slots=True)
class Merged:
    """The outcome of merging studies."""

    folder: StudyFolder
    complete: int
    """Number of cases with copied rows. All other cases are pending."""
    repeated: int
    """Number of cases that are in more than one part. The rows of such a case come from the first of these parts."""


def merge(parts: Sequence[StudyFolder], path: Path, command: str = "") -> Merged:
    """Create a study in a new folder with the cases of all parts, in the order of the parts. The parts do not change.

    Raise DifferentStudiesError if the parts differ in deck, solver or environment. Raise NotEmptyError for a folder
    that is not empty, and OSError while another process works on a part.
    """
    for part in parts:
        _check_alike(parts[0], part)
    finished = [Finished.of(part) for part in parts]
    table, repeated = _union(parts, finished)
    if folder_before(path) is not None:
        raise NotEmptyError(f"{path} already contains a study: give another folder with -o")
    folder, first = StudyFolder(path), parts[0]
    manifest = replace(
        first.manifest,
        id=records.new_id(),
        cases=len(table),
        store=None,
        previous={},
        command=command,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    shutil.copytree(first.path / "decks", path / "decks", dirs_exist_ok=True)
    folder.shards.mkdir(exist_ok=True)
    taken: list[tuple[str, DoneCases]] = []
    known: set[bytes] = set()
    for one in finished:
        taken += take_over(one, manifest, table, folder.shards, known, len(taken))
        known |= {one.rows[number] for number in one.shards}
    with open_store_of(folder.path, None) as database:
        folder.write_table(table)
        folder.write_manifest(manifest)
        submit_remaining(database, folder, manifest, taken)
    return Merged(folder, sum(len(found.cases) for _, found in taken), repeated)


def _check_alike(first: StudyFolder, other: StudyFolder) -> None:
    one, two = first.manifest, other.manifest
    for part in (first, other):
        if part.manifest.kind != "study":
            raise DifferentStudiesError(f"{part.path} is a batch of decks; only studies of one deck are merged")
    differences = {
        keys.WORDS["deck"]: one.ids.deck != two.ids.deck,
        keys.WORDS["solver"]: one.ids.solver != two.ids.solver,
        keys.WORDS["environment"]: one.ids.environment != two.ids.environment,
        "the parameters that vary": (one.names, one.widths) != (two.names, two.widths),
        "the histories that are stored": one.storage != two.storage,
        "the responses": one.responses != two.responses,
    }
    found = [what for what, differs in differences.items() if differs]
    if found:
        raise DifferentStudiesError(f"{first.path} and {other.path} are not parts of one study; different: {found[0]}")


def _union(parts: Sequence[StudyFolder], finished: Sequence[Finished]) -> tuple[CaseTable, int]:
    """Return the cases of all parts without duplicates, and the number of duplicates."""
    known: set[bytes] = set()
    rows, total = [], 0
    for part, one in zip(parts, finished, strict=True):
        total += len(one.rows)
        for identity, values in zip(one.rows, part.table.values, strict=True):
            if identity not in known:
                known.add(identity)
                rows.append(values)
    table = parts[0].table
    return CaseTable(table.names, table.widths, np.array(rows).reshape(len(rows), -1)), total - len(rows)
