"""Handles tuples of floats and of other numbers, which are duals or numbers of several cases."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_cast

from rbsolve.solver.compiler.scalars import NumberType


def promote(kinds: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the types of the members of a tuple. If the tuple mixes floats with one other type of number, all members
    get this other type. An index requires members of equal type.
    """
    number = next((kind for kind in kinds if isinstance(kind, NumberType)), None)
    if number is None or not all(kind == number or isinstance(kind, types.Float) for kind in kinds):
        return kinds
    return (number,) * len(kinds)


def named_tuple_of(kinds: list[Any], cls: Any) -> Any:
    """Return the type of a named tuple with members of the given types."""
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
