"""Defines functions of duals by their values and slopes."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core.imputils import lower_builtin

from rbsolve.solver.compiler.duals.code import Code
from rbsolve.solver.compiler.duals.kind import DualType, code_of
from rbsolve.solver.compiler.scalars import COMPARED, DOUBLE, EXTREMES, extreme, register_type


def _unary(function: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def register(write: Callable[..., Any]) -> Callable[..., Any]:
        register_type(function, DualType)

        def generate(context: Any, builder: Any, sig: Any, values: Any) -> Any:
            return write(code_of(context, builder, sig), values[0])

        lower_builtin(function, DualType)(generate)
        return write

    return register


@_unary(operator.neg)
def _negative(code: Code, a: Any) -> Any:
    return code.builder.fneg(a)


@_unary(operator.pos)
@_unary(float)
def _itself(code: Code, a: Any) -> Any:
    return a


@_unary(math.fabs)
@_unary(abs)
def _size(code: Code, a: Any) -> Any:
    builder, value = code.builder, code.value(a)
    is_negative = builder.fcmp_ordered("<", value, ir.Constant(DOUBLE, 0.0))
    return code.with_value(code.call(math.fabs, value), builder.select(is_negative, builder.fneg(a), a))


@_unary(math.sqrt)
def _root(code: Code, a: Any) -> Any:
    root = code.call(math.sqrt, code.value(a))
    return code.with_value(root, code.scale(a, code.builder.fdiv(ir.Constant(DOUBLE, 0.5), root)))


def _elementary(function: Any, slope: Callable[[Code, Any, Any], Any]) -> None:
    """Register a function with its slope. `slope` receives the argument and the value of the function."""

    def write(code: Code, a: Any) -> Any:
        x = code.value(a)
        value = code.call(function, x)
        return code.chain(a, value, slope(code, x, value))

    _unary(function)(write)


def _one(code: Code, sign: str, x: Any) -> Any:
    """Return `1 + x` or `1 - x`."""
    one = ir.Constant(DOUBLE, 1.0)
    return code.builder.fadd(one, x) if sign == "+" else code.builder.fsub(one, x)


def _over(code: Code, x: Any, sign: float = 1.0) -> Any:
    return code.builder.fdiv(ir.Constant(DOUBLE, sign), x)


def _square(code: Code, x: Any) -> Any:
    return code.builder.fmul(x, x)


_elementary(math.sin, lambda code, x, value: code.call(math.cos, x))
_elementary(math.cos, lambda code, x, value: code.builder.fneg(code.call(math.sin, x)))
_elementary(math.tan, lambda code, x, value: _one(code, "+", _square(code, value)))
_elementary(math.asin, lambda code, x, value: _over(code, code.call(math.sqrt, _one(code, "-", _square(code, x)))))
_elementary(
    math.acos, lambda code, x, value: _over(code, code.call(math.sqrt, _one(code, "-", _square(code, x))), -1.0)
)
_elementary(math.atan, lambda code, x, value: _over(code, _one(code, "+", _square(code, x))))
_elementary(math.sinh, lambda code, x, value: code.call(math.cosh, x))
_elementary(math.cosh, lambda code, x, value: code.call(math.sinh, x))
_elementary(math.tanh, lambda code, x, value: _one(code, "-", _square(code, value)))
_elementary(math.exp, lambda code, x, value: value)
_elementary(math.expm1, lambda code, x, value: _one(code, "+", value))
_elementary(math.log, lambda code, x, value: _over(code, x))
_elementary(math.log1p, lambda code, x, value: _over(code, _one(code, "+", x)))
_elementary(
    math.log10,
    lambda code, x, value: _over(code, code.builder.fmul(x, ir.Constant(DOUBLE, math.log(10.0)))),
)
_elementary(math.radians, lambda code, x, value: ir.Constant(DOUBLE, math.pi / 180.0))
_elementary(math.degrees, lambda code, x, value: ir.Constant(DOUBLE, 180.0 / math.pi))


def _pair(function: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a function of two numbers for the case that at least one of them is a dual. The decorated function
    receives two duals.
    """

    def register(write: Callable[..., Any]) -> Callable[..., Any]:
        register_type(function, DualType, counts=(2,))

        def generate(context: Any, builder: Any, sig: Any, values: Any) -> Any:
            return write(code_of(context, builder, sig), *values)

        lower_builtin(function, DualType, DualType)(generate)
        return write

    return register


@_pair(math.atan2)
def _angle(code: Code, y: Any, x: Any) -> Any:
    builder, b, a = code.builder, code.value(y), code.value(x)
    square = builder.fadd(_square(code, a), _square(code, b))
    change = builder.fsub(builder.fmul(y, code.all(a)), builder.fmul(x, code.all(b)))
    return code.with_value(code.call(math.atan2, b, a), code.scale(change, _over(code, square)))


@_pair(math.hypot)
def _diagonal(code: Code, x: Any, y: Any) -> Any:
    builder, a, b = code.builder, code.value(x), code.value(y)
    length = code.call(math.hypot, a, b)
    change = builder.fadd(builder.fmul(x, code.all(a)), builder.fmul(y, code.all(b)))
    return code.with_value(length, code.scale(change, _over(code, length)))


@_pair(math.copysign)
def _copy_sign(code: Code, x: Any, y: Any) -> Any:
    a, b = code.value(x), code.value(y)
    turn = code.call(math.copysign, ir.Constant(DOUBLE, 1.0), a)
    sign = code.builder.fmul(turn, code.call(math.copysign, ir.Constant(DOUBLE, 1.0), b))
    return code.chain(x, code.call(math.copysign, a, b), sign)


def _register_extreme(function: Any, sign: str) -> None:
    register_type(function, DualType, counts=COMPARED)

    def generate(context: Any, builder: Any, sig: Any, values: Any) -> Any:
        return extreme(builder, sign, values, code_of(context, builder, sig).value)

    for count in COMPARED:
        lower_builtin(function, *[DualType] * count)(generate)


for _function, _sign in EXTREMES.items():
    _register_extreme(_function, _sign)
