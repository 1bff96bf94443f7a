"""Defines records for the parameters with respect to which a run is differentiated, and for the resulting derivatives."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rbsolve.pipeline import Parameter

Floats = NDArray[np.float64]
ROUND_OFF = dict.fromkeys(("CONSTRAINT_VIOLATION", "UNIT_NORM_ERROR", "ROTATION_DETERMINANT_ERROR"), 1e-12)
"""Largest values of sensors that count as round-off, by type. Violations are relative to the size of the model. The
derivatives of such sensors are zero, because their equations hold for all values of the parameters.
"""


def is_round_off(sensor_type: str, scale: float) -> bool:
    """Return whether a sensor whose largest value is `scale` contains only round-off."""
    return scale <= ROUND_OFF.get(sensor_type, -1.0)


@dataclass(frozen=True, slots=True)
class Target:
    """A number in the deck, and its value. The number is a design parameter, or one number of a list (`index`)."""

    name: str
    """The name of the number: `k`, or `v.2` for the second number of a list."""
    parameter: str
    value: float
    whole: tuple[float, ...] = ()
    index: int = 0

    def at(self, value: float) -> dict[str, Parameter]:
        """Return the parameter with a different value."""
        if not self.whole:
            return {self.parameter: value}
        return {self.parameter: (*self.whole[: self.index], value, *self.whole[self.index + 1 :])}

    @property
    def size(self) -> float:
        """Return a power of two near the magnitude of the value, or 1 for zero."""
        return 2.0 ** round(math.log2(abs(self.value))) if self.value else 1.0


@dataclass
class Derivative:
    """The derivatives of all sensors with respect to one number of the deck."""

    target: Target
    sensors: Mapping[str, Floats]
    """The derivatives (n, k) by sensor."""
    errors: Mapping[str, Floats]
    """An estimate of the largest error of each column (k,), by sensor."""
    time: Floats
    """The derivatives of the output times (n,), which an event may change."""
    runs: int
    steps: tuple[float, float]
    """The largest and the smallest step of the differences."""
    has_effect: bool
    """Whether a change of the number changes any bit of any sensor."""
    parameters: Mapping[str, float] = field(default_factory=dict)
    """The derivatives of all numeric design parameters that depend on the number. The design parameter of the number
    itself is included.
    """
    scales: Mapping[str, float] = field(default_factory=dict)
    """The largest value of each sensor."""
    failure: str = ""
    """The reason why the derivative does not exist."""
    method: str = "difference"


def failed_derivative(target: Target, reason: str) -> Derivative:
    """Return the record of a derivative that does not exist."""
    return Derivative(target, {}, {}, np.empty(0), 0, (0.0, 0.0), True, failure=reason)
