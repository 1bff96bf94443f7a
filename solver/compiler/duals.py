"""Dual numbers in kernels: a number with its derivatives by some parameters, in one vector of the processor.

The number is the first of the lanes and is computed as ever, to the same bits; the others follow the rules of differentiation. A kernel
that is compiled for arrays of these runs the same steps and has the derivatives of all that it writes. Comparisons, and whatever decides,
read the number alone.

Where a derivative does not exist, at the corner of a root, an absolute value or a power, it is taken from one side, and a derivative of
zero stays zero.
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
from numba.core.imputils import lower_builtin, lower_cast, lower_getattr
from numba.core.typeconv import Conversion  # type: ignore[attr-defined]
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_global, signature
from numba.extending import infer_getattr

from rbsolve.solver.compiler.cases import scalar_of
from rbsolve.solver.compiler.derivatives import derivatives_alone, is_zero, largest_derivative, value_of

_DOUBLE, _INT = ir.DoubleType(), ir.IntType(32)
_FLOAT = types.float64
_ONCE = ("contract",)
"""Of derivatives, for which a processor may round a product and a sum once."""


class DualType(types.Type):
    """The type of a number with `count` derivatives; their number and one is a power of two."""

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(name=f"dual{count}")

    def can_convert_from(self, typingctx: Any, other: Any) -> Any:
        """Plain numbers have no derivatives."""
        return Conversion.safe if _is_plain(other) else None

    def unify(self, typingctx: Any, other: Any) -> Any:
        """What a variable is that is a plain number elsewhere."""
        return self if _is_plain(other) else None


def _is_plain(kind: Any) -> bool:
    return isinstance(kind, types.Float | types.Integer | types.Boolean)


def type_named(name: str) -> Any:
    """The type of the numbers in an array, by its name."""
    return DualType(int(name.removeprefix("dual"))) if name.startswith("dual") else scalar_of(name)


def promoted(kinds: tuple[Any, ...]) -> tuple[Any, ...]:
    """The types in a tuple that mixes plain floats with duals: duals, so that a number of it can be told by an index."""
    dual = next((kind for kind in kinds if isinstance(kind, DualType)), None)
    if dual is None or not all(kind == dual or isinstance(kind, types.Float) for kind in kinds):
        return kinds
    return (dual,) * len(kinds)


def named_tuple_of(kinds: list[Any], cls: Any) -> Any:
    """The type of a named tuple with members of some types."""
    if all(kind == kinds[0] for kind in kinds):
        return types.NamedUniTuple(kinds[0], len(kinds), cls)
    return types.NamedTuple(kinds, cls)


@lower_cast(types.NamedTuple, types.NamedTuple)
@lower_cast(types.NamedTuple, types.NamedUniTuple)
@lower_cast(types.NamedUniTuple, types.NamedTuple)
@lower_cast(types.NamedUniTuple, types.NamedUniTuple)
def _member_by_member(context: Any, builder: Any, before: Any, after: Any, value: Any) -> Any:
    members = cgutils.unpack_tuple(builder, value, len(before))
    cast = [context.cast(builder, *each) for each in zip(members, before, after, strict=True)]
    return context.make_tuple(builder, after, cast)


@register_default(DualType)
class _Model(PrimitiveModel):
    def __init__(self, manager: Any, kind: DualType) -> None:
        super().__init__(manager, kind, ir.VectorType(_DOUBLE, 1 + kind.count))


class _Code:
    """Writes code with duals."""

    def __init__(self, context: Any, builder: Any, count: int) -> None:
        self.context, self.builder, self.lanes = context, builder, 1 + count
        self.vector = ir.VectorType(_DOUBLE, self.lanes)

    def value(self, dual: Any) -> Any:
        """The number."""
        return self.builder.extract_element(dual, _INT(0))

    def all(self, number: Any) -> Any:
        """A number in every lane."""
        none = ir.Constant(self.vector, ir.Undefined)
        one = self.builder.insert_element(none, number, _INT(0))
        return self.builder.shuffle_vector(one, none, ir.Constant(ir.VectorType(_INT, self.lanes), [0] * self.lanes))

    def constant(self, number: Any) -> Any:
        """A number without derivatives."""
        return self.builder.insert_element(ir.Constant(self.vector, [0.0] * self.lanes), number, _INT(0))

    def with_value(self, number: Any, derivatives: Any) -> Any:
        """A number, and the derivatives in the other lanes of a vector."""
        return self.builder.insert_element(derivatives, number, _INT(0))

    def with_value_of(self, dual: Any, derivatives: Any) -> Any:
        """The number of one vector and the other lanes of another."""
        places = ir.Constant(ir.VectorType(_INT, self.lanes), [0, *range(self.lanes + 1, 2 * self.lanes)])
        return self.builder.shuffle_vector(dual, derivatives, places)

    def call(self, function: Any, *numbers: Any) -> Any:
        """A function of floats, as numba has it."""
        kinds = [_FLOAT] * len(numbers)
        of = self.context.typing_context.resolve_value_type(function)
        sig = of.get_call_type(self.context.typing_context, kinds, {})
        return self.context.get_function(of, sig)(self.builder, list(numbers))

    def scaled(self, dual: Any, factor: Any) -> Any:
        """Derivatives times a factor; zero where they are zero, whatever the factor."""
        zero = ir.Constant(self.vector, [0.0] * self.lanes)
        product = self.builder.fmul(dual, self.all(factor))
        return self.builder.select(self.builder.fcmp_ordered("==", dual, zero), zero, product)

    def chained(self, dual: Any, number: Any, slope: Any) -> Any:
        """A function of a dual, by its value and its slope there."""
        return self.with_value(number, self.builder.fmul(dual, self.all(slope)))


def _code(context: Any, builder: Any, sig: Any) -> _Code:
    kind = next(kind for kind in (sig.return_type, *sig.args) if isinstance(kind, DualType))
    return _Code(context, builder, kind.count)


@infer_getattr
class _Attributes(AttributeTemplate):
    key = DualType

    def resolve_real(self, kind: DualType) -> Any:
        return _FLOAT


@lower_getattr(DualType, "real")
def _real(context: Any, builder: Any, kind: DualType, dual: Any) -> Any:
    """The number alone: what finds a place by the real part and then takes a step of Newton's has its derivatives by that step."""
    return _Code(context, builder, kind.count).value(dual)


