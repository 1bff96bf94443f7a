"""Finds the times at which the rate of a function jumps.

The rate jumps at the corners of a table with straight lines, and at the ends of a function. It also jumps at changes of
an absolute value, minimum or maximum. The value itself jumps at a sign, a floor or a remainder. A condition may cause
jumps of the value or of the rate.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from rbsolve.solver.functions.dispatch import corners_of, value_at
from rbsolve.solver.functions.instructions import (
    ABS,
    CALLED,
    CONSTANT,
    FLOOR,
    IF,
    LESS,
    MAX,
    MIN,
    MOD,
    NOT,
    OR,
    SIGN,
    SIGNAL,
)
from rbsolve.solver.functions.registry import CODES, COMPOSED
from rbsolve.solver.model.arrays import Functions

ROUNDING = 1e-6  # negligible change of a rate, relative to the rate
SAMPLES = 1000  # number of intervals that are searched for kinks of an expression
# A change between two samples indicates a jump if the derivatives at both samples do not explain this fraction of it.
UNEXPLAINED = 0.1
_CONDITIONS = (NOT, *range(LESS, OR + 1), IF)
LEAPS = (SIGN, FLOOR, MOD, *_CONDITIONS)
_BENDS = (ABS, MIN, MAX, MOD, *_CONDITIONS)


class Jump(NamedTuple):
    """A rate that changes from `before` to `after` at time `t`. If the value itself jumps, `after` is infinite."""

    t: float
    before: float
    after: float


def first_jump(functions: Functions, index: int, start: float, stop: float) -> Jump | None:
    """Return the first jump of the rate of a function strictly between two times."""
    data = functions.data[int(functions.first[index]) : int(functions.first[index + 1])]
    times = list(corners_of(functions, index))
    sides = [
        (math.nextafter(t, -math.inf), math.nextafter(t, math.inf)) for t in {t for t in times if start < t < stop}
    ]
    leap = None
    composed = functions.kind[index] == COMPOSED
    if composed or functions.kind[index] == CODES["EXPRESSION"]:
        if composed or has_instruction(data.tolist(), LEAPS):
            leap = _first_leap(functions, index, start, stop)
        if composed or has_instruction(data.tolist(), _BENDS):
            end = stop if leap is None else leap.t - 8.0 * math.ulp(leap.t)
            sides += [side for side in _narrow(functions, index, start, end) if side[1] < end]
    for left, right in sorted(sides):
        (_, before, bend0), (_, after, bend1) = value_at(functions, index, left), value_at(functions, index, right)
        curved = 2.0 * (right - left) * max(abs(bend0), abs(bend1))
        if abs(after - before) > ROUNDING * max(abs(before), abs(after)) + curved:
            return Jump(0.5 * (left + right), before, after)
    return leap


def has_instruction(program: list[float], instructions: tuple[int, ...]) -> bool:
    """Return whether an expression contains one of the given instructions."""
    at = 0
    while at < len(program):
        if program[at] in instructions:
            return True
        at += 2 if program[at] in (CONSTANT, CALLED, SIGNAL) else 1
    return False


def _first_leap(functions: Functions, index: int, start: float, stop: float) -> Jump | None:
    """Find the first jump of the value of an expression by sampling and bisection."""
    samples = [(float(t), *value_at(functions, index, float(t))[:2]) for t in np.linspace(start, stop, SAMPLES + 1)]
    for (a, value_a, slope_a), (b, value_b, slope_b) in itertools.pairwise(samples):
        change = value_b - value_a
        if not abs(change - 0.5 * (slope_a + slope_b) * (b - a)) > UNEXPLAINED * abs(change):
            continue
        while b - a > 2.0 * math.ulp(max(abs(a), abs(b))):
            middle = 0.5 * (a + b)
            value = value_at(functions, index, middle)[0]
            if abs(value - value_a) > abs(value_b - value):
                b, value_b = middle, value
            else:
                a, value_a = middle, value
        slope_a, slope_b = value_at(functions, index, a)[1], value_at(functions, index, b)[1]
        steep = 2.0 * (b - a) * max(abs(slope_a), abs(slope_b))
        if abs(value_b - value_a) > ROUNDING * max(abs(value_a), abs(value_b)) + steep:
            return Jump(0.5 * (a + b), slope_a, math.copysign(math.inf, value_b - value_a))
    return None


def _narrow(functions: Functions, index: int, start: float, stop: float) -> Iterator[tuple[float, float]]:
    """Yield narrow intervals around the times at which the rate seems to jump. They are found by sampling and
    bisection.
    """
    samples = [(float(t), *value_at(functions, index, float(t))[1:]) for t in np.linspace(start, stop, SAMPLES + 1)]
    width = 4.0 * math.ulp(max(abs(start), abs(stop)))
    for (a, slope_a, bend_a), (b, slope_b, bend_b) in itertools.pairwise(samples):
        change = slope_b - slope_a
        if not abs(change - 0.5 * (bend_a + bend_b) * (b - a)) > UNEXPLAINED * abs(change):
            continue
        while b - a > width:
            middle = 0.5 * (a + b)
            slope = value_at(functions, index, middle)[1]
            if abs(slope - slope_a) > abs(slope_b - slope):
                b, slope_b = middle, slope
            else:
                a, slope_a = middle, slope
        # at the time of the jump, the derivative may differ from the derivatives on both sides
        yield a - width, b + width
