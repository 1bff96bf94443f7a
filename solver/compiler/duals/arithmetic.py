"""Operators on duals: arithmetic, powers, comparisons. An operand may be a plain float."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import signature

from rbsolve.solver.compiler.duals.code import Code
from rbsolve.solver.compiler.duals.kind import DualType, code_of
from rbsolve.solver.compiler.scalars import COMPARISONS, DOUBLE, FLOAT, IN_PLACE, compare, register_type

_ONCE = ("contract",)
"""Derivatives may be computed with fused multiply-add instructions."""
_PAIRS = ((DualType, DualType), (DualType, types.Float), (types.Float, DualType))


def _add(code: Code, a: Any, b: Any, both: tuple[bool, bool]) -> Any:
    if all(both):
        return code.builder.fadd(a, b)
    if both[0]:
        return code.with_value(code.builder.fadd(code.value(a), b), a)
    return code.with_value(code.builder.fadd(a, code.value(b)), b)


def _subtract(code: Code, a: Any, b: Any, both: tuple[bool, bool]) -> Any:
    if all(both):
        return code.builder.fsub(a, b)
    if both[0]:
        return code.with_value(code.builder.fsub(code.value(a), b), a)
    return code.with_value(code.builder.fsub(a, code.value(b)), code.builder.fneg(b))


def _multiply(code: Code, a: Any, b: Any, both: tuple[bool, bool]) -> Any:
    builder = code.builder
    if not all(both):
        dual, plain = (a, b) if both[0] else (b, a)
        return builder.fmul(dual, code.all(plain))
    one = builder.fmul(a, code.all(code.value(b)))
    other = builder.fmul(b, code.all(code.value(a)), flags=_ONCE)
    return code.with_value_of(one, builder.fadd(one, other, flags=_ONCE))


def _divide(code: Code, a: Any, b: Any, both: tuple[bool, bool]) -> Any:
    builder = code.builder
    if not both[1]:
        return builder.fdiv(a, code.all(b))
    value, divisor = (code.value(a) if both[0] else a), code.value(b)
    quotient = builder.fdiv(value, divisor)
    change = builder.fmul(b, code.all(quotient))
    change = builder.fsub(a, change) if both[0] else builder.fneg(change)
    return code.with_value(quotient, builder.fdiv(change, code.all(divisor)))


def _remainder(code: Code, a: Any, b: Any, both: tuple[bool, bool]) -> Any:
    value, divisor = (code.value(a) if both[0] else a), (code.value(b) if both[1] else b)
    number = code.call(operator.mod, value, divisor)
    change = a if both[0] else code.constant(a)
    if both[1]:
        turns = code.call(math.floor, code.builder.fdiv(value, divisor))
        turns = code.builder.sitofp(turns, DOUBLE)
        change = code.builder.fsub(change, code.builder.fmul(b, code.all(turns)))
    return code.with_value(number, change)


def _power(code: Code, a: Any, b: Any, both: tuple[bool, bool]) -> Any:
    builder, one = code.builder, ir.Constant(DOUBLE, 1.0)
    base, exponent = (code.value(a) if both[0] else a), (code.value(b) if both[1] else b)
    number = code.call(operator.pow, base, exponent)
    change = ir.Constant(code.vector, [0.0] * code.lanes)
    if both[0]:
        slope = builder.fmul(exponent, code.call(operator.pow, base, builder.fsub(exponent, one)))
        change = code.scale(a, slope)
    if both[1]:
        change = builder.fadd(change, code.scale(b, builder.fmul(number, code.call(math.log, base))))
    return code.with_value(number, change)


def _register(operators: tuple[Any, ...], write: Callable[..., Any]) -> None:
    for each in operators:
        register_type(each, DualType, counts=(2,), keeps_floats=True)
        for left, right in _PAIRS:

            def generate(
                context: Any,
                builder: Any,
                sig: Any,
                values: Any,
                write: Callable[..., Any] = write,
                both: tuple[bool, bool] = (left is DualType, right is DualType),
            ) -> Any:
                return write(code_of(context, builder, sig), *values, both)

            lower_builtin(each, left, right)(generate)


for _forms, _write in zip(IN_PLACE.items(), (_add, _subtract, _multiply, _divide, _remainder, _power), strict=True):
    _register(_forms, _write)
_register((math.pow,), _power)


@lower_builtin(operator.pow, DualType, types.IntegerLiteral)
def _whole_power(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    """Return a power with a constant exponent. numba uses the same products."""
    code, literal = code_of(context, builder, sig), sig.args[1]

    def raise_to(exponent: int) -> Any:
        if exponent == 0:
            return ir.Constant(DOUBLE, 1.0)
        kind = types.literal(exponent)
        made = context.get_function(operator.pow, signature(FLOAT, FLOAT, kind))
        return made(builder, [code.value(values[0]), kind])

    exponent = literal.literal_value
    slope = builder.fmul(ir.Constant(DOUBLE, float(exponent)), raise_to(exponent - 1))
    return code.chain(values[0], raise_to(exponent), slope)


for _each, _sign in COMPARISONS.items():
    register_type(_each, DualType, types.boolean, counts=(2,), keeps_floats=True)
    for _left, _right in _PAIRS:

        def _compare(context: Any, builder: Any, sig: Any, values: Any, sign: str = _sign) -> Any:
            numbers = [
                Code(context, builder, kind.count).value(value) if isinstance(kind, DualType) else value
                for kind, value in zip(sig.args, values, strict=True)
            ]
            return compare(builder, sign, *numbers)

        lower_builtin(_each, _left, _right)(_compare)
