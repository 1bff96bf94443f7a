"""Represents numbers from histories with their derivatives. Also contains functions that all reductions share."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Differential(NamedTuple):
    """A number from a history, with its derivatives. They are with respect to values (n,), times (n,), and the argument
    before the sensor.
    """

    value: float
    by_values: Floats
    by_times: Floats
    by_number: float = 0.0


def nothing(time: Floats) -> Differential:
    """Return the result for a history without the required number: NaN with NaN derivatives."""
    there = np.full(len(time), np.nan)
    return Differential(np.nan, there, there, np.nan)


def pick(time: Floats, row: int, values: Floats, sign: float = 1.0) -> Differential:
    """Return the value in a row, multiplied by `sign`."""
    weights = np.zeros(len(time))
    weights[row] = sign
    return Differential(sign * float(values[row]), weights, np.zeros(len(time)))


def trapezoidal_weights(time: Floats) -> Floats:
    """Return the weights of the trapezoidal rule."""
    weights = np.zeros(len(time))
    steps = np.diff(time) / 2.0
    weights[:-1] += steps
    weights[1:] += steps
    return weights


def trapezoidal_by_times(values: NDArray[Any]) -> NDArray[Any]:
    """Return the derivatives of the trapezoidal rule with respect to the times."""
    pairs = (values[1:] + values[:-1]) / 2.0
    found = np.zeros_like(values)
    found[1:] += pairs
    found[:-1] -= pairs
    return found
