"""Represents a number of the deck together with its derivatives with respect to many design parameters.

A `Sloped` replaces a float of the deck, as a `Many` does (`language/many.py`). The stages of a check compute with it, so
one check gives the derivatives of all numbers of a model. Every decision is that of the value. A decision may change
next to the value: two numbers are equal, but their derivatives differ. The parameters of such a decision are `lost`:
their derivatives do not follow from this check. A derivative that does not exist is NaN.

Arithmetic has exact rules. All other functions of numbers are differentiated by extrapolated central differences with
respect to each of their few arguments.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rbsolve.language.many import Many
from rbsolve.sensitivity.extrapolation import Tableau

Floats = NDArray[np.float64]
Function = Callable[[Floats], Floats]
"""A function of points (m, n) with results (m, k)."""
EPSILON = float(np.finfo(float).eps)
LARGEST = 2.0**-7
"""The first step of a difference, relative to the size of the argument."""
MOST = 20
"""The largest number of steps."""
ENOUGH, GOOD = 1e-13, 1e-11
"""No more steps follow below the first relative error. A derivative is NaN above the second relative error."""
KINK = 0.01
"""The difference of the slopes on both sides of a kink, relative to the slope."""
ROUNDING, CERTAIN = 1e-11, 1e-3
"""A derivative is zero if it is smaller than the first number times the result, and if its relative error is above the
second number.
"""


class Sloped(Many):
    """A number with its derivatives with respect to p parameters."""

    __slots__ = ("lost", "slopes", "value")
    value: float
    slopes: Floats
    """The derivatives (p,)."""
    lost: NDArray[np.bool_]
    """The parameters (p,) without derivatives. All numbers of a check share this array."""

    def __init__(self, value: float, slopes: Floats, lost: NDArray[np.bool_]) -> None:
        """Raise TypeError if the value is not finite."""
        if not np.isfinite(value):
            raise TypeError("a number with derivatives is finite")
        self.value, self.slopes, self.lost = value, slopes, lost

    @property
    def values(self) -> Any:  # type: ignore[override]  # a function that needs the numbers of cases must fail
        """Raise TypeError, because there is only one value."""
        raise TypeError("a number with derivatives has one value")

    # --- arithmetic

    def __neg__(self) -> Sloped:
        return Sloped(-self.value, -self.slopes, self.lost)

    def __abs__(self) -> Any:
        if self.value == 0.0:
            return Sloped(0.0, _absent(self.slopes), self.lost)
        return -self if self.value < 0.0 else self

    def __add__(self, other: Any) -> Any:
        return self._linear(other, operator.add, 1.0, 1.0)

    def __radd__(self, other: Any) -> Any:
        return self._linear(other, operator.add, 1.0, 1.0)

    def __sub__(self, other: Any) -> Any:
        return self._linear(other, operator.sub, 1.0, -1.0)

    def __rsub__(self, other: Any) -> Any:
        return self._linear(other, lambda a, b: b - a, -1.0, 1.0)

    def __mul__(self, other: Any) -> Any:
        b = _value_of(other)
        return NotImplemented if b is None else self._linear(other, operator.mul, b, self.value)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        b = _value_of(other)
        if b is None:
            return NotImplemented
        return self._linear(other, operator.truediv, 1.0 / b, -self.value / b / b)

    def __rtruediv__(self, other: Any) -> Any:
        b = _value_of(other)
        if b is None:
            return NotImplemented
        return self._linear(other, lambda a, b: b / a, -b / self.value / self.value, 1.0 / self.value)

    def sqrt(self) -> Sloped:
        """Return the square root."""
        root = float(np.sqrt(self.value))
        return Sloped(root, self.slopes * (0.5 / root) if root else _absent(self.slopes), self.lost)

    def _linear(self, other: Any, function: Callable[[float, float], float], own: float, others: float) -> Any:
        """Return `function` of this number and another number. The other arguments are its partial derivatives."""
        b = _value_of(other)
        if b is None:
            return NotImplemented
        slopes = self.slopes if own == 1.0 else own * self.slopes
        if isinstance(other, Sloped):
            slopes = slopes + others * other.slopes
        return _number(function(self.value, b), slopes, self.lost)

    # --- decisions

    def __bool__(self) -> bool:
        self._decide(self.value == 0.0, self.slopes)
        return self.value != 0.0

    def __lt__(self, other: Any) -> Any:
        return self._compare(operator.lt, other)

    def __le__(self, other: Any) -> Any:
        return self._compare(operator.le, other)

    def __gt__(self, other: Any) -> Any:
        return self._compare(operator.gt, other)

    def __ge__(self, other: Any) -> Any:
        return self._compare(operator.ge, other)

    def __eq__(self, other: object) -> Any:
        return self._compare(operator.eq, other)

    def __ne__(self, other: object) -> Any:
        return self._compare(operator.ne, other)

    __hash__ = None  # as for `Many`

    def __format__(self, form: str) -> str:
        return format(self.value, form)

    def _compare(self, comparison: Callable[[float, float], bool], other: Any) -> Any:
        b = _value_of(other)
        if b is None:
            return NotImplemented
        self._decide(self.value == b, self.slopes - other.slopes if isinstance(other, Sloped) else self.slopes)
        return comparison(self.value, b)

    def _decide(self, is_tied: bool, slopes: Floats) -> None:
        """Mark the parameters that change a tied decision."""
        if is_tied:
            self.lost |= slopes != 0.0

    # --- functions of several numbers

    @staticmethod
    def of_arrays(function: Callable[..., Any], arrays: Sequence[Any]) -> Any:
        """Differentiate a function of stacks of arrays."""
        plain, places = [values_of(array) for array in arrays], _places(arrays)

        def moved(points: Floats) -> list[Floats]:
            stacks = [np.repeat(array[np.newaxis], len(points), axis=0) for array in plain]
            for k, (array, place, _) in enumerate(places):
                stacks[array].reshape(len(points), -1)[:, place] = points[:, k]
            return stacks

        value = np.asarray(function(*plain))
        slopes = _slopes(
            lambda points: np.asarray(function(*moved(points))).reshape(len(points), -1),
            [number for _, _, number in places],
        )
        return _array(value, slopes, places[0][2].lost)

    @staticmethod
    def of_tuples(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Differentiate a function of floats and of tuples of floats."""
        numbers = list(_numbers_in(arguments))
        own = np.array([number.value for number in numbers])

        def evaluate(points: Floats) -> Floats:
            found = []
            for point in points:
                try:
                    found.append(list(_floats_in(function(*_with(arguments, iter(point.tolist()))))))
                except (ArithmeticError, ValueError):
                    found.append([np.nan] * count)
            return np.array(found)

        value = function(*_with(arguments, iter(own.tolist())))
        count = sum(1 for _ in _floats_in(value))
        slopes = iter(_slopes(evaluate, numbers).T)
        return _joined(value, slopes, numbers[0].lost)

    @staticmethod
    def product(A: Any, B: Any) -> Any:
        """Differentiate the product A @ B of two arrays."""
        number = next(_numbers_in((*A.ravel().tolist(), *B.ravel().tolist())))
        a, b = values_of(A), values_of(B)
        da, db = slopes_of(A, len(number.slopes)), slopes_of(B, len(number.slopes))
        value = np.asarray(a @ b)
        if a.ndim == 1:
            a, da = a[np.newaxis], da[:, np.newaxis]
        if b.ndim == 1:
            b, db = b[:, np.newaxis], db[..., np.newaxis]
        return _array(value, (da @ b + a @ db).reshape(len(da), -1), number.lost)

    @staticmethod
    def greatest(numbers: Any) -> Any:
        """Return the greatest number of an array."""
        items = numbers.ravel().tolist()
        found = items[0]
        for item in items[1:]:
            if _value_of(found) == _value_of(item):
                found = found + _absent_number(item - found)
            elif found < item:
                found = item
        return found

    @staticmethod
    def are_equal(array: Any, other: Any) -> bool:
        """Return whether two arrays have equal numbers. A difference of values remains next to the values."""
        pairs = list(zip(array.ravel().tolist(), np.ravel(other).tolist(), strict=True))
        if any(_value_of(one) != _value_of(another) for one, another in pairs):
            return False
        for one, another in pairs:
            bool(one == another)  # a tie loses its parameters
        return True


