"""Evaluating a function of the model, whatever its type: plain Python, which kernels call through `evaluate.py`."""

from __future__ import annotations

import math
from typing import Any

from rbsolve.solver.functions import (
    chebyshev,
    constant,
    constant_acceleration_profile,
    expression_kernel,
    harmonic,
    polynomial,
    tabulated,
)
from rbsolve.solver.functions.codes import (
    CHEBYSHEV,
    CONSTANT,
    CONSTANT_ACCELERATION_PROFILE,
    HARMONIC,
    POLYNOMIAL,
    TABULATED,
)
from rbsolve.solver.functions.instructions import DEEPEST_STACK
from rbsolve.solver.model.arrays import Functions


def dispatch(functions: Functions, index: int, t: float, stack: Any) -> tuple[float, float, float]:
    """Function `index` at t: value and first and second derivative.

    Before `start` and after `stop` the value is that at the nearer end, and both derivatives are zero.
    `stack` is the working memory of expressions, DEEPEST_STACK triples of floats.
    """
    held = False
    if t < functions.start[index]:
        t = functions.start[index]
        held = True
    elif t > functions.stop[index]:
        t = functions.stop[index]
        held = True
    kind = functions.kind[index]
    first = functions.first[index]
    last = functions.first[index + 1]
    data = functions.data
    if kind == CONSTANT:
        value, slope, curvature = constant.evaluate(data, first, last, t)
    elif kind == POLYNOMIAL:
        value, slope, curvature = polynomial.evaluate(data, first, last, t)
    elif kind == HARMONIC:
        value, slope, curvature = harmonic.evaluate(data, first, last, t)
    elif kind == TABULATED:
        value, slope, curvature = tabulated.evaluate(data, first, last, t)
    elif kind == CHEBYSHEV:
        value, slope, curvature = chebyshev.evaluate(data, first, last, t)
    elif kind == CONSTANT_ACCELERATION_PROFILE:
        value, slope, curvature = constant_acceleration_profile.evaluate(data, first, last, t)
    else:
        value, slope, curvature = expression_kernel.evaluate(data, first, last, t, stack)
    if held:
        return value, 0.0, 0.0
    return value, slope, curvature


def value_at(functions: Functions, index: int, t: float) -> tuple[float, float, float]:
    """Value and derivatives without numba; NaN where an expression has none."""
    try:
        return dispatch(functions, index, t, [0.0] * (3 * DEEPEST_STACK))
    except (ArithmeticError, ValueError):
        return math.nan, math.nan, math.nan
