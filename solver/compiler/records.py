"""Named tuples of arrays as kernels see them: one pointer to a table of the arrays' addresses and shapes.

By itself numba hands a named tuple over by value, every array in it as seven numbers: a model's sixty arrays would be copied in every
signature and call, which costs more time to compile than all the arithmetic. A `Record` keeps the tuple and its table; in a kernel it reads
like the tuple, `model.springs.stiffness[i]`, except that it cannot be unpacked.

The table has a 64-bit word for each number, and for each array its address and then its shape. It never changes, which the kernels are
told, so that a look-up in a loop is done once.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.datamodel.models import PrimitiveModel
from numba.core.datamodel.registry import register_default
from numba.core.imputils import lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate
from numba.extending import NativeValue, infer_getattr, typeof_impl, unbox
from numba.np.arrayobj import make_array, populate_array
from numba.np.numpy_support import from_dtype

_WORD = ir.IntType(64)
_SCALARS = {bool: types.boolean, np.bool_: types.boolean, float: types.float64, np.float64: types.float64}


class RecordType(types.Type):
    """The type of a named tuple in memory: for each field the type and the place in the table. Its name says all of it."""

    def __init__(self, name: str, members: dict[str, tuple[types.Type, int]]) -> None:
        self.members = members
        super().__init__(name=name)

    @property
    def key(self) -> Any:
        """What makes two types the same."""
        return self.name

    def __reduce__(self) -> Any:
        return _known, (self.name,)  # machine code is only loaded for types that are there


def _known(name: str) -> RecordType:
    return RecordType(name, {})


class Record:
    """A named tuple, and the table of it that kernels read."""

    __slots__ = ("_numba_type_", "_table", "address", "origin", "values")

    def __init__(self, values: Any) -> None:
        words: list[int] = []
        self._numba_type_ = _lay_out(values, words)
        self._table = np.array(words, dtype=np.uint64)
        self.address = self._table.ctypes.data
        self.values = self.origin = values


_prepare: dict[type, Callable[[Any], Any]] = {}
_prepared: dict[int, Record] = {}
_REMEMBERED = 8


def before_use(kind: type, prepare: Callable[[Any], Any]) -> None:
    """Let `prepare` complete every tuple of a class before kernels see it, for instance by the addresses of the entries it needs."""
    _prepare[kind] = prepare


def by_reference(argument: Any) -> Any:
    """A named tuple as a `Record`; anything else, records among them, as it is."""
    if not isinstance(argument, tuple) or not hasattr(argument, "_fields"):
        return argument
    prepare = _prepare.get(type(argument))
    if prepare is None:
        return Record(argument)
    known = _prepared.get(id(argument))
    if known is None or known.origin is not argument:
        known = Record(prepare(argument))
        known.origin = argument
        if len(_prepared) == _REMEMBERED:
            _prepared.pop(next(iter(_prepared)))
        _prepared[id(argument)] = known
    return known


def record_type(values: Any) -> RecordType:
    """The type of the record of a named tuple."""
    return _lay_out(values, [])


def _lay_out(values: Any, words: list[int]) -> RecordType:
    """Append the table of a named tuple to `words`; its type, with places counted from its first word."""
    start = len(words)
    members, names = {}, []
    for field, value in zip(values._fields, values, strict=True):
        at = len(words) - start
        kind, name = _append(field, value, words)
        members[field] = kind, at
        names.append(f"{field}: {name}")
    return RecordType(f"{type(values).__module__}.{type(values).__qualname__}({', '.join(names)})", members)


def _append(field: str, value: Any, words: list[int]) -> tuple[types.Type, str]:
    """Append one field; its type and the name of that."""
    if value is None:
        return types.none, "none"
    if isinstance(value, np.ndarray):
        if not value.flags.c_contiguous:
            raise ValueError(f"{field} is not contiguous in memory")
        words += (value.ctypes.data, *value.shape)
        kind = types.Array(from_dtype(value.dtype), value.ndim, "C")
        return kind, kind.name
    if isinstance(value, tuple):
        record = _lay_out(value, words)
        return record, record.name
    if callable(value):  # a subroutine: nothing in memory, the code of the kernel itself
        return value._numba_type_, f"{value.py_func.__module__}.{value.py_func.__qualname__}"
    scalar = _SCALARS.get(type(value), types.int64)
    words += struct.unpack("Q", struct.pack("d" if scalar is types.float64 else "q", value))
    return scalar, scalar.name


@typeof_impl.register(Record)
def _type_of_record(value: Record, context: Any) -> RecordType:
    return value._numba_type_


@register_default(RecordType)
class _Model(PrimitiveModel):
    def __init__(self, manager: Any, kind: RecordType) -> None:
        super().__init__(manager, kind, _WORD.as_pointer())


@unbox(RecordType)
def _unbox(kind: RecordType, value: Any, c: Any) -> NativeValue:
    address = c.pyapi.object_getattr_string(value, "address")
    pointer = c.builder.inttoptr(c.pyapi.long_as_ulonglong(address), _WORD.as_pointer())
    c.pyapi.decref(address)
    return NativeValue(pointer)


@infer_getattr
class _Attributes(AttributeTemplate):
    key = RecordType

    def generic_resolve(self, kind: Any, name: Any) -> Any:  # type: ignore[override]
        member = kind.members.get(name)
        return None if member is None else member[0]


@lower_getattr_generic(RecordType)
def _get(context: Any, builder: Any, kind: RecordType, record: Any, name: str) -> Any:
    """Code that reads a field."""
    member, at = kind.members[name]
    if isinstance(member, (types.NoneType, types.Dispatcher)):
        return context.get_dummy_value()
    place = builder.gep(record, [_WORD(at)])
    if isinstance(member, RecordType):
        return place
    if isinstance(member, types.Array):
        return _array(context, builder, member, place)
    word = _constant_load(builder, place)
    if member is types.float64:
        return builder.bitcast(word, ir.DoubleType())
    return builder.icmp_unsigned("!=", word, _WORD(0)) if member is types.boolean else word


def _constant_load(builder: Any, place: Any) -> Any:
    """Read a word that never changes."""
    word = builder.load(place)
    word.set_metadata("invariant.load", builder.module.add_metadata([]))
    return word


def _array(context: Any, builder: Any, kind: types.Array, place: Any) -> Any:
    """The array whose address and shape are at `place`."""
    words = [_constant_load(builder, builder.gep(place, [_WORD(k)])) for k in range(1 + kind.ndim)]
    item = context.get_data_type(kind.dtype)
    size = context.get_abi_sizeof(item)
    strides = [_WORD(size)]
    for length in words[:1:-1]:
        strides.insert(0, builder.mul(strides[0], length, flags=["nsw"]))
    array = make_array(kind)(context, builder)
    data = builder.inttoptr(words[0], item.as_pointer())
    populate_array(array, data=data, shape=words[1:], strides=strides, itemsize=size, meminfo=None)
    return array._getvalue()
