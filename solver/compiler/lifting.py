"""Runs kernels on numbers with derivatives. The module provides layouts, memory and calls in which duals replace all
floats (`duals`).

The caller of a kernel passes named tuples, arrays and variables of floats, and reads them after the call. `LiftedRun`
stores a dual for each of these floats, and runs the kernel that is compiled for duals. Afterwards, it copies the
numbers back. Addresses of entries are replaced by the addresses of the same entries for duals. If a kernel only writes
rows, only the new rows are copied back.
"""

from __future__ import annotations

from array import array as Table
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.solver.compiler.dual_layouts import keeps_floats, lift
from rbsolve.solver.compiler.entries import entry_of, source_of
from rbsolve.solver.compiler.launching import Laid, Launcher
from rbsolve.solver.compiler.layouts import pointer_to
from rbsolve.solver.compiler.records import Record, append, by_reference, layout_of_value
from rbsolve.solver.compiler.variables import Variables

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
_ALIGNMENT = 64
_WORD = 8
_LEAST_ADDRESS = 1 << 20
"""Smaller integers are not addresses."""


def _aligned_zeros(rows: int, columns: int) -> Floats:
    """Zeros (rows, columns), aligned for vector instructions."""
    memory = np.zeros(rows * columns * _WORD + _ALIGNMENT, dtype=np.uint8)
    start = -memory.ctypes.data % _ALIGNMENT
    return memory[start : start + rows * columns * _WORD].view(np.float64).reshape(rows, columns)


def place_of(array: Floats) -> tuple[Floats, int]:
    """Return the array that owns the memory of a contiguous array, and the index in the owner at which the array
    begins.
    """
    root: Any = array
    while isinstance(root.base, np.ndarray) and root.base.dtype == np.float64 and root.base.flags.c_contiguous:
        root = root.base
    return root, (array.ctypes.data - root.ctypes.data) // _WORD


class Roots(NamedTuple):
    """The duals, by the owner of the floats that they replace. The record also contains the values that the floats had
    when they were copied.
    """

    floats: dict[int, tuple[Any, Floats]]
    duals: dict[int, Floats]


class DualMemory:
    """The duals that replace arrays and variables of floats."""

    def __init__(self, count: int, kind: str = "dual") -> None:
        self.count, self.number = count, f"{kind}{count}"
        self._roots: dict[int, tuple[Any, Floats]] = {}
        """The duals of float arrays that own their memory, or of variables, by the identity of the owner."""
        self._pairs: _Pairs | None = None
        """The same duals with their floats. It is None after a change of `_roots`."""

    def address(self, array: Floats) -> int:
        """Return the address of the duals of an array."""
        duals, first = self._duals(array)
        return int(duals.ctypes.data) + first * (1 + self.count) * _WORD

    def of(self, array: Floats) -> Floats:
        """Return the duals (..., 1 + count) of an array, which are its numbers and their derivatives."""
        duals, first = self._duals(array)
        return duals[first : first + array.size].reshape(*array.shape, 1 + self.count)

    def _duals(self, array: Floats) -> tuple[Floats, int]:
        root, first = place_of(array)
        if id(root) not in self._roots:
            duals = _aligned_zeros(max(1, root.size), 1 + self.count)
            duals[: root.size, 0] = root.reshape(-1)
            self._add(root, duals)
        return self._roots[id(root)][1], first

    def of_variables(self, variables: Variables) -> Floats:
        """Return the duals of variables, with one row for each variable. The number of an integer variable is the
        integer itself.
        """
        if id(variables) not in self._roots:
            duals = _aligned_zeros(max(1, len(variables.words)), 1 + self.count)
            duals[: len(variables.words), 0] = variables.words.view(np.float64)
            self._add(variables, duals)
        return self._roots[id(variables)][1]

    def put_together(self, roots: Sequence[Any]) -> Floats:
        """Create the duals (n, 1 + count) of some new variables, and of some new arrays that own their memory.

        The duals are one after another in memory.
        """
        numbers = [root.words.view(np.float64) if isinstance(root, Variables) else root.reshape(-1) for root in roots]
        together = _aligned_zeros(max(1, sum(map(len, numbers))), 1 + self.count)
        first = 0
        for root, values in zip(roots, numbers, strict=True):
            duals = together[first : first + len(values)]
            duals[:, 0] = values
            self._add(root, duals)
            first += len(values)
        return together[:first]

    def _add(self, root: Any, duals: Floats) -> None:
        self._roots[id(root)], self._pairs = (root, duals), None

    def capture(self) -> Roots:
        """Return a copy of all current duals."""
        return Roots(dict(self._roots), {key: duals.copy() for key, (_, duals) in self._roots.items()})

    def restore(self, roots: Roots) -> None:
        """Restore all duals, and delete duals that were created later."""
        self._roots, self._pairs = dict(roots.floats), None
        for key, duals in roots.duals.items():
            self._roots[key][1][...] = duals

    def floats(self) -> Roots:
        """Return the floats that have duals, without their values."""
        return Roots(dict(self._roots), {})

    def take(self) -> None:
        """Update the duals whose floats Python has changed. The derivatives of these duals become zero."""
        for numbers, duals, changed in self._different():
            duals[changed] = 0.0
            duals[changed, 0] = numbers[changed]

    def give(self) -> None:
        """Copy the numbers of the duals back to the floats."""
        for numbers, duals, changed in self._different():
            if numbers.flags.writeable:
                numbers.view(np.int64)[changed] = duals[changed, 0].view(np.int64)

    def _different(self) -> Iterator[tuple[Floats, Floats, Ints]]:
        """Yield the arrays (n,) of floats that differ from their duals, with the duals and with the places of the
        differences.

        All arrays are compared at once, because most of them are short and few of them differ.
        """
        if self._pairs is None:
            self._pairs = _Pairs([_pair(*each) for each in self._roots.values()])
        yield from self._pairs.different()


