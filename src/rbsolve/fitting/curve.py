"""A measured column and the column that a run computed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Curve:
    """A column of data and the computed column, at the times (m,) [s] of the data."""

    experiment: str
    column: str
    sensor: str
    unit: str
    time: Floats
    measured: Floats
    computed: Floats
    is_held_out: NDArray[np.bool_]

    @property
    def residual(self) -> Floats:
        """Return the computed minus the measured values (m,)."""
        return self.computed - self.measured
