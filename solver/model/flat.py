"""Defines the form of all arrays of a model: flat arrays of float64 or int64, which may be empty."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rbsolve.language.many import float_array

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

NO_INTS: Ints = np.zeros(0, dtype=np.int64)
NO_FLOATS: Floats = np.zeros(0)
NO_VECTORS: Floats = np.zeros((0, 3))
NO_MATRICES: Floats = np.zeros((0, 3, 3))
NO_BLOCKS: Floats = np.zeros((0, 6, 6))
NO_RANGES: Ints = np.zeros(1, dtype=np.int64)  # the starts (n + 1,) of the ranges of n = 0 objects
WIDTH = 8  # number of parameters of a pair or a coupling


def floats_of(values: Sequence[Floats], shape: tuple[int, ...]) -> Floats:
    """Convert values of the same shape to an array (n, *shape)."""
    made: Floats = float_array(values).reshape(len(values), *shape)
    return made


def ints_of(values: Sequence[int]) -> Ints:
    """Convert indices to an array (n,)."""
    return np.array(values, dtype=np.int64)
