"""`rbsolve help`: the parser of the command line turns it into `--help` (cli/arguments.py)."""

from __future__ import annotations

import argparse

from rbsolve.cli.exit_codes import ExitCode


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("about", nargs="?", metavar="COMMAND", help="default: list all commands")


def run(arguments: argparse.Namespace) -> int:
    """No further work."""
    return ExitCode.DONE
