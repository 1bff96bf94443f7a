"""The command line: every command by its name, and what it says of itself.

A command is a module of `commands` with `add_arguments(parser)` and `run(arguments) -> exit code`, and one line of `COMMANDS`. Only
the module of the command that is called is imported, and that imports what is heavy within `run`. A command whose last list of
words may go on after an option (`plot f.h5 -o f.png tip`) names it: `parser.set_defaults(scattered="sensors")`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

import rbsolve


class Command(NamedTuple):
    """The line of a command in the list of commands and the first sentence of its own help."""

    summary: str
    description: str


COMMANDS = {
    "run": Command(
        "check and solve a deck",
        "Check a deck, solve it and write its sensors.",
    ),
    "check": Command(
        "report everything that is wrong with decks",
        "Check decks, solve nothing.",
    ),
    "format": Command(
        "lay decks out in one style",
        "Lay decks out in the one style: indentation and spaces; comments, groups and expressions stay.",
    ),
    "lsp": Command(
        "help editors with decks",
        "The language server for editors, on standard input and output (needs the extra `editor`).",
    ),
    "info": Command(
        "show what is in results",
        "Show status, model, integrator and sensors.",
    ),
    "plot": Command(
        "draw time histories",
        "Draw time histories, one panel a quantity.",
    ),
    "export": Command(
        "write a table, or the motion in 3D",
        "Write all sensors into one table, a row per output time; or what moves as glTF 2.0, for viewers and for Blender.",
    ),
    "view": Command(
        "show the motion in a browser",
        "Show the motion in a browser, from a server that only this machine reaches. Ctrl-C ends.",
    ),
    "report": Command(
        "write the motion and the histories as one page",
        "Write a page with the motion, the histories and the viewer in it, which opens without any network.",
    ),
    "schema": Command(
        "print the deck language as JSON",
        "Print every block and keyword as a JSON schema.",
    ),
    "compare": Command(
        "run a deck by several methods",
        "Run a deck by several integrators, formulations and steps: errors, work, and which is cheapest. "
        "Lists are separated by blanks or commas.",
    ),
    "linearize": Command(
        "frequencies, damping and stability of small motions",
        "Linearize a deck about its equilibrium or a state of its motion: "
        "mass, damping and stiffness matrices, eigenvalues and mode shapes.",
    ),
    "warm-up": Command(
        "compile what decks need beforehand",
        "Compile what decks need and keep it, so that runs start at once: in an image of a container, on a cluster. "
        "Without a deck, what most decks use.",
    ),
    "sweep": Command(
        "run a deck for many values of its parameters",
        "Run a deck for a grid, lists, a sample or a table of parameter values, on all cores.",
    ),
    "batch": Command(
        "run many decks",
        "Run many decks as one study; each ends as an ordinary results file.",
    ),
    "resume": Command(
        "go on with a study or a run",
        "Go on with what was interrupted, whatever interrupted it.",
    ),
    "retry": Command(
        "run failed cases of a study again",
        "Run failed cases of a study again, all or those that are named.",
    ),
    "cancel": Command(
        "stop a study",
        "Stop a study; what is done is kept, and `rbsolve resume` goes on.",
    ),
    "status": Command(
        "show how a study stands",
        "Show how many cases of a study are done, the rate, the time left, and why cases failed.",
    ),
    "collect": Command(
        "make one file or table of a study",
        "Put all cases of a study into one file, or their parameters and scalars into one table.",
    ),
    "serve": Command(
        "solve decks over HTTP and in a page",
        "Serve a page and an HTTP interface to which decks are submitted, with solver processes on this machine.",
    ),
    "worker": Command(
        "solve the jobs of a service",
        "Solve the jobs of a service, on this machine or another that shares its store and data.",
    ),
    "token": Command(
        "say who may use a service",
        "Make, list and revoke tokens of a service.",
    ),
    "submit": Command(
        "have a deck solved by a service",
        "Submit a deck with what it includes to a service, and wait for it or fetch its results.",
    ),
    "doctor": Command(
        "show what this machine offers to studies and the service",
        "Show limits, sandbox, file system and optional packages of this machine.",
    ),
}
_GLOBAL_OPTIONS = ("-h", "--help", "--version")

DESCRIPTION = "Solve rigid-body dynamics from a Dymore-style input deck."
EPILOG = """\
`rbsolve MODEL.deck` is short for `rbsolve run MODEL.deck`.

exit codes: 0 done; 1 the deck has errors; 2 wrong usage; 3 the solution failed (results so far kept);
            4 input or output failed; 130 interrupted (results so far kept)"""


def module_of(command: str) -> ModuleType:
    """The module of a command."""
    return import_module(f"rbsolve.cli.commands.{command.replace('-', '_')}")


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The parsed arguments, `command` among them; exits as argparse does on wrong usage or a request for help."""
    unknown = argv[0] if argv and argv[0] not in COMMANDS and argv[0] not in _GLOBAL_OPTIONS else None
    if unknown is not None:
        argv = ["run", *argv]
    parser = build_parser(argv[:1], every=not argv or argv[0] not in COMMANDS)
    if not argv:
        parser.print_help()
        parser.exit(2)
    arguments, rest = parser.parse_known_args(argv)
    scattered = getattr(arguments, "scattered", None)
    close = get_close_matches((unknown or "").lower(), COMMANDS, 1) if rest and not rest[0].startswith("-") else []
    if close:
        parser.error(f"there is no command {unknown}: did you mean {close[0]}?")
    if rest and (scattered is None or any(word.startswith("-") for word in rest)):
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    if scattered is not None:
        getattr(arguments, scattered).extend(rest)
    return arguments


def build_parser(complete: Sequence[str] = tuple(COMMANDS), every: bool = True) -> argparse.ArgumentParser:
    """The parser of the whole command line; of the commands only those named `complete` get their arguments, and unless `every` one is
    wanted for a list of them, the others are left out."""
    parser = argparse.ArgumentParser(
        prog="rbsolve",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"rbsolve {rbsolve.__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS if every else complete:
        command = COMMANDS[name]
        own = commands.add_parser(name, help=command.summary, description=command.description)
        if name in complete:
            module_of(name).add_arguments(own)
    return parser
