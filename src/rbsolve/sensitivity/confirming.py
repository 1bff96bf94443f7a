"""Compares tangents with one difference of runs. This is done for decks whose motion may not be smooth.

Tangents are derivatives of the steps. If contacts change, the motion within a step has kinks, and the derivatives of
the steps may differ from the derivatives of the motion by any amount. One pair of runs measures this difference. It
changes all numbers of the deck at once, so the cost does not depend on how many there are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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


def deviations(runs: Runs, found: Sequence[Derivative]) -> dict[str, float]:
    """For each sensor, return how far tangents deviate from a difference of runs, relative to the sensor's largest
    derivative. Sensors that are almost independent of the numbers are left out.

    All numbers change together. The result is empty if a run with changed numbers fails.
    """
    weights = [0.5 + 0.5 * (k * GOLDEN % 1.0) for k in range(len(found))]
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
            told[sensor] = float(np.max(np.abs(difference - tangent))) / largest
    return told


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
