"""Computes a derivative from central differences with decreasing steps. Richardson's extrapolation gives the derivative
and an estimate of its error.

The best step need not be known beforehand. With large steps h, the error contains terms of the series in `h^2` that the
extrapolation does not remove. With small steps, the round-off of the function remains. The selected estimate is the one
that differs least from its two predecessors (Ridders, Advances in Engineering Software 4 (1982) 75).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
RATIO = 2.0
"""The ratio of a step to the next smaller step."""
MOST_TERMS = 5
"""The number of terms of the series in `h^2` that are removed."""


class Estimate(NamedTuple):
    """Derivatives (n, k) with errors (k,). The error of a column is the largest error of its rows. `place` (k,) is the
    index of the smallest step used.
    """

    values: Floats
    errors: Floats
    place: NDArray[np.int64]


class Tableau:
    """Estimates of derivatives (n, k), which improve with each added difference."""

    def __init__(self) -> None:
        self._row: list[Floats] = []
        """The last differences, with zero, one, two ... terms of the series removed."""
        self._best: Floats = np.empty((0, 0))
        self._errors = np.empty(0)
        self._place = np.empty(0, dtype=np.int64)
        self.count = 0
        """The number of differences so far."""

    def add(self, difference: Floats, rounding: Floats | float = 0.0) -> None:
        """Add the central difference (n, k) for the next smaller step. `rounding` (k,) is the round-off of each column.

        The round-off is needed because differences of very small steps may be equal, and yet wrong.
        """
        before, self._row = self._row, [difference]
        if not self.count:
            columns = difference.shape[1]
            self._best = np.full_like(difference, np.nan)
            self._errors, self._place = np.full(columns, np.inf), np.zeros(columns, dtype=np.int64)
        for m, coarse in enumerate(before[:MOST_TERMS]):
            fine, ratio = self._row[m], RATIO ** (2 * (m + 1))
            change = (fine - coarse) / (ratio - 1.0)
            better = fine + change
            # `better` differs from `fine` by the change, and from `coarse` by `ratio` times the change
            errors = np.maximum(ratio * _largest(change), rounding)
            taken = errors < self._errors
            if taken.all():
                self._best = better
            elif taken.any():
                self._best = np.where(taken, better, self._best)
            self._errors = np.where(taken, errors, self._errors)
            self._place[taken] = self.count
            self._row.append(better)
        self.count += 1

    @property
    def estimate(self) -> Estimate:
        """Return the best estimate of each column. With fewer than two differences, the estimate is NaN with an
        infinite error.
        """
        return Estimate(self._best, self._errors, self._place)


def estimate_of(differences: Sequence[Floats]) -> Estimate:
    """Return the derivative from central differences (n, k). The largest step comes first."""
    tableau = Tableau()
    for difference in differences:
        tableau.add(difference)
    return tableau.estimate


def _largest(values: Floats) -> Floats:
    found: Floats = np.max(np.abs(values), axis=0, initial=0.0)
    return found
