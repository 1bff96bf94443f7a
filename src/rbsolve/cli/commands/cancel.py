"""`rbsolve cancel`: stops a study."""

from __future__ import annotations

import argparse
from pathlib import Path

from rbsolve.cli.exit_codes import ExitCode
from rbsolve.cli.messages import count, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("study", type=Path, metavar="STUDY", help="the folder of a study")


def run(arguments: argparse.Namespace) -> int:
    """Cancel the waiting cases, and ask the processes of running cases to stop."""
    from rbsolve.cli.studying import open_folder
    from rbsolve.store import records
    from rbsolve.studies.disk.opening import open_study_store, record_of
    from rbsolve.studies.disk.owners import release_deserted

    folder = open_folder(arguments.study)
    with open_study_store(folder) as database:
        record_of(database, folder)
        release_deserted(database)
        cancelled = records.cancel(database, folder.manifest.id)
        record = record_of(database, folder)
    if not cancelled:
        say(f"{arguments.study}: the study has already ended ({record.state})")
        return ExitCode.DONE
    say(
        f"cancelled: {record.done} of {count(record.cases, 'case')} are done; `rbsolve resume {arguments.study}` continues"
    )
    return ExitCode.DONE
