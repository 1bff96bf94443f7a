"""Calls machine code from Python. The module converts the arguments to their memory layout, and loads or compiles the
code at the first call.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable
from inspect import signature
from operator import is_
from typing import Any, NamedTuple, cast
from weakref import WeakKeyDictionary

from rbsolve.solver.compiler.case_codes import DIFFER
from rbsolve.solver.compiler.entries import PlannedError, callable_at, entry_of, is_planning, skips_kernels
from rbsolve.solver.compiler.layouts import Layout, pointer_to, record
from rbsolve.solver.compiler.records import (
    Record,
    References,
    append,
    by_reference,
    layout_of_value,
)
from rbsolve.solver.compiler.subroutines import Subroutine

_NO_RESULT = [0] * 32
WITH_TABLE: WeakKeyDictionary[Callable[..., Any], Callable[..., Any]] = WeakKeyDictionary()
"""For each function that `with_table` made, the original function."""


class CasesDifferError(Exception):
    """Raised if cases side by side decide differently. Data that cases share may then be in an intermediate state."""

    def __init__(self, bits: int) -> None:
        super().__init__(bits)
        self.bits = bits
        """The decisions as bits: bit k is the decision of case k."""


class _Ready(NamedTuple):
    """Machine code for arguments of known types."""

    run: Callable[[int, int, int], int]
    decoded: Callable[[Any, int], Any]
    """Function that decodes the result at an offset in memory, in bytes."""


_SKIPPED = _Ready(lambda *_: 0, lambda *_: None)
"""Used instead of machine code while compilations are only counted."""


class Laid(NamedTuple):
    """An argument that has been converted to its memory layout."""

    layout: Layout
    words: list[int]
    owner: Any


class Call:
    """A kernel with its arguments in memory. The table of arguments is followed by space for the result."""

    __slots__ = ("_addresses", "_decoded", "_kernel", "_memory", "_place", "_run", "owners", "places")

    def __init__(self, kernel: str, ready: _Ready, words: list[int], places: list[int], owners: list[Any]) -> None:
        self._kernel, self._place, self.places = kernel, 8 * len(words), places
        self._run, self._decoded = ready.run, ready.decoded
        self.owners = owners
        """The arguments, with named tuples as records. They stay alive while the kernel runs."""
        self._memory = array("Q", words + _NO_RESULT)
        table, _ = self._memory.buffer_info()
        result = table + self._place
        self._addresses = result, result + 8 * (len(_NO_RESULT) - 1), table

    def run(self) -> Any:
        """Run the kernel and return its result."""
        code = self._run(*self._addresses)
        if code >= DIFFER:
            raise CasesDifferError(code - DIFFER)
        if code != 0:
            raise ArithmeticError(f"{self._kernel} failed")
        return self._decoded(self._memory, self._place)

    def replace(self, index: int, argument: Any) -> bool:
        """Replace an argument by another integer, or by a record of the same layout. Return False for any other
        argument.
        """
        before = self.owners[index]
        if type(before) is not type(argument):
            return False
        if type(argument) is int:
            word = argument & 0xFFFFFFFFFFFFFFFF
        elif isinstance(argument, Record) and argument.pointer.name == before.pointer.name:
            word = argument.address
        else:
            return False
        self._memory[self.places[index]], self.owners[index] = word, argument
        return True


class Launcher:
    """Launches a kernel. Named tuples are passed by reference (records.py)."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        """The Python function."""
        self._ready: dict[tuple[str, ...], _Ready] = {}

    def __call__(self, *arguments: Any) -> Any:
        """Run the kernel. The first call loads or compiles the machine code."""
        return self.call(arguments, by_reference).run()

    def call(self, arguments: tuple[Any, ...], refer: Callable[[Any], Any]) -> Call:
        """Return a call with these arguments. `refer` lays out named tuples."""
        words: list[int] = []
        layouts: list[Layout] = []
        places, owners = [], []
        for argument in arguments:
            places.append(len(words))
            if isinstance(argument, tuple) and hasattr(argument, "_fields") and not isinstance(argument, Laid):
                argument = refer(argument)
            owners.append(argument)
            if isinstance(argument, Record):
                words.append(argument.address)
                layouts.append(argument.pointer)
            elif isinstance(argument, Laid):
                words += argument.words
                layouts.append(argument.layout)
            else:
                layouts.append(layout_of_value("an argument", argument))
                append(argument, words)
        key = tuple([layout.name for layout in layouts])
        ready = self._ready.get(key)
        if ready is None or is_planning():
            ready = self._prepare(key, layouts, places)
        return Call(self.function.__qualname__, ready, words, places, owners)

    def _prepare(self, key: tuple[str, ...], layouts: list[Layout], places: list[int]) -> _Ready:
        names = list(signature(self.function).parameters)
        fields = dict(zip(names, zip(layouts, places, strict=True), strict=True))
        function = with_table(self.function)
        table = pointer_to(record(function.__name__, fields))
        entry = entry_of(function, (table,), self._label)
        if is_planning():
            if not skips_kernels():
                raise PlannedError
            return _SKIPPED
        self._ready[key] = _Ready(callable_at(entry.address), _decoder(entry.result))
        return self._ready[key]

    @property
    def _label(self) -> str:
        name = self.function.__name__.strip("_").replace("_", " ")
        return "the time loop" if name.startswith("advance") else name


class Repeated:
    """A kernel that an engine calls with mostly the same arguments. Only changed arguments are converted again."""

    def __init__(self, launcher: Launcher) -> None:
        self.function = launcher.function
        self._launcher, self._refer = launcher, References()
        self._arguments: tuple[Any, ...] = ()
        self._call: Call | None = None

    def __call__(self, *arguments: Any) -> Any:
        """Run the kernel."""
        call = self._call
        if call is None or not (all(map(is_, arguments, self._arguments)) or self._change(call, arguments)):
            call = self._call = self._launcher.call(arguments, self._refer)
        self._arguments = arguments
        return call.run()

    def _change(self, call: Call, arguments: tuple[Any, ...]) -> bool:
        """Replace the changed arguments of a call. Return False if this is not possible and a new call must be created."""
        for index, (before, argument) in enumerate(zip(self._arguments, arguments, strict=True)):
            if argument is before:
                continue
            if isinstance(argument, tuple) and hasattr(argument, "_fields"):
                argument = self._refer(argument)
            if not call.replace(index, argument):
                return False
        return True


def with_table(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that calls `function` with the fields of one record as its arguments."""
    name = f"{function.__name__.lstrip('_')}_of_table"
    arguments = ", ".join(f"table.{argument}" for argument in signature(function).parameters)
    space: dict[str, Any] = {
        "function": Subroutine(function),
        "__name__": f"{function.__module__}.{function.__qualname__}",
    }
    exec(f"def {name}(table): return function({arguments})", space)
    made = cast(Callable[..., Any], space[name])
    WITH_TABLE[made] = function
    return made


def _decoder(kinds: tuple[str, ...]) -> Callable[[Any, int], Any]:
    """Return a function that reads the result of a kernel from an offset in the memory after its arguments."""
    if kinds[0] == "none":
        return lambda memory, place: None
    if kinds[0] == "tuple":
        return struct.Struct("".join("d" if kind == "float" else "q" for kind in kinds[1:])).unpack_from
    one = struct.Struct({"bool": "?", "float": "d"}.get(kinds[0], "q")).unpack_from
    return lambda memory, place: one(memory, place)[0]