def values_of(array: Any) -> Floats:
    """Return the values of an array. A transposed matrix stays transposed in memory, because this order affects
    round-off.
    """
    if array.dtype != object:
        return np.asarray(array, dtype=np.float64)
    if array.ndim == 2 and array.strides[0] < array.strides[1]:
        return values_of(array.T).T
    return np.array([_value_of(item) for item in array.ravel().tolist()], dtype=np.float64).reshape(array.shape)


def slopes_of(array: Any, count: int) -> Floats:
    """Return the derivatives (p, ...) of an array with respect to `count` parameters."""
    found = np.zeros((count, *array.shape))
    flat = found.reshape(count, -1)
    if array.dtype == object:
        for place, item in enumerate(array.ravel().tolist()):
            if isinstance(item, Sloped):
                flat[:, place] = item.slopes
    return found


def _value_of(number: Any) -> float | None:
    """Return the value of a number, or None for other objects."""
    if isinstance(number, Sloped):
        return number.value
    return float(number) if isinstance(number, int | float | np.floating | np.integer) else None


def _number(value: float, slopes: Floats, lost: NDArray[np.bool_]) -> Any:
    """Return a number with derivatives, or a float if all derivatives are zero."""
    return Sloped(value, slopes, lost) if slopes.any() else value


def _absent(slopes: Floats) -> Floats:
    """Return NaN for all derivatives that are not zero."""
    return np.where(slopes == 0.0, 0.0, np.nan)


