"""How functions become kernels. Nothing here loads a compiler: what is on disk runs without numba.

`kernel` makes a function an entry from Python, compiled by numba when it is first called with arguments of new types and kept on disk;
`subroutine` makes it a part of kernels. The tuple functions of `rbsolve.geometry`, the functions of time and the constraints of joints are
plain Python, so that a check runs them as they are; `PLAIN_MODULES` lists them for the compiler.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from inspect import signature
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np

from rbsolve.geometry import quaternion, se3, so3, vector
from rbsolve.solver.compiler import progress
from rbsolve.solver.compiler.entries import callable_at, entry_of, is_ready
from rbsolve.solver.compiler.records import Layout, Record, append, by_reference, pointer_to
from rbsolve.solver.compiler.subroutines import Subroutine
from rbsolve.solver.functions import dispatch
from rbsolve.solver.functions.registry import FUNCTION_TYPES
from rbsolve.solver.joints import constraints, coordinates, curvature, placement, resistance, turning
from rbsolve.solver.model import rows

F = TypeVar("F", bound=Callable[..., Any])

PLAIN_MODULES = (
    *(vector, quaternion, so3, se3, rows),
    *(import_module(kind.evaluate.__module__) for kind in FUNCTION_TYPES),
    dispatch,
    *(placement, coordinates, turning, constraints, curvature, resistance),
)
_RESULT_BYTES = 256


class _Ready(NamedTuple):
    """Machine code for arguments of some types."""

    run: Callable[[int, int, int], int]
    result: tuple[str, ...]


class Kernel:
    """An entry from Python, which kernels may call too. Named tuples are handed over by reference (compiler/records.py)."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.py_func = function
        self.__doc__ = function.__doc__
        self.__wrapped__ = function
        self._ready: dict[tuple[str, ...], _Ready] = {}

    def __call__(self, *arguments: Any) -> Any:
        """Run it; the machine code is loaded or made by the first call."""
        if not self._ready:
            progress.expect(1)  # before what the arguments may have to be completed by
        words: list[int] = []
        layouts, places, owners = [], [], []
        for argument in arguments:
            places.append(len(words))
            if isinstance(argument, tuple) and hasattr(argument, "_fields"):
                argument = by_reference(argument)
            if isinstance(argument, Record):
                owners.append(argument)  # alive while the kernel runs
                words.append(argument.address)
                layouts.append(argument.pointer)
            else:
                layouts.append(append("an argument", argument, words))
        key = tuple([layout.name for layout in layouts])
        ready = self._ready.get(key) or self._prepare(key, layouts, places)
        table, result = np.array(words, dtype=np.uint64), ctypes.create_string_buffer(_RESULT_BYTES)
        address = ctypes.addressof(result)
        if ready.run(address, address + _RESULT_BYTES - 8, table.ctypes.data) not in (0, -1):  # -1: None
            raise ArithmeticError(f"{self.py_func.__qualname__} failed")
        return _decoded(ready.result, result.raw)

    def _prepare(self, key: tuple[str, ...], layouts: list[Layout], places: list[int]) -> _Ready:
        names = list(signature(self.py_func).parameters)
        fields = dict(zip(names, zip(layouts, places, strict=True), strict=True))
        function = _with_table(self.py_func)
        name = ", ".join(f"{field}: {layout.name}" for field, layout in zip(names, layouts, strict=True))
        table = pointer_to(Layout("record", f"{function.__name__}({name})", fields))
        if is_ready(function, (table,)) and not self._ready:
            progress.expect(-1)
        entry = entry_of(function, (table,), self._label)
        self._ready[key] = _Ready(callable_at(entry.address), entry.result)
        return self._ready[key]

    @property
    def _label(self) -> str:
        name = self.py_func.__name__.strip("_").replace("_", " ")
        return "the time loop" if name.startswith("advance") else name

    @cached_property
    def _numba_type_(self) -> Any:
        from rbsolve.solver.compiler.numba_side import kernel_type

        return kernel_type(self.py_func)


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


def kernel(function: F) -> F:
    """Make `function` an entry from Python."""
    return cast(F, Kernel(function))


def subroutine(function: F) -> F:
    """Make `function` a part of the kernels that call it: always inlined."""
    return cast(F, Subroutine(function))
