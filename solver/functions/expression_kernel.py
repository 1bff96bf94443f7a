"""The stack machine that evaluates an EXPRESSION with its first and second derivative, by forward differentiation."""

from __future__ import annotations

import math
from typing import Any

from rbsolve.solver.compiler.plain import in_kernels
from rbsolve.solver.functions.instructions import (
    ABS,
    ACOS,
    ADD,
    AND,
    ASIN,
    ATAN,
    ATAN2,
    CALLED,
    CONSTANT,
    COS,
    DIVIDE,
    EQUAL,
    EXP,
    FIRST_BINARY,
    FIRST_TERNARY,
    FLOOR,
    GREATER,
    GREATER_OR_EQUAL,
    IF,
    LESS,
    LESS_OR_EQUAL,
    LOG,
    MAX,
    MIN,
    MOD,
    MULTIPLY,
    NEGATE,
    NOT,
    OR,
    POWER,
    SIGN,
    SIGNAL,
    SIN,
    SQRT,
    SUBTRACT,
    TAN,
    TANH,
    UNEQUAL,
    VARIABLE,
)
from rbsolve.solver.functions.scratch import scratch
from rbsolve.solver.model.flat import Floats, Ints

BY_TIME = -1  # used instead of the index of an input: the derivative with respect to time
WHOLE_ABOVE = 2.0**52  # all doubles of at least this size are integers


LARGEST_EXPONENT = 709.782712893384  # largest exponent for which the power of e is finite

Jet = tuple[float, float, float]
"""A value with its first and second derivative."""
Program = tuple[Floats, int, int]
"""The data, and the start and end of the program in the data."""


def _quotient(a: float, b: float) -> float:
    """Return the quotient a/b according to IEEE 754, also where Python raises an exception."""
    if b != 0.0:
        return a / b
    return math.nan if a == 0.0 or a != a else math.copysign(math.inf, a) * math.copysign(1.0, b)


def _sign(x: float) -> float:
    return x if x == 0.0 or x != x else math.copysign(1.0, x)


def floor_of(x: float) -> float:
    """Return the largest whole number up to x."""
    return float(math.floor(x)) if abs(x) < WHOLE_ABOVE else x


def _smooth_step(x: float) -> tuple[float, float, float]:
    """Return the quintic that rises from 0 at `x = 0` to 1 at `x = 1`. Its first and second derivatives are zero at
    both ends. Outside this range, the quintic is constant.
    """
    if x <= 0.0:
        return 0.0, 0.0, 0.0
    if x >= 1.0:
        return 1.0, 0.0, 0.0
    left = 1.0 - x
    return x * x * x * (10.0 + x * (6.0 * x - 15.0)), 30.0 * (x * left) ** 2, 60.0 * x * left * (left - x)


def _rest(a: float, b: float) -> tuple[float, float, float, float, float, float]:
    """Return the remainder a - b floor(a/b), with its partial derivatives in the order of `binary`."""
    if b == 0.0:
        return math.nan, math.nan, math.nan, math.nan, math.nan, math.nan
    return a % b, 1.0, -floor_of(a / b), 0.0, 0.0, 0.0


def unary(code: int, x: float) -> tuple[float, float, float]:
    """Return the values g(x), g'(x), g''(x) of a function of one argument."""
    if code == NEGATE:
        return -x, -1.0, 0.0
    if code in (SIN, COS, TAN) and abs(x) == math.inf:
        return math.nan, math.nan, math.nan
    if code == SIN:
        return math.sin(x), math.cos(x), -math.sin(x)
    if code == COS:
        return math.cos(x), -math.sin(x), -math.cos(x)
    if code == TAN:
        g = math.tan(x)
        return g, 1.0 + g * g, 2.0 * g * (1.0 + g * g)
    if code in (ASIN, ACOS):
        if abs(x) > 1.0:
            return math.nan, math.nan, math.nan
        slope = _quotient(1.0, math.sqrt((1.0 - x) * (1.0 + x)))
        if code == ASIN:
            return math.asin(x), slope, x * slope * slope * slope
        return math.acos(x), -slope, -x * slope * slope * slope
    if code == ATAN:
        slope = 1.0 / (1.0 + x * x)
        return math.atan(x), slope, -2.0 * x * slope * slope
    if code == SQRT:
        g = math.sqrt(x) if x >= 0.0 else math.nan
        return g, _quotient(0.5, g), _quotient(-0.25, g * x)
    if code == EXP:
        g = math.inf if x > LARGEST_EXPONENT else math.exp(x)
        return g, g, g
    if code == LOG:
        g = math.log(x) if x > 0.0 else -math.inf if x == 0.0 else math.nan
        return g, _quotient(1.0, x), _quotient(-1.0, x * x)
    if code == ABS:
        return abs(x), _sign(x), 0.0
    if code == TANH:
        g = math.tanh(x)
        slope = 1.0 - g * g
        return g, slope, -2.0 * g * slope
    if code == SIGN:
        return _sign(x), 0.0, 0.0
    if code == FLOOR:
        return floor_of(x), 0.0, 0.0
    if code == NOT:
        return (x if x != x else 1.0 if x == 0.0 else 0.0), 0.0, 0.0
    return math.nan, math.nan, math.nan


