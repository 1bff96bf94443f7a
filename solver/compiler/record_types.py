"""Represents named tuples as numba types. A kernel reads their fields from the table of addresses."""

from __future__ import annotations

from functools import cache
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.datamodel.models import PrimitiveModel
from numba.core.datamodel.registry import register_default
from numba.core.imputils import lower_getattr_generic, lower_setattr_generic
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr

from rbsolve.solver.compiler.arrays import ArrayType, array_value
from rbsolve.solver.compiler.cases import CasesType
from rbsolve.solver.compiler.duals.kind import type_of_name
from rbsolve.solver.compiler.layouts import Layout

WORD = ir.IntType(64)
KINDS = {
    "none": types.none,
    "bool": types.boolean,
    "int": types.int64,
    "float": types.float64,
    "buffer": types.CPointer(types.float64),
}


class RecordType(types.Type):
    """The type of a named tuple in memory. The type contains the layout, the type and the place in the table of each
    field. The name identifies the type.
    """

    def __init__(self, name: str, members: dict[str, tuple[Layout, types.Type, int]]) -> None:
        self.members = members
        super().__init__(name=name)

    @property
    def key(self) -> Any:
        """Return the key that makes two types equal."""
        return self.name


class VariablesType(RecordType):
    """The type of a reference to `Variables`."""


@cache
def has_cases(kind: Any) -> bool:
    """Return whether a type contains numbers of several cases. A call with such numbers may end early."""
    if isinstance(kind, RecordType):
        return any(has_cases(member) for _, member, _ in kind.members.values())
    if isinstance(kind, types.BaseTuple):
        return any(map(has_cases, list(kind)))  # type: ignore[call-overload]  # numba: no types
    return isinstance(kind.dtype if isinstance(kind, ArrayType) else kind, CasesType)


def type_of(layout: Layout) -> Any:
    """Return the numba type of a layout."""
    if layout.kind == "array":
        dtype, dimensions = layout.detail
        return ArrayType(type_of_name(dtype), dimensions)
    if layout.kind in ("dual", "number"):
        return type_of_name(layout.name)
    if layout.kind == "pointer":
        return type_of(layout.detail)
    if layout.kind == "record":
        members = {field: (inner, type_of(inner), at) for field, (inner, at) in layout.detail.items()}
        return RecordType(layout.name, members)
    if layout.kind == "variables":
        return VariablesType(layout.name, {name: (of, type_of(of), at) for name, (of, at) in layout.detail.items()})
    if layout.kind == "subroutine":
        return layout.detail._numba_type_
    return KINDS[layout.kind]


@register_default(VariablesType)
@register_default(RecordType)
class _Model(PrimitiveModel):
    def __init__(self, manager: Any, kind: RecordType) -> None:
        super().__init__(manager, kind, WORD.as_pointer())


@infer_getattr
class _Attributes(AttributeTemplate):
    key = RecordType

    def generic_resolve(self, kind: Any, name: Any) -> Any:  # type: ignore[override]  # numba: no types
        member = kind.members.get(name)
        return None if member is None else member[1]


@infer_getattr
class _Variables(_Attributes):
    key = VariablesType


@lower_getattr_generic(RecordType)
def _get(context: Any, builder: Any, kind: RecordType, record: Any, name: str) -> Any:
    """Code that reads a field."""
    layout, member, at = kind.members[name]
    if layout.kind in ("none", "subroutine"):
        return context.get_dummy_value()
    place = builder.gep(record, [WORD(at)])
    if layout.kind == "record":
        return place
    if layout.kind == "array":
        return _array(context, builder, member, place)
    word = _constant_load(builder, place)
    if layout.kind in ("pointer", "variables"):
        return builder.inttoptr(word, WORD.as_pointer())
    if layout.kind == "float":
        return builder.bitcast(word, ir.DoubleType())
    return builder.icmp_unsigned("!=", word, WORD(0)) if layout.kind == "bool" else word


@lower_getattr_generic(VariablesType)
def _get_variable(context: Any, builder: Any, kind: VariablesType, variables: Any, name: str) -> Any:
    """Code that reads a variable."""
    return builder.load(_place_of(context, builder, kind, variables, name))


@lower_setattr_generic(VariablesType)
def _set_variable(context: Any, builder: Any, signature: Any, arguments: Any, name: str) -> None:
    """Code that sets a variable."""
    variables, value = arguments
    builder.store(value, _place_of(context, builder, signature.args[0], variables, name))


def _place_of(context: Any, builder: Any, kind: VariablesType, variables: Any, name: str) -> Any:
    _, member, at = kind.members[name]
    return builder.bitcast(builder.gep(variables, [WORD(at)]), context.get_data_type(member).as_pointer())


def _constant_load(builder: Any, place: Any) -> Any:
    """Read a word that never changes. LLVM may move such a read out of loops."""
    word = builder.load(place)
    word.set_metadata("invariant.load", builder.module.add_metadata([]))
    return word


def _array(context: Any, builder: Any, kind: Any, place: Any) -> Any:
    """Return the array whose address and shape are at `place`."""
    words = [_constant_load(builder, builder.gep(place, [WORD(k)])) for k in range(1 + kind.ndim)]
    data = builder.inttoptr(words[0], context.get_data_type(kind.dtype).as_pointer())
    return array_value(context, builder, kind, data, words[1:])
