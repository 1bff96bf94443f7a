"""Defines which rows of many cases are stored, in which precision, and what is computed instead of storing rows."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Storing(NamedTuple):
    """Describes how the histories of cases are stored. Times are always stored in double precision."""

    every: int = 1
    """Only every `every`-th output row and the last row of each case are stored."""
    float32: bool = False
    """Whether histories are stored in single precision (4 bytes a number, relative round-off 6e-8)."""

    @property
    def dtype(self) -> np.dtype[Any]:
        """Return the type of stored histories."""
        return np.dtype("<f4" if self.float32 else "<f8")

    @property
    def is_whole(self) -> bool:
        """Return whether all rows are stored exactly."""
        return self == WHOLE

    def rows(self, count: int) -> NDArray[np.int64] | slice:
        """Return the indices of the stored rows of a case with `count` rows."""
        if self.every == 1:
            return slice(None)
        picked = np.arange(0, count, self.every)
        return picked if not count or picked[-1] == count - 1 else np.append(picked, count - 1)

    def stored(self, rows: NDArray[np.float64]) -> NDArray[Any]:
        """Return the stored part of the rows (n, k) of a case. Numbers beyond the range of the precision become
        infinite.
        """
        chosen = rows[self.rows(len(rows))]
        if not self.float32:
            return chosen
        with np.errstate(over="ignore"):
            return np.asarray(chosen, self.dtype)


WHOLE = Storing()


class Outputs(NamedTuple):
    """The results of many cases in memory."""

    storing: Storing = WHOLE
    envelope_times: tuple[float, ...] = ()
    """The times of the envelopes of all sensors without histories [s]. Without envelopes, there are no times."""
    responses: Mapping[str, str] = MappingProxyType({})
    """Scalars by name. They are computed as soon as a case is solved."""


HISTORIES = Outputs()
"""Only histories."""


def check_storing(every: int) -> str:
    """Return why a number of rows is invalid, or an empty text if it is valid."""
    return "" if every >= 1 else f"every {every}-th row cannot be stored: give a whole number of at least 1"
