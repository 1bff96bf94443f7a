"""Parses the words of a command line.

Only the module of the called command is imported. Such a module imports large modules inside its function `run`. The
last argument of a command may be a list that continues after an option (`plot f.h5 -o f.png tip`). For this purpose,
the command names the list with `parser.set_defaults(scattered="sensors")`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from types import ModuleType
from typing import NoReturn

from rbsolve.cli.catalogue import COMMANDS, GROUPS
from rbsolve.version import VERSION

_GLOBAL_OPTIONS = ("-h", "--help", "--version")
_MANNERS = (
    "-q",
    "--quiet",
    "-v",
    "--verbose",
    "--no-progress",
    "--color",
)  # Every command accepts these options. They may also precede the name of the command.
_MEANT = {
    "solve": "run",
    "simulate": "run",
    "start": "run",
    "continue": "resume",
    "restart": "resume",
    "show": "view",
    "open": "view",
    "animate": "view",
    "lint": "check",
    "fmt": "format",
    "convert": "import",
    "server": "serve",
    "stop": "cancel",
    "kill": "cancel",
    "jobs": "status",
    "minimize": "optimize",
    "eig": "linearize",
}  # maps command names of other programs to the rbsolve commands with the same purpose

DESCRIPTION = "Solve rigid-body dynamics from a Dymore-style input deck."
EPILOG = """\
`rbsolve MODEL.deck` is short for `rbsolve run MODEL.deck`. `rbsolve help COMMAND` explains a command.

exit codes: 0 success; 1 the deck has errors; 2 wrong usage; 3 the solution failed (output rows until then are kept);
            4 input or output failed; 130 interrupted (output rows until then are kept)"""


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """A formatter for help texts. The formatter lists the commands by group, and adds the defaults of options."""

    def _format_action(self, action: argparse.Action) -> str:
        if action.dest != "command":
            return super()._format_action(action)
        width = max(map(len, COMMANDS))
        lines = []
        for group in GROUPS:
            lines.append(f"  {group}:")
            lines += [f"    {name:{width}}  {c.summary}" for name, c in COMMANDS.items() if c.group == group]
        return "\n".join(lines) + "\n"

    def _get_help_string(self, action: argparse.Action) -> str | None:
        text = action.help or ""
        has_default = action.option_strings and not isinstance(action.default, (bool, type(None), list, dict, tuple))
        if has_default and action.default is not argparse.SUPPRESS and "default" not in text:
            text += "; default: %(default)s" if text else "default: %(default)s"
        return text


class Parser(argparse.ArgumentParser):
    """A parser that suggests a known option if the user mistypes one."""

    def refuse(self, words: Sequence[str]) -> NoReturn:
        """Report words that are unknown to this command, with the usage of the command."""
        known = [name for action in self._actions for name in action.option_strings if name.startswith("--")]
        options = [word.split("=")[0] for word in words if word.startswith("-")]
        for option in options:
            close = get_close_matches(option, known, 1, cutoff=0.7)
            if close:
                self.error(f"there is no option {option}: did you mean {close[0]}?")
        for option in options:
            for action in self._get_positional_actions():
                if get_close_matches(option.strip("-"), (action.dest,), cutoff=0.7):
                    self.error(f"there is no option {option}: give {action.metavar} without an option")
            self.error(f"there is no option {option}: `{self.prog} --help` lists all options")
        self.error(f"unexpected arguments: {' '.join(words)}" if len(words) > 1 else f"unexpected argument: {words[0]}")


def module_of(command: str) -> ModuleType:
    """Import and return the module of a command."""
    return import_module(f"rbsolve.cli.commands.{command.replace('-', '_')}")


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Return the parsed arguments, including `command`. If the usage is wrong or help is requested, argparse ends the
    process.
    """
    argv = _with_command_first(argv)
    if argv[:1] == ["help"]:
        if len(argv) > 1 and argv[1] not in COMMANDS:
            _refuse_command(argv[1])
        argv = [*argv[1:2], "--help"]
    unknown = argv[0] if argv and argv[0] not in COMMANDS and argv[0] not in _GLOBAL_OPTIONS else None
    if unknown is not None:
        argv = ["run", *argv]
    parser = build_parser(argv[:1], every=not argv or argv[0] not in COMMANDS)
    if not argv:
        parser.print_help()
        parser.exit(2)
    if unknown is not None:
        _suggest_command(unknown, argv[2:])
    arguments, rest = parser.parse_known_args(argv)
    arguments.words = [*argv]
    scattered = getattr(arguments, "scattered", None)
    if rest and (scattered is None or any(word.startswith("-") for word in rest)):
        commands_of(parser)[arguments.command].refuse(rest)
    if scattered is not None:
        getattr(arguments, scattered).extend(rest)
    return arguments