def _absent_number(number: Any) -> Any:
    """Return a zero whose derivatives do not exist, except those that are zero in a number."""
    return Sloped(0.0, _absent(number.slopes), number.lost) if isinstance(number, Sloped) else 0.0


def _array(value: Floats, slopes: Floats, lost: NDArray[np.bool_]) -> Any:
    """Return an array of numbers from their values (...) and their derivatives (p, k)."""
    numbers = [_number(one, each, lost) for one, each in zip(value.ravel().tolist(), slopes.T, strict=True)]
    if not value.ndim:
        return numbers[0]
    made = np.empty(len(numbers), dtype=object)
    made[:] = numbers
    return made.reshape(value.shape)


def _places(arrays: Sequence[Any]) -> list[tuple[int, int, Sloped]]:
    """Return the numbers with derivatives, with the index of their array and their place in it."""
    return [
        (k, place, item)
        for k, array in enumerate(arrays)
        if array.dtype == object
        for place, item in enumerate(array.ravel().tolist())
        if isinstance(item, Sloped)
    ]


def _numbers_in(value: Any) -> Iterator[Sloped]:
    if isinstance(value, Sloped):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _numbers_in(part)


def _with(value: Any, floats: Iterator[float]) -> Any:
    """Return nested tuples in which floats replace the numbers with derivatives, in order."""
    if isinstance(value, Sloped):
        return next(floats)
    if not isinstance(value, tuple):
        return value
    parts = [_with(part, floats) for part in value]
    return value._make(parts) if hasattr(value, "_make") else tuple(parts)


def _floats_in(value: Any) -> Iterator[float]:
    if isinstance(value, tuple):
        for part in value:
            yield from _floats_in(part)
    elif isinstance(value, float):
        yield value
    else:
        raise TypeError("a function of floats returns floats")


def _joined(value: Any, slopes: Iterator[Floats], lost: NDArray[np.bool_]) -> Any:
    if isinstance(value, tuple):
        return tuple(_joined(part, slopes, lost) for part in value)
    return _number(value, next(slopes), lost)


def _slopes(function: Function, numbers: Sequence[Sloped]) -> Floats:
    """Return the derivatives (p, k) of the k results of a function of n numbers.

    A derivative is NaN if it needs a partial derivative that is not accurate.
    """
    partial = _partials(function, np.array([number.value for number in numbers]))
    slopes = np.stack([number.slopes for number in numbers], axis=1)
    found: Floats = slopes @ np.nan_to_num(partial, nan=0.0)
    found[(slopes != 0.0).astype(np.float64) @ np.isnan(partial) > 0.0] = np.nan
    return found


def _partials(function: Function, own: Floats) -> Floats:
    """Return the partial derivatives (n, k) of a function at a point (n,). Inaccurate derivatives are NaN."""
    n, largest = len(own), float(np.max(np.abs(own))) or 1.0
    sizes = 2.0 ** np.round(np.log2(np.where(own == 0.0, largest, np.abs(own))))
    size, results = sizes[:, np.newaxis], function(own[np.newaxis])
    tableau, relative, bend, has_kink = Tableau(), np.empty(0), np.empty(0), np.empty(0, dtype=bool)
    for part in LARGEST * 2.0 ** -np.arange(MOST):
        step = part * size
        above, below = function(own + np.diag(step[:, 0])), function(own - np.diag(step[:, 0]))
        difference = (above - below) / (2.0 * step)
        if not np.isfinite(difference).all():
            tableau = Tableau()
            continue
        rounding = EPSILON * np.abs(above) / (2.0 * step)
        tableau.add(difference.reshape(1, -1), rounding.ravel())
        values, errors = (each.reshape(n, -1) for each in (tableau.estimate.values, tableau.estimate.errors))
        # each result is measured by its largest change with any argument
        is_noise = (np.abs(values) * size <= ROUNDING * np.abs(results)) & ~(errors <= CERTAIN * np.abs(values))
        values, errors = np.where(is_noise, 0.0, values), np.where(is_noise, 0.0, errors)
        scale = np.max(np.abs(np.nan_to_num(values)) * size, axis=0) / size
        relative = np.divide(errors, scale, out=np.where(errors > 0.0, np.inf, 0.0), where=scale > 0.0)
        # the difference of the slopes on both sides decreases with the step, except at a kink
        before, bend = bend, (above - 2.0 * results + below) / step
        if tableau.count > 1:
            has_kink = np.abs(2.0 * bend - before) > KINK * scale + 64.0 * rounding
            if np.all(relative <= ENOUGH):
                break
    if tableau.count < 2:
        return np.full((n, 1), np.nan)
    return np.where((relative <= GOOD) & ~has_kink, values, np.nan)
