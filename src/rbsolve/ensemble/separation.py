"""Splits a value that contains numbers of many cases (`language/many.py`) into one value for each case.

Parts that all cases share remain the same objects, so that a comparison by identity finds no change.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from rbsolve.geometry.resolve import Resolved
from rbsolve.language.many import Many, stack

OfCase = Callable[[int], Any]
"""A function from the number of a case to its value."""


class NotAlike(Exception):
    """Raised if cases differ in data that are not floats, so that they must be checked separately."""


def separate(many: Any, plain: Any) -> OfCase | None:
    """Return a function that returns the value of a case. `plain` is the value from a case that was checked alone. If
    all cases have this value, return None.

    Raise NotAlike if the values differ in data that are not floats.
    """
    if many is plain:
        return None
    if isinstance(plain, np.ndarray):
        return _separate_array(many, plain)
    if isinstance(many, Many):
        numbers: list[float] = many.values.tolist()
        return numbers.__getitem__
    if type(many) is not type(plain):
        raise NotAlike
    if isinstance(plain, tuple):
        return _separate_tuple(many, plain)
    if isinstance(plain, dict):
        return _separate_dict(many, plain)
    if isinstance(plain, Resolved):
        return _separate_resolved(many, plain)
    if isinstance(plain, float) and plain.hex() == many.hex():
        return None
    if not isinstance(plain, float) and plain == many:
        return None
    raise NotAlike


def _separate_array(many: Any, plain: Any) -> OfCase | None:
    if not isinstance(many, np.ndarray) or many.shape != plain.shape:
        raise NotAlike
    if many.dtype == object and plain.dtype == np.float64:
        if any(isinstance(item, Many) for item in many.ravel().tolist()):
            return stack(many).__getitem__
        many = many.astype(np.float64)
    if many.dtype != plain.dtype or many.tobytes() != plain.tobytes():
        raise NotAlike
    return None


def _separate_dict(many: dict[Any, Any], plain: dict[Any, Any]) -> OfCase | None:
    if list(many) != list(plain):
        raise NotAlike
    of_values = _separate_tuple(tuple(many.values()), tuple(plain.values()))
    return None if of_values is None else lambda case: dict(zip(plain, of_values(case), strict=True))


def _separate_resolved(many: Resolved[Any], plain: Resolved[Any]) -> OfCase | None:
    """Return points, triads or frames. The values of a case are computed only when they are read. This is rare."""
    return None if _separate_dict(many.values_by_name, plain.values_by_name) is None else many.of_case


def _separate_tuple(many: Any, plain: Any) -> OfCase | None:
    if len(many) != len(plain):
        raise NotAlike
    parts = [separate(*pair) for pair in zip(many, plain, strict=True)]
    moving = [(k, part) for k, part in enumerate(parts) if part is not None]
    if not moving:
        return None
    make: Callable[[list[Any]], Any] = getattr(type(plain), "_make", tuple)

    def of_case(case: int) -> Any:
        items = list(plain)
        for k, part in moving:
            items[k] = part(case)
        return make(items)

    return of_case
