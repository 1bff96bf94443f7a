"""`rbsolve format`: rewrites decks in the standard style."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rbsolve.cli.decks import STDIN
from rbsolve.cli.exit_codes import ExitCode
from rbsolve.cli.messages import count, say, say_diagnostics, say_error, say_unreadable
from rbsolve.cli.options import whole_number
from rbsolve.parser.formatting.files import BYTE_ORDER_MARK, Formatted, format_deck
from rbsolve.parser.formatting.layout import LINE_LENGTH


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "decks", nargs="+", metavar="DECK", help="the decks; - formats standard input to standard output"
    )
    parser.set_defaults(scattered="decks")
    parser.add_argument("--check", action="store_true", help="change nothing; exit with 1 if a deck would change")
    parser.add_argument("--diff", action="store_true", help="print the changes, but do not write them")
    parser.add_argument(
        "--shorten",
        action="store_true",
        help="define points, frames and mass properties where they are used; the model stays bit-identical",
    )
    parser.add_argument(
        "--line-length",
        type=whole_number,
        default=LINE_LENGTH,
        metavar="N",
        help=f"longest line [characters]; default: {LINE_LENGTH}",
    )


def run(arguments: argparse.Namespace) -> int:
    """Format the decks in turn. The exit code is the highest exit code of a deck."""
    code = ExitCode.DONE
    changed = unchanged = 0
    for name in arguments.decks:
        try:
            data = sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()
        except OSError as error:
            say_unreadable(name, error)
            code = ExitCode.INPUT_OUTPUT
            continue
        shown = "<stdin>" if name == STDIN else name
        done = format_deck(_shorten(data, shown) if arguments.shorten else data, shown, arguments.line_length)
        done = done._replace(before=data)
        if done.after is None:
            say_diagnostics(done.diagnostics)
            say_error(f"{name} is not formatted: it has syntax errors")
            code = max(code, ExitCode.DECK_ERRORS)
            continue
        changed += done.is_changed
        unchanged += not done.is_changed
        if arguments.check and done.is_changed:
            code = max(code, ExitCode.DECK_ERRORS)
        _deliver(name, done, done.after, arguments)
    would = "would be " if arguments.check or arguments.diff else ""
    say(f"{count(changed, 'deck')} {would}formatted, {unchanged} left unchanged")
    return code


def _shorten(data: bytes, name: str) -> bytes:
    """Return the deck in its short form. If the deck cannot be shortened, report the reason and return the deck
    unchanged.
    """
    from rbsolve.editor.short_form import NotShortened, shorten
    from rbsolve.language.diagnostics import Diagnostics
    from rbsolve.language.syntax import decode

    source = decode(data, name, Diagnostics())
    try:
        text = shorten(source.text, None if name == "<stdin>" else Path(name))
    except NotShortened as reason:
        say(f"{name} is not shortened: {reason}")
        return data
    if text == source.text:
        return data
    mark = BYTE_ORDER_MARK if data.startswith(BYTE_ORDER_MARK) else b""
    return mark + (text.replace("\n", "\r\n") if b"\r\n" in data else text).encode("utf-8")


def _deliver(name: str, done: Formatted, after: bytes, arguments: argparse.Namespace) -> None:
    """Write the formatted deck, or show the changes."""
    if arguments.diff:
        sys.stdout.write(done.diff("<stdin>" if name == STDIN else name))
    if arguments.check or arguments.diff:
        if done.is_changed and not arguments.diff:
            say(f"would format {name}")
    elif name == STDIN:
        sys.stdout.buffer.write(after)
        sys.stdout.buffer.flush()
    elif done.is_changed:
        Path(name).write_bytes(after)
        say(f"formatted {name}")
