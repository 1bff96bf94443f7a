"""What goes to standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rbsolve.parser.diagnostics import Diagnostic


def say(text: str) -> None:
    """One message to standard error; a closed standard error stops nothing."""
    with suppress(OSError, ValueError):
        print(text, file=sys.stderr, flush=True)


def say_error(text: str) -> None:
    """Why a command failed."""
    say(f"rbsolve: {text}")


def say_diagnostics(diagnostics: Iterable[Diagnostic]) -> None:
    """Every finding with its line of the deck, then how many there are; in colours on a terminal."""
    from rbsolve.parser.render import render, render_rich

    findings = list(diagnostics)
    if not findings:
        return
    if sys.stderr.isatty():
        from rich.console import Console

        Console(stderr=True, highlight=False).print(render_rich(findings), soft_wrap=True, end="")
    else:
        say(render(findings).rstrip("\n"))


def say_nothing_of_fonts() -> None:
    """Where home cannot be written matplotlib lists fonts in a temporary folder, which it removes, and says so at length."""
    import logging

    logging.getLogger("matplotlib").addFilter(lambda record: record.funcName != "_get_config_or_cache_dir")


def count(number: int, word: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
