"""Generates vector instructions for eight floats at once. They are the machine code of the intrinsics in
`subroutines.py`.

LLVM maps these operations to the widest vectors of the processor. A product is rounded before it is subtracted, as in
code for single floats. Results are therefore bitwise identical on every processor.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel.models import PrimitiveModel
from numba.core.datamodel.registry import register_default

from rbsolve.solver.compiler import number_lanes
from rbsolve.solver.compiler.arrays import ArrayType
from rbsolve.solver.compiler.scalars import splat

_LANES = 8
_VECTOR = ir.VectorType(ir.DoubleType(), _LANES)
_MASK = ir.VectorType(ir.IntType(1), _LANES)


class LanesType(types.Type):
    """The type of eight floats."""

    def __init__(self) -> None:
        super().__init__(name=f"lanes{_LANES}")


LANES = LanesType()


@register_default(LanesType)
class _Model(PrimitiveModel):
    def __init__(self, manager: Any, kind: LanesType) -> None:
        super().__init__(manager, kind, _VECTOR)


def _place(context: Any, builder: Any, array: Any, at: Any, count: Any) -> Any:
    """Return the address of `count` floats of an array, from an index on."""
    if context.enable_boundscheck:
        last = builder.add(at, builder.sub(count, ir.IntType(64)(1)))
        for index in (at, last):
            cgutils.do_boundscheck(context, builder, index, builder.extract_value(array, [1, 0]), 0)
    place = builder.gep(builder.extract_value(array, 0), [at], inbounds=True)
    return builder.bitcast(place, _VECTOR.as_pointer())


def lanes_at(typing_context: Any, values: Any, at: Any) -> Any:
    """Return eight floats of an array, from an index on."""
    if number_lanes.is_of_numbers(values):
        return number_lanes.lanes_at(values)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        loaded = builder.load(_place(context, builder, arguments[0], arguments[1], ir.IntType(64)(_LANES)))
        loaded.align = 8
        return loaded

    return LANES(ArrayType(types.float64, 1), types.int64), generate


def lanes_less(typing_context: Any, lanes: Any, factor: Any, others: Any) -> Any:
    """Return `lanes - factor others`."""
    if number_lanes.is_of_numbers(lanes):
        return number_lanes.lanes_less(lanes)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lanes, factor, others = arguments
        return builder.fsub(lanes, builder.fmul(splat(builder, factor, _LANES), others))

    return LANES(LANES, types.float64, LANES), generate


def lanes_times(typing_context: Any, factor: Any, lanes: Any) -> Any:
    """Return `factor lanes`."""
    if number_lanes.is_of_numbers(lanes):
        return number_lanes.lanes_times(lanes)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.fmul(splat(builder, arguments[0], _LANES), arguments[1])

    return LANES(types.float64, LANES), generate


def put_lanes(typing_context: Any, values: Any, at: Any, count: Any, lanes: Any) -> Any:
    """Store the first `count` of eight floats in an array, from an index on."""
    if number_lanes.is_of_numbers(values):
        return number_lanes.put_lanes(values, lanes)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        values, at, count, lanes = arguments
        word = ir.IntType(64)
        numbers = ir.Constant(ir.VectorType(word, _LANES), list(range(_LANES)))
        mask = builder.icmp_signed("<", numbers, splat(builder, count, _LANES))
        place = _place(context, builder, values, at, count)
        kinds = [_VECTOR, place.type, ir.IntType(32), _MASK]
        store = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(ir.VoidType(), kinds), "llvm.masked.store.v8f64.p0"
        )
        builder.call(store, [lanes, place, ir.IntType(32)(8), mask])
        return context.get_dummy_value()

    return types.none(ArrayType(types.float64, 1), types.int64, types.int64, LANES), generate
