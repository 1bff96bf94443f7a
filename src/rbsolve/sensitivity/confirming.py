"""Compares tangents with one difference of runs. This is done for decks whose motion may not be smooth.

Tangents are derivatives of the steps. If contacts change, the motion has kinks within a step. The derivatives of the
steps may then differ from the derivatives of the motion by any amount. One pair of runs measures this difference. It
changes all numbers of the deck at once, so the cost does not depend on how many there are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.pipeline import Parameter
from rbsolve.sensitivity.derivative import Derivative, Target
from rbsolve.sensitivity.differences import ROUNDING, Runs

Floats = NDArray[np.float64]
STEP = 2.0**-12
"""The change of each number, relative to its size."""
NOISY = 1e3
"""Differences that are smaller than this multiple of the round-off are not compared."""
GOLDEN = 0.618
CURVED = 1e-6
"""Deviations below this fraction of the largest derivative may come from the difference, because its step is finite."""


class Deviation(NamedTuple):
    """How far the tangents of a sensor deviate from a difference of runs."""

    share: float
    """The largest deviation, relative to the largest derivative of the sensor."""
    columns: Floats
    """The largest deviation (k,) of each column, if each number changes by its size times its weight."""


def deviations(runs: Runs, found: Sequence[Derivative]) -> dict[str, Deviation]:
    """Return the deviations of tangents from a difference of runs, by sensor. Sensors that are almost independent of the
    numbers are left out.

    All numbers change together. The result is empty if a run with changed numbers fails.
    """
    weights = _weights(len(found))
    targets = [each.target for each in found]
    above, below = runs.solve([_moved(targets, weights, sign * STEP) for sign in (1.0, -1.0)])
    if above.status != "complete" or below.status != "complete" or len(above.time) != len(below.time):
        return {}
    told = {}
    for sensor in above.sensors:
        if len(above.time) != len(found[0].sensors[sensor]):
            return {}
        difference = (above.sensors[sensor] - below.sensors[sensor]) / (2.0 * STEP)
        parts = zip(found, weights, strict=True)
        tangent = sum((w * each.target.size * each.sensors[sensor] for each, w in parts), np.zeros(()))
        largest = max(float(np.max(np.abs(each), initial=0.0)) for each in (difference, tangent))
        if largest > NOISY * ROUNDING * found[0].scales[sensor] / STEP:
            columns = np.max(np.abs(difference - tangent), axis=0)
            told[sensor] = Deviation(float(np.max(columns)) / largest, columns)
    return told


def with_deviations(found: Sequence[Derivative], apart: Mapping[str, Deviation]) -> dict[str, Derivative]:
    """Return tangents by name, with errors that contain their deviations. `found` must be the tangents of `apart`.

    All numbers changed together, so a deviation cannot be divided among them. Each number has the whole deviation.
    """
    changed = {}
    for one, weight in zip(found, _weights(len(found)), strict=True):
        errors = dict(one.errors)
        for sensor, deviation in apart.items():
            if deviation.share > CURVED:
                bound = deviation.columns / (weight * one.target.size)
            else:
                bound = deviation.share * np.max(np.abs(one.sensors[sensor]), axis=0, initial=0.0)
            errors[sensor] = np.maximum(errors[sensor], bound)
        changed[one.target.name] = replace(one, errors=errors)
    return changed


def _weights(count: int) -> list[float]:
    """Return the changes of numbers, in units of their sizes and of the step."""
    return [0.5 + 0.5 * (k * GOLDEN % 1.0) for k in range(count)]


def _moved(targets: Sequence[Target], weights: Sequence[float], step: float) -> Mapping[str, Parameter]:
    """Return the parameters of a run in which all numbers change."""
    moved: dict[str, Parameter] = {}
    for target, weight in zip(targets, weights, strict=True):
        value = target.value + weight * step * target.size
        whole = moved.get(target.parameter, target.whole)
        if isinstance(whole, tuple) and target.whole:
            moved[target.parameter] = (*whole[: target.index], value, *whole[target.index + 1 :])
        else:
            moved[target.parameter] = value
    return moved
