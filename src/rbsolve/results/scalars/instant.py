"""Finds the place of a time between output rows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
SAME = 1e-9
"""A time whose distance from a row is at most this fraction of the spacing of rows counts as the time of the row."""
ROUNDING = 4.0 * float(np.finfo(np.float64).eps)
"""Largest round-off of a time, relative to the time."""


class Instant(NamedTuple):
    """A time between two rows. The value at this time is `(1 - share) * first + share * second`."""

    first: int
    second: int
    share: float

    @property
    def is_row(self) -> bool:
        """Return whether the time is the time of a row."""
        return self.share in {0.0, 1.0}

    @property
    def last(self) -> int:
        """Return the last row that the value needs."""
        return self.second if self.share else self.first

    def of(self, rows: Floats) -> Floats:
        """Return the value of rows (n, ...) at this time. If the time is the time of a row, return this row unchanged."""
        if self.is_row:
            return np.asarray(rows[self.last])
        return np.asarray((1.0 - self.share) * rows[self.first] + self.share * rows[self.second])


def instant_of(time: Floats, at: float) -> Instant | None:
    """Return the place of a time among the times (n,) of rows [s], or None if the rows do not include the time.

    The tolerances are relative to the spacing of rows. So they are suitable for runs of nanoseconds and for runs of
    years.
    """
    if not len(time):
        return None
    second = int(np.clip(np.searchsorted(time, at), min(1, len(time) - 1), len(time) - 1))
    first = max(0, second - 1)
    length = float(time[second] - time[first])
    close = max(SAME * length, ROUNDING * abs(at))
    if not time[0] - close <= at <= time[-1] + close:
        return None
    for row, share in ((first, 0.0), (second, 1.0)):
        if abs(time[row] - at) <= close:
            return Instant(first, second, share)
    return Instant(first, second, float((at - time[first]) / length))
