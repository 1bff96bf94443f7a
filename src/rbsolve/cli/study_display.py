"""Displays the progress of a study: a bar on a terminal, and occasional lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections import deque
from typing import TYPE_CHECKING

from rbsolve.cli.messages import console, manner, say
from rbsolve.display.speed import duration

if TYPE_CHECKING:
    from rich.progress import Progress

    from rbsolve.store.records import StudyRecord

SECONDS_BETWEEN_LINES = 5.0
RATE_SECONDS = 20.0


class StudyDisplay:
    """Shows how many cases are done and failed, the rate, and the remaining time."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._bar: Progress | None = None
        self._last = time.monotonic()
        self._rate = Rate()
        self._said: set[str] = set()

    def show(self, record: StudyRecord | None, waiting: str = "") -> None:
        """Show the status of the study. If the study waits, show each reason once."""
        if self._quiet or record is None:
            return
        if waiting and waiting not in self._said:
            self._said.add(waiting)
            self.note(waiting)
        if not manner().progress:
            return
        self._rate.add(record.done + record.failed)
        words = state_words(record, self._rate.per_second)
        if sys.stderr.isatty():
            if self._bar is None:
                self._bar = _make_bar()
                self._bar.start()
                self._bar.add_task("", total=record.cases, text="")
            self._bar.update(self._bar.task_ids[0], completed=record.cases - record.pending, text=words)
        elif time.monotonic() - self._last > SECONDS_BETWEEN_LINES and not record.ended:
            self._last = time.monotonic()
            say(words)

    def note(self, text: str) -> None:
        """Show a message during the study."""
        if self._bar is not None:
            self._bar.console.print(text, markup=False, highlight=False)
        else:
            say(text)

    def close(self) -> None:
        """Restore the terminal."""
        if self._bar is not None:
            self._bar.stop()


class Rate:
    """The number of cases per second, averaged over the most recent seconds."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque()

    def add(self, count: int) -> None:
        """Record how many cases have ended."""
        now = time.monotonic()
        if not self._seen or now - self._seen[-1][0] >= 0.2:
            self._seen.append((now, count))
        while len(self._seen) > 2 and now - self._seen[1][0] > RATE_SECONDS:
            self._seen.popleft()

    @property
    def per_second(self) -> float:
        """Return the number of cases per second, or 0 if the number is not known."""
        if len(self._seen) < 2:
            return 0.0
        (began, first), (now, last) = self._seen[0], self._seen[-1]
        return (last - first) / (now - began)


def state_words(record: StudyRecord, rate: float) -> str:
    """Return the status in words: `312 of 1000 done, 4 failed, 40 cases/s, 17 s left`."""
    words = [f"{record.done} of {record.cases} done"]
    if record.failed:
        words.append(f"{record.failed} failed")
    if record.cancelled:
        words.append(f"{record.cancelled} cancelled")
    if rate > 0.0 and record.pending:
        words += [f"{rate:.3g} cases/s", f"{duration(record.pending / rate)} left"]
    return ", ".join(words)


def _make_bar() -> Progress:
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

    columns = (BarColumn(bar_width=30), TaskProgressColumn(), TextColumn("{task.fields[text]}", markup=False))
    return Progress(*columns, console=console(sys.stderr), transient=True, refresh_per_second=8)