def _safe_power(a: float, b: float) -> float:
    """Return the power a^b according to IEEE 754, also where Python raises an exception or returns a complex number."""
    if a == 0.0 and b < 0.0:
        return math.inf
    if a < 0.0 and b != floor_of(b):
        return math.nan
    if a != 0.0 and b * math.log(abs(a)) > LARGEST_EXPONENT:
        return -math.inf if a < 0.0 and b % 2.0 == 1.0 else math.inf
    power: float = a**b
    return power


def _power(a: float, b: float) -> tuple[float, float, float, float, float, float]:
    """Return the power a^b, with its partial derivatives in the order of `binary`. At a = 0, the derivatives with
    respect to b are limits for a > 0.
    """
    g, slope = _safe_power(a, b), _safe_power(a, b - 1.0)
    by_a = 0.0 if b == 0.0 else b * slope
    by_aa = 0.0 if b in (0.0, 1.0) else b * (b - 1.0) * _safe_power(a, b - 2.0)
    logarithm = 0.0 if a == 0.0 else math.log(a) if a > 0.0 else math.nan
    return g, by_a, g * logarithm, by_aa, slope * (1.0 + b * logarithm), g * logarithm * logarithm


def compare(code: int, a: float, b: float) -> float:
    """Return 1 if a comparison is true, 0 if it is false, and NaN if an operand is NaN."""
    if a != a or b != b:
        return math.nan
    if code == LESS:
        holds = a < b
    elif code == LESS_OR_EQUAL:
        holds = a <= b
    elif code == GREATER:
        holds = a > b
    elif code == GREATER_OR_EQUAL:
        holds = a >= b
    elif code == EQUAL:
        holds = a == b
    else:
        holds = a != b
    return 1.0 if holds else 0.0


def _both_or_either(code: int, a: float, b: float) -> float:
    """Return `a and b` or `a or b` as 1 or 0. b matters only if a does not decide the result."""
    if a != a:
        return a
    if (a != 0.0) == (code == OR):
        return 1.0 if code == OR else 0.0
    return b if b != b else 0.0 if b == 0.0 else 1.0


def binary(code: int, a: float, b: float) -> tuple[float, float, float, float, float, float]:
    """Return the value g(a, b), and its partial derivatives with respect to a, b, aa, ab, bb."""
    if code == ADD:
        return a + b, 1.0, 1.0, 0.0, 0.0, 0.0
    if code == SUBTRACT:
        return a - b, 1.0, -1.0, 0.0, 0.0, 0.0
    if code == MULTIPLY:
        return a * b, b, a, 0.0, 1.0, 0.0
    if code == DIVIDE:
        inverse = _quotient(1.0, b)
        by_b = -a * inverse * inverse
        return _quotient(a, b), inverse, by_b, 0.0, -inverse * inverse, -2.0 * by_b * inverse
    if code == POWER:
        return _power(a, b)
    if code == ATAN2:
        square = a * a + b * b
        by_aa, by_ab = _quotient(-2.0 * a * b, square * square), _quotient((a - b) * (a + b), square * square)
        return math.atan2(a, b), _quotient(b, square), _quotient(-a, square), by_aa, by_ab, -by_aa
    if code == MOD:
        return _rest(a, b)
    if code in (MIN, MAX):
        if (a <= b) == (code == MIN):
            return a, 1.0, 0.0, 0.0, 0.0, 0.0
        return b, 0.0, 1.0, 0.0, 0.0, 0.0
    if code in (AND, OR):
        return _both_or_either(code, a, b), 0.0, 0.0, 0.0, 0.0, 0.0
    if LESS <= code <= UNEQUAL:
        return compare(code, a, b), 0.0, 0.0, 0.0, 0.0, 0.0
    return math.nan, math.nan, math.nan, math.nan, math.nan, math.nan


@in_kernels(lambda code, x: lambda code, x: unary(code, x))
def unary_or_nan(code: int, x: float) -> tuple[float, float, float]:
    """Return `unary`, with NaN where Python raises an exception. Kernels call `unary` itself."""
    try:
        return unary(code, x)
    except (ArithmeticError, ValueError):
        return math.nan, math.nan, math.nan


