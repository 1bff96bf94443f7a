"""Passes named tuples of arrays to kernels. A kernel receives one pointer to a table with the addresses and shapes of
the arrays.

numba itself passes a named tuple by value, with seven numbers for each array. It would therefore copy the sixty arrays
of a model in every signature and call. Compiling these copies would take longer than compiling all the arithmetic. A
`Record` keeps the tuple and its table. A kernel reads the record like the tuple, as in `model.springs.stiffness[i]`,
but cannot unpack it.

The table has a 64-bit word for each number. For each array, it has the address of the array, followed by its shape. The
table never changes. LLVM knows that the table is constant, so a look-up in a loop is done once.
"""

from __future__ import annotations

import struct
from array import array as Table
from collections.abc import Callable
from ctypes import addressof, c_char
from functools import wraps
from itertools import accumulate
from threading import Lock
from typing import Any, TypeVar, cast

import numpy as np

from rbsolve.solver.compiler.entries import is_planning
from rbsolve.solver.compiler.layouts import (
    BOOL,
    FLOAT,
    INTEGER,
    NONE,
    Layout,
    array,
    pointer_to,
    record,
    variables,
    variables_of_cases,
)
from rbsolve.solver.compiler.subroutines import Subroutine
from rbsolve.solver.compiler.variables import Variables, VariablesOfCases

_REMEMBERED = 8
_MOST_REFERENCES = 32
_borrowed: Callable[[Any], Any] = (c_char * 0).from_buffer
F = TypeVar("F", bound=Callable[..., Any])


class Record:
    """A named tuple, and the table that kernels read in its place."""

    __slots__ = ("_table", "address", "layout", "origin", "pointer", "values")

    def __init__(self, values: Any) -> None:
        self.layout = _record_of(values)
        self.pointer = pointer_to(self.layout)
        words: list[int] = []
        append(values, words)
        self._table = Table("Q", words)
        self.address, _ = self._table.buffer_info()
        self.values = self.origin = values


def layout_of(values: Any) -> Layout:
    """Return the layout of a reference to a named tuple."""
    return pointer_to(_record_of(values))


# Layouts, cached by the data that determine them, because a study uses the same kinds of tuples for every case.
_arrays: dict[tuple[str, int], Layout] = {}
_records: dict[tuple[Any, ...], Layout] = {}
_variables: dict[type[Variables], Layout] = {}
_prepared: dict[type, Callable[[Any], Record]] = {}


def memoize(make: F) -> F:
    """Cache the results of a function of a named tuple (and of keyword options). The results for the last few tuples
    are kept while the tuples do not change.

    Linking a model takes longer than running many kernels.
    """
    known: dict[tuple[Any, ...], tuple[Any, Any]] = {}
    remembering = Lock()  # several threads may prepare models at the same time

    @wraps(make)
    def look_up(values: Any, **options: Any) -> Any:
        key = id(values), *options.items()
        origin, found = known.get(key, (None, None))
        if origin is not values:
            found = make(values, **options)
            if is_planning():
                return found  # the result then contains no usable addresses
            with remembering:
                while len(known) >= _REMEMBERED:
                    known.pop(next(iter(known)))
                known[key] = values, found
        return found

    return cast(F, look_up)


def before_use(kind: type, prepare: Callable[[Any], Any]) -> None:
    """Register a function `prepare` for a class of tuples. It completes each tuple before a kernel receives it, by
    adding the addresses of the entries that the tuple needs.

    Addresses are in arrays of integers, so the layout of the tuple does not change. The last few completed tuples of
    the class are cached.
    """

    @memoize
    def complete(values: Any) -> Record:
        found = Record(prepare(values))
        found.origin = values
        return found

    _prepared[kind] = complete


def by_reference(values: Any) -> Record:
    """Return a named tuple as a `Record`."""
    return _prepared.get(type(values), Record)(values)


class References:
    """Converts named tuples to records. Each tuple is converted only once, for an engine that passes the same tuples in
    every call.
    """

    def __init__(self) -> None:
        self._known: dict[int, Record] = {}

    def __call__(self, values: Any) -> Any:
        """Return a named tuple by reference."""
        known = self._known.get(id(values))
        if known is not None and known.origin is values:
            return known
        if len(self._known) >= _MOST_REFERENCES:
            self._known.clear()
        known = self._known[id(values)] = by_reference(values)
        return known


def _record_of(values: Any) -> Layout:
    """Return the layout of a named tuple. Places are counted from its first word."""
    kind = type(values)
    layouts = [layout_of_value(field, value) for field, value in zip(values._fields, values, strict=True)]
    key = kind, *[layout.name for layout in layouts]
    known = _records.get(key)
    if known is None:
        places = accumulate(map(size_of, layouts), initial=0)
        members = dict(zip(values._fields, zip(layouts, places, strict=False), strict=True))
        known = _records[key] = record(f"{kind.__module__}.{kind.__qualname__}", members)
    return known


def layout_of_value(field: str, value: Any) -> Layout:
    """Return the layout of a value in a table. Raise ValueError if kernels would misread the value."""
    if isinstance(value, np.ndarray):
        dtype = value.dtype
        if not value.flags.c_contiguous:
            raise ValueError(f"{field} is not contiguous in memory")
        if not dtype.isnative:
            raise ValueError(f"{field} has numbers in the byte order of another machine")
        key = dtype.str, value.ndim
        known = _arrays.get(key)
        if known is None:
            known = _arrays[key] = array(value.ndim, dtype.name)
        return known
    if value is None:
        return NONE
    if isinstance(value, float):
        return FLOAT
    if isinstance(value, tuple):
        return _record_of(value)
    if isinstance(value, Variables):
        kind = type(value)
        return _variables.get(kind) or _variables.setdefault(kind, variables(kind))
    if isinstance(value, VariablesOfCases):
        return variables_of_cases(value.kind, value.count)
    if isinstance(value, Subroutine):  # the value takes no memory, because the kernel contains the code of the function
        return Layout("subroutine", value.name, value)
    return BOOL if isinstance(value, (bool, np.bool_)) else INTEGER


def append(value: Any, words: list[int]) -> None:
    """Append one value to a table, in the order of its layout."""
    if isinstance(value, np.ndarray):
        words += (_address(value), *value.shape)
    elif isinstance(value, float):
        words += struct.unpack("Q", struct.pack("d", value))
    elif isinstance(value, tuple):
        for member in value:
            append(member, words)
    elif isinstance(value, (Variables, VariablesOfCases)):
        words.append(_address(value.words))
    elif value is not None and not isinstance(value, Subroutine):
        words.append(int(value) & 0xFFFFFFFFFFFFFFFF)


def size_of(layout: Layout) -> int:
    """Return the number of words that a value takes in a table."""
    if layout.kind == "record":
        return sum(size_of(member) for member, _ in layout.detail.values())
    if layout.kind == "array":
        _, dimensions = layout.detail
        return 1 + int(dimensions)
    return 0 if layout.kind in ("none", "subroutine") else 1


def _address(array: np.ndarray) -> int:
    """Return the address of an array. numpy's own functions take four times as long, but are needed for read-only
    arrays.
    """
    return addressof(_borrowed(array)) if array.flags.writeable else int(array.ctypes.data)
