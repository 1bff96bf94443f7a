"""Estimates quantiles of many numbers in bounded memory, with a proved bound of the error.

Sorted values of weight w are merged in pairs. One value of each pair remains, with weight 2 w: in turn, the smaller value
of each pair and the larger value of each pair. This is the method of Manku, Rajagopalan and Lindsay (SIGMOD 1998). For
any number x, let the rank be the number of values below x. A merge changes the rank by at most w, and two consecutive
merges change it in opposite directions. c merges of weight w therefore change the rank by at most w ceil(c / 2).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)
"""The quantiles of envelopes."""
MOST_EXACT = 512
"""Largest number of cases whose values are stored without merging. Their quantiles are exact."""
FEWEST = 16


class QuantileSketch:
    """The distribution of the values of many cases, separately for each cell. A cell is one component at one time.

    Up to MOST_EXACT cases, the sketch stores all values. Then the memory grows with the logarithm of the number of cases.
    Values that are not finite do not count.
    """

    def __init__(self, cells: int) -> None:
        self.counts: Ints = np.zeros(cells, dtype=np.int64)
        """The number of finite values of each cell (cells,)."""
        self._new: Floats = np.empty((FEWEST, cells))
        self._filled = 0
        self._waiting: dict[int, Floats] = {}  # merged values (cells, MOST_EXACT / 2) by the logarithm of their weight
        self._merges: defaultdict[int, int] = defaultdict(int)

    def add(self, values: Floats) -> None:
        """Add the values (cells,) of a case."""
        if self._filled == len(self._new):
            self._make_room()
        row = self._new[self._filled]
        exists = np.isfinite(values)
        row[:] = values
        row[~exists] = np.nan
        self.counts += exists
        self._filled += 1

    @property
    def rank_error(self) -> int:
        """Return the largest error of a rank, in cases. An estimated quantile has a rank in the sorted values of all
        cases. This rank differs from the exact rank by at most this number.
        """
        return sum((count + 1) // 2 << level for level, count in self._merges.items())

    @property
    def is_exact(self) -> bool:
        """Return whether all values are stored. They are then in the order in which they were added."""
        return not self._merges

    def items(self) -> tuple[Floats, Ints]:
        """Return the stored values (cells, m) and their weights (m,). Values that do not count are NaN."""
        parts = [self._new[: self._filled].T, *self._waiting.values()]
        weights = [1, *(1 << level for level in self._waiting)]
        counts = [part.shape[1] for part in parts]
        return np.concatenate(parts, axis=1), np.repeat(np.array(weights, dtype=np.int64), counts)

    def _make_room(self) -> None:
        rows, cells = self._new.shape
        if rows < MOST_EXACT:
            longer = np.empty((2 * rows, cells))
            longer[:rows] = self._new
            self._new = longer
            return
        values, level = np.ascontiguousarray(self._new.T), 0
        while True:
            values.sort(axis=1)  # NaN come last, like the largest values
            kept = values[:, self._merges[level] % 2 :: 2].copy()
            self._merges[level] += 1
            level += 1
            if level not in self._waiting:
                self._waiting[level] = kept
                break
            values = np.concatenate([self._waiting.pop(level), kept], axis=1)
        self._filled = 0


def quantiles_of(values: Floats, weights: Ints, counts: Ints, levels: Sequence[float] = LEVELS) -> Floats:
    """Return quantiles (levels, cells) of values (cells, m) with weights (m,). `counts` (cells,) is the number of values
    that count.

    If all weights are 1, the result is equal to `numpy.quantile` of the finite values. Otherwise each value counts as
    often as its weight. Cells without values are NaN.
    """
    if not values.shape[1]:
        return np.full((len(levels), len(values)), np.nan)
    order = np.argsort(values, axis=1)
    ordered, places = np.take_along_axis(values, order, axis=1), np.cumsum(weights[order], axis=1)
    last = np.maximum(np.isfinite(ordered).sum(axis=1) - 1, 0)

    def at(rank: Floats) -> Floats:
        index = np.minimum((places <= rank[:, None]).sum(axis=1), last)
        return np.take_along_axis(ordered, index[:, None], axis=1)[:, 0]

    found = np.empty((len(levels), len(values)))
    highest = np.maximum(counts - 1, 0).astype(np.float64)
    for level, result in zip(levels, found, strict=True):
        rank = level * highest
        below = np.floor(rank)
        low, high, share = at(below), at(np.minimum(below + 1.0, highest)), rank - below
        step = high - low
        # numpy rounds in the same way.
        result[:] = np.where(share >= 0.5, high - step * (1.0 - share), low + step * share)
        result[counts == 0] = np.nan
    return found
