"""Describes the speed of a run in words."""

from __future__ import annotations

import time
from collections.abc import Callable


class Speed:
    """Computes the speed of a run and the remaining time. The clock starts with the first report. `idle` returns the
    seconds to subtract, for example the time of compilation.
    """

    def __init__(self, end: float, idle: Callable[[], float] = lambda: 0.0) -> None:
        self._end, self._idle = end, idle
        self._first: tuple[float, float, int] | None = None

    def words(self, simulated: float, steps: int) -> str:
        """Return the progress of a run with its simulated time [s] and its speed."""
        now = time.monotonic() - self._idle()
        where = f"t = {simulated:.4g} of {self._end:g} s"
        if self._first is None:
            self._first = (now, simulated, steps)
        began, first_time, first_steps = self._first
        seconds, done = now - began, simulated - first_time
        if done <= 0.0 or seconds <= 0.0:
            return where
        left = (self._end - simulated) * seconds / done
        return (
            f"{where}  {_short(done / seconds)}x real time"
            f"  {_short((steps - first_steps) / seconds)} steps/s  {duration(left)} left"
        )


def _short(value: float) -> str:
    """Return a number with two or three digits: 0.034, 1.2, 345, 1.2e+06."""
    return f"{value:.0f}" if 99.5 <= value < 99999.5 else f"{value:.2g}"


def duration(seconds: float) -> str:
    """Return a duration in words: `17 s`, `3 min 05 s`, `2 h 10 min`."""
    if seconds < 59.5:
        return f"{seconds:.0f} s"
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02d} min" if hours else f"{minutes} min {seconds:02d} s"
