"""Evaluates functions of the model in kernels. Each type of function is an entry, which is compiled only if a model has
such a function.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from rbsolve.solver.compiler.entries import addresses_of
from rbsolve.solver.compiler.layouts import BUFFER, FLOAT, INTEGER
from rbsolve.solver.compiler.records import before_use, layout_of
from rbsolve.solver.compiler.subroutines import buffer_for, call4
from rbsolve.solver.functions.dispatch import carried_coordinate, composed_value, evaluate_one
from rbsolve.solver.functions.kind import Evaluation
from rbsolve.solver.functions.registry import FUNCTION_TYPES
from rbsolve.solver.kernel import kernel
from rbsolve.solver.model.arrays import Functions
from rbsolve.solver.model.flat import Floats

_buffer = buffer_for(3)


def _entry(evaluate: Evaluation) -> Callable[..., None]:
    """Return the entry of a type of function. The entry writes value and first and second derivative of function
    `index` at t to `out`.
    """

    def function_entry(functions: Functions, index: int, t: float, out: Any) -> None:
        out[0], out[1], out[2] = evaluate_one(evaluate, functions, index, t)

    return function_entry


def _composed_entry(functions: Functions, index: int, t: float, out: Any) -> None:
    """The entry of formulas that call functions."""
    out[0], out[1], out[2] = composed_value(function_value, functions, index, t)


def _carried_entry(functions: Functions, index: int, t: float, out: Any) -> None:
    """The entry of coordinates of carried bodies."""
    out[0], out[1], out[2] = carried_coordinate(function_value, functions, index, t)


_ENTRIES: list[tuple[Callable[..., None], str]] = [
    *((_entry(kind.evaluate), f"functions of type {kind.name}") for kind in FUNCTION_TYPES),
    (_composed_entry, "functions that call functions"),
    (_carried_entry, "prescribed motions"),
]


def link_entries(functions: Functions) -> Functions:
    """Return the functions with the addresses of their entries."""
    codes = functions.kind.tolist()
    present = sorted(set(codes))
    addresses = addresses_of([_ENTRIES[code] for code in present], layout_of(functions), INTEGER, FLOAT, BUFFER)
    entries = dict(zip(present, addresses, strict=True))
    return functions._replace(entry=np.array([entries[code] for code in codes], dtype=np.int64))


before_use(Functions, link_entries)


@kernel
def function_value(functions: Functions, index: int, t: float) -> tuple[float, float, float]:
    """Return the value, first derivative and second derivative of function `index` at t.

    Outside the range from `start` to `stop`, the function keeps its value at the nearer end, and both derivatives are
    zero.
    """
    out = _buffer()
    call4(
        functions.entry[index], functions, int(index), float(t), out
    )  # entries accept only these types, but Python may pass others
    return out[0], out[1], out[2]


@kernel
def function_values(functions: Functions, index: int, times: Floats, values: Floats) -> None:
    """Write value and first and second derivative of function `index` at all times (n,) to values (n, 3)."""
    for k in range(times.shape[0]):
        values[k, 0], values[k, 1], values[k, 2] = function_value(functions, index, times[k])
