"""Operators on taped numbers (`TapeType`). Each operator records its value, its operands and its slopes.

Functions of one number, comparisons and conversions use the code of duals. Here, its method `chain` records an
operation on the tape.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.imputils import lower_builtin

from rbsolve.solver.compiler.derivatives import is_zero, largest_derivative
from rbsolve.solver.compiler.duals.code import TapeCode
from rbsolve.solver.compiler.duals.kind import TapeType, code_of
from rbsolve.solver.compiler.scalars import DOUBLE, IN_PLACE

_PAIRS = ((TapeType, TapeType), (TapeType, types.Float), (types.Float, TapeType))
_ONE, _MINUS_ONE = ir.Constant(DOUBLE, 1.0), ir.Constant(DOUBLE, -1.0)
_WORD = ir.IntType(64)
Slopes = tuple[Any, Any, Any]
"""The value of an operation, and its slopes with respect to two operands."""


def _add(code: TapeCode, a: Any, b: Any) -> Slopes:
    return code.builder.fadd(a, b), _ONE, _ONE


def _subtract(code: TapeCode, a: Any, b: Any) -> Slopes:
    return code.builder.fsub(a, b), _ONE, _MINUS_ONE


def _multiply(code: TapeCode, a: Any, b: Any) -> Slopes:
    return code.builder.fmul(a, b), b, a


def _divide(code: TapeCode, a: Any, b: Any) -> Slopes:
    builder = code.builder
    quotient = builder.fdiv(a, b)
    inverse = builder.fdiv(_ONE, b)
    return quotient, inverse, builder.fneg(builder.fmul(quotient, inverse))


def _remainder(code: TapeCode, a: Any, b: Any) -> Slopes:
    builder = code.builder
    turns = builder.sitofp(code.call(math.floor, builder.fdiv(a, b)), DOUBLE)
    return code.call(operator.mod, a, b), _ONE, builder.fneg(turns)


def _power(code: TapeCode, a: Any, b: Any) -> Slopes:
    builder = code.builder
    number = code.call(operator.pow, a, b)
    by_base = builder.fmul(b, code.call(operator.pow, a, builder.fsub(b, _ONE)))
    return number, by_base, builder.fmul(number, code.call(math.log, a))


def _angle(code: TapeCode, y: Any, x: Any) -> Slopes:
    builder = code.builder
    square = builder.fadd(builder.fmul(x, x), builder.fmul(y, y))
    return code.call(math.atan2, y, x), builder.fdiv(x, square), builder.fneg(builder.fdiv(y, square))


def _diagonal(code: TapeCode, x: Any, y: Any) -> Slopes:
    length = code.call(math.hypot, x, y)
    return length, code.builder.fdiv(x, length), code.builder.fdiv(y, length)


def _code_of(context: Any, builder: Any, sig: Any) -> TapeCode:
    """Return the writer of the code for an operation on taped numbers."""
    code = code_of(context, builder, sig)
    assert isinstance(code, TapeCode)
    return code


def _register(
    function: Any, write: Callable[[TapeCode, Any, Any], Slopes], pairs: Any = _PAIRS, is_steep: bool = False
) -> None:
    """Register an operator. Slopes of a steep operator may be infinite."""
    for left, right in pairs:

        def generate(
            context: Any,
            builder: Any,
            sig: Any,
            values: Any,
            taped: tuple[bool, bool] = (left is TapeType, right is TapeType),
        ) -> Any:
            code = _code_of(context, builder, sig)
            numbers = [code.value(value) if is_taped else value for value, is_taped in zip(values, taped, strict=True)]
            number, *slopes = write(code, *numbers)
            terms = [(value, slope) for value, slope, is_taped in zip(values, slopes, taped, strict=True) if is_taped]
            return code.join(number, *terms) if is_steep else code.record(number, *terms)

        lower_builtin(function, left, right)(generate)


for _forms, _write in zip(IN_PLACE.items(), (_add, _subtract, _multiply, _divide, _remainder, _power), strict=True):
    for _each in _forms:
        _register(_each, _write, is_steep=_write is _power)
_register(math.pow, _power, is_steep=True)
_register(math.atan2, _angle, _PAIRS[:1], is_steep=True)
_register(math.hypot, _diagonal, _PAIRS[:1], is_steep=True)


@lower_builtin(operator.neg, TapeType)
def _negative(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    code = _code_of(context, builder, sig)
    return code.record(builder.fneg(code.value(values[0])), (values[0], _MINUS_ONE))


@lower_builtin(math.fabs, TapeType)
@lower_builtin(abs, TapeType)
def _size(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    code = _code_of(context, builder, sig)
    value = code.value(values[0])
    is_negative = builder.fcmp_ordered("<", value, ir.Constant(DOUBLE, 0.0))
    return code.record(code.call(math.fabs, value), (values[0], builder.select(is_negative, _MINUS_ONE, _ONE)))


@lower_builtin(largest_derivative, TapeType)
def _largest(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    """Return the derivative that the number carries. All other derivatives are known only after the tape is read
    backwards.
    """
    code = _code_of(context, builder, sig)
    return code.call(math.fabs, code.derivative(values[0]))


@lower_builtin(is_zero, TapeType)
def _is_zero(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    code = _code_of(context, builder, sig)
    is_constant = builder.icmp_unsigned("==", code.node(values[0]), _WORD(0))
    return builder.and_(is_constant, builder.fcmp_ordered("==", code.value(values[0]), ir.Constant(DOUBLE, 0.0)))
