"""Names the types of results. The names are the same in every process."""

from __future__ import annotations

from typing import Any

from numba import types

from rbsolve.solver.compiler.arrays import ArrayType
from rbsolve.solver.compiler.cases import CasesType
from rbsolve.solver.compiler.duals.kind import DualType, type_of_name
from rbsolve.solver.compiler.record_types import KINDS

_NAMES = {kind: name for name, kind in KINDS.items()}


def result_of(kind: Any) -> tuple[str, ...]:
    """Return the kinds of the numbers in a result, as a flat sequence."""
    names = names_of(kind)
    return (names,) if isinstance(names, str) else ("tuple", *_flat(names))


def _flat(names: Any) -> list[str]:
    return [names] if isinstance(names, str) else [name for inner in names for name in _flat(inner)]


def names_of(kind: Any) -> Any:
    """Return the kind of a result: a list of kinds for a tuple, otherwise a name."""
    if isinstance(kind, types.BaseTuple):
        return [names_of(inner) for inner in list(kind)]  # type: ignore[call-overload]  # numba: no types
    if isinstance(kind, ArrayType):
        return f"{kind.dtype}[{kind.ndim}]"
    return str(kind) if isinstance(kind, (DualType, CasesType)) else _NAMES[types.unliteral(kind)]


def type_of_names(names: Any) -> Any:
    """Return the type that `names_of` has named."""
    if not isinstance(names, str):
        return types.Tuple([type_of_names(name) for name in names])
    dtype, _, axes = names.partition("[")
    if axes:
        return ArrayType(type_of_name(dtype), int(axes.removesuffix("]")))
    return KINDS[names] if names in KINDS else type_of_name(names)
