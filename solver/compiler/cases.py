"""Defines a scalar type that contains the numbers of several cases. Kernels that are compiled for arrays of this type
step several cases at once.

An item of an array has 8 bytes for each case (`np.dtype("V128")` for 16 cases), so the layout in memory is
[variable][case]. Operations round like operations on single floats, without contraction. Each case is therefore bitwise
identical to a separate run. Functions of `math` without a processor instruction are called once for each case.

A decision that depends on such a number applies to all cases. If the cases decide differently, the kernel returns at
once. Its return value is the code `DIFFER` with one bit for each case whose value is true. The caller restores the
arguments and continues without the minority (solver/integrators/side_by_side.py).
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel.models import PrimitiveModel
from numba.core.datamodel.registry import register_default
from numba.core.imputils import lower_builtin, lower_cast
from numba.core.typing.templates import AbstractTemplate, infer_global, signature

from rbsolve.solver.compiler.case_codes import DIFFER, MOST_CASES
from rbsolve.solver.compiler.scalars import (
    COMPARED,
    COMPARISONS,
    DOUBLE,
    EXTREMES,
    FLOAT,
    IN_PLACE,
    INT,
    NumberType,
    among,
    compare,
    extreme,
    register_type,
    splat,
)


class CasesType(NumberType):
    """The type of the numbers of several cases. A plain number is the same in all cases."""

    def __init__(self, count: int) -> None:
        super().__init__("cases", count)


@register_default(CasesType)
class _Model(PrimitiveModel):
    def __init__(self, manager: Any, kind: CasesType) -> None:
        super().__init__(manager, kind, _vector(kind.count))


def scalar_of(dtype: str) -> Any:
    """Return the scalar type for the name of a dtype. The names `void256`, with a number of bits, and `cases4` mean
    the numbers of four cases. All other names are names of numba's types.
    """
    if dtype.startswith("void"):
        return _cases(int(dtype.removeprefix("void")) // 64)
    return _cases(int(dtype.removeprefix("cases"))) if dtype.startswith("cases") else getattr(types, dtype)


def _cases(count: int) -> CasesType:
    if not 1 < count <= MOST_CASES:
        raise ValueError(f"{count} cases cannot be solved side by side")
    return CasesType(count)


def _vector(count: int, of: Any = DOUBLE) -> ir.VectorType:
    return ir.VectorType(of, count)


@lower_cast(types.Float, CasesType)
@lower_cast(types.Integer, CasesType)
@lower_cast(types.Boolean, CasesType)
def _of_all(context: Any, builder: Any, given: Any, wanted: CasesType, value: Any) -> Any:
    """Convert a plain number to the numbers of several cases. Each case has the same value."""
    return splat(builder, context.cast(builder, value, given, FLOAT), wanted.count)


def _arithmetic(name: str) -> Callable[..., Any]:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return getattr(builder, name)(*arguments)

    return generate


_INSTRUCTIONS: dict[Any, str] = {
    operator.add: "fadd",
    operator.sub: "fsub",
    operator.mul: "fmul",
    operator.truediv: "fdiv",
}
for _operation, _instruction in _INSTRUCTIONS.items():
    for _spelled in (_operation, IN_PLACE[_operation]):
        register_type(_spelled, CasesType, counts=(2,))
        lower_builtin(_spelled, CasesType, CasesType)(_arithmetic(_instruction))

register_type(operator.neg, CasesType)
register_type(operator.pos, CasesType)


@lower_builtin(operator.neg, CasesType)
def _negative(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.fneg(arguments[0])


@lower_builtin(operator.pos, CasesType)
def _same(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return arguments[0]


def leave_unless_alike(context: Any, builder: Any, bits: Any) -> Any:
    """Leave the kernel unless the bits, one for each case, are all equal. Otherwise continue with their common value."""
    count = bits.type.count
    word = builder.bitcast(bits, ir.IntType(count))
    none = builder.icmp_unsigned("==", word, word.type(0))
    every = builder.icmp_unsigned("==", word, word.type((1 << count) - 1))
    with builder.if_then(builder.not_(builder.or_(none, every)), likely=False):
        code = builder.zext(word, INT)
        context.call_conv._return_errcode_raw(builder, builder.or_(code, INT(DIFFER)))
    return every


def _comparison(sign: str) -> Callable[..., Any]:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return leave_unless_alike(context, builder, compare(builder, sign, *arguments))

    return generate


for _operation, _sign in COMPARISONS.items():
    register_type(_operation, CasesType, types.boolean, counts=(2,))
    lower_builtin(_operation, CasesType, CasesType)(_comparison(_sign))


def _extreme(sign: str) -> Callable[..., Any]:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return extreme(builder, sign, arguments)

    return generate


for _operation, _sign in EXTREMES.items():
    register_type(_operation, CasesType, counts=COMPARED)
    for _count in COMPARED:
        lower_builtin(_operation, *(CasesType,) * _count)(_extreme(_sign))


def _intrinsic(name: str) -> Callable[..., Any]:
    """Return a function for an exact or correctly rounded LLVM intrinsic on vectors."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        vector = arguments[0].type
        of = ir.FunctionType(vector, [vector] * len(arguments))
        function = cgutils.get_or_insert_function(builder.module, of, f"llvm.{name}.v{vector.count}f64")
        return builder.call(function, arguments)

    return generate


