"""`rbsolve export`: all sensors as one table, or the motion as glTF."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.messages import say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("results", type=Path, metavar="OUT.h5")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help=".csv or .parquet for the sensors, .glb for the motion in 3D, or - for CSV to standard output; "
        "default: OUT.csv beside OUT.h5",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write a file, or the table to standard output when that is asked for."""
    from rbsolve.results import export
    from rbsolve.results.reader import Results

    output: Path = arguments.output or arguments.results.with_suffix(".csv")
    to_stdout = str(output) == "-"
    if not to_stdout and output.suffix not in export.SUFFIXES:
        raise UsageError(f"cannot export to {output}: the name must end in {' or '.join(export.SUFFIXES)}")
    with Results.open(arguments.results) as results:
        if to_stdout:
            export.write_csv(results, sys.stdout)
            return ExitCode.DONE
        try:
            export.export(results, output)
        except export.MissingExtraError as error:
            raise UsageError(str(error)) from error
    say(f"{output}")
    return ExitCode.DONE
