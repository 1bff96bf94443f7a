"""Measures the wall time of a run, and adapts the number of steps in a call of compiled code."""

from __future__ import annotations

import time
from typing import NamedTuple

from rbsolve.solver.compiler.progress import seconds_spent

# target duration of a call of compiled code [s]; between calls, the run checks progress and interrupts
CALL_SECONDS = 0.1


class Stopwatch:
    """Measures the time since the start [s], and how much of it is spent on compilation."""

    def __init__(self) -> None:
        self._began, self._spent = time.perf_counter(), seconds_spent()

    @property
    def seconds(self) -> float:
        """Return the seconds since the start, including compilation."""
        return time.perf_counter() - self._began

    @property
    def compiling(self) -> float:
        """Return the seconds of compilation since the start."""
        return seconds_spent() - self._spent

    @property
    def running(self) -> float:
        """Return the seconds since the start, without compilation."""
        return time.perf_counter() - self._began - seconds_spent() + self._spent


class Pace:
    """The number of steps in one call of compiled code. Between calls, the run checks progress and interrupts. Several
    runs may use one pace.
    """

    def __init__(self) -> None:
        self.budget = 1

    def learn(self, taken: int, seconds: float, *, is_last: bool = False) -> None:
        """Adapt the steps per call so that a call lasts about CALL_SECONDS. The number grows by a factor of at most 8
        per call.

        A short last call does not change the number, so that the next run can start with it.
        """
        if is_last and seconds <= CALL_SECONDS:
            return
        self.budget = max(1, int(taken * min(8.0, CALL_SECONDS / max(seconds, 1e-9))))


class Clocks(NamedTuple):
    """The stopwatch of a run and its number of steps per call."""

    stopwatch: Stopwatch
    pace: Pace