class _Pairs:
    """The floats of many arrays, and the duals that replace them."""

    def __init__(self, pairs: Sequence[tuple[Floats, Floats]]) -> None:
        self._pairs = pairs
        self._numbers = [numbers.view(np.int64) for numbers, _ in pairs]
        self._values = [duals.view(np.int64)[: len(numbers), 0] for numbers, duals in pairs]
        self._firsts = np.cumsum([0, *map(len, self._numbers)])

    def different(self) -> Iterator[tuple[Floats, Floats, Ints]]:
        """Yield the pairs whose bits differ, with the places of the differences."""
        if not self._pairs:
            return
        places = np.flatnonzero(np.concatenate(self._numbers) != np.concatenate(self._values))
        owners = np.searchsorted(self._firsts, places, side="right") - 1
        for owner in np.unique(owners).tolist():
            numbers, duals = self._pairs[owner]
            yield numbers, duals[: len(numbers)], places[owners == owner] - self._firsts[owner]


def _pair(root: Any, duals: Floats) -> tuple[Floats, Floats]:
    """Return the floats of an array or of variables, and their duals."""
    return (root.words.view(np.float64) if isinstance(root, Variables) else root.reshape(-1)), duals


class _LiftedRecord(Record):
    """A named tuple of duals, with its table."""

    __slots__ = ("_kept",)

    def __init__(self, values: Any, memory: DualMemory) -> None:
        plain = by_reference(values)
        self.layout = lift(plain.layout, memory.number)
        self.pointer = pointer_to(self.layout)
        words: list[int] = []
        self._kept: list[Any] = [plain]
        _append(plain.values, words, memory, self._kept)
        self._table = Table("Q", words)
        self.address, _ = self._table.buffer_info()
        self.values, self.origin = plain.values, values


def _append(value: Any, words: list[int], memory: DualMemory, kept: list[Any]) -> None:
    """Append a value to a table. `kept` collects the arrays that must live as long as the table."""
    if isinstance(value, np.ndarray) and value.dtype == np.float64:
        words += (memory.address(value), *value.shape)
    elif isinstance(value, np.ndarray):
        with_entries = _with_entries(value, memory.number)
        kept.append(with_entries)
        append(with_entries, words)
    elif isinstance(value, tuple) and keeps_floats(value):
        append(value, words)
    elif isinstance(value, tuple):
        for member in value:
            _append(member, words, memory, kept)
    elif isinstance(value, Variables):
        words.append(memory.of_variables(value).ctypes.data)
    elif type(value) is int and value >= _LEAST_ADDRESS:
        append(_entry_for(value, memory.number), words)
    else:
        append(value, words)


