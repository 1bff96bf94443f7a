"""Evaluates a function of the model, of any type, in plain Python. The entries of `evaluate.py` contain the same code."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.functions.carried import evaluate_carried
from rbsolve.solver.functions.composed import Call, arguments_of, evaluate_composed
from rbsolve.solver.functions.expression_kernel import BY_TIME, run
from rbsolve.solver.functions.instructions import CALLED
from rbsolve.solver.functions.kind import Evaluation
from rbsolve.solver.functions.registry import CARRIED, COMPOSED, FUNCTION_TYPES
from rbsolve.solver.model.arrays import Functions

plain_functions(__name__)


def within(functions: Functions, index: int, t: float) -> float:
    """Return the time, limited to the range of a function."""
    if t < functions.start[index]:
        return float(functions.start[index])
    if t > functions.stop[index]:
        return float(functions.stop[index])
    return t


def evaluate_one(
    evaluate: Evaluation,
    functions: Functions,
    index: int,
    t: float,
) -> tuple[float, float, float]:
    """Return the value and the first and second derivative at t of function `index`. `evaluate` is the evaluation
    function of its type.

    Outside the range from `start` to `stop`, the function keeps its value at the nearer end, and both derivatives are zero.
    """
    first, last = functions.first[index], functions.first[index + 1]
    at = within(functions, index, t)
    value, slope, bend = evaluate(functions.data, first, last, at)
    if t < at or t > at:
        return value, 0.0, 0.0
    return value, slope, bend


def composed_value(call: Call, functions: Functions, index: int, t: float) -> tuple[float, float, float]:
    """Return value, slope and second derivative of a formula that calls functions. `call` evaluates these functions.
    The formula is constant outside its range.
    """
    at = within(functions, index, t)
    first, last = functions.first[index], functions.first[index + 1]
    value, slope, bend = evaluate_composed(call, functions, first, last, at)
    if t < at or t > at:
        return value, 0.0, 0.0
    return value, slope, bend


def carried_coordinate(call: Call, functions: Functions, index: int, t: float) -> tuple[float, float, float]:
    """Return value, slope and second derivative of a coordinate of a carried body. The functions that move the body are
    constant outside their ranges.
    """
    return evaluate_carried(call, functions, functions.first[index], functions.first[index + 1], t)


def value_at(functions: Functions, index: int, t: float) -> tuple[float, float, float]:
    """Return value and derivatives without numba. If an expression has no value, they are NaN."""
    code = int(functions.kind[index])
    try:
        if code == COMPOSED:
            return composed_value(value_at, functions, index, t)
        if code == CARRIED:
            return carried_coordinate(value_at, functions, index, t)
        return evaluate_one(FUNCTION_TYPES[code].evaluate, functions, index, t)
    except (ArithmeticError, ValueError):
        return math.nan, math.nan, math.nan


def corners_of(functions: Functions, index: int) -> Iterator[float]:
    """Yield the arguments at which derivatives of a function may jump, as far as the data of the function show them.

    These are the ends of the function and the corners of its type. They also include the corners of called functions,
    if the argument of the call is linear in the variable.
    """
    yield from (float(functions.start[index]), float(functions.stop[index]))
    first, last = int(functions.first[index]), int(functions.first[index + 1])
    code = int(functions.kind[index])
    if code != COMPOSED:
        yield from map(float, FUNCTION_TYPES[code].corners(functions.data[first:last]))
        return
    for callee, begin, end in arguments_of(functions.data, first):
        if CALLED in functions.data[begin:end]:
            continue
        samples = [run((functions.data, begin, end), t, None, 0, None, BY_TIME, None) for t in (0.0, 1.0, -2.5)]
        offset, slope, _ = samples[0]
        if slope != 0.0 and all(sample[1:] == (slope, 0.0) for sample in samples):
            yield from ((corner - offset) / slope for corner in corners_of(functions, callee))
