"""POLYNOMIAL: f(t) = a0 + a1 t + a2 t^2 + ... The data are [a0, a1, ...]."""

from __future__ import annotations

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Diagnostics
from rbsolve.language.table import Variant, numbers
from rbsolve.solver.functions.kind import FunctionType
from rbsolve.solver.model.flat import Floats


def encode(described: Described, diagnostics: Diagnostics) -> list[float]:
    """Return the data of a function from its block."""
    return list(described["COEFFICIENTS"])


def evaluate(data: Floats, first: int, last: int, t: float) -> tuple[float, float, float]:
    """Return value and derivatives at t by Horner's rule. `data[first:last]` belongs to the function."""
    value = 0.0
    slope = 0.0
    half_curvature = 0.0
    for k in range(last - 1, first - 1, -1):
        half_curvature = half_curvature * t + slope
        slope = slope * t + value
        value = value * t + data[k]
    return value, slope, 2.0 * half_curvature


POLYNOMIAL = FunctionType(
    Variant("POLYNOMIAL", "a0 + a1 t + a2 t^2 + ...", ("COEFFICIENTS",)),
    (numbers("COEFFICIENTS", "The coefficients a0, a1, ... of the powers of t, or of the Chebyshev polynomials."),),
    encode,
    evaluate,
)
