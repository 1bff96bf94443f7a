"""Explains why a case was solved, or why it was reused from an earlier study. The explanation lists its four digests,
and the digests that have changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.store import records
from rbsolve.studies.preparation import keys

if TYPE_CHECKING:
    from rbsolve.store.database import Database
    from rbsolve.studies.disk.folder import StudyFolder


def explain(folder: StudyFolder, database: Database, number: int) -> dict[str, object]:
    """Return the state of a case, the reason for solving or reusing it, its parameters and its digests."""
    manifest, table = folder.manifest, folder.table
    failure = records.failure_of(database, manifest.id, number)
    chunks = [chunk for chunk in records.done_chunks(database, manifest.id) if number in set(chunk.cases.tolist())]
    state = "failed" if failure is not None else "complete" if chunks else "pending"
    found: dict[str, object] = {"case": number, "state": state}
    if failure is not None:
        found["message"] = f"{failure.reason}: {failure.message}"
    found["why"] = _why(folder, chunks)
    found["parameters"] = {key: list(v) if isinstance(v, tuple) else v for key, v in table.case(number).items()}
    found["digests"] = {
        "deck": manifest.ids.deck,
        "parameters": keys.row_id(table, number).hex(),
        "solver": manifest.ids.solver,
        "environment": manifest.ids.environment,
    }
    return found


def _why(folder: StudyFolder, chunks: list[records.DoneChunk]) -> str:
    if chunks and chunks[-1].shard.startswith("kept-"):
        return "reused from the previous study: deck, parameters, solver and environment are the same"
    verb = "ran" if chunks else "is to run"
    if not folder.manifest.previous:
        return f"{verb}: the folder contained no study"
    new = keys.differences(folder.manifest)
    if new:
        return f"{verb}: since the previous study, {' and '.join(new)} changed"
    again = " again" if len(chunks) > 1 else ""
    return f"{verb}{again}: the previous study has no complete case with these parameters"
