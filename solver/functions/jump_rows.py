"""Finds the times at which functions of time jump, or change within a fraction of a fixed step.

`Functions.jumps` has rows `[a, b]`. If `a == b`, a value jumps. If `b > a`, a value changes between `a` and `b` faster
than steps can follow. Rows do not overlap, and are in increasing order. The flat array of all ends is therefore in
increasing order too.

Times within the distance `near` of an end belong to neither side of a jump. Steps evaluate functions only outside of
this distance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.compiler.derivatives import value_of
from rbsolve.solver.kernel import subroutine

if TYPE_CHECKING:
    from rbsolve.solver.model.flat import Floats

NEAR = 1e-10  # distance within which a time counts as the time of a jump, as a fraction of the step
ROUNDING = 2e-12  # distance within which a time counts as the time of a jump, as a fraction of the time
APART = 6.0  # smallest distance between two rows, in units of `near`


def distance(t: float, h: float) -> float:
    """Return the distance within which two times count as equal, for steps of size `h`."""
    return max(NEAR * h, ROUNDING * abs(t))


@subroutine
def near(t: float, h: float) -> float:
    """Return the result of `distance` without derivatives, even if the arguments have derivatives."""
    return max(NEAR * value_of(h), ROUNDING * abs(value_of(t)))


@subroutine
def first_end_after(jumps: Floats, t: float) -> int:
    """Return the index of the first end of a row after a time, in the flat array of all ends."""
    low, high = 0, jumps.shape[0]
    while low < high:
        middle = (low + high) // 2
        if value_of(jumps[middle]) > t:
            high = middle
        else:
            low = middle + 1
    return low


@subroutine
def has_end_near(jumps: Floats, t: float, distance: float) -> bool:
    """Return whether a row starts or ends within a distance of a time."""
    k = first_end_after(jumps, t - distance)
    return k < jumps.shape[0] and value_of(jumps[k]) <= t + distance


@subroutine
def jumps_near(jumps: Floats, t: float, distance: float) -> bool:
    """Return whether a value jumps within a distance of a time. At the ends of a fast change, values do not jump."""
    k = first_end_after(jumps, t - distance)
    while k < jumps.shape[0] and value_of(jumps[k]) <= t + distance:
        if value_of(jumps[k - k % 2]) == value_of(jumps[k - k % 2 + 1]):
            return True
        k += 1
    return False
