"""What goes to standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rbsolve.parser.diagnostics import Diagnostic


def say(text: str) -> None:
    """One message to standard error; a closed standard error stops nothing."""
    try:
        print(text, file=sys.stderr, flush=True)
    except (OSError, ValueError):
        pass


def say_error(text: str) -> None:
    """Why a command failed."""
    say(f"rbsolve: {text}")


def say_diagnostics(diagnostics: Iterable[Diagnostic]) -> None:
    """Every finding with its line of the deck, then how many there are."""
    from rbsolve.parser.render import render

    findings = list(diagnostics)
    if findings:
        say(render(findings, colour=wants_colour()))


def wants_colour() -> bool:
    """Whether standard error is a terminal that shows colours and nobody asked for none (https://no-color.org)."""
    return sys.stderr.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def count(number: int, word: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