def _with_command_first(argv: Sequence[str]) -> Sequence[str]:
    """Move options of all commands, such as `--color never`, after the command."""
    words = list(argv)
    at = 0
    while at < len(words) and words[at].split("=")[0] in _MANNERS:
        at += 2 if words[at] == "--color" else 1
    if at and at < len(words) and words[at] in COMMANDS:
        return [words[at], *words[:at], *words[at + 1 :]]
    return words


def _suggest_command(word: str, rest: Sequence[str]) -> None:
    """If the first word looks like a mistyped command, and not like a deck or an option, report an error."""
    is_deck = os.path.exists(word) or "." in word or os.sep in word or word.startswith("-")
    has_arguments = bool(rest) and not rest[0].startswith("-")
    if (has_arguments or not is_deck) and (_close_command(word) or (has_arguments and not is_deck)):
        _refuse_command(word)


def _close_command(word: str) -> str | None:
    close = next(iter(get_close_matches(word.lower(), [*COMMANDS, *_MEANT], 1)), None)
    return _MEANT.get(close, close) if close else None


def _refuse_command(word: str) -> NoReturn:
    """Report a command that does not exist, with the usage of the nearest command."""
    close = _close_command(word)
    parser = build_parser((close,) if close else (), every=close is None)
    if close is None:
        parser.error(f"there is no command or file {word}: `rbsolve help` lists all commands")
    own = commands_of(parser)[close]
    own.print_usage(sys.stderr)
    own.exit(2, f"rbsolve: error: there is no command {word}: did you mean {close}?\n")


def commands_of(parser: Parser) -> dict[str, Parser]:
    """Return the parsers of the commands by name."""
    action = next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return dict(action.choices)


def build_parser(complete: Sequence[str] = tuple(COMMANDS), every: bool = True) -> Parser:
    """Return the parser of the whole command line.

    Only the commands in `complete` get their arguments. If `every` is true, the other commands are listed without
    arguments. Otherwise they are omitted.
    """
    parser = Parser(prog="rbsolve", description=DESCRIPTION, epilog=EPILOG, formatter_class=HelpFormatter)
    parser.add_argument("--version", action="version", version=f"rbsolve {VERSION}")
    commands = parser.add_subparsers(
        title="commands", dest="command", metavar="COMMAND", required=True, parser_class=Parser
    )
    for name in COMMANDS if every else complete:
        command = COMMANDS[name]
        own = commands.add_parser(
            name,
            help=command.summary,
            description=command.description,
            epilog=f"example: {command.example}",
            formatter_class=HelpFormatter,
        )
        if name in complete:
            module_of(name).add_arguments(own)
            _add_manners(own)
    return parser


def _add_manners(parser: Parser) -> None:
    """Add the options that every command accepts. A command without its own option for this purpose does not list it."""
    parser.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto", help="colours in messages and tables"
    )
    known = {name for action in parser._actions for name in action.option_strings}
    for names, dest, value in (
        (("-q", "--quiet"), "quiet", True),
        (("-v", "--verbose"), "verbose", True),
        (("--no-progress",), "progress", False),
    ):
        if known.isdisjoint(names):
            parser.add_argument(
                *names, dest=dest, action="store_const", const=value, default=not value, help=argparse.SUPPRESS
            )
