"""Caches the results of functions between the cases of a deck. If the inputs of a function did not change, the function
is not called again.

Many cases of one deck differ in a few values. A `Recall` stores the results of some functions for the previous case.
These functions are marked with `recallable`. A function is called again if its arguments differ, or if it reads an open
value. An open value depends on the design parameters. The text shows which values are open (`again.py`), and an
`OpenDescribed` detects when they are read. Dependencies therefore need no declaration, and a function may read the
whole description. If a result is bitwise equal to the previous result, the previous object is returned. Functions of
this object are then not called again either.

A recalled function must depend only on its arguments, and must not change them. A recalled function adds its
diagnostics to the only `Diagnostics` among its arguments. Without an active `Recall`, the function is called normally.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import is_dataclass, replace
from functools import cache, wraps
from operator import attrgetter, is_
from typing import Any, NamedTuple, ParamSpec, TypeVar

import numpy as np

from rbsolve.language.described import Described, Description, Value
from rbsolve.language.diagnostics import Diagnostics, Span

P = ParamSpec("P")
R = TypeVar("R")


class OpenDescribed(Described):
    """An object, some of whose values depend on design parameters. A function that reads such a value is called again
    for the next case.
    """

    __slots__ = ("_open",)
    _open: frozenset[str]

    @classmethod
    def of(
        cls, kind: str, name: str, span: Span, values: Mapping[str, Value], is_open: frozenset[str]
    ) -> OpenDescribed:
        """Return an object whose keywords in `is_open` depend on design parameters."""
        made = cls.__new__(cls)
        _put_kind(made, kind)
        _put_name(made, name)
        _put_span(made, span)
        _put_values(made, values)
        _put_open(made, is_open)
        return made

    @property
    def values(self) -> Mapping[str, Value]:
        """Return all values. This access counts as a read of the open values."""
        _note_open()
        return _values(self)

    def __contains__(self, keyword: str) -> bool:
        return keyword in _values(self)

    def __getitem__(self, keyword: str) -> Any:
        if keyword in self._open:
            _note_open()
        return _values(self)[keyword].data

    def value(self, keyword: str) -> Value | None:
        """Return the data of a keyword and its place. Return None if the deck does not give the keyword and the schema
        has no default.
        """
        if keyword in self._open:
            _note_open()
        return _values(self).get(keyword)

    def get(self, keyword: str, default: Any = None) -> Any:
        """Return the data of a keyword, or `default`."""
        if keyword in self._open:
            _note_open()
        value = _values(self).get(keyword)
        return default if value is None else value.data

    def span_of(self, keyword: str) -> Span:
        """Return the place of a keyword's value, or the object's own place if the keyword has no value."""
        value = _values(self).get(keyword)
        return self.span if value is None else value.span


class Watched:
    """A mapping, some of whose results depend on design parameters. Like an `OpenDescribed`, it detects when these
    results are read.
    """

    __slots__ = ("is_open",)
    is_open: frozenset[str]
    """The names of the results that depend on design parameters."""

    def note(self, name: object) -> None:
        """Record a read of the result with this name."""
        if name in self.is_open:
            _note_open()


def open_reads() -> int:
    """Return the number of reads of open values so far. An unchanged number means that no open value was read."""
    recall = _active.get()
    return 0 if recall is None else recall.reads


# The setters of the slots also work for frozen objects.
_put_kind, _put_name, _put_span, _put_values = (
    Described.__dict__[slot].__set__ for slot in ("kind", "name", "span", "values")
)
_put_open = OpenDescribed.__dict__["_open"].__set__
_values: Callable[[Described], Mapping[str, Value]] = Described.__dict__["values"].__get__


class _Call(NamedTuple):
    """The record of the call of a function for the previous case."""

    arguments: int
    """The number of arguments."""
    compared: tuple[tuple[int, Any], ...]
    """The arguments that must be equal, with their positions. Descriptions are not compared, because reads of their
    open values are detected.
    """
    diagnostics: int
    """The position of the diagnostics among the arguments, or -1 without diagnostics."""
    result: Any
    is_open: bool
    """Whether the function read open values."""

    @classmethod
    def of(cls, arguments: tuple[Any, ...], result: Any, is_open: bool) -> _Call:
        """Create the record of a call."""
        places = list(enumerate(arguments))
        compared = tuple((place, a) for place, a in places if type(a) is not Diagnostics and type(a) is not Description)
        diagnostics = next((place for place, a in places if type(a) is Diagnostics), -1)
        return cls(len(arguments), compared, diagnostics, result, is_open)

    def gives_the_same(self, arguments: tuple[Any, ...]) -> bool:
        """Return whether a call with different arguments would have the same result."""
        if self.is_open or len(arguments) != self.arguments:
            return False
        for place, before in self.compared:
            now = arguments[place]
            if now is not before and not _same(before, now):
                return False
        # If there are errors, the result may depend on earlier diagnostics.
        return self.diagnostics < 0 or not arguments[self.diagnostics].has_errors


class Recall:
    """The results of recalled functions for the previous case. Each thread needs its own cache."""

    def __init__(self) -> None:
        self._calls: dict[object, _Call] = {}
        self._reader: object = None
        self.reads = 0
        """The number of reads of open values."""

    def of(self, reader: object) -> Recall:
        """Return this cache, prepared for the cases that `reader` (`again.py`) describes. For a new reader, which has
        different open values, the cache is cleared.
        """
        if reader is not self._reader:
            self._reader = reader
            self._calls.clear()
        return self

    def __enter__(self) -> Recall:
        """Activate this cache for recalled functions."""
        _active.set(self)
        return self

    def __exit__(self, *exception: object) -> None:
        _active.set(None)

    def call(self, function: Callable[..., Any], positional: tuple[Any, ...], keywords: Mapping[str, Any]) -> Any:
        """Return the result of `function` for the arguments, from the cache if possible."""
        arguments = (*positional, *keywords.values()) if keywords else positional
        first = arguments[0]
        key = (function, first.kind, first.name) if isinstance(first, Described) else function
        known = self._calls.get(key)
        if known is not None and known.gives_the_same(arguments):
            return known.result
        diagnostics = next((argument for argument in arguments if type(argument) is Diagnostics), None)
        if diagnostics is not None and diagnostics.has_errors:
            return function(*positional, **keywords)
        before, reported = self.reads, 0 if diagnostics is None else diagnostics.reported
        result = function(*positional, **keywords)
        if (diagnostics is not None and diagnostics.reported != reported) or (
            function in _composed and self.reads != before
        ):
            self._calls.pop(key, None)
            return result
        try:
            result = _settle(None if known is None else known.result, result)
        except _HoldsOpen:
            self._calls.pop(key, None)
            return result
        self._calls[key] = _Call.of(arguments, result, self.reads != before)
        return result


_active: ContextVar[Recall | None] = ContextVar("recall", default=None)


def recallable(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function that is called again only if its result may differ.

    A function with an object of the deck as its first argument is cached for each object.
    """

    @wraps(function)
    def call(*arguments: P.args, **keywords: P.kwargs) -> R:
        recall = _active.get()
        if recall is None:
            return function(*arguments, **keywords)
        result: R = recall.call(function, arguments, keywords)
        return result

    return call


