"""Evaluating a function of the model, whatever its type: plain Python, which the entries of `evaluate.py` are made of too."""

from __future__ import annotations

import math

from rbsolve.solver.functions.kind import Evaluation
from rbsolve.solver.functions.registry import FUNCTION_TYPES
from rbsolve.solver.model.arrays import Functions


def held(
    evaluate: Evaluation,
    functions: Functions,
    index: int,
    t: float,
) -> tuple[float, float, float]:
    """Function `index`, of the type that `evaluate` is of, at t: value and first and second derivative.

    Before `start` and after `stop` the value is that at the nearer end, and both derivatives are zero.
    """
    first, last = functions.first[index], functions.first[index + 1]
    if t < functions.start[index]:
        return evaluate(functions.data, first, last, functions.start[index])[0], 0.0, 0.0
    if t > functions.stop[index]:
        return evaluate(functions.data, first, last, functions.stop[index])[0], 0.0, 0.0
    return evaluate(functions.data, first, last, t)


def value_at(functions: Functions, index: int, t: float) -> tuple[float, float, float]:
    """Value and derivatives without numba; NaN where an expression has none."""
    try:
        return held(FUNCTION_TYPES[int(functions.kind[index])].evaluate, functions, index, t)
    except (ArithmeticError, ValueError):
        return math.nan, math.nan, math.nan
