"""CONSTANT_ACCELERATION_PROFILE: a motion from rest to rest, from START_VALUE to END_VALUE, within DURATION from
START_TIME.

The acceleration is `4 (end - start) / duration^2` in the first half, and minus this value in the second half. The data
are [start value, end value, start time, duration].
"""

from __future__ import annotations

import numpy as np

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Diagnostics
from rbsolve.language.table import Variant, number
from rbsolve.solver.functions.kind import FunctionType
from rbsolve.solver.model.flat import Floats


def encode(described: Described, diagnostics: Diagnostics) -> list[float]:
    """Return the data of a function from its block."""
    return [described[keyword] for keyword in ("START_VALUE", "END_VALUE", "START_TIME", "DURATION")]


def evaluate(data: Floats, first: int, last: int, t: float) -> tuple[float, float, float]:
    """Return value and derivatives at t. Exactly at the middle, the acceleration of the second half is used."""
    start = data[first]
    end = data[first + 1]
    duration = data[first + 3]
    elapsed = t - data[first + 2]
    left = duration - elapsed
    acceleration = 4.0 * (end - start) / (duration * duration)
    if elapsed < 0.0:
        return start, 0.0, 0.0
    if left < 0.0:
        return end, 0.0, 0.0
    if elapsed < left:
        return start + 0.5 * acceleration * elapsed * elapsed, acceleration * elapsed, acceleration
    return end - 0.5 * acceleration * left * left, acceleration * left, -acceleration


CONSTANT_ACCELERATION_PROFILE = FunctionType(
    Variant(
        "CONSTANT_ACCELERATION_PROFILE",
        "A transition between two values: constant acceleration to the middle, then constant deceleration to the end.",
        ("START_VALUE", "END_VALUE", "DURATION"),
        (),
        {"START_TIME": 0.0},
    ),
    (
        number("START_VALUE", "The value at the start."),
        number("END_VALUE", "The value at the end."),
        number("DURATION", "The duration of the transition.", unit="s", above=0.0),
    ),
    encode,
    evaluate,
    lambda data: data[2] + data[3] * np.array([0.0, 0.5, 1.0]),
)
