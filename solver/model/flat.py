"""What all arrays of a model are: flat, of float64 or int64; and those without any entries."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

NO_INTS: Ints = np.zeros(0, dtype=np.int64)
NO_FLOATS: Floats = np.zeros(0)
WIDTH = 8  # numbers of a pair, or of a coupling
