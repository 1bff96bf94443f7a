"""Arrays of floats with a leading axis of cases, for algorithms that treat all cases at once.

Such an algorithm is written for arrays (..., k). A check of one case has no leading axis. The results of each case must
be bitwise identical to the results of this case alone, so decisions must be common to all cases (`agreed`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rbsolve.language.many import Disagree, contains_many, many_of, stack_of

Floats = NDArray[np.float64]


def stacked(*arrays: Any) -> tuple[Floats, ...]:
    """Return arrays of floats. If some arrays contain `Many`, all arrays get a leading axis of cases."""
    if not any(map(contains_many, arrays)):
        return tuple(np.asarray(array, dtype=np.float64) for array in arrays)
    stacks = [stack_of(array) for array in arrays]
    count = max(map(len, stacks))
    return tuple(np.broadcast_to(stack, (count, *stack.shape[1:])) for stack in stacks)


def unstacked(array: Floats, ndim: int) -> Any:
    """Return an array with `ndim` axes. If the array has a leading axis of cases, its numbers become `Many`."""
    return array if array.ndim == ndim else many_of(array)


def agreed(values: Any, ndim: int = 0) -> Any:
    """Return decisions with `ndim` axes that are common to all cases. Raise `Disagree` if they differ."""
    values = np.asarray(values)
    if values.ndim == ndim:
        return values
    alike = np.all((values == values[0]).reshape(len(values), -1), axis=1)
    if not alike.all():
        raise Disagree(alike)
    return values[0]


def choose(chosen: NDArray[np.bool_], one: Any, other: Any) -> Any:
    """Return the numbers of `one` array in the chosen cases (n,), and the numbers of the `other` array in the other
    cases.
    """
    if chosen.all():
        return one
    if not chosen.any():
        return other
    new, old = stack_of(one), stack_of(other)
    return many_of(np.where(chosen.reshape(-1, *[1] * (new.ndim - 1)), new, old))


def times(A: Floats, x: Floats) -> Floats:
    """Return the products (..., m) of matrices (..., m, n) and vectors (..., n)."""
    return np.asarray((A @ x[..., None])[..., 0])


def transposed(A: Floats) -> Floats:
    """Return the transposes of matrices (..., m, n)."""
    return A.swapaxes(-1, -2)


def joined(values: Sequence[Any]) -> Any:
    """Return the values of several cases, from nested tuples of arrays, as one value whose floats may be `Many`.

    Raise Disagree if the values differ in anything except floats.
    """
    first = values[0]
    if all(value is first for value in values):
        return first
    if isinstance(first, tuple):
        parts = [joined(part) for part in zip(*values, strict=True)]
        return type(first)(*parts) if hasattr(first, "_fields") else tuple(parts)
    stack = np.array(values)
    alike = np.all((stack == stack[0]).reshape(len(stack), -1), axis=1)
    if alike.all():
        return first
    if stack.dtype != np.float64:
        raise Disagree(alike)
    return many_of(stack)
