"""`rbsolve retry`: runs failed cases of a study again."""

from __future__ import annotations

import argparse
from pathlib import Path

from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.messages import count, say
from rbsolve.cli.study_options import add_engine_options, add_limit_options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("study", type=Path, metavar="STUDY", help="the folder of a study")
    parser.add_argument(
        "cases", nargs="*", type=int, metavar="CASE", help="numbers of cases; default: all failed cases"
    )
    add_limit_options(parser, begun=True)
    add_engine_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Mark the cases as pending, and solve them."""
    from rbsolve.cli.studying import change_limits, engine_of, open_folder, say_edited, work_on
    from rbsolve.store import records
    from rbsolve.studies.disk.opening import open_study_store, record_of
    from rbsolve.studies.disk.owners import release_deserted

    folder = open_folder(arguments.study)
    total = folder.manifest.cases
    for number in arguments.cases:
        if not 0 <= number < total:
            raise UsageError(f"there is no case {number}: the cases are 0 to {total - 1}")
    with engine_of(arguments) as engine:
        with open_study_store(folder) as database:
            record_of(database, folder)
            release_deserted(database)
            again = records.try_again(database, folder.manifest.id, arguments.cases or None)
        if not again:
            say("none of these cases has failed" if arguments.cases else "no case has failed")
            return ExitCode.DONE
        change_limits(folder, arguments)
        if not arguments.quiet:
            say_edited(folder)
            say(f"running {count(again, 'case')} again")
        return work_on(folder, engine, arguments.quiet)
