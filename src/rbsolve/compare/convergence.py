"""Computes orders of convergence from errors above round-off."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from rbsolve.compare.study import Case

ROUND_OFF = 100.0 * float(np.finfo(np.float64).eps)
"""Largest error that may be round-off, relative to the reference's values. The limit is multiplied by the square root
of the number of steps.
"""
LEAST_ORDER = 0.5
"""Smallest order of a method that converges. If the measured order is lower, the method is beyond its stability limit,
or its errors are round-off.
"""
SAME_ORDER = 1.0
"""Local orders whose difference is smaller count as the same rate. A larger difference shows that the steps are still
too large.
"""
MOST_FITTED = 4
"""Largest number of cases to which an order is fitted: the valid cases with the smallest steps."""


def sound_cases(cases: Sequence[Case], scale: float) -> list[Case]:
    """Return the cases from which an order can be computed, with the largest step first. Their errors decrease with the
    step at a single rate. The errors also exceed the round-off of values of size `scale`.
    """
    shrinking: list[Case] = []
    for case in cases:
        if not floor(case, scale) < case.error < math.inf:
            continue
        if not shrinking or _slope(shrinking[-1], case) >= LEAST_ORDER:
            shrinking.append(case)
        elif len(shrinking) == 1:
            shrinking = [case]  # the case with the larger step was beyond the method's stability limit
        else:
            break
    orders = [_slope(coarse, fine) for coarse, fine in pairwise(shrinking)]
    first = len(orders)
    while first and abs(orders[first - 1] - orders[-1]) <= SAME_ORDER:
        first -= 1
    return shrinking[first:]


def floor(case: Case, scale: float) -> float:
    """Return the largest error of a case that round-off may cause."""
    return ROUND_OFF * math.sqrt(max(1, case.steps)) * scale


def fitted_order(cases: Sequence[Case], scale: float) -> float | None:
    """Return the least-squares slope of log(error) over log(step), or None if fewer than two cases are valid."""
    sound = sound_cases(cases, scale)[-MOST_FITTED:]
    if len(sound) < 2:
        return None
    steps, errors = (np.log([getattr(case, name) for case in sound]) for name in ("step", "error"))
    return float(np.polyfit(steps, errors, 1)[0])


def local_orders(cases: Sequence[Case], scale: float) -> list[float | None]:
    """Return the order of convergence between each case and the previous case. The order is None for the first case, or
    if one of the errors may be round-off.
    """
    orders: list[float | None] = [None]
    for coarse, fine in pairwise(cases):
        usable = all(floor(case, scale) < case.error < math.inf for case in (coarse, fine))
        orders.append(_slope(coarse, fine) if usable else None)
    return orders


def _slope(coarse: Case, fine: Case) -> float:
    return math.log(coarse.error / fine.error) / math.log(coarse.step / fine.step)
