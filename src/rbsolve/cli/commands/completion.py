"""`rbsolve completion`: prints a script that completes commands, options and files in a shell."""

from __future__ import annotations

import argparse
import re

from rbsolve.cli.exit_codes import ExitCode

SHELLS = ("bash", "zsh", "fish")
_FIRST_OF_A_LIST = re.compile(r'"\(\*\)::?')
"""The beginning of a line of zsh's script for a list of arguments. Zsh would complete only the first argument."""

_RUN_OF_A_DECK = {
    "bash": (
        "_shtab_rbsolve() {\n",
        """  if (( COMP_CWORD > 1 )) && [[ -f ${COMP_WORDS[1]} ]]; then
    COMP_WORDS=("${COMP_WORDS[0]}" run "${COMP_WORDS[@]:1}")
    (( COMP_CWORD += 1 ))
  fi
""",
    ),
    "zsh": (
        "_shtab_rbsolve() {\n",
        """  if (( CURRENT > 2 )) && [[ -f $words[2] ]]; then
    words=($words[1] run "${(@)words[2,-1]}")
    (( CURRENT += 1 ))
  fi
""",
    ),
    "fish": ("  set -e tokens[1]\n", '  test -f "$tokens[1]"; and set -p tokens run\n'),
}
"""For each shell, a text of its script, and the lines to insert after it. They treat `rbsolve DECK` as `rbsolve run DECK`."""
_FIRST_DECK = {
    "bash": ("complete -o bashdefault", " -o default"),
    "zsh": ("  _describe 'rbsolve commands' _commands\n", "  _files -g '*.deck'\n"),
    "fish": (
        "complete -c rbsolve -f\n",
        "complete -c rbsolve -n '_shtab_rbsolve_using; and test $_shtab_rbsolve_npos -eq 0' -a '(__fish_complete_suffix .deck)'\n",
    ),
}
"""For each shell, a text of its script, and the text to insert after it. It completes decks as the first word."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("shell", choices=SHELLS, help="shell for which the script is printed")


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    import shtab

    from rbsolve.cli.arguments import build_parser, commands_of
    from rbsolve.cli.catalogue import COMMANDS
    from rbsolve.parser.schema.integrators import ALL_FORMULATIONS, INTEGRATOR_TYPES, TABLEAUX

    words = {
        "about": list(COMMANDS),
        "integrator": [*INTEGRATOR_TYPES, *TABLEAUX],
        "formulation": list(ALL_FORMULATIONS),
    }
    parser = build_parser()
    for own in commands_of(parser).values():
        for action in own._actions:
            action.metavar = _plain(action.metavar)
            if action.type is _path() or action.dest in ("deck", "decks"):
                action.complete = shtab.FILE  # type: ignore[attr-defined]  # read by shtab
            action.choices = words.get(action.dest.removesuffix("s"), action.choices)
    script = shtab.complete(parser, shell=arguments.shell)
    if arguments.shell == "zsh":
        script = _FIRST_OF_A_LIST.sub('"*:', script)
    for text, more in (_RUN_OF_A_DECK[arguments.shell], _FIRST_DECK[arguments.shell]):
        script = script.replace(text, text + more, 1)
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
