"""The codes of the function types, as the kernels see them (`Functions.kind`)."""

from __future__ import annotations

CONSTANT = 0
POLYNOMIAL = 1
HARMONIC = 2
TABULATED = 3
CHEBYSHEV = 4
EXPRESSION = 5
CONSTANT_ACCELERATION_PROFILE = 6
