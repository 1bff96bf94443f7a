"""A window is the part of a schedule that is passed to a kernel. Its size does not depend on the number of output rows."""

from __future__ import annotations

from rbsolve.solver.model.compiled import Schedule

LENGTH = 4096  # number of intervals


class Window:
    """The output times `times` (n + 1,) and the numbers of steps `steps` (n,) of n intervals of a schedule. The window
    moves on when its intervals are completed.
    """

    def __init__(self, schedule: Schedule) -> None:
        self.schedule = schedule
        self.first = 0
        """Index of the first interval in the window."""
        self.times, self.steps = schedule.window(0, LENGTH)

    @property
    def is_last(self) -> bool:
        """Return whether the window is the last part of the schedule."""
        return self.first + len(self.steps) == self.schedule.intervals

    def move_to(self, first: int) -> None:
        """Move the window to the intervals starting at index `first`."""
        self.first = first
        self.times, self.steps = self.schedule.window(first, LENGTH)

    def move_on(self) -> None:
        """Move the window to the next intervals."""
        self.move_to(self.first + len(self.steps))

    def time(self, interval: int, done: float) -> float:
        """Return the time after `done` steps of an interval. The index of the interval counts from the start of the
        window.
        """
        start = float(self.times[interval])
        if interval == len(self.steps):
            return start
        return start + done * (float(self.times[interval + 1]) - start) / float(self.steps[interval])
