"""`rbsolve help`: explains a command. The parser converts it to `--help` (cli/arguments.py)."""

from __future__ import annotations

import argparse

from rbsolve.cli.exit_codes import ExitCode


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("about", nargs="?", metavar="COMMAND", help="command to explain; default: list all commands")


def run(arguments: argparse.Namespace) -> int:
    """Do nothing, because the parser has already printed the help."""
    return ExitCode.DONE