@in_kernels(lambda code, a, b: lambda code, a, b: binary(code, a, b))
def binary_or_nan(code: int, a: float, b: float) -> tuple[float, float, float, float, float, float]:
    """Return `binary`, with NaN where Python raises an exception. Kernels call `binary` itself."""
    try:
        return binary(code, a, b)
    except (ArithmeticError, ValueError):
        return math.nan, math.nan, math.nan, math.nan, math.nan, math.nan


def _times(factor: float, derivative: float) -> float:
    """Return a term of the chain rule. If the inner function is constant, the term is zero, even if the outer
    derivative is infinite.
    """
    return 0.0 if derivative == 0.0 else factor * derivative


def chain(g: float, by_a: float, by_aa: float, da: float, dda: float) -> tuple[float, float, float]:
    """Return g(a) and its derivatives, from the derivatives of g with respect to a and the derivatives of a."""
    return g, _times(by_a, da), _times(by_aa, da * da) + _times(by_a, dda)


def join(code: int, a: float, da: float, dda: float, b: float, db: float, ddb: float) -> tuple[float, float, float]:
    """Return g(a, b) and its derivatives, from the derivatives of a and of b."""
    g, by_a, by_b, by_aa, by_ab, by_bb = binary_or_nan(code, a, b)
    curvature = _times(by_aa, da * da) + _times(2.0 * by_ab, da * db) + _times(by_bb, db * db)
    return g, _times(by_a, da) + _times(by_b, db), _times(by_a, dda) + _times(by_b, ddb) + curvature


def smooth_step(x: Jet, x0: Jet, x1: Jet) -> Jet:
    """Return step(x, x0, x1) and its derivatives, from the derivatives of its arguments."""
    u, du, ddu = join(DIVIDE, x[0] - x0[0], x[1] - x0[1], x[2] - x0[2], x1[0] - x0[0], x1[1] - x0[1], x1[2] - x0[2])
    g, by_u, by_uu = _smooth_step(u)
    return chain(g, by_u, by_uu, du, ddu)


def evaluate(data: Floats, first: int, last: int, t: float) -> tuple[float, float, float]:
    """Return value and derivatives at t. `data[first:last]` is the program."""
    return run((data, first, last), t, None, 0, None, BY_TIME, None)


def run(
    program: Program,
    t: float,
    inputs: Ints | None,
    first_input: int,
    values: Floats | None,
    seed: int,
    results: Any,
) -> tuple[float, float, float]:
    """Return value and derivatives of a program of t and the inputs `values[inputs[first_input + k]]`. The derivatives
    are with respect to t, or to input number `seed`.

    `results` contains the results of the calls of other functions, each with three numbers.

    `stack[top : top + 3]` is the top operand with its derivatives. `stack[top + 3 : top + 6]` is the operand that was
    just removed.
    """
    data, at, last = program
    stack = scratch()
    top = -3
    while at < last:
        code = int(data[at])
        at += 1
        if code == CONSTANT:
            top += 3
            stack[top], stack[top + 1], stack[top + 2] = data[at], 0.0, 0.0
            at += 1
        elif code == VARIABLE:
            top += 3
            stack[top], stack[top + 1], stack[top + 2] = t, 1.0 if seed == BY_TIME else 0.0, 0.0
        elif code == SIGNAL:
            top += 3
            if inputs is not None and values is not None:
                stack[top] = values[inputs[first_input + int(data[at])]]
            stack[top + 1], stack[top + 2] = 1.0 if seed == int(data[at]) else 0.0, 0.0
            at += 1
        elif code == CALLED:
            top += 3
            if results is not None:
                place = 3 * int(data[at])
                stack[top], stack[top + 1], stack[top + 2] = results[place], results[place + 1], results[place + 2]
            at += 1
        elif code < FIRST_BINARY:
            g, by_a, by_aa = unary_or_nan(code, stack[top])
            stack[top], stack[top + 1], stack[top + 2] = chain(g, by_a, by_aa, stack[top + 1], stack[top + 2])
        elif code < FIRST_TERNARY:
            top -= 3
            stack[top], stack[top + 1], stack[top + 2] = join(
                code, stack[top], stack[top + 1], stack[top + 2], stack[top + 3], stack[top + 4], stack[top + 5]
            )
        elif code == IF:
            top -= 6
            condition = stack[top]
            chosen = top + 3 if condition != 0.0 else top + 6
            stack[top], stack[top + 1], stack[top + 2] = stack[chosen], stack[chosen + 1], stack[chosen + 2]
            if condition != condition:
                stack[top] = condition
        else:
            top -= 6
            stack[top], stack[top + 1], stack[top + 2] = smooth_step(
                (stack[top], stack[top + 1], stack[top + 2]),
                (stack[top + 3], stack[top + 4], stack[top + 5]),
                (stack[top + 6], stack[top + 7], stack[top + 8]),
            )
    return stack[0], stack[1], stack[2]
