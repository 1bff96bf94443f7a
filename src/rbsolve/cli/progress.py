"""Displays the progress of a run: a bar on a terminal, and occasional lines elsewhere. With --quiet, nothing is
displayed.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Protocol, Self

from rbsolve.cli.messages import console, manner, say
from rbsolve.display.speed import Speed
from rbsolve.solver.compiler.progress import seconds_spent

if TYPE_CHECKING:
    from rich.progress import Progress

SECONDS_BETWEEN_LINES = 5.0
_REFRESHES_PER_SECOND = 8


class Display(Protocol):
    """Shows the progress of a run, as a context manager."""

    def show(self, simulated: float, steps: int) -> None:
        """Show that the run has reached the time `simulated` [s] after `steps` steps."""
        ...

    def stage(self, text: str) -> None:
        """Show a stage of work that precedes the first step, or that lies between two steps."""
        ...

    def note(self, text: str) -> None:
        """Show a message during the run."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


def make_display(quiet: bool, start: float, end: float) -> Display:
    """Return the display for a run from `start` to `end` [s]. The kind of display depends on standard error and the
    user's settings.
    """
    if quiet:
        return Silence()
    if not manner().progress:
        return Notes()
    return Bar(start, end) if sys.stderr.isatty() else Lines(end)


class Silence:
    """A display that shows nothing."""

    def show(self, simulated: float, steps: int) -> None:
        """Do nothing."""

    def stage(self, text: str) -> None:
        """Do nothing."""

    def note(self, text: str) -> None:
        """Do nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return None


class Notes(Silence):
    """A display that shows only notes."""

    def note(self, text: str) -> None:
        """Print the note at once."""
        say(text)


class Lines(Notes):
    """Prints a plain line every few seconds."""

    def __init__(self, end: float) -> None:
        self._end = end
        self._speed = Speed(end, seconds_spent)
        self._last: float | None = None

    def show(self, simulated: float, steps: int) -> None:
        """Print a line if enough time has passed since the last line."""
        words = self._speed.words(simulated, steps)
        now = time.monotonic()
        if self._last is None:
            self._last = now
        elif now - self._last >= SECONDS_BETWEEN_LINES and simulated < self._end:
            self._last = now
            say(words)

    def stage(self, text: str) -> None:
        """Print the stage at once."""
        say(text)


class Bar:
    """Shows a bar with the simulated time, the speed and the remaining time."""

    def __init__(self, start: float, end: float) -> None:
        self._start = start
        self._speed = Speed(end, seconds_spent)
        self._progress = self._make()
        self._task = self._progress.add_task("", total=end - start, text="loading")

    def show(self, simulated: float, steps: int) -> None:
        """Move the bar."""
        self._progress.update(self._task, completed=simulated - self._start, text=self._speed.words(simulated, steps))

    def stage(self, text: str) -> None:
        """Show the stage in the bar."""
        self._progress.update(self._task, text=text, refresh=True)

    def note(self, text: str) -> None:
        """Print the note above the bar."""
        self._progress.console.print(text, markup=False, highlight=False)

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    @staticmethod
    def _make() -> Progress:
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

        return Progress(
            BarColumn(bar_width=30),
            TaskProgressColumn(),
            TextColumn("{task.fields[text]}", markup=False),
            console=console(sys.stderr),
            transient=True,
            refresh_per_second=_REFRESHES_PER_SECOND,
        )