for _operation, _name in ((abs, "fabs"), (math.fabs, "fabs"), (math.sqrt, "sqrt")):
    register_type(_operation, CasesType)
    lower_builtin(_operation, CasesType)(_intrinsic(_name))
register_type(math.copysign, CasesType, counts=(2,))
lower_builtin(math.copysign, CasesType, CasesType)(_intrinsic("copysign"))


def _is_finite(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    nothing = builder.fsub(arguments[0], arguments[0])
    return leave_unless_alike(context, builder, builder.fcmp_ordered("==", nothing, ir.Constant(nothing.type, None)))


def _is_nan(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return leave_unless_alike(context, builder, builder.fcmp_unordered("uno", *arguments * 2))


for _operation, _generate in ((math.isfinite, _is_finite), (math.isnan, _is_nan)):
    register_type(_operation, CasesType, types.boolean)
    lower_builtin(_operation, CasesType)(_generate)


def _each(function: Any, result: Any) -> Callable[..., Any]:
    """Return a function that is called for each case. If its result is an integer that differs between cases, the
    kernel stops.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        count, kinds = arguments[0].type.count, (FLOAT,) * len(arguments)
        single = context.typing_context.resolve_value_type(function).get_call_type(context.typing_context, kinds, {})
        call = context.get_function(function, single)
        numbers = [
            call(builder, [builder.extract_element(argument, INT(k)) for argument in arguments]) for k in range(count)
        ]
        vector = ir.Constant(_vector(count, numbers[0].type), ir.Undefined)
        for k, number in enumerate(numbers):
            vector = builder.insert_element(vector, number, INT(k))
        if result is None:
            return vector
        return _one_of(context, builder, vector)

    return generate


def _one_of(context: Any, builder: Any, wholes: Any) -> Any:
    """Return the common integer of all cases."""
    first = builder.extract_element(wholes, INT(0))
    leave_unless_alike(context, builder, builder.icmp_signed("==", wholes, splat(builder, first, wholes.type.count)))
    return first


_WHOLE = (math.floor, math.ceil)
_BY_CASE: dict[Any, int] = {
    **dict.fromkeys((math.sin, math.cos, math.tan, math.asin, math.acos, math.atan, math.exp, math.log), 1),
    **dict.fromkeys((math.sinh, math.cosh, math.tanh, math.expm1, math.log1p, math.floor, math.ceil), 1),
    **dict.fromkeys((math.atan2, math.hypot, math.pow, operator.mod, operator.floordiv), 2),
}
for _operation, _count in _BY_CASE.items():
    _result = types.int64 if _operation in _WHOLE else None
    register_type(_operation, CasesType, _result, counts=(_count,))
    lower_builtin(_operation, *(CasesType,) * _count)(_each(_operation, _result))

register_type(int, CasesType, types.int64)


@lower_builtin(int, CasesType)
def _whole(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    count = arguments[0].type.count
    return _one_of(context, builder, builder.fptosi(arguments[0], _vector(count, ir.IntType(64))))


register_type(float, CasesType)
lower_builtin(float, CasesType)(_same)


@infer_global(operator.pow)
@infer_global(operator.ipow)
class _Power(AbstractTemplate):
    key = operator.pow
    prefer_literal = True

    def generic(self, args: Any, kws: Any) -> Any:
        kind = among(args, CasesType)
        if kind is None:
            return None
        base, exponent = args
        if isinstance(exponent, types.IntegerLiteral) and isinstance(base, CasesType):
            return signature(kind, kind, exponent)
        if isinstance(exponent, types.Integer) and isinstance(base, CasesType):
            return signature(kind, kind, types.int64)
        return signature(kind, kind, kind)


@lower_builtin(operator.pow, CasesType, types.IntegerLiteral)
@lower_builtin(operator.ipow, CasesType, types.IntegerLiteral)
def _literal_power(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Return a power with a literal exponent. numba uses the same products for a float."""
    written, value = signature.args[1].literal_value, arguments[0]
    exponent = abs(written)
    one = context.cast(builder, ir.Constant(DOUBLE, 1.0), FLOAT, signature.return_type)
    result = one
    while exponent != 0:
        if exponent & 1:
            result = builder.fmul(result, value)
        exponent >>= 1
        value = builder.fmul(value, value)
    return builder.fdiv(one, result) if written < 0 else result


@lower_builtin(operator.pow, CasesType, types.Integer)
@lower_builtin(operator.ipow, CasesType, types.Integer)
def _whole_power(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    single = FLOAT(FLOAT, types.int64)
    call = context.get_function(operator.pow, single)
    vector = ir.Constant(arguments[0].type, ir.Undefined)
    for k in range(vector.type.count):
        number = call(builder, [builder.extract_element(arguments[0], INT(k)), arguments[1]])
        vector = builder.insert_element(vector, number, INT(k))
    return vector


@lower_builtin(operator.pow, CasesType, CasesType)
@lower_builtin(operator.ipow, CasesType, CasesType)
def _power(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return _each(operator.pow, None)(context, builder, signature, arguments)
