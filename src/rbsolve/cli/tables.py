"""Tables on standard output."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import StringIO
from typing import TYPE_CHECKING

from rbsolve.cli.messages import console, is_colored

if TYPE_CHECKING:
    from rich.console import Console

WIDE = 400  # width of a line in characters if there is no terminal


def print_tables(show: Callable[[Console], None], width: int | None = None) -> None:
    """Print the output of `show` on a console: on a terminal in colours and with `width` (default: the terminal's
    width).

    In a pipe, texts are not cut, and columns have no padding.
    """
    from rich.console import Console

    if is_colored(sys.stdout):
        show(console(sys.stdout, width if sys.stdout.isatty() else width or WIDE))
        return
    text = StringIO()
    show(Console(file=text, width=width or WIDE, highlight=False))
    for line in text.getvalue().splitlines():
        print(line.rstrip())
