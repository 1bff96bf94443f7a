"""`rbsolve status`: shows the status of a study, a fit or an optimization."""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.messages import count
from rbsolve.cli.options import natural_number
from rbsolve.studies.status import INTERRUPTED, Standing, failed_cases, status_of

if TYPE_CHECKING:
    from rbsolve.optimizing.result import Search
    from rbsolve.store.database import Database
    from rbsolve.studies.disk.folder import StudyFolder

WATCH_SECONDS = 1.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("study", type=Path, metavar="FOLDER", help="the folder of a study, a fit or an optimization")
    parser.add_argument("--watch", action="store_true", help="repeat the output until the study or search has ended")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="format of standard output")
    parser.add_argument("--why", type=natural_number, metavar="CASE", help="explain why CASE was run or reused")
    parser.add_argument(
        "--failed", action="store_true", help="list the failed cases with their reasons, messages and parameters"
    )
    parser.add_argument(
        "--reason", action="append", default=[], metavar="R", help="list only failed cases with this reason; may repeat"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the status once, or every second until the study ends."""
    from rbsolve.search.standing import standing_of
    from rbsolve.studies.disk.folder import StudyFolder
    from rbsolve.studies.disk.opening import open_study_store

    if standing_of(arguments.study) is not None:
        return _tell_search(arguments)
    folder = StudyFolder.open(arguments.study)
    with open_study_store(folder) as database:
        if arguments.why is not None:
            return _why(folder, database, arguments)
        if arguments.failed or arguments.reason:
            return _list_failed(folder, database, arguments)
        while True:
            found = status_of(folder, database)
            if arguments.format == "json":
                print(json.dumps(asdict(found)), flush=True)
            else:
                _print(found)
            if not arguments.watch or not found.is_at_work:
                return ExitCode.INTERRUPTED if found.state == INTERRUPTED else ExitCode.DONE
            time.sleep(WATCH_SECONDS)


def _tell_search(arguments: argparse.Namespace) -> int:
    """Print the status of a fit or an optimization once, or every second until it ends."""
    from rbsolve.cli.starts import standing_of_starts, words_of_end
    from rbsolve.search.standing import KILLED, RUNNING, standing_of

    if arguments.why is not None or arguments.failed or arguments.reason:
        raise UsageError(f"{arguments.study}: --why, --failed and --reason apply to studies, not to searches")
    while (found := standing_of(arguments.study)) is not None:
        starts = standing_of_starts(arguments.study)
        if arguments.format == "json":
            print(json.dumps(found | _starts_as_json(starts)), flush=True)
        else:
            message = f": {found['message']}" if found["message"] else ""
            print(f"{found['search']}: {found['state']}{message}; {count(found['evaluations'], 'evaluation')}")
            for name, value in found["parameters"].items():
                print(f"  {name} = {value:.8g}")
            if starts is not None:
                print(f"  {_counts(starts[0], 'start')}")
                for number, end in starts[1].items():
                    print(f"  {words_of_end(number, end)}")
            if found["state"] in (INTERRUPTED, KILLED):
                print(f"  `rbsolve resume {found['search']}` continues the search")
            sys.stdout.flush()
        if not arguments.watch or found["state"] != RUNNING:
            return ExitCode.INTERRUPTED if found["state"] in (INTERRUPTED, KILLED) else ExitCode.DONE
        time.sleep(WATCH_SECONDS)
    raise UsageError(f"{arguments.study}: the folder of the search has disappeared")


def _starts_as_json(starts: tuple[Standing, dict[int, Search]] | None) -> dict[str, Any]:
    """Return the status of the study of an optimization for JSON. Return an empty mapping without a study."""
    if starts is None:
        return {}
    ended = {str(number): asdict(end) for number, end in starts[1].items() if end.value == end.value}
    return {"starts": asdict(starts[0]), "ended": ended}


def _counts(found: Standing, what: str) -> str:
    """Return how many cases are in each state, in words."""
    words = f"{found.done} of {found.cases} {what}s done"
    for name in ("failed", "cancelled", "running", "pending"):
        if number := getattr(found, name):
            words += f", {number} {name}"
    return words


def _print(found: Standing) -> None:
    from rbsolve.display.speed import duration

    line = f"{found.study}: {found.state}, {_counts(found, 'case')}"
    if found.rate is not None:
        line += f"; {found.rate:.3g} cases/s"
    if found.time_left is not None:
        line += f", {duration(found.time_left)} left"
    print(line)
    for words in (found.advice, found.message):
        if words:
            print(f"  {words}")
    for why in found.reasons:
        print(f"  {why.cases} x {why.reason}: {why.example}")
    if found.reasons:
        print(f"  `rbsolve status {found.study} --failed` lists these cases")
    sys.stdout.flush()


def _list_failed(folder: StudyFolder, database: Database, arguments: argparse.Namespace) -> int:
    """Print a line for each failed case. Raise UsageError if no case has failed for the given reason."""
    from rbsolve.store import records
    from rbsolve.studies.disk.opening import record_of

    record_of(database, folder)
    known = [reason for reason, _, _ in records.reasons(database, folder.manifest.id)]
    for reason in arguments.reason:
        if reason not in known:
            raise UsageError(f"no case failed with the reason {reason}; reasons: {', '.join(known) or 'none'}")
    found = failed_cases(folder, database, arguments.reason)
    if arguments.format == "json":
        print(json.dumps([asdict(case) for case in found]))
        return ExitCode.DONE
    for case in found:
        given = [f"{name}={json.dumps(value, separators=(',', ':'))}" for name, value in case.parameters.items()]
        words = [f"case {case.case}", case.reason, *([case.deck] if case.deck else []), *given]
        print(f"{'  '.join(words)}: {case.message}")
    return ExitCode.DONE


def _why(folder: StudyFolder, database: Database, arguments: argparse.Namespace) -> int:
    from rbsolve.studies.disk.opening import record_of
    from rbsolve.studies.preparation.reasons import explain

    record_of(database, folder)
    if arguments.why >= folder.manifest.cases:
        raise UsageError(f"there is no case {arguments.why}: the cases are 0 to {folder.manifest.cases - 1}")
    found = explain(folder, database, arguments.why)
    if arguments.format == "json":
        print(json.dumps(found))
        return ExitCode.DONE
    for name, value in found.items():
        print(f"{name:12} {json.dumps(value) if isinstance(value, dict) else value}")
    return ExitCode.DONE
