"""The machine that runs an EXPRESSION: value and first and second derivative together, by forward differentiation."""

from __future__ import annotations

import math

import numpy as np

from rbsolve.solver.functions.instructions import (
    ABS,
    ACOS,
    ADD,
    ASIN,
    ATAN,
    ATAN2,
    CONSTANT,
    COS,
    DIVIDE,
    EXP,
    FIRST_BINARY,
    LOG,
    MAX,
    MIN,
    MULTIPLY,
    NEGATE,
    POWER,
    SIN,
    SQRT,
    SUBTRACT,
    TAN,
    VARIABLE,
)
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import Floats


@subroutine
def _unary(code: int, x: float) -> tuple[float, float, float]:
    """g(x), g'(x), g''(x) of a function of one argument."""
    if code == NEGATE:
        return -x, -1.0, 0.0
    if code == SIN:
        return math.sin(x), math.cos(x), -math.sin(x)
    if code == COS:
        return math.cos(x), -math.sin(x), -math.cos(x)
    if code == TAN:
        g = math.tan(x)
        return g, 1.0 + g * g, 2.0 * g * (1.0 + g * g)
    if code == ASIN or code == ACOS:
        slope = 1.0 / math.sqrt((1.0 - x) * (1.0 + x))
        if code == ASIN:
            return math.asin(x), slope, x * slope**3
        return math.acos(x), -slope, -x * slope**3
    if code == ATAN:
        slope = 1.0 / (1.0 + x * x)
        return math.atan(x), slope, -2.0 * x * slope * slope
    if code == SQRT:
        g = math.sqrt(x)
        return g, 0.5 / g, -0.25 / (g * x)
    if code == EXP:
        g = math.exp(x)
        return g, g, g
    if code == LOG:
        return math.log(x), 1.0 / x, -1.0 / (x * x)
    if code == ABS:
        return abs(x), np.sign(x), 0.0
    return math.nan, math.nan, math.nan


@subroutine
def _power(a: float, b: float) -> tuple[float, float, float, float, float, float]:
    """a^b and its partial derivatives as `_binary` lists them; a = 0 counts as the limit from above in those by b."""
    g = a**b
    by_a = 0.0 if b == 0.0 else b * a ** (b - 1.0)
    by_aa = 0.0 if b == 0.0 or b == 1.0 else b * (b - 1.0) * a ** (b - 2.0)
    logarithm = 0.0 if a == 0.0 else math.log(a)
    return g, by_a, g * logarithm, by_aa, a ** (b - 1.0) * (1.0 + b * logarithm), g * logarithm * logarithm


@subroutine
def _binary(code: int, a: float, b: float) -> tuple[float, float, float, float, float, float]:
    """g(a, b) and its partial derivatives by a, b, aa, ab, bb."""
    if code == ADD:
        return a + b, 1.0, 1.0, 0.0, 0.0, 0.0
    if code == SUBTRACT:
        return a - b, 1.0, -1.0, 0.0, 0.0, 0.0
    if code == MULTIPLY:
        return a * b, b, a, 0.0, 1.0, 0.0
    if code == DIVIDE:
        inverse = 1.0 / b
        return a / b, inverse, -a * inverse * inverse, 0.0, -inverse * inverse, 2.0 * a * inverse**3
    if code == POWER:
        return _power(a, b)
    if code == ATAN2:
        square = a * a + b * b
        by_aa = -2.0 * a * b / (square * square)
        return math.atan2(a, b), b / square, -a / square, by_aa, (a - b) * (a + b) / (square * square), -by_aa
    if code == MIN or code == MAX:
        if (a <= b) == (code == MIN):
            return a, 1.0, 0.0, 0.0, 0.0, 0.0
        return b, 0.0, 1.0, 0.0, 0.0, 0.0
    return math.nan, math.nan, math.nan, math.nan, math.nan, math.nan


@subroutine
def _times(factor: float, derivative: float) -> float:
    """A term of the chain rule: what does not vary adds nothing, even where the outer derivative is infinite."""
    return 0.0 if derivative == 0.0 else factor * derivative


@subroutine
def evaluate(data: Floats, first: int, last: int, t: float) -> tuple[float, float, float]:
    """Value and derivatives at t; data[first] is the depth of the stack, the program follows."""
    stack = np.empty((int(data[first]), 3))
    top = -1
    at = first + 1
    while at < last:
        code = int(data[at])
        at += 1
        if code == CONSTANT:
            top += 1
            stack[top, 0], stack[top, 1], stack[top, 2] = data[at], 0.0, 0.0
            at += 1
        elif code == VARIABLE:
            top += 1
            stack[top, 0], stack[top, 1], stack[top, 2] = t, 1.0, 0.0
        elif code < FIRST_BINARY:
            slope, curvature = stack[top, 1], stack[top, 2]
            g, by_a, by_aa = _unary(code, stack[top, 0])
            stack[top, 0] = g
            stack[top, 1] = _times(by_a, slope)
            stack[top, 2] = _times(by_aa, slope * slope) + _times(by_a, curvature)
        else:
            top -= 1
            a, da, dda = stack[top, 0], stack[top, 1], stack[top, 2]
            b, db, ddb = stack[top + 1, 0], stack[top + 1, 1], stack[top + 1, 2]
            g, by_a, by_b, by_aa, by_ab, by_bb = _binary(code, a, b)
            stack[top, 0] = g
            stack[top, 1] = _times(by_a, da) + _times(by_b, db)
            stack[top, 2] = (
                _times(by_a, dda)
                + _times(by_b, ddb)
                + _times(by_aa, da * da)
                + _times(2.0 * by_ab, da * db)
                + _times(by_bb, db * db)
            )
    return stack[0, 0], stack[0, 1], stack[0, 2]
