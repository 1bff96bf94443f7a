"""Represents a number that has one value for each of many cases of a deck. With such numbers, the stages of a check
process all cases at once.

A `Many` replaces a float of the deck that has a different value in each case. Its arithmetic is bitwise identical to
arithmetic with the float of each case. A `Many` is not a float, so a function that needs a float raises TypeError. A
comparison raises `Disagree` if its result differs between cases. A result that is not finite also raises `Disagree`. A
stage therefore either fails, or returns for each case the same result as a separate check. Arrays with such numbers
have the dtype object. `many.py` has functions of floats and of such numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

Answers = NDArray[np.bool_]


class Disagree(Exception):
    """Raised if the result of a decision differs between cases."""

    def __init__(self, answers: Answers) -> None:
        super().__init__("the cases need different paths")
        self.answers = answers
        """The result of the decision for each case (n,)."""


KINDS: set[type] = set()
"""The classes of numbers of many cases."""


class Many:
    """A number with n values, one for each case."""

    __slots__ = ("values",)
    values: Floats
    """The values (n,)."""

    def __init__(self, values: Floats) -> None:
        """Create the number. Raise `Disagree` if some values are not finite, because the stages treat such values
        differently.
        """
        finite = np.isfinite(values)
        if not finite.all():
            raise Disagree(finite)
        self.values = values

    def __init_subclass__(cls) -> None:
        KINDS.add(cls)

    def map(self, function: Callable[..., float], *others: Any) -> Any:
        """Call a function of floats for each case. `others` contains the other arguments of the function."""
        return self.of_tuples(lambda *numbers: float(function(*numbers)), (self, *others))

    # --- functions of several numbers; subclasses have their own ones

    @staticmethod
    def of_arrays(function: Callable[..., Any], arrays: Sequence[Any]) -> Any:
        """Apply a function of stacks of arrays (`of_each`)."""
        return many_of(np.asarray(function(*map(stack_of, arrays))))

    @staticmethod
    def of_tuples(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Call a function of floats and of tuples of floats (`of_cases`)."""
        return _of_all_cases(function, arguments)

    @staticmethod
    def product(A: Any, B: Any) -> Any:
        """Return the product A @ B of two arrays (`matmul`)."""
        one, other = (stack_of(part) for part in (A, B))
        if B.ndim > 1:
            return many_of(one @ other)
        if A.ndim == 1:
            return many_of((one[:, None, :] @ other[..., None])[:, 0, 0])
        # numpy reads a stack of vectors as a matrix, so each vector becomes a column.
        return many_of((one @ other[..., None])[..., 0])

    @staticmethod
    def greatest(numbers: Any) -> Any:
        """Return the greatest number of an array, in each case (`largest`)."""
        return Many(np.max(_rows_of(numbers), axis=1, initial=-np.inf))

    @staticmethod
    def are_equal(array: Any, other: Any) -> bool:
        """Return whether two arrays have equal numbers (`all_equal`)."""
        return _agree(np.all(_rows_of(array) == np.ravel(other), axis=1))

    # --- arithmetic, with the results of floats

    def __neg__(self) -> Many:
        return Many(-self.values)

    def __pos__(self) -> Many:
        return self

    def __abs__(self) -> Many:
        return Many(np.abs(self.values))

    def __add__(self, other: Any) -> Any:
        return _both(np.add, self, other)

    def __radd__(self, other: Any) -> Any:
        return _both(np.add, other, self)

    def __sub__(self, other: Any) -> Any:
        return _both(np.subtract, self, other)

    def __rsub__(self, other: Any) -> Any:
        return _both(np.subtract, other, self)

    def __mul__(self, other: Any) -> Any:
        return _both(np.multiply, self, other)

    def __rmul__(self, other: Any) -> Any:
        return _both(np.multiply, other, self)

    def __truediv__(self, other: Any) -> Any:
        return _both(_quotient, self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return _both(_quotient, other, self)

    def __pow__(self, other: Any) -> Any:
        # A square is a product, as in numpy's arrays of floats. Other powers may differ from the powers of `math` by
        # round-off.
        return self * self if isinstance(other, int | float) and other == 2 else NotImplemented

    def sqrt(self) -> Many:
        """Return the square root in each case. numpy's `sqrt` calls this method."""
        _agree(self.values >= 0.0)
        return Many(np.sqrt(self.values))

    def conjugate(self) -> Many:
        """Return the same numbers, because they are real. numpy's `conj` calls this method."""
        return self

    # --- decisions

    def __bool__(self) -> bool:
        return _agree(self.values != 0.0)

    def __lt__(self, other: Any) -> Any:
        return _compare(np.less, self, other)

    def __le__(self, other: Any) -> Any:
        return _compare(np.less_equal, self, other)

    def __gt__(self, other: Any) -> Any:
        return _compare(np.greater, self, other)

    def __ge__(self, other: Any) -> Any:
        return _compare(np.greater_equal, self, other)

    def __eq__(self, other: object) -> Any:
        return _compare(np.equal, self, other)

    def __ne__(self, other: object) -> Any:
        return _compare(np.not_equal, self, other)

    __hash__ = None  # type: ignore[assignment]  # caches with numbers as keys must refuse a `Many`

    # --- text: only if it is the same for all cases

    def __format__(self, form: str) -> str:
        texts = [format(value, form) for value in self.values.tolist()]
        most, count = Counter(texts).most_common(1)[0]
        if count < len(texts):
            raise Disagree(np.array([text == most for text in texts]))
        return most

    def __repr__(self) -> str:
        raise TypeError("a message is about the number of one case")


KINDS.add(Many)


def _operand(value: Any) -> Any:
    """Return the values of an operand, or None if the operand is not a number."""
    if isinstance(value, Many):
        return value.values
    return value if isinstance(value, int | float | np.floating | np.integer) else None


def _both(operation: Callable[[Any, Any], Floats], one: Any, other: Any) -> Any:
    a, b = _operand(one), _operand(other)
    return NotImplemented if a is None or b is None else Many(operation(a, b))


def _quotient(a: Any, b: Any) -> Floats:
    zero = np.equal(b, 0.0)
    if np.any(zero):
        raise Disagree(np.broadcast_to(~zero, np.shape(a) or np.shape(b)))
    return np.asarray(np.divide(a, b))


def _compare(comparison: Callable[[Any, Any], Answers], one: Any, other: Any) -> Any:
    a, b = _operand(one), _operand(other)
    return NotImplemented if b is None else _agree(comparison(a, b))


def _agree(answers: Answers) -> bool:
    """Return the result of a decision, if the result is common to all cases. Otherwise raise `Disagree`."""
    first = bool(answers[0])
    if np.all(answers == first):
        return first
    raise Disagree(answers)


def stack_of(array: Any) -> Floats:
    """Return an array as a stack with a leading axis. A transposed matrix stays transposed in memory, because this
    order affects round-off.
    """
    if not contains_many(array):
        return np.asarray(array, dtype=np.float64)[None]
    if array.ndim == 2 and array.strides[0] < array.strides[1]:
        return stack(array.T).swapaxes(-1, -2)
    return stack(array)


def contains_many(array: Any) -> bool:
    """Return whether an array contains numbers of many cases."""
    return array.dtype == object and any(isinstance(item, Many) for item in array.ravel().tolist())


def _of_all_cases(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Call a function for each case. If it raises an exception in some cases, raise `Disagree`."""
    count = _count(arguments)
    results: list[Any] = []
    faulty = np.zeros(count, dtype=np.bool_)
    for k, given in enumerate(zip(*(_each(argument, count) for argument in arguments), strict=True)):
        try:
            results.append(function(*given))
        except (ArithmeticError, ValueError):
            faulty[k] = True
    if faulty.all():
        # the call below raises the exception
        return function(*(next(iter(_each(argument, count))) for argument in arguments))
    if faulty.any():
        raise Disagree(~faulty)
    return _join(results)


def _count(value: Any) -> int:
    """Return the number of cases of the first `Many` in nested tuples, or 0 without a `Many`."""
    if isinstance(value, Many):
        return len(value.values)
    if isinstance(value, tuple):
        for item in value:
            if type(item) is not float and (count := _count(item)):  # most items are floats
                return count
    return 0


def _each(value: Any, count: int) -> Iterable[Any]:
    """Yield the value in each case."""
    if isinstance(value, Many):
        column: list[float] = value.values.tolist()
        return column
    if isinstance(value, tuple) and _count(value):
        parts = zip(*(_each(part, count) for part in value), strict=True)
        return map(type(value)._make, parts) if hasattr(value, "_make") else parts
    return repeat(value, count)


def _join(results: list[Any]) -> Any:
    """Return the results of all cases as one value. Floats that are equal in all cases remain floats."""
    first = results[0]
    if isinstance(first, tuple):
        return tuple(_join(list(parts)) for parts in zip(*results, strict=True))
    if not isinstance(first, float):
        raise TypeError("a function of floats returns floats")
    values = np.array(results, dtype=np.float64)
    return first if np.all(values.view(np.int64) == values.view(np.int64)[0]) else Many(values)


def _rows_of(array: Any) -> Floats:
    return stack(array).reshape(-1, array.size)


def many_of(stack: Floats) -> Any:
    """Return a `Many`, or an array of `Many`, from an array (n, ...) with a leading axis of cases."""
    if stack.ndim == 1:
        return Many(stack)
    made = np.empty(stack.shape[1:], dtype=object)
    for place in np.ndindex(*made.shape):
        made[place] = Many(np.ascontiguousarray(stack[(slice(None), *place)]))
    return made


def stack(array: Any) -> Floats:
    """Convert an array of the dtype object to floats (n, ...) with a leading axis of cases. Raise TypeError if the
    array contains no `Many`.
    """
    items = array.ravel().tolist()
    count = next((len(item.values) for item in items if isinstance(item, Many)), 0)
    if not count:
        raise TypeError("an array without the numbers of cases")
    made = np.empty((count, len(items)))
    for k, item in enumerate(items):
        made[:, k] = item.values if isinstance(item, Many) else item
    return made.reshape(count, *array.shape)
