"""Runs a study from the command line, until it ends or the user interrupts it."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.interrupts import Interrupts
from rbsolve.cli.messages import count, say, say_error
from rbsolve.cli.study_display import StudyDisplay
from rbsolve.cli.study_options import CASE_LIMITS, jobs_of

if TYPE_CHECKING:
    from rbsolve.store.database import Database
    from rbsolve.store.records import StudyRecord
    from rbsolve.studies.disk.folder import StudyFolder
    from rbsolve.studies.engines.engine import Engine
    from rbsolve.studies.running.supervisor import Supervisor

MOST_REASONS = 12
MOST_EDITED = 4


def open_folder(path: Path) -> StudyFolder:
    """Return the study in a folder, or the study of the starts of an unfinished optimization. Raise NotAStudyError, an
    OSError, if the folder contains no study.
    """
    from rbsolve.studies.disk.folder import StudyFolder

    return starts_in(path) or StudyFolder.open(path)


def starts_in(path: Path) -> StudyFolder | None:
    """Return the study of the starts of an optimization that has not ended, from the folder of its results. Return None
    if there is no such study.
    """
    from rbsolve.search.outputs import UNFINISHED
    from rbsolve.studies.disk.folder import MANIFEST, StudyFolder

    inside = path / UNFINISHED
    return StudyFolder.open(inside) if (inside / MANIFEST).exists() else None


def change_limits(folder: StudyFolder, arguments: argparse.Namespace) -> None:
    """Apply the limits in the arguments to the cases that have not been solved yet."""
    given = {name: getattr(arguments, name) for name in CASE_LIMITS if getattr(arguments, name, None) is not None}
    if given:
        folder.write_manifest(replace(folder.manifest, **given))


def say_edited(folder: StudyFolder) -> None:
    """Report files that were edited after the study started. These edits have no effect, because the study uses its own
    copies.
    """
    from rbsolve.studies.disk.edited_files import edited_files

    edited = edited_files(folder)
    if edited:
        names = ", ".join(map(str, edited[:MOST_EDITED])) + (", ..." if len(edited) > MOST_EDITED else "")
        say(
            f"edited since the study started: {names}. The study continues with the copies in "
            f"{folder.path / 'decks'}. To solve the edited files, use `rbsolve sweep` or `rbsolve batch` again"
        )


def refuse_studies(paths: Iterable[Path], advice: str) -> None:
    """Raise UsageError for the file of a whole study if the command requires a single run."""
    from rbsolve.studies.collecting.reader import is_study

    for path in paths:
        if is_study(path):
            raise UsageError(f"{path} is the file of a whole study: {advice}")


@contextmanager
def engine_of(arguments: argparse.Namespace) -> Iterator[Engine]:
    """Return a context manager for the requested study engine. The engine starts its processes at once. Raise
    UsageError if the engine is not available.
    """
    from rbsolve.studies.engines.engine import EngineError
    from rbsolve.studies.engines.registry import make_engine

    try:
        engine = make_engine(arguments.executor or "local", jobs_of(arguments))
    except EngineError as error:
        raise UsageError(str(error)) from error
    try:
        engine.warm_up()
        yield engine
    finally:
        engine.close()


def work_on(folder: StudyFolder, engine: Engine, quiet: bool) -> int:
    """Solve pending cases, collect the results, and print a summary. Return the exit code."""
    began = time.monotonic()
    worked = solve_cases(folder, engine, StudyDisplay(quiet), str(folder.path))
    if isinstance(worked, int):
        return worked
    return _conclude(folder, worked, quiet, time.monotonic() - began)


class Worked(NamedTuple):
    """The status of a study after this command has worked on it, and whether the user interrupted it."""

    record: StudyRecord
    interrupted: bool


def solve_cases(
    folder: StudyFolder,
    engine: Engine,
    display: StudyDisplay,
    name: str,
    watch: Callable[[StudyRecord], None] = lambda record: None,
) -> Worked | int:
    """Solve the pending cases of a study until the study ends, or the user interrupts it. If it stops for another
    reason, print the reason and return the exit code.

    `name` is the folder in messages. `watch` is called at intervals.
    """
    from rbsolve.store.errors import StoreError
    from rbsolve.studies.disk.opening import open_study_store, record_of, store_of
    from rbsolve.studies.engines.engine import EngineError
    from rbsolve.studies.running.supervisor import Supervisor

    note = store_of(folder.path, folder.manifest.store)[1]
    if note:
        say(note)

    def look(supervisor: Supervisor) -> None:
        if supervisor.record is not None:
            watch(supervisor.record)
        display.show(supervisor.record, engine.waiting)

    with open_study_store(folder) as database:
        with Interrupts(display.note) as interrupts:
            supervisor = Supervisor(
                database,
                engine,
                folder.manifest.id,
                stop=interrupts.is_requested,
                watch=look,
                folder=folder.path.absolute(),
            )
            try:
                supervisor.run()
            except EngineError as error:
                say_error(
                    f"{error}\n         `rbsolve resume {name}` continues the study, with this or another --executor"
                )
                return ExitCode.INPUT_OUTPUT
            except StoreError as error:
                say_error(f"{error}\n         solved cases are kept; `rbsolve resume {name}` continues")
                return ExitCode.INPUT_OUTPUT
            finally:
                display.close()
            interrupted = interrupts.is_requested()
        record = record_of(database, folder)
    if supervisor.trouble:
        say_error(
            f"the study stopped: {supervisor.trouble}\n         {count(record.pending, 'case')} not solved yet; "
            f"`rbsolve resume {name}` continues"
        )
        return ExitCode.INPUT_OUTPUT
    return Worked(record, interrupted)


def _conclude(folder: StudyFolder, worked: Worked, quiet: bool, seconds: float) -> int:
    """Collect the results of a study, and print a summary. Return the exit code."""
    from rbsolve.results.file.target import OutputError
    from rbsolve.studies.collecting.batches import TABLE, batch_columns
    from rbsolve.studies.collecting.study_file import collect
    from rbsolve.studies.collecting.tables import write_table
    from rbsolve.studies.disk.opening import open_study_store

    record = worked.record
    with open_study_store(folder) as database:
        if not record.ended:
            why = "interrupted" if worked.interrupted else "stopped at the first failure"
            go_on = f"`rbsolve resume {folder.path}` continues"
            say_error(f"{why}: {record.done} of {count(record.cases, 'case')} done; {go_on}")
            if not quiet:
                say_reasons(database, folder)
            return ExitCode.INTERRUPTED if worked.interrupted else ExitCode.SOLUTION_FAILED
        try:
            if folder.manifest.kind == "study":
                collect(folder, database)
            else:
                write_table(batch_columns(folder, database), folder.path / TABLE)
        except OutputError as error:
            advice = f"all cases are solved and stored: free disk space, then use `rbsolve collect {folder.path}` to write the file"
            say_error(f"{error}\n         {advice}")
            return ExitCode.INPUT_OUTPUT
        if not quiet:
            say_reasons(database, folder)
            if folder.manifest.kind == "study":
                say_findings(folder)
            say(_last_words(folder, record, seconds))
    return exit_code(record)


def exit_code(record: StudyRecord) -> int:
    """Return the exit code that corresponds to how a study ended."""
    if record.state == "cancelled":
        return ExitCode.INTERRUPTED
    return ExitCode.SOLUTION_FAILED if record.failed else ExitCode.DONE


def say_reasons(database: Database, folder: StudyFolder) -> None:
    """Print each reason for failures, with the number of cases that failed for it."""
    from rbsolve.store import records

    found = records.reasons(database, folder.manifest.id)
    for reason, number, example in found[:MOST_REASONS]:
        say(f"{count(number, 'case')}: {reason}, e.g. {example}")


def say_findings(folder: StudyFolder) -> None:
    """Print the diagnostics of runs, and the diagnostics of checks that only some cases have. All other diagnostics
    were already printed.
    """
    from rbsolve.results.sections.findings import group_by_kind
    from rbsolve.studies.collecting.reader import StudyResults

    with StudyResults.open(folder.collected) as study:
        solved = int((study.rows > 0).sum())
        for told in group_by_kind(study.findings)[:MOST_REASONS]:
            if told.of_run or told.cases < solved:
                say(str(told))


def _last_words(folder: StudyFolder, record: StudyRecord, seconds: float) -> str:
    """Return the final message, which states how the study ended and how long this command took. The study itself may
    have started days ago.
    """
    counts = f"{record.done} of {count(record.cases, 'case')} done"
    if record.failed:
        counts += f", {record.failed} failed (`rbsolve retry {folder.path}` runs them again)"
    if record.cancelled:
        counts += f", {record.cancelled} cancelled"
    place = (
        f"{folder.collected}" if folder.manifest.kind == "study" else f"{folder.results}\n{folder.path / 'table.csv'}"
    )
    return f"{record.state}: {counts} in {seconds:.3g} s\n{place}"
