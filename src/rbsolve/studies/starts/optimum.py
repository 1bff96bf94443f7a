"""Finds the optimum of several starts from the journals that the solver processes have written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.search.journal import Journal, journal_of
from rbsolve.store import records
from rbsolve.studies.disk.opening import open_study_store

if TYPE_CHECKING:
    from rbsolve.optimizing.optimizing import Optimizing
    from rbsolve.optimizing.result import Optimum
    from rbsolve.studies.disk.folder import StudyFolder


def optimum_of(folder: StudyFolder, optimizing: Optimizing) -> Optimum:
    """Return the optimum of the searches so far. No run is solved. A search without an end counts as interrupted.

    Raise SearchError if no start could be solved, and KeyboardInterrupt if none has been solved yet.
    """
    with open_study_store(folder) as database:
        given_up = {failure.number: failure.message for failure in records.failures(database, folder.manifest.id)}
    return optimizing.solve(
        journal_of=lambda number: Journal(journal_of(folder.path, number), is_ended=True), given_up=given_up
    )
