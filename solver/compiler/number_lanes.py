"""Handles eight duals, or eight numbers of several cases, at once. Kernels written with `lanes.py` can thus run on such
numbers.

These lanes make kernels no faster, because each number already is a vector of the processor.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.datamodel.models import PrimitiveModel
from numba.core.datamodel.registry import register_default
from numba.core.typing.templates import signature

from rbsolve.solver.compiler.arrays import ArrayType
from rbsolve.solver.compiler.scalars import NumberType

LANES = 8
_WORD = ir.IntType(64)


class NumberLanesType(types.Type):
    """The type of eight numbers."""

    def __init__(self, number: NumberType) -> None:
        self.number = number
        super().__init__(name=f"lanes{LANES}_{number.name}")


@register_default(NumberLanesType)
class _Model(PrimitiveModel):
    def __init__(self, manager: Any, kind: NumberLanesType) -> None:
        super().__init__(manager, kind, ir.ArrayType(manager.lookup(kind.number).get_value_type(), LANES))


def is_of_numbers(kind: Any) -> bool:
    """Return whether lanes, or the items of an array, are duals or numbers of several cases."""
    return isinstance(kind, NumberLanesType) or (isinstance(kind, ArrayType) and isinstance(kind.dtype, NumberType))


def _operation(context: Any, builder: Any, function: Any, a: Any, b: Any, kind: NumberType) -> Any:
    return context.get_function(function, signature(kind, kind, kind))(builder, [a, b])


def _together(builder: Any, numbers: list[Any]) -> Any:
    lanes = ir.Constant(ir.ArrayType(numbers[0].type, LANES), ir.Undefined)
    for k, number in enumerate(numbers):
        lanes = builder.insert_value(lanes, number, k)
    return lanes


def lanes_at(values: Any) -> Any:
    """Return eight numbers of an array, from an index on."""
    kind = values.dtype

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        first = builder.gep(builder.extract_value(arguments[0], 0), [arguments[1]], inbounds=True)
        return _together(
            builder, [context.unpack_value(builder, kind, builder.gep(first, [_WORD(k)])) for k in range(LANES)]
        )

    return NumberLanesType(kind)(values, types.int64), generate


def lanes_less(lanes: Any) -> Any:
    """Return `lanes - factor others`."""
    kind = lanes.number

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lanes, factor, others = arguments
        numbers = []
        for k in range(LANES):
            product = _operation(context, builder, operator.mul, factor, builder.extract_value(others, k), kind)
            numbers.append(_operation(context, builder, operator.sub, builder.extract_value(lanes, k), product, kind))
        return _together(builder, numbers)

    return lanes(lanes, kind, lanes), generate


def lanes_times(lanes: Any) -> Any:
    """Return `factor lanes`."""
    kind = lanes.number

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        factor, lanes = arguments
        return _together(
            builder,
            [
                _operation(context, builder, operator.mul, factor, builder.extract_value(lanes, k), kind)
                for k in range(LANES)
            ],
        )

    return lanes(kind, lanes), generate


def put_lanes(values: Any, lanes: Any) -> Any:
    """Store the first `count` of eight numbers in an array, from an index on."""
    kind = values.dtype

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, at, count, lanes = arguments
        first = builder.gep(builder.extract_value(array, 0), [at], inbounds=True)
        for k in range(LANES):
            with builder.if_then(builder.icmp_signed("<", _WORD(k), count)):
                context.pack_value(builder, kind, builder.extract_value(lanes, k), builder.gep(first, [_WORD(k)]))
        return context.get_dummy_value()

    return types.none(values, types.int64, types.int64, lanes), generate
