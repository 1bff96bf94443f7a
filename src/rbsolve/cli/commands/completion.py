"""`rbsolve completion`: prints a script that completes commands, options and files in a shell."""

from __future__ import annotations

import argparse

from rbsolve.cli.exit_codes import ExitCode

SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("shell", choices=SHELLS, help="shell for which the script is printed")


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    import shtab

    from rbsolve.cli.arguments import build_parser, commands_of

    parser = build_parser()
    for own in commands_of(parser).values():
        for action in own._actions:
            if action.type is _path() or action.dest in ("deck", "decks"):
                action.complete = shtab.FILE  # type: ignore[attr-defined]  # read by shtab
    print(shtab.complete(parser, shell=arguments.shell))
    return ExitCode.DONE


def _path() -> type:
    from pathlib import Path

    return Path