# conversions


@lower_cast(types.Float, DualType)
@lower_cast(types.Integer, DualType)
@lower_cast(types.Boolean, DualType)
def _from_plain(context: Any, builder: Any, kind: Any, dual: Any, number: Any) -> Any:
    return _Code(context, builder, dual.count).constant(context.cast(builder, number, kind, _FLOAT))


@lower_cast(DualType, types.Float)
def _to_plain(context: Any, builder: Any, dual: Any, kind: Any, number: Any) -> Any:
    return _Code(context, builder, dual.count).value(number)


# operators


def _other(kind: Any, dual: DualType) -> Any:
    """The type with which an operand takes part, None where it cannot."""
    if kind == dual:
        return dual
    return _FLOAT if _is_plain(kind) else None


def _typed_binary(result: Callable[[DualType], Any]) -> type[AbstractTemplate]:
    class Binary(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            dual = next((kind for kind in args if isinstance(kind, DualType)), None)
            if dual is None or len(args) != 2:
                return None
            kinds = [_other(kind, dual) for kind in args]
            return None if None in kinds else signature(result(dual), *kinds)

    return Binary


def _add(code: _Code, a: Any, b: Any, both: tuple[bool, bool]) -> Any:
    if all(both):
        return code.builder.fadd(a, b)
    if both[0]:
        return code.with_value(code.builder.fadd(code.value(a), b), a)
    return code.with_value(code.builder.fadd(a, code.value(b)), b)


def _subtract(code: _Code, a: Any, b: Any, both: tuple[bool, bool]) -> Any:
    if all(both):
        return code.builder.fsub(a, b)
    if both[0]:
        return code.with_value(code.builder.fsub(code.value(a), b), a)
    return code.with_value(code.builder.fsub(a, code.value(b)), code.builder.fneg(b))


def _multiply(code: _Code, a: Any, b: Any, both: tuple[bool, bool]) -> Any:
    builder = code.builder
    if not all(both):
        dual, plain = (a, b) if both[0] else (b, a)
        return builder.fmul(dual, code.all(plain))
    one = builder.fmul(a, code.all(code.value(b)))
    other = builder.fmul(b, code.all(code.value(a)), flags=_ONCE)
    return code.with_value_of(one, builder.fadd(one, other, flags=_ONCE))


def _divide(code: _Code, a: Any, b: Any, both: tuple[bool, bool]) -> Any:
    builder = code.builder
    if not both[1]:
        return builder.fdiv(a, code.all(b))
    value, divisor = (code.value(a) if both[0] else a), code.value(b)
    quotient = builder.fdiv(value, divisor)
    change = builder.fmul(b, code.all(quotient))
    change = builder.fsub(a, change) if both[0] else builder.fneg(change)
    return code.with_value(quotient, builder.fdiv(change, code.all(divisor)))


def _remainder(code: _Code, a: Any, b: Any, both: tuple[bool, bool]) -> Any:
    value, divisor = (code.value(a) if both[0] else a), (code.value(b) if both[1] else b)
    number = code.call(operator.mod, value, divisor)
    change = a if both[0] else code.constant(a)
    if both[1]:
        turns = code.call(math.floor, code.builder.fdiv(value, divisor))
        turns = code.builder.sitofp(turns, _DOUBLE)
        change = code.builder.fsub(change, code.builder.fmul(b, code.all(turns)))
    return code.with_value(number, change)


def _power(code: _Code, a: Any, b: Any, both: tuple[bool, bool]) -> Any:
    builder, one = code.builder, ir.Constant(_DOUBLE, 1.0)
    base, exponent = (code.value(a) if both[0] else a), (code.value(b) if both[1] else b)
    number = code.call(operator.pow, base, exponent)
    change = ir.Constant(code.vector, [0.0] * code.lanes)
    if both[0]:
        slope = builder.fmul(exponent, code.call(operator.pow, base, builder.fsub(exponent, one)))
        change = code.scaled(a, slope)
    if both[1]:
        change = builder.fadd(change, code.scaled(b, builder.fmul(number, code.call(math.log, base))))
    return code.with_value(number, change)


def _register(operators: tuple[Any, ...], write: Callable[..., Any]) -> None:
    for each in operators:
        infer_global(each)(_typed_binary(lambda dual: dual))
        for left, right in ((DualType, DualType), (DualType, types.Float), (types.Float, DualType)):

            def generate(
                context: Any,
                builder: Any,
                sig: Any,
                values: Any,
                write: Callable[..., Any] = write,
                both: tuple[bool, bool] = (left is DualType, right is DualType),
            ) -> Any:
                return write(_code(context, builder, sig), *values, both)

            lower_builtin(each, left, right)(generate)


_register((operator.add, operator.iadd), _add)
_register((operator.sub, operator.isub), _subtract)
_register((operator.mul, operator.imul), _multiply)
_register((operator.truediv, operator.itruediv), _divide)
_register((operator.mod, operator.imod), _remainder)
_register((operator.pow, operator.ipow, math.pow), _power)


@lower_builtin(operator.pow, DualType, types.IntegerLiteral)
def _whole_power(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    """A power that is written in the code, which numba makes of products."""
    code, literal = _code(context, builder, sig), sig.args[1]

    def raised(exponent: int) -> Any:
        if exponent == 0:
            return ir.Constant(_DOUBLE, 1.0)
        kind = types.literal(exponent)
        made = context.get_function(operator.pow, signature(_FLOAT, _FLOAT, kind))
        return made(builder, [code.value(values[0]), kind])

    exponent = literal.literal_value
    slope = builder.fmul(ir.Constant(_DOUBLE, float(exponent)), raised(exponent - 1))
    return code.chained(values[0], raised(exponent), slope)


for _sign, _each in (
    ("<", operator.lt),
    ("<=", operator.le),
    (">", operator.gt),
    (">=", operator.ge),
    ("==", operator.eq),
    ("!=", operator.ne),
):
    infer_global(_each)(_typed_binary(lambda dual: types.boolean))
    for _left, _right in ((DualType, DualType), (DualType, types.Float), (types.Float, DualType)):

        def _compare(context: Any, builder: Any, sig: Any, values: Any, sign: str = _sign) -> Any:
            numbers = [
                _Code(context, builder, kind.count).value(value) if isinstance(kind, DualType) else value
                for kind, value in zip(sig.args, values, strict=True)
            ]
            compare = builder.fcmp_unordered if sign == "!=" else builder.fcmp_ordered
            return compare(sign, *numbers)

        lower_builtin(_each, _left, _right)(_compare)


class _Same(AbstractTemplate):
    """Of a function of one number: the result is of its type."""

    def generic(self, args: Any, kws: Any) -> Any:
        return signature(args[0], args[0]) if len(args) == 1 and isinstance(args[0], DualType) else None


def _unary(function: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def register(write: Callable[..., Any]) -> Callable[..., Any]:
        infer_global(function)(type(f"Of{function.__name__}", (_Same,), {}))

        def generate(context: Any, builder: Any, sig: Any, values: Any) -> Any:
            return write(_code(context, builder, sig), values[0])

        lower_builtin(function, DualType)(generate)
        return write

    return register


@_unary(operator.neg)
def _negative(code: _Code, a: Any) -> Any:
    return code.builder.fneg(a)


@_unary(operator.pos)
@_unary(float)
def _itself(code: _Code, a: Any) -> Any:
    return a


@_unary(math.fabs)
@_unary(abs)
def _size(code: _Code, a: Any) -> Any:
    builder, value = code.builder, code.value(a)
    is_negative = builder.fcmp_ordered("<", value, ir.Constant(_DOUBLE, 0.0))
    return code.with_value(code.call(math.fabs, value), builder.select(is_negative, builder.fneg(a), a))


@_unary(math.sqrt)
def _root(code: _Code, a: Any) -> Any:
    root = code.call(math.sqrt, code.value(a))
    return code.with_value(root, code.scaled(a, code.builder.fdiv(ir.Constant(_DOUBLE, 0.5), root)))


def _elementary(function: Any, slope: Callable[[_Code, Any, Any], Any]) -> None:
    """Register a function by its slope, which is told the argument and the value."""

    def write(code: _Code, a: Any) -> Any:
        x = code.value(a)
        value = code.call(function, x)
        return code.chained(a, value, slope(code, x, value))

    _unary(function)(write)


def _one(code: _Code, sign: str, x: Any) -> Any:
    """`1 + x` or `1 - x`."""
    one = ir.Constant(_DOUBLE, 1.0)
    return code.builder.fadd(one, x) if sign == "+" else code.builder.fsub(one, x)


def _over(code: _Code, x: Any, sign: float = 1.0) -> Any:
    return code.builder.fdiv(ir.Constant(_DOUBLE, sign), x)


def _squared(code: _Code, x: Any) -> Any:
    return code.builder.fmul(x, x)


_elementary(math.sin, lambda code, x, value: code.call(math.cos, x))
_elementary(math.cos, lambda code, x, value: code.builder.fneg(code.call(math.sin, x)))
_elementary(math.tan, lambda code, x, value: _one(code, "+", _squared(code, value)))
_elementary(math.asin, lambda code, x, value: _over(code, code.call(math.sqrt, _one(code, "-", _squared(code, x)))))
_elementary(
    math.acos, lambda code, x, value: _over(code, code.call(math.sqrt, _one(code, "-", _squared(code, x))), -1.0)
)
_elementary(math.atan, lambda code, x, value: _over(code, _one(code, "+", _squared(code, x))))
_elementary(math.sinh, lambda code, x, value: code.call(math.cosh, x))
_elementary(math.cosh, lambda code, x, value: code.call(math.sinh, x))
_elementary(math.tanh, lambda code, x, value: _one(code, "-", _squared(code, value)))
_elementary(math.exp, lambda code, x, value: value)
_elementary(math.expm1, lambda code, x, value: _one(code, "+", value))
_elementary(math.log, lambda code, x, value: _over(code, x))
_elementary(math.log1p, lambda code, x, value: _over(code, _one(code, "+", x)))
_elementary(
    math.log10,
    lambda code, x, value: _over(code, code.builder.fmul(x, ir.Constant(_DOUBLE, math.log(10.0)))),
)
_elementary(math.radians, lambda code, x, value: ir.Constant(_DOUBLE, math.pi / 180.0))
_elementary(math.degrees, lambda code, x, value: ir.Constant(_DOUBLE, 180.0 / math.pi))


# functions of two numbers


def _pair(function: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a function of two numbers of which at least one is a dual; it is written for two."""

    def register(write: Callable[..., Any]) -> Callable[..., Any]:
        infer_global(function)(_typed_pair)

        def generate(context: Any, builder: Any, sig: Any, values: Any) -> Any:
            return write(_code(context, builder, sig), *values)

        lower_builtin(function, DualType, DualType)(generate)
        return write

    return register


class _typed_pair(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        dual = next((kind for kind in args if isinstance(kind, DualType)), None)
        if dual is None or len(args) != 2 or not all(kind == dual or _is_plain(kind) for kind in args):
            return None
        return signature(dual, dual, dual)


@_pair(math.atan2)
def _angle(code: _Code, y: Any, x: Any) -> Any:
    builder, b, a = code.builder, code.value(y), code.value(x)
    square = builder.fadd(_squared(code, a), _squared(code, b))
    change = builder.fsub(builder.fmul(y, code.all(a)), builder.fmul(x, code.all(b)))
    return code.with_value(code.call(math.atan2, b, a), code.scaled(change, _over(code, square)))


@_pair(math.hypot)
def _diagonal(code: _Code, x: Any, y: Any) -> Any:
    builder, a, b = code.builder, code.value(x), code.value(y)
    length = code.call(math.hypot, a, b)
    change = builder.fadd(builder.fmul(x, code.all(a)), builder.fmul(y, code.all(b)))
    return code.with_value(length, code.scaled(change, _over(code, length)))


@_pair(math.copysign)
def _signed(code: _Code, x: Any, y: Any) -> Any:
    a, b = code.value(x), code.value(y)
    turn = code.call(math.copysign, ir.Constant(_DOUBLE, 1.0), a)
    sign = code.builder.fmul(turn, code.call(math.copysign, ir.Constant(_DOUBLE, 1.0), b))
    return code.chained(x, code.call(math.copysign, a, b), sign)


class _Extreme(AbstractTemplate):
    """Of `max` and `min`, which compare by the numbers."""

    def generic(self, args: Any, kws: Any) -> Any:
        dual = next((kind for kind in args if isinstance(kind, DualType)), None)
        if dual is None or not all(kind == dual or _is_plain(kind) for kind in args):
            return None
        return signature(dual, *[dual] * len(args))


def _extreme(function: Any, sign: str) -> None:
    infer_global(function)(type(f"Of{function.__name__}", (_Extreme,), {}))

    def generate(context: Any, builder: Any, sig: Any, values: Any) -> Any:
        code, found = _code(context, builder, sig), values[0]
        for other in values[1:]:
            found = builder.select(builder.fcmp_ordered(sign, code.value(other), code.value(found)), other, found)
        return found

    lower_builtin(function, types.VarArg(DualType))(generate)
    for count in range(2, 6):  # numba has some for each count
        lower_builtin(function, *[DualType] * count)(generate)


_extreme(max, ">")
_extreme(min, "<")


# what reads the number alone


def _reading(function: Any, result: Any) -> None:
    class Reading(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            return signature(result, args[0]) if len(args) == 1 and isinstance(args[0], DualType) else None

    infer_global(function)(Reading)

    def generate(context: Any, builder: Any, sig: Any, values: Any) -> Any:
        code = _code(context, builder, sig)
        if function is int:
            return context.cast(builder, code.value(values[0]), _FLOAT, types.int64)
        return code.call(function, code.value(values[0]))

    lower_builtin(function, DualType)(generate)


for _function, _result in (
    (math.isfinite, types.boolean),
    (math.isnan, types.boolean),
    (math.isinf, types.boolean),
    (math.floor, types.int64),
    (math.ceil, types.int64),
    (int, types.int64),
):
    _reading(_function, _result)


class _Number(AbstractTemplate):
    """Of the number alone: a float of a dual, and what is no dual as it is."""

    def generic(self, args: Any, kws: Any) -> Any:
        kind = args[0]
        return signature(_FLOAT if isinstance(kind, DualType) else kind, kind)


class _Alone(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(args[0], args[0])


class _Truth(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.boolean, args[0])


infer_global(value_of)(type("OfValue", (_Number,), {}))
infer_global(largest_derivative)(type("OfLargest", (_Number,), {}))
infer_global(derivatives_alone)(type("OfAlone", (_Alone,), {}))
infer_global(is_zero)(type("OfZero", (_Truth,), {}))


@lower_builtin(value_of, DualType)
def _value_of(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    return _code(context, builder, sig).value(values[0])


@lower_builtin(value_of, types.Any)
def _value_of_plain(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    return values[0]


@lower_builtin(derivatives_alone, DualType)
def _alone(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    return _code(context, builder, sig).with_value(ir.Constant(_DOUBLE, 0.0), values[0])


@lower_builtin(largest_derivative, DualType)
def _largest(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    code = _code(context, builder, sig)
    largest = ir.Constant(_DOUBLE, 0.0)
    for lane in range(1, code.lanes):
        size = code.call(math.fabs, builder.extract_element(values[0], _INT(lane)))
        largest = builder.select(builder.fcmp_ordered(">", size, largest), size, largest)
    return largest


@lower_builtin(derivatives_alone, types.Any)
@lower_builtin(largest_derivative, types.Any)
def _none(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    return context.cast(builder, ir.Constant(_DOUBLE, 0.0), _FLOAT, sig.return_type)


@lower_builtin(is_zero, DualType)
def _is_zero(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    code = _code(context, builder, sig)
    differs = builder.fcmp_unordered("!=", values[0], ir.Constant(code.vector, [0.0] * code.lanes))
    bits = builder.bitcast(differs, ir.IntType(code.lanes))
    return builder.icmp_unsigned("==", bits, bits.type(0))


@lower_builtin(is_zero, types.Any)
def _is_zero_plain(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    (kind,) = sig.args
    zero = context.cast(builder, ir.Constant(_DOUBLE, 0.0), _FLOAT, kind)
    return context.get_function(operator.eq, signature(types.boolean, kind, kind))(builder, [values[0], zero])
