"""Finds the corners of functions of time. Adaptive steps end at corners, so that no step passes over a pulse between
two corners.

Corners are the ends of functions, the times of tables, and the starts and ends of steps and profiles. The middle
between the ends of a function is also a corner, because a pulse may be zero at both ends. The times at which formulas
switch are computed in advance (switching.py). In a table with more than `MANY` entries, only times at which it starts
or stops being constant are corners. At the other times, the table varies on both sides, so a step cannot miss the
change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.functions.registry import CODES
from rbsolve.solver.kernel import subroutine

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Functions
    from rbsolve.solver.model.flat import Floats

MANY = 64
ROUNDING = 1e-12  # a corner within this fraction of the time counts as reached
NEAR = 1e-9  # a corner within this fraction of a step from its end counts as the end of the step
_TABULATED, _STEP, _PROFILE = CODES["TABULATED"], CODES["STEP"], CODES["CONSTANT_ACCELERATION_PROFILE"]
ENTRY = 3  # number of values of a table entry: time, value, curvature


@subroutine
def _up_to(corner: float, t: float, h: float) -> float:
    """Return the distance to a corner, at most `h`."""
    ahead = corner - t
    return ahead if ROUNDING * max(abs(t), h) < ahead < h else h


@subroutine
def _is_level(data: Floats, k: int) -> bool:
    """Return whether a table is constant between the entry at `k` and the next entry."""
    is_level: bool = data[k + 1] == data[k + ENTRY + 1] and data[k + 2] == 0.0 and data[k + ENTRY + 2] == 0.0
    return is_level


@subroutine
def _up_to_place(data: Floats, first: int, last: int, t: float, h: float) -> float:
    """Return the distance to the first corner of a table, at most `h`."""
    places = (last - first) // ENTRY
    low, high = -1, places  # entry `low` is reached, entry `high` is not
    while high - low > 1:
        middle = (low + high) // 2
        if data[first + ENTRY * middle] - t <= ROUNDING * max(abs(t), h):
            low = middle
        else:
            high = middle
    while high < places:
        k = first + ENTRY * high
        ahead: float = data[k] - t
        if not ahead < h:
            return h
        if places <= MANY or high == 0 or high == places - 1 or _is_level(data, k - ENTRY) != _is_level(data, k):
            return ahead
        high += 1
    return h


@subroutine
def _up_to_switch(times: Floats, t: float, h: float) -> float:
    """Return the distance to the first switch in `times`, at most `h`."""
    low, high = 0, times.shape[0]
    while low < high:
        middle = (low + high) // 2
        if times[middle] - t <= ROUNDING * max(abs(t), h):
            low = middle + 1
        else:
            high = middle
    return _up_to(times[low], t, h) if low < times.shape[0] else h


@subroutine
def up_to_corner(functions: Functions, t: float, h: float) -> float:
    """Return the size of a step from `t`. It is about `h`, or smaller if a corner of a function would otherwise be
    inside the step.
    """
    h = _up_to_switch(functions.corners, t, h)
    for i in range(functions.kind.shape[0]):
        kind, first = functions.kind[i], functions.first[i]
        start, stop = functions.start[i], functions.stop[i]
        h = _up_to(stop, t, _up_to(0.5 * (start + stop), t, _up_to(start, t, h)))
        if kind == _TABULATED:
            h = _up_to_place(functions.data, first, functions.first[i + 1], t, h)
        elif kind == _STEP:
            h = _up_to(functions.data[first + 3], t, _up_to(functions.data[first + 2], t, h))
        elif kind == _PROFILE:
            begin, duration = functions.data[first + 2], functions.data[first + 3]
            h = _up_to(begin + duration, t, _up_to(begin + 0.5 * duration, t, _up_to(begin, t, h)))
    return h


@subroutine
def part_to_corner(functions: Functions, t: float, h: float) -> float:
    """Return the fraction of a step up to the first corner in this step. The step has the size `h` and ends at `t`. The
    value is 1 if the first corner is at the end of the step, and -1 without corners.
    """
    wanted = h * (1.0 + NEAR)
    ahead = up_to_corner(functions, t - h, wanted)
    if ahead == wanted:
        return -1.0
    part = ahead / h
    return 1.0 if part > 1.0 - NEAR else part
