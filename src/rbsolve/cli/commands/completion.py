"""`rbsolve completion`: prints a script that completes commands, options and files in a shell."""

from __future__ import annotations

import argparse
import re

from rbsolve.cli.exit_codes import ExitCode

SHELLS = ("bash", "zsh", "fish")
_FIRST_OF_A_LIST = re.compile(r'"\(\*\)::?')
"""The beginning of a line of zsh's script for a list of arguments. Zsh would complete only the first argument."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("shell", choices=SHELLS, help="shell for which the script is printed")


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    import shtab

    from rbsolve.cli.arguments import build_parser, commands_of
    from rbsolve.cli.catalogue import COMMANDS

    parser = build_parser()
    for own in commands_of(parser).values():
        for action in own._actions:
            action.metavar = _plain(action.metavar)
            if action.type is _path() or action.dest in ("deck", "decks"):
                action.complete = shtab.FILE  # type: ignore[attr-defined]  # read by shtab
            if action.dest == "about":
                action.choices = list(COMMANDS)
    script = shtab.complete(parser, shell=arguments.shell)
    if arguments.shell == "zsh":
        script = _FIRST_OF_A_LIST.sub('"*:', script)
    print(script)
    return ExitCode.DONE


def _plain(metavar: str | tuple[str, ...] | None) -> str | None:
    """Return the words of a placeholder. Zsh would read other characters, such as a colon, as syntax."""
    return (
        None
        if metavar is None
        else " ".join(re.findall(r"\w+", " ".join([metavar] if isinstance(metavar, str) else metavar)))
    )


def _path() -> type:
    from pathlib import Path

    return Path
