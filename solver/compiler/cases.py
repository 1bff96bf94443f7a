"""One number of each of several cases as a scalar of kernels: the same source, compiled for arrays of these, steps that many cases.

An array of them has items of 8 bytes for each case (`np.dtype("V128")` of 16): a kernel finds [variable][case] in memory. Operations
round as those on single floats do and none is contracted, so that each case has the bits of a run of its own. Functions of `math` that
processors lack are called for each case.

What a kernel decides by such a number it decides for all cases alike. Where they differ it returns at once, with the code `DIFFER` and
one bit for each case that has it true; whoever called it restores what it was given and goes on without the fewer ones
(solver/integrators/side_by_side.py).
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
from numba.core.typeconv.castgraph import Conversion
from numba.core.typing.templates import AbstractTemplate, infer_global, signature

from rbsolve.solver.compiler.case_codes import DIFFER, MOST_CASES

_DOUBLE = ir.DoubleType()
_CODE = ir.IntType(32)


class CasesType(types.Type):
    """The type of one number of each of so many cases."""

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(name=f"cases{count}")

    def unify(self, typingctx: Any, other: Any) -> Any:
        """A number that all cases share may stand where they have their own."""
        return self if isinstance(other, (types.Float, types.Integer)) else None

    def can_convert_from(self, typingctx: Any, other: Any) -> Any:
        """Whether a number becomes that of every case."""
        return Conversion.safe if isinstance(other, (types.Float, types.Integer)) else None


@register_default(CasesType)
class _Model(PrimitiveModel):
    def __init__(self, manager: Any, kind: CasesType) -> None:
        super().__init__(manager, kind, _vector(kind.count))


def scalar_of(dtype: str) -> Any:
    """The scalar of an array by the name of its dtype: that of several cases, `void` and so many bits, or one of numba's."""
    if dtype.startswith("void"):
        return _cases(int(dtype.removeprefix("void")) // 64)
    return _cases(int(dtype.removeprefix("cases"))) if dtype.startswith("cases") else getattr(types, dtype)


def _cases(count: int) -> CasesType:
    if not 1 < count <= MOST_CASES:
        raise ValueError(f"{count} cases are not stepped side by side")
    return CasesType(count)


def _vector(count: int, of: Any = _DOUBLE) -> ir.VectorType:
    return ir.VectorType(of, count)


@lower_cast(types.Float, CasesType)
@lower_cast(types.Integer, CasesType)
def _of_all(context: Any, builder: Any, given: Any, wanted: CasesType, value: Any) -> Any:
    """A number as that of every case."""
    vector = _vector(wanted.count)
    number = context.cast(builder, value, given, types.float64)
    one = builder.insert_element(ir.Constant(vector, ir.Undefined), number, _CODE(0))
    zeros = ir.Constant(_vector(wanted.count, _CODE), [0] * wanted.count)
    return builder.shuffle_vector(one, ir.Constant(vector, ir.Undefined), zeros)


def _found(arguments: Any) -> CasesType | None:
    """The type of the cases among arguments of an operation on numbers, None where it is another operation."""
    kinds = [kind for kind in arguments if isinstance(kind, CasesType)]
    others = all(isinstance(kind, (CasesType, types.Float, types.Integer)) for kind in arguments)
    return kinds[0] if kinds and others else None


def _typed(function: Any, result: Any, counts: tuple[int, ...]) -> None:
    """Let numba know that a function of so many numbers has a result, None for one of each case."""

    @infer_global(function)
    class _Template(AbstractTemplate):
        key = function

        def generic(self, args: Any, kws: Any) -> Any:
            kind = _found(args)
            if kind is None or kws or len(args) not in counts:
                return None
            return signature(kind if result is None else result, *(kind,) * len(args))


def _arithmetic(name: str) -> Callable[..., Any]:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return getattr(builder, name)(*arguments)

    return generate


for _names, _instruction in {
    ("add", "iadd"): "fadd",
    ("sub", "isub"): "fsub",
    ("mul", "imul"): "fmul",
    ("truediv", "itruediv"): "fdiv",
}.items():
    for _name in _names:
        _operation = getattr(operator, _name)
        _typed(_operation, None, (2,))
        lower_builtin(_operation, CasesType, CasesType)(_arithmetic(_instruction))


_typed(operator.neg, None, (1,))
_typed(operator.pos, None, (1,))


@lower_builtin(operator.neg, CasesType)
def _negative(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.fneg(arguments[0])


@lower_builtin(operator.pos, CasesType)
def _same(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return arguments[0]


def leave_unless_alike(context: Any, builder: Any, bits: Any) -> Any:
    """Leave the function where the bits, one for each case, are neither all true nor all false; else what they are, as one bit."""
    count = bits.type.count
    word = builder.bitcast(bits, ir.IntType(count))
    none = builder.icmp_unsigned("==", word, word.type(0))
    every = builder.icmp_unsigned("==", word, word.type((1 << count) - 1))
    with builder.if_then(builder.not_(builder.or_(none, every)), likely=False):
        code = builder.zext(word, _CODE)
        context.call_conv._return_errcode_raw(builder, builder.or_(code, _CODE(DIFFER)))
    return every


def _comparison(mark: str, ordered: bool) -> Callable[..., Any]:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        compare = builder.fcmp_ordered if ordered else builder.fcmp_unordered
        return leave_unless_alike(context, builder, compare(mark, *arguments))

    return generate


for _name, _mark in {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}.items():
    _operation = getattr(operator, _name)
    _typed(_operation, types.boolean, (2,))
    lower_builtin(_operation, CasesType, CasesType)(_comparison(_mark, _name != "ne"))


def _extreme(mark: str) -> Callable[..., Any]:
    """The larger or the smaller ones, as Python chooses among floats."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        best, *others = arguments
        for other in others:
            best = builder.select(builder.fcmp_ordered(mark, other, best), other, best)
        return best

    return generate


for _operation, _mark in ((max, ">"), (min, "<")):
    _typed(_operation, None, (2, 3, 4))
    for _count in (2, 3, 4):
        lower_builtin(_operation, *(CasesType,) * _count)(_extreme(_mark))


def _intrinsic(name: str) -> Callable[..., Any]:
    """A function that LLVM knows for vectors, exact or correctly rounded."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        vector = arguments[0].type
        of = ir.FunctionType(vector, [vector] * len(arguments))
        function = cgutils.get_or_insert_function(builder.module, of, f"llvm.{name}.v{vector.count}f64")
        return builder.call(function, arguments)

    return generate


for _operation, _name in ((abs, "fabs"), (math.fabs, "fabs"), (math.sqrt, "sqrt")):
    _typed(_operation, None, (1,))
    lower_builtin(_operation, CasesType)(_intrinsic(_name))
_typed(math.copysign, None, (2,))
lower_builtin(math.copysign, CasesType, CasesType)(_intrinsic("copysign"))


def _is_finite(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    nothing = builder.fsub(arguments[0], arguments[0])
    return leave_unless_alike(context, builder, builder.fcmp_ordered("==", nothing, ir.Constant(nothing.type, None)))


def _is_nan(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return leave_unless_alike(context, builder, builder.fcmp_unordered("uno", *arguments * 2))


for _operation, _generate in ((math.isfinite, _is_finite), (math.isnan, _is_nan)):
    _typed(_operation, types.boolean, (1,))
    lower_builtin(_operation, CasesType)(_generate)


def _each(function: Any, result: Any) -> Callable[..., Any]:
    """A function called for each case; one with a whole number leaves where these differ."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        count, kinds = arguments[0].type.count, (types.float64,) * len(arguments)
        single = context.typing_context.resolve_value_type(function).get_call_type(context.typing_context, kinds, {})
        call = context.get_function(function, single)
        numbers = [
            call(builder, [builder.extract_element(argument, _CODE(k)) for argument in arguments]) for k in range(count)
        ]
        vector = ir.Constant(_vector(count, numbers[0].type), ir.Undefined)
        for k, number in enumerate(numbers):
            vector = builder.insert_element(vector, number, _CODE(k))
        if result is None:
            return vector
        return _one_of(context, builder, vector)

    return generate


def _one_of(context: Any, builder: Any, wholes: Any) -> Any:
    """The whole number that all cases have."""
    zeros = ir.Constant(_vector(wholes.type.count, _CODE), [0] * wholes.type.count)
    first = builder.shuffle_vector(wholes, wholes, zeros)
    leave_unless_alike(context, builder, builder.icmp_signed("==", wholes, first))
    return builder.extract_element(wholes, _CODE(0))


_WHOLE = (math.floor, math.ceil)
_BY_CASE: dict[Any, int] = {
    **dict.fromkeys((math.sin, math.cos, math.tan, math.asin, math.acos, math.atan, math.exp, math.log), 1),
    **dict.fromkeys((math.sinh, math.cosh, math.tanh, math.expm1, math.log1p, math.floor, math.ceil), 1),
    **dict.fromkeys((math.atan2, math.hypot, math.pow, operator.mod, operator.floordiv), 2),
}
for _operation, _count in _BY_CASE.items():
    _result = types.int64 if _operation in _WHOLE else None
    _typed(_operation, _result, (_count,))
    lower_builtin(_operation, *(CasesType,) * _count)(_each(_operation, _result))

_typed(int, types.int64, (1,))


@lower_builtin(int, CasesType)
def _whole(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    count = arguments[0].type.count
    return _one_of(context, builder, builder.fptosi(arguments[0], _vector(count, ir.IntType(64))))


_typed(float, None, (1,))
lower_builtin(float, CasesType)(_same)


@infer_global(operator.pow)
@infer_global(operator.ipow)
class _Power(AbstractTemplate):
    key = operator.pow
    prefer_literal = True

    def generic(self, args: Any, kws: Any) -> Any:
        kind = _found(args)
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
    """A power with a written exponent, by the products of numba's for a float."""
    written, value = signature.args[1].literal_value, arguments[0]
    exponent = abs(written)
    one = context.cast(builder, ir.Constant(_DOUBLE, 1.0), types.float64, signature.return_type)
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
    single = types.float64(types.float64, types.int64)
    call = context.get_function(operator.pow, single)
    vector = ir.Constant(arguments[0].type, ir.Undefined)
    for k in range(vector.type.count):
        number = call(builder, [builder.extract_element(arguments[0], _CODE(k)), arguments[1]])
        vector = builder.insert_element(vector, number, _CODE(k))
    return vector


@lower_builtin(operator.pow, CasesType, CasesType)
@lower_builtin(operator.ipow, CasesType, CasesType)
def _power(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return _each(operator.pow, None)(context, builder, signature, arguments)
