"""Finds the times of a threshold: the first crossing of a value, and the settling time."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rbsolve.results.scalars.differential import Differential, nothing

Floats = NDArray[np.float64]


def crossing(time: Floats, values: Floats, level: float) -> Differential:
    """Return the time [s] at which a history first crosses the value `level`, upwards or downwards. The time is NaN if
    the history never crosses this value, or if a row up to the crossing has no finite value.
    """
    side = np.sign(values - level)
    hits = np.flatnonzero((side[1:] * side[:-1] < 0.0) | (side[1:] == 0.0))
    if side[0] == 0.0 or not len(hits):
        if side[0] != 0.0:
            return nothing(time)
        hits = np.array([0])
        if len(time) == 1:
            return Differential(float(time[0]), np.full(1, math.nan), np.ones(1), math.nan)
    if not np.isfinite(values[: hits[0] + 2]).all():
        return nothing(time)
    return _between(time, values, int(hits[0]), level)


def _between(time: Floats, values: Floats, row: int, level: float) -> Differential:
    """Return the time at which a straight line between a row and the next row crosses a value."""
    rise = values[row + 1] - values[row]
    if rise == 0.0:  # the history starts at the value and does not leave it
        return nothing(time)._replace(value=float(time[row]))
    length = time[row + 1] - time[row]
    share = (level - values[row]) / rise
    by_values, by_times = np.zeros(len(time)), np.zeros(len(time))
    slowness = length / rise
    by_values[row], by_values[row + 1] = -slowness * (1.0 - share), -slowness * share
    by_times[row], by_times[row + 1] = 1.0 - share, share
    return Differential(float(time[row] + share * length), by_values, by_times, float(slowness))


def settling(time: Floats, values: Floats, share: float) -> Differential:
    """Return the settling time [s], counted from the first row. After it, the distance from the last value is at most
    `share` times the largest distance.
    """
    if not 0.0 < share < 1.0:
        return nothing(time)
    last = len(values) - 1
    distance = np.abs(values - values[last])
    farthest = int(np.argmax(distance))
    if distance[farthest] == 0.0:
        return Differential(0.0, np.zeros(len(time)), np.zeros(len(time)))
    row = int(np.flatnonzero(distance > share * distance[farthest])[-1])
    side = math.copysign(1.0, values[row] - values[last])
    width = share * distance[farthest]
    found = _between(time, values, row, values[last] + side * width)
    # The level also depends on the last row and on the largest distance from that row.
    by_values, by_times = found.by_values, found.by_times
    to_farthest = math.copysign(1.0, values[farthest] - values[last])
    by_values[last] += found.by_number * (1.0 - side * share * to_farthest)
    by_values[farthest] += found.by_number * side * share * to_farthest
    by_times[0] -= 1.0
    by_share = found.by_number * side * distance[farthest]
    return Differential(found.value - float(time[0]), by_values, by_times, float(by_share))
