"""`rbsolve info`: what is in results files."""

from __future__ import annotations

import argparse
import sys
from io import StringIO
from pathlib import Path

from rbsolve.cli.exit_codes import ExitCode

WIDE = 400  # characters of a line where there is no terminal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("results", nargs="+", type=Path, metavar="OUT.h5")


def run(arguments: argparse.Namespace) -> int:
    """Show each file in turn."""
    from rich.console import Console

    from rbsolve.results.info import show
    from rbsolve.results.reader import Results

    terminal = sys.stdout.isatty()
    # Nothing is cut short for a pipe: whoever reads it there wants all of it, but not the blanks that fill a table's columns.
    console = Console(highlight=False) if terminal else Console(file=StringIO(), width=WIDE, highlight=False)
    for index, path in enumerate(arguments.results):
        with Results.open(_written_or_left(path)) as results:
            if index:
                console.print()
            show(results, console)
        if isinstance(console.file, StringIO):
            for line in console.file.getvalue().splitlines():
                print(line.rstrip())
            console.file = StringIO()
    return ExitCode.DONE


def _written_or_left(path: Path) -> Path:
    """The file, or where there is none that of a run which is writing it or was killed while it did."""
    from rbsolve.results.reader import partial_of

    partial = partial_of(path)
    return partial if partial.exists() and not path.exists() else path