def _with_entries(numbers: Any, name: str) -> Any:
    """Return an array in which addresses of entries for duals replace the addresses of entries for floats. An array
    without such addresses is returned unchanged.
    """
    if numbers.dtype != np.int64 or not numbers.size or int(numbers.max()) < _LEAST_ADDRESS:
        return numbers
    changed = [_entry_for(number, name) for number in numbers.reshape(-1).tolist()]
    return np.array(changed, dtype=np.int64).reshape(numbers.shape)


def _entry_for(number: int, name: str) -> int:
    """Return the address of the entry for duals, if a number is the address of an entry for floats. Otherwise return
    the number.
    """
    source = source_of(number)
    if source is None:
        return number
    function, layouts, label = source
    return entry_of(function, tuple(lift(layout, name) for layout in layouts), f"derivatives of {label}").address


class LiftedMemory(NamedTuple):
    """The saved state of a run on duals."""

    numbers: Roots
    rows: Roots
    records: dict[int, _LiftedRecord]


class LiftedRun:
    """A kernel that runs on duals. The caller passes the same arguments as for floats.

    `rows` is the class of a named tuple of arrays that the kernel only writes. The first `count[0]` rows of these
    arrays are valid.
    """

    def __init__(self, function: Callable[..., Any], count: int, rows: type, kind: str = "dual") -> None:
        """`kind` is the kind of the numbers: `dual`, or `tape` (sensitivity/taping.py)."""
        self.memory, self._written, self._rows = DualMemory(count, kind), DualMemory(count, kind), rows
        self._launcher = Launcher(function)
        self._known: dict[int, _LiftedRecord] = {}

    def __call__(self, *arguments: Any) -> Any:
        """Run the kernel."""
        self._take()
        laid = tuple(self._lay(argument) for argument in arguments)
        written: list[Any] = [argument for argument in arguments if isinstance(argument, self._rows)]
        begun = [(rows, int(rows.count[0])) for rows in written]
        try:
            return self._launcher.call(laid, _nothing_to_refer).run()
        finally:
            self._give()
            for rows, first in begun:
                self._give_rows(rows, slice(first, int(rows.count[0])))

    def _take(self) -> None:
        self.memory.take()

    def _give(self) -> None:
        self.memory.give()

    def capture(self) -> LiftedMemory:
        """Return a copy of the derivatives of all numbers. Derivatives of rows are not included, because rows are only
        appended.
        """
        return LiftedMemory(self.memory.capture(), self._written.floats(), dict(self._known))

    def restore(self, memory: LiftedMemory) -> None:
        """Restore earlier derivatives, after the caller has restored the numbers."""
        self.memory.restore(memory.numbers)
        self._written.restore(memory.rows)
        self._known = dict(memory.records)

    def of_row_field(self, array: Floats) -> Floats:
        """Return the duals (rows, ..., 1 + count) of a field of the rows, as written by the kernel."""
        return self._written.of(array)

    def _give_rows(self, rows: Any, new: slice) -> None:
        if new.start == new.stop:
            return
        for array in rows:
            if array.dtype == np.float64 and len(array):
                array[new] = self._written.of(array)[new, ..., 0]

    def _lay(self, argument: Any) -> Any:
        if isinstance(argument, tuple) and hasattr(argument, "_fields"):
            known = self._known.get(id(argument))
            if known is None or known.origin is not argument:
                memory = self._written if isinstance(argument, self._rows) else self.memory
                known = self._known[id(argument)] = _LiftedRecord(argument, memory)
            return known
        if argument is None or isinstance(argument, int):
            return argument
        words: list[int] = []
        kept: list[Any] = []
        _append(argument, words, self.memory, kept)
        layout = lift(layout_of_value("an argument", argument), self.memory.number)
        return Laid(layout, words, (argument, kept))


def _nothing_to_refer(values: Any) -> Any:
    raise AssertionError("every named tuple is lifted already")
