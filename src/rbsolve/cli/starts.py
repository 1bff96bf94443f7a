"""Runs an optimization from several starts as a study, on the engines of studies."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from rbsolve.cli.exit_codes import UsageError
from rbsolve.cli.messages import count, say
from rbsolve.cli.search import NOTHING_YET
from rbsolve.cli.study_display import StudyDisplay
from rbsolve.cli.studying import Worked, engine_of, solve_cases, starts_in

if TYPE_CHECKING:
    from rbsolve.optimizing.optimizing import Optimizing
    from rbsolve.optimizing.result import Optimum, Search
    from rbsolve.search.journal import Unfinished
    from rbsolve.store.records import StudyRecord
    from rbsolve.studies.disk.folder import StudyFolder
    from rbsolve.studies.status import Standing


def solve_starts(arguments: argparse.Namespace, optimizing: Optimizing, unfinished: Unfinished) -> Optimum | None:
    """Search from all starts, and return the optimum. Return None if the study has stopped for a reason that was
    printed.
    """
    from rbsolve.studies.preparation.reusing import take_up
    from rbsolve.studies.starts.optimum import optimum_of
    from rbsolve.studies.starts.preparing import make_starts

    output = unfinished.folder.parent
    arguments.jobs = min(arguments.threads or len(os.sched_getaffinity(0)), len(optimizing.points()))
    folder = starts_in(output)
    with engine_of(arguments) as engine:
        if folder is None:
            folder = make_starts(optimizing, unfinished.folder)
        else:
            take_up(folder)
        display = _Display(arguments.quiet, folder)
        worked = solve_cases(folder, engine, display.study, str(output), display.look)
    if not isinstance(worked, Worked):
        return None
    try:
        return optimum_of(folder, optimizing)
    except KeyboardInterrupt:
        say(NOTHING_YET)
        raise


def refuse_executor(arguments: argparse.Namespace) -> None:
    """Raise UsageError for an executor without several starts."""
    if arguments.executor is not None and not arguments.starts:
        raise UsageError("--executor needs --starts N: a single search runs in this process")


class _Display:
    """Shows the progress of the study, and the end of each search."""

    def __init__(self, quiet: bool, folder: StudyFolder) -> None:
        from rbsolve.studies.starts.ends import ends_of

        self.study = StudyDisplay(quiet)
        self._quiet, self._folder, self._ends = quiet, folder, ends_of
        self._told = set(ends_of(folder))
        self._seen = -1

    def look(self, record: StudyRecord) -> None:
        """Print a line for each search that has ended since the last call."""
        seen = record.done + record.failed
        if self._quiet or seen == self._seen:
            return
        self._seen = seen
        for number, end in self._ends(self._folder).items():
            if number not in self._told:
                self._told.add(number)
                self.study.note(words_of_end(number, end))


def words_of_end(number: int, end: Search) -> str:
    """Describe how the search from a start has ended."""
    values = ", ".join(f"{name} = {value:.6g}" for name, value in end.parameters.items())
    if end.value != end.value:
        return f"start {number}: {end.message}"
    return f"start {number}: {end.value:.8g}, {values}; {end.status} after {count(end.iterations, 'iteration')}"


def standing_of_starts(output: Path) -> tuple[Standing, dict[int, Search]] | None:
    """Return the status of the study of an unfinished optimization, and the searches that have ended. Return None if
    there is no such study.
    """
    from rbsolve.studies.disk.opening import open_study_store
    from rbsolve.studies.starts.ends import ends_of
    from rbsolve.studies.status import status_of

    folder = starts_in(output)
    if folder is None:
        return None
    with open_study_store(folder) as database:
        return status_of(folder, database), ends_of(folder)
