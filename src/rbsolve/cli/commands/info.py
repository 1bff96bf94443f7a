"""`rbsolve info`: shows the contents of results files."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from rbsolve.cli.exit_codes import ExitCode


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("results", nargs="+", type=Path, metavar="OUT.h5", help="results files")


def run(arguments: argparse.Namespace) -> int:
    """Show the contents of each file in turn."""
    from rbsolve.cli.tables import print_tables
    from rbsolve.results.file.conventions import path_to_read
    from rbsolve.results.presentation.info import show
    from rbsolve.runs.results import Results

    for index, path in enumerate(arguments.results):
        with Results.open(path_to_read(path)) as results:
            if index:
                print()
            print_tables(partial(show, results))
    return ExitCode.DONE
