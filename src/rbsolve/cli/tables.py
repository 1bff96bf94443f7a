"""Prints tables on standard output."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import StringIO
from typing import TYPE_CHECKING

from rbsolve.cli.messages import console, is_colored

if TYPE_CHECKING:
    from rich.console import Console

WIDE = 400  # width of a line in characters, without a terminal


def print_tables(show: Callable[[Console], None], width: int | None = None) -> None:
    """Call `show` with a console on standard output. On a terminal, the console has colours and the given width
    (default: the terminal's width).

    In a pipe, the default width is 400 characters, so that texts are not cut.
    """
    from rich.console import Console

    if is_colored(sys.stdout):
        show(console(sys.stdout, width if sys.stdout.isatty() else width or WIDE))
        return
    text = StringIO()
    show(Console(file=text, width=width or WIDE, highlight=False))
    for line in text.getvalue().splitlines():
        print(line.rstrip())
