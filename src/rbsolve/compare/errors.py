"""Measures the difference between the rows of a run and a reference. The measure is the difference at the end, the
largest difference, or the root mean square.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from rbsolve.compare.running import SensorRows
from rbsolve.solver.model.flat import Floats, Ints

CLOSE = 1e-9
"""Tolerance for equal times, relative to the time, or in seconds for times below 1 s."""
MOST_MULTIPLES = 1000

_OVER: Mapping[str, Callable[[Floats], float]] = {
    "end": lambda sizes: float(sizes[-1]),
    "max": lambda sizes: float(np.max(sizes)),
    "rms": lambda sizes: math.sqrt(float(np.mean(sizes**2))),
}
"""For each measure, the function that reduces the errors (n,) of all rows to a number."""
WORDS = {
    "end": "error of {} at the end time",
    "max": "largest error of {} over all rows",
    "rms": "root mean square error of {} over all rows",
}


def errors_against(rows: SensorRows, reference: SensorRows, measure: str) -> dict[str, float]:
    """Return the norm of each sensor's error. Only rows at common times are compared."""
    last = np.array([-1])
    mine, theirs = (last, last) if measure == "end" else common_rows(rows.times, reference.times)
    return {
        name: _OVER[measure](np.linalg.norm(values[mine] - reference.values[name][theirs], axis=1))
        for name, values in rows.values.items()
    }


def size_of(reference: SensorRows, names: Sequence[str], measure: str) -> float:
    """Return the norm of the reference values, with the same measure as for the errors."""
    sizes = (_OVER[measure](np.linalg.norm(reference.values[name], axis=1)) for name in names)
    return math.sqrt(sum(size**2 for size in sizes))


def common_rows(times: Floats, others: Floats) -> tuple[Ints, Ints]:
    """Find the times that two series have in common. Return their indices in the first series and in the second series."""
    behind = np.minimum(np.searchsorted(others, times), len(others) - 1)
    before = np.maximum(behind - 1, 0)
    nearest = np.where(np.abs(others[before] - times) <= np.abs(others[behind] - times), before, behind)
    are_close = np.abs(others[nearest] - times) <= CLOSE * np.maximum(1.0, np.abs(times))
    return np.flatnonzero(are_close), nearest[are_close].astype(np.int64)


def are_same(time: float, other: float) -> bool:
    """Return whether two times are equal except for round-off."""
    return abs(time - other) <= CLOSE * max(1.0, abs(time))


def common_spacing(of_deck: float, steps: Sequence[float]) -> float:
    """Return an output interval that is a multiple of every step. If possible, it is the interval of the deck.
    Otherwise it is the shortest such interval.

    Raise ValueError if no such interval exists.
    """
    largest = max(steps)
    for spacing in (of_deck, *(largest * k for k in range(1, MOST_MULTIPLES + 1))):
        if all(_divides(step, spacing) for step in steps):
            return spacing
    listed = ", ".join(f"{step:g}" for step in steps)
    raise ValueError(f"steps of {listed} s have no output times in common: use steps that divide the largest step")


def _divides(step: float, spacing: float) -> bool:
    ratio = spacing / step
    return ratio > 0.5 and abs(ratio - round(ratio)) <= CLOSE * ratio