def recallable_composition(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function that only combines the results of other recalled functions as `recallable`.

    In the result of such a function, unchanged parts are already the previous objects.
    """
    _composed.add(function)
    return recallable(function)


_composed: set[Callable[..., Any]] = set()


def _note_open() -> None:
    recall = _active.get()
    if recall is not None:
        recall.reads += 1


class _HoldsOpen(Exception):
    """Raised if a result contains objects whose values depend on parameters."""


_NUMBERS = (int, str, bool, type(None))
_REBUILT = frozenset((list, dict))


def _same_items(before: Sequence[Any], now: Sequence[Any]) -> bool:
    if len(before) != len(now):
        return False
    for a, b in zip(before, now, strict=True):  # noqa: SIM110  a generator is slower, and each case has many comparisons
        if a is not b and not _same(a, b):
            return False
    return True


def _same(a: Any, b: Any) -> bool:
    """Return whether an argument is the same as in the previous call. Open values are not compared, because reads of
    them are detected.
    """
    if a is b:
        return True
    kind = type(b)
    if type(a) is not kind:
        return False
    if kind is Description:
        return True
    if kind is OpenDescribed:
        return bool(a.kind == b.kind and a.name == b.name)
    if issubclass(kind, Watched):  # other mappings do not depend on the case
        return bool(a.is_open == b.is_open and len(a) == len(b))
    if kind is np.ndarray:
        return _same_arrays(a, b)
    if kind is float:
        return bool(a.hex() == b.hex())
    if issubclass(kind, _NUMBERS):
        return bool(a == b)
    if kind is set or kind is frozenset:
        return bool(a == b and all(type(name) is str for name in a))
    if kind is dict:
        return list(a) == list(b) and _same_items(list(a.values()), list(b.values()))
    if issubclass(kind, (tuple, list)):
        return _same_items(a, b)
    if is_dataclass(kind):
        fields = _fields(kind)
        return _same_items(fields(a), fields(b))
    return False


def _same_arrays(a: Any, b: Any) -> bool:
    # The bytes of an array of objects are addresses. Equal objects may have different addresses.
    return bool(a.shape == b.shape and a.dtype == b.dtype != object and a.tobytes() == b.tobytes())


@cache
def _fields(kind: type) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that returns the values of all fields of a dataclass as a tuple."""
    # mypy does not infer from `is_dataclass` that `type` is a dataclass.
    names = list(kind.__dataclass_fields__)  # type: ignore[attr-defined]
    return attrgetter(*names) if len(names) > 1 else lambda value: tuple(getattr(value, name) for name in names)


def _settle(before: Any, now: Any) -> Any:
    """Return the result, in which previous objects replace all parts that are equal to them. Raise `_HoldsOpen` if the
    result contains open objects.
    """
    kind = type(now)
    if before is now and kind is not list and kind is not dict:
        return now
    alike = type(before) is kind
    if kind is np.ndarray:
        return before if alike and _same_arrays(before, now) else now
    if kind is OpenDescribed or (issubclass(kind, Watched) and now.is_open):
        raise _HoldsOpen
    if kind in (float, set, frozenset) or issubclass(kind, _NUMBERS):
        return before if alike and _same(before, now) else now
    if kind is dict:
        parts = {name: _settle(before.get(name) if alike else None, part) for name, part in now.items()}
        if alike and list(before) == list(now) and all(before[name] is part for name, part in parts.items()):
            return before
        # If no part was replaced, return the object itself, because other objects may refer to it.
        return now if all(map(is_, parts.values(), now.values())) else parts
    if issubclass(kind, (tuple, list)):
        olds = before if alike and len(before) == len(now) else (None,) * len(now)
        # Most items are unchanged, so a separate function call for each item would take most of the time.
        items = [
            part if part is old and type(part) not in _REBUILT else _settle(old, part)
            for old, part in zip(olds, now, strict=True)
        ]
        if alike and len(before) == len(now) and all(map(is_, before, items)):
            return before
        if all(map(is_, now, items)):
            return now
        return items if kind is list else kind(*items) if hasattr(kind, "_fields") else tuple(items)
    if is_dataclass(kind) and kind is not Described:
        names = list(kind.__dataclass_fields__)
        changes = {name: _settle(getattr(before, name) if alike else None, getattr(now, name)) for name in names}
        if alike and all(getattr(before, name) is part for name, part in changes.items()):
            return before
        return now if all(getattr(now, name) is part for name, part in changes.items()) else replace(now, **changes)
    return now
