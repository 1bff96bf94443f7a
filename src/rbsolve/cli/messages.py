"""Prints messages to standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TextIO

if TYPE_CHECKING:
    from rich.console import Console

    from rbsolve.language.diagnostics import Diagnostic


class Manner(NamedTuple):
    """The user's settings for messages."""

    color: str = "auto"
    """Colours: `always`, `never` or `auto`. `auto` means colours on terminals unless NO_COLOR is set."""
    progress: bool = True
    verbose: bool = False
    quiet: bool = False


_manner = Manner()


def set_manner(manner: Manner) -> None:
    """Set the user's settings for messages."""
    global _manner
    _manner = manner


def manner() -> Manner:
    """Return the current settings for messages."""
    return _manner


def is_colored(stream: TextIO) -> bool:
    """Return whether a stream gets colours."""
    return _manner.color == "always" or (_manner.color == "auto" and stream.isatty())


def console(stream: TextIO, width: int | None = None) -> Console:
    """Return a console for a stream. The user's settings determine whether it has colours."""
    from rich.console import Console

    no_color = True if _manner.color == "never" else None
    return Console(file=stream, width=width, highlight=False, no_color=no_color, force_terminal=_forces(stream))


def _forces(stream: TextIO) -> bool | None:
    return True if _manner.color == "always" and not stream.isatty() else None


def say(text: str) -> None:
    """Print a message to standard error. If standard error is closed, the message is lost."""
    with suppress(OSError, ValueError):
        print(text, file=sys.stderr, flush=True)


def inform(text: str) -> None:
    """Print a message that `--quiet` suppresses."""
    if not _manner.quiet:
        say(text)


def say_error(text: str) -> None:
    """Print why a command failed."""
    say(f"rbsolve: {text}")


def say_unreadable(name: str, error: OSError) -> None:
    """Print why a deck cannot be read. If the file does not exist, suggest a file with a similar name."""
    path = Path(name)
    names = os.listdir(path.parent) if isinstance(error, FileNotFoundError) and path.parent.is_dir() else []
    close = get_close_matches(path.name, [other for other in names if other.endswith(".deck")], 1, cutoff=0.8)
    hint = f": did you mean {path.parent / close[0]}?" if close else ""
    say_error(f"cannot read {name}: {error.strerror or error}{hint}")


def say_diagnostics(diagnostics: Iterable[Diagnostic]) -> None:
    """Print each diagnostic with the line of the deck to which it refers. Then print the number of diagnostics. On a
    terminal, the output has colours.
    """
    from rbsolve.parser.render import render, render_rich

    findings = list(diagnostics)
    if not findings:
        return
    if is_colored(sys.stderr):
        console(sys.stderr).print(render_rich(findings), soft_wrap=True, end="")
    else:
        say(render(findings).rstrip("\n"))


def say_nothing_of_fonts() -> None:
    """Suppress the messages of matplotlib about its font cache. matplotlib prints them if the home folder is not
    writable.
    """
    import logging

    logging.getLogger("matplotlib").addFilter(lambda record: record.funcName != "_get_config_or_cache_dir")


def count(number: int, word: str) -> str:
    """Return a number with its noun: `1 error`, `2 errors`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
