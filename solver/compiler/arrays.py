"""Arrays in kernels. An array consists of the address of the numbers and the length of each axis, and is always
contiguous.

numba's own arrays have at least seven fields, with strides and an owner. They support negative indices, and need fifty
instructions to read a number. These instructions would be a third of all code before optimization.

Kernels read and write single numbers with as many indices as axes, take a subarray with fewer indices, and read the
`shape`. Kernels support no other operations on arrays. A negative index is a defect, which `NUMBA_BOUNDSCHECK=1`
detects. An array of floats in a kernel with derivatives stores numbers without their derivatives
(`dual_layouts.without_derivatives`).
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel.models import StructModel
from numba.core.datamodel.registry import register_default
from numba.core.imputils import lower_builtin, lower_getattr
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_global, signature
from numba.extending import infer_getattr

from rbsolve.solver.compiler.duals.kind import DualType


class ArrayType(types.Type):
    """The type of an array with a number of axes."""

    def __init__(self, dtype: Any, ndim: int) -> None:
        self.dtype, self.ndim = dtype, ndim
        super().__init__(name=f"{dtype}[{ndim}]")

    def part(self, indices: int) -> Any:
        """Return the type of the part of an array after a number of indices. Return None if there are more indices than
        axes.
        """
        if indices == self.ndim:
            return self.dtype
        return ArrayType(self.dtype, self.ndim - indices) if indices < self.ndim else None


@register_default(ArrayType)
class _Model(StructModel):
    def __init__(self, manager: Any, kind: ArrayType) -> None:
        members = [("data", types.CPointer(kind.dtype)), ("shape", types.UniTuple(types.intp, kind.ndim))]
        super().__init__(manager, kind, members)


def array_value(context: Any, builder: Any, kind: ArrayType, data: Any, shape: list[Any]) -> Any:
    """Return the array whose numbers start at `data`."""
    value = ir.Constant(context.get_value_type(kind), ir.Undefined)
    value = builder.insert_value(value, data, 0)
    for axis, length in enumerate(shape):
        value = builder.insert_value(value, length, [1, axis])
    return value


@infer_getattr
class _Attributes(AttributeTemplate):
    key = ArrayType

    def resolve_shape(self, kind: ArrayType) -> Any:
        return types.UniTuple(types.intp, kind.ndim)


@lower_getattr(ArrayType, "shape")
def _shape(context: Any, builder: Any, kind: ArrayType, array: Any) -> Any:
    return builder.extract_value(array, 1)


def _each(index: Any) -> tuple[Any, ...]:
    # numba's tuple types are iterable, but their annotations do not say so.
    return tuple(index) if isinstance(index, types.BaseTuple) else (index,)  # type: ignore[arg-type]


def _indices(index: Any) -> tuple[Any, ...] | None:
    """Return the types of the integers in an index, or None for any other index."""
    kinds = _each(index)
    return kinds if all(isinstance(kind, types.Integer) for kind in kinds) else None


@infer_global(operator.getitem)
class _Read(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        array, index = args
        if not isinstance(array, ArrayType):
            return None
        kinds = _indices(index)
        part = None if kinds is None else array.part(len(kinds))
        return None if part is None else signature(part, array, index)


@infer_global(operator.setitem)
class _Write(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        array, index, value = args
        if not isinstance(array, ArrayType):
            return None
        kinds = _indices(index)
        if kinds is None or len(kinds) != array.ndim:
            return None
        drops = isinstance(value, DualType) and isinstance(array.dtype, types.Float)  # an array without derivatives
        if not drops and self.context.can_convert(value, array.dtype) is None:
            return None
        return signature(types.none, array, index, array.dtype)


def _place(context: Any, builder: Any, array: ArrayType, value: Any, kind: Any, index: Any) -> tuple[Any, list[Any]]:
    """Return the address of the number or subarray at an index, and the lengths of the remaining axes."""
    given = cgutils.unpack_tuple(builder, index) if isinstance(kind, types.BaseTuple) else [index]
    words = [context.cast(builder, word, of, types.intp) for word, of in zip(given, _each(kind), strict=True)]
    lengths = [builder.extract_value(value, [1, axis]) for axis in range(array.ndim)]
    if context.enable_boundscheck:
        for axis, word in enumerate(words):
            cgutils.do_boundscheck(context, builder, word, lengths[axis], axis)
    place = words[0]
    for axis in range(1, array.ndim):
        place = builder.mul(place, lengths[axis], flags=["nsw"])
        if axis < len(words):
            place = builder.add(place, words[axis], flags=["nsw"])
    return builder.gep(builder.extract_value(value, 0), [place], inbounds=True), lengths[len(words) :]


@lower_builtin(operator.getitem, ArrayType, types.Integer)
@lower_builtin(operator.getitem, ArrayType, types.BaseTuple)
def _read(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array, index = signature.args
    place, lengths = _place(context, builder, array, arguments[0], index, arguments[1])
    if lengths:
        return array_value(context, builder, signature.return_type, place, lengths)
    return context.unpack_value(builder, array.dtype, place)


@lower_builtin(operator.setitem, ArrayType, types.Integer, types.Any)
@lower_builtin(operator.setitem, ArrayType, types.BaseTuple, types.Any)
def _write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array, index, _ = signature.args
    place, _ = _place(context, builder, array, arguments[0], index, arguments[1])
    context.pack_value(builder, array.dtype, arguments[2], place)
    return context.get_dummy_value()
