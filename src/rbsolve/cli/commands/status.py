"""`rbsolve status`: how a study stands."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.options import natural_number

if TYPE_CHECKING:
    from rbsolve.store.database import Database
    from rbsolve.studies.folder import StudyFolder

WATCH_SECONDS = 1.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("study", type=Path, metavar="STUDY", help="the folder of a study")
    parser.add_argument("--watch", action="store_true", help="repeat until the study has ended")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="format of standard output")
    parser.add_argument("--why", type=natural_number, metavar="CASE", help="explain why CASE was run or reused")


def run(arguments: argparse.Namespace) -> int:
    """Say it once, or every second until the end."""
    from rbsolve.studies.folder import StudyFolder
    from rbsolve.studies.opening import open_study_store

    folder = StudyFolder.open(arguments.study)
    with open_study_store(folder) as database:
        if arguments.why is not None:
            return _why(folder, database, arguments)
        while True:
            state = status_of(folder, database)
            if arguments.format == "json":
                print(json.dumps(state), flush=True)
            else:
                _print(state)
            if not arguments.watch or state["state"] not in ("queued", "running"):
                return ExitCode.DONE
            time.sleep(WATCH_SECONDS)


def status_of(folder: StudyFolder, database: Database) -> dict[str, object]:
    """Counts by state, rate, time left, and reasons of failures."""
    from rbsolve.store import records
    from rbsolve.studies.opening import record_of

    record = record_of(database, folder)
    running = records.running_cases(database, record.id)
    # Where nobody is at work there is neither a rate nor a time left.
    rate = record.rate if running or record.ended else None
    return {
        "study": str(folder.path),
        "state": "cancelling" if record.cancel_requested and not record.ended else record.state,
        "message": record.message,
        "cases": record.cases,
        "done": record.done,
        "failed": record.failed,
        "cancelled": record.cancelled,
        "running": running,
        "pending": max(0, record.pending - running),
        "rate": rate,
        "elapsed": (record.finished or record.now) - (record.started or record.now),
        "time_left": record.pending / rate if rate and not record.ended else None,
        "solver_seconds": record.seconds,
        "reasons": [
            {"reason": reason, "cases": number, "example": example}
            for reason, number, example in records.reasons(database, record.id)
        ],
    }


def _print(state: dict[str, object]) -> None:
    from rbsolve.cli.progress import duration

    line = f"{state['study']}: {state['state']}, {state['done']} of {state['cases']} cases done"
    for name in ("failed", "cancelled", "running", "pending"):
        if state[name]:
            line += f", {state[name]} {name}"
    rate, left = state["rate"], state["time_left"]
    if isinstance(rate, float):
        line += f"; {rate:.3g} cases/s"
    if isinstance(left, float):
        line += f", {duration(left)} left"
    print(line)
    if state["state"] == "running" and not state["running"]:
        print(f"  no case is being solved; `rbsolve resume {state['study']}` goes on")
    if state["message"]:
        print(f"  {state['message']}")
    reasons = state["reasons"]
    assert isinstance(reasons, list)
    for found in reasons:
        print(f"  {found['cases']} x {found['reason']}: {found['example']}")
    sys.stdout.flush()


def _why(folder: StudyFolder, database: Database, arguments: argparse.Namespace) -> int:
    from rbsolve.studies.opening import record_of
    from rbsolve.studies.why import explain

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
