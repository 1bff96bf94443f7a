"""Functions of floats, and of numbers that have one value for each of many cases of a deck (`number_of_cases.py`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rbsolve.language.number_of_cases import KINDS, Disagree, Many, contains_many, many_of, stack, stack_of

Floats = NDArray[np.float64]


def of_each(function: Callable[..., Any], *arrays: Any) -> Any:
    """Apply a function of stacks of arrays, such as a function of `numpy.linalg`, to arrays of floats or of `Many`.

    For each array of a stack, the result must be bitwise identical to the result for the array alone.
    """
    kind = _kind_of(arrays)
    if kind is None:
        return function(*(array if array.dtype != object else array.astype(np.float64) for array in arrays))
    return kind.of_arrays(function, arrays)


def matmul(A: Any, B: Any) -> Any:
    """Return the product A @ B of arrays of floats or of `Many`, bitwise identical to the product of the floats of
    each case.
    """
    if A.dtype != object and B.dtype != object:
        return A @ B
    kind = _kind_of((A, B))
    if kind is None:
        return np.asarray(A, dtype=np.float64) @ np.asarray(B, dtype=np.float64)
    return kind.product(A, B)


def _kind_of(value: Any) -> type[Many] | None:
    """Return the class of the first number of many cases in nested tuples and arrays, or None without one."""
    kind = type(value)
    if kind in KINDS:
        return kind
    items: Iterable[Any] = value if isinstance(value, tuple) else ()
    if kind is np.ndarray and value.dtype == object:
        items = value.ravel().tolist()
    for item in items:
        if type(item) is not float:  # most items are floats
            found = _kind_of(item)
            if found is not None:
                return found
    return None


def of_cases(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function of floats, and of tuples of floats, for each case if some arguments contain `Many`.

    The result consists of a float or a tuple of floats. These floats become `Many`. If the function raises an exception
    in some cases, the cases disagree.
    """
    kind = _kind_of(arguments)
    return function(*arguments) if kind is None else kind.of_tuples(function, arguments)


def need_floats(*parts: Any) -> None:
    """Raise TypeError if some arrays contain `Many`. This check must precede `@` and functions of `numpy.linalg`, whose
    round-off would differ for objects.
    """
    if any(map(_is_of_objects, parts)):
        raise TypeError("numbers of many cases where floats are necessary")


def zeros_beside(shape: tuple[int, ...], *parts: Any) -> Any:
    """Return an array of zeros that can contain the products of some arrays, which may be nested in tuples."""
    return np.full(shape, 0.0, dtype=object) if any(map(_is_of_objects, parts)) else np.zeros(shape)


def widen(array: Any, *parts: Any) -> Any:
    """Return an array that can contain the numbers of other arrays, which may be nested in tuples."""
    return array.astype(object) if any(map(_is_of_objects, parts)) else array


def _is_of_objects(part: Any) -> bool:
    if isinstance(part, np.ndarray):
        return bool(part.dtype == object)
    return any(map(_is_of_objects, part)) if isinstance(part, tuple) else isinstance(part, Many)


def largest_size(array: Any) -> Any:
    """Return the largest absolute value of an array, in each case. The largest absolute value is zero if the array is
    empty.
    """
    kind = _kind_of(array)
    return float(np.max(np.abs(array), initial=0.0)) if kind is None else kind.greatest(np.abs(array))


def has_any(array: Any) -> bool:
    """Return whether some numbers of an array are not zero. Raise `Disagree` if this differs between cases."""
    kind = _kind_of(array)
    return bool(array.any()) if kind is None else not kind.are_equal(array, np.zeros(array.shape))


def all_equal(array: Any, other: Floats) -> bool:
    """Return whether two arrays have equal numbers. Raise `Disagree` if this differs between cases."""
    kind = _kind_of(array)
    return bool((array == other).all()) if kind is None else kind.are_equal(array, other)


def of_case(value: Any, case: int) -> Any:
    """Return the value of one case, from nested tuples with numbers of many cases."""
    if isinstance(value, Many):
        return float(value.values[case])
    return tuple(of_case(part, case) for part in value) if isinstance(value, tuple) else value


def number(value: Any) -> Any:
    """Return a number as a float, or unchanged if it is a `Many`."""
    return value if isinstance(value, Many) else float(value)


def is_finite(value: Any) -> bool:
    """Return whether a number is finite. A `Many` is always finite."""
    return isinstance(value, Many) or math.isfinite(value)


def length_of(vector: Any) -> Any:
    """Return the length of a vector (n,) of floats or of `Many`."""
    return number(np.sqrt(matmul(vector, vector)))


def with_part(array: Any, place: Any, part: Any) -> Any:
    """Return a copy of an array with different numbers at a place."""
    made = array.astype(object) if part.dtype == object else array.copy()
    made[place] = part
    return made


def float_array(values: Sequence[Any]) -> Any:
    """Return numbers as an array of floats. If some numbers are `Many`, the dtype is object."""
    try:
        return np.array(values, dtype=np.float64)
    except TypeError:
        return np.array(values, dtype=object)


def largest(numbers: Sequence[Any]) -> Any:
    """Return the largest of some numbers, in each case."""
    kind = _kind_of(tuple(numbers))
    return max(numbers) if kind is None else kind.greatest(np.array(numbers, dtype=object))


__all__ = [
    "KINDS",
    "Disagree",
    "Many",
    "all_equal",
    "contains_many",
    "float_array",
    "has_any",
    "is_finite",
    "largest",
    "largest_size",
    "length_of",
    "many_of",
    "matmul",
    "need_floats",
    "number",
    "of_case",
    "of_cases",
    "of_each",
    "stack",
    "stack_of",
    "widen",
    "with_part",
    "zeros_beside",
]
