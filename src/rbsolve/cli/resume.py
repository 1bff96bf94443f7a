"""`rbsolve resume`: go on with a study."""

from __future__ import annotations

import argparse
from pathlib import Path

from rbsolve.cli.messages import say
from rbsolve.cli.study_options import add_engine_options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("target", type=Path, metavar="STUDY", help="the folder of a study")
    add_engine_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Take up what was left: cases that wait, leases of processes that are gone, rows that nobody recorded."""
    from rbsolve.cli.studying import engine_of, open_folder, work_on
    from rbsolve.store import records
    from rbsolve.studies.opening import open_study_store
    from rbsolve.studies.reusing import adopt, sweep_up
    from rbsolve.studies.running.supervisor import release_deserted

    folder = open_folder(arguments.target)
    with open_study_store(folder) as database:
        release_deserted(database)
        found = adopt(database, folder)
        records.go_on(database, folder.manifest.id)
        if not records.running_cases(database, folder.manifest.id):
            sweep_up(folder)
    if found and not arguments.quiet:
        say(f"{found} cases were solved already and not yet counted")
    engine = engine_of(arguments)
    try:
        return work_on(folder, engine, arguments.quiet)
    finally:
        engine.close()
