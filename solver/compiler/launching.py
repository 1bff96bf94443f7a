"""Calling machine code from Python: arguments laid out as it expects them, the code loaded or made by the first call."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable
from inspect import signature
from typing import Any, NamedTuple, cast

from rbsolve.solver.compiler import progress
from rbsolve.solver.compiler.entries import callable_at, entry_of, is_ready
from rbsolve.solver.compiler.records import Layout, Record, append, by_reference, pointer_to, record
from rbsolve.solver.compiler.subroutines import Subroutine

_NO_RESULT = [0] * 32


class _Ready(NamedTuple):
    """Machine code for arguments of some types."""

    run: Callable[[int, int, int], int]
    result: tuple[str, ...]


class Launcher:
    """What runs a kernel. Named tuples are handed over by reference (records.py)."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._ready: dict[tuple[str, ...], _Ready] = {}

    def __call__(self, *arguments: Any, refer: Callable[[Any], Any] = by_reference) -> Any:
        """Run it; the machine code is loaded or made by the first call. `refer` lays named tuples out."""
        if not self._ready:
            progress.expect(1)  # before what the arguments may have to be completed by
        words: list[int] = []
        layouts, places, owners = [], [], []
        for argument in arguments:
            places.append(len(words))
            if isinstance(argument, tuple) and hasattr(argument, "_fields"):
                argument = refer(argument)
            if isinstance(argument, Record):
                owners.append(argument)  # alive while the kernel runs
                words.append(argument.address)
                layouts.append(argument.pointer)
            else:
                layouts.append(append("an argument", argument, words))
        key = tuple([layout.name for layout in layouts])
        ready = self._ready.get(key) or self._prepare(key, layouts, places)
        memory = array("Q", words + _NO_RESULT)
        table, _ = memory.buffer_info()
        result = table + 8 * len(words)
        if ready.run(result, result + 8 * (len(_NO_RESULT) - 1), table) not in (0, -1):  # -1: None
            raise ArithmeticError(f"{self._function.__qualname__} failed")
        return _decoded(ready.result, memory[len(words) :].tobytes())

    def _prepare(self, key: tuple[str, ...], layouts: list[Layout], places: list[int]) -> _Ready:
        names = list(signature(self._function).parameters)
        fields = dict(zip(names, zip(layouts, places, strict=True), strict=True))
        function = _with_table(self._function)
        table = pointer_to(record(function.__name__, fields))
        if is_ready(function, (table,)) and not self._ready:
            progress.expect(-1)
        entry = entry_of(function, (table,), self._label)
        self._ready[key] = _Ready(callable_at(entry.address), entry.result)
        return self._ready[key]

    @property
    def _label(self) -> str:
        name = self._function.__name__.strip("_").replace("_", " ")
        return "the time loop" if name.startswith("advance") else name


def _with_table(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function` with all its arguments in one record, as fields of the same names."""
    name = f"{function.__name__.lstrip('_')}_of_table"
    arguments = ", ".join(f"table.{argument}" for argument in signature(function).parameters)
    space: dict[str, Any] = {
        "function": Subroutine(function),
        "__name__": f"{function.__module__}.{function.__qualname__}",
    }
    exec(f"def {name}(table): return function({arguments})", space)
    return cast(Callable[..., Any], space[name])


def _decoded(kinds: tuple[str, ...], content: bytes) -> Any:
    """The result of a kernel from its memory."""
    if kinds[0] == "tuple":
        formats = "".join("d" if kind == "float" else "q" for kind in kinds[1:])
        return struct.unpack_from(formats, content)
    if kinds[0] == "none":
        return None
    if kinds[0] == "bool":
        return content[0] != 0
    return struct.unpack_from("d" if kinds[0] == "float" else "q", content)[0]
