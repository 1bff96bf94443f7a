"""Entries: functions compiled once, by themselves, called through their address by kernels, or from Python.

What only some models have, such as a kind of force, is not compiled into the loops: a model holds the addresses of the entries that it
needs. So a loop is compiled once for all models, and a model with something new costs the compilation of that entry. What is on disk is
loaded without numba.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

from rbsolve.language.growth import count_as_old, without_garbage_collection
from rbsolve.solver.compiler import cache, loader, progress
from rbsolve.solver.compiler.identities import identity_of
from rbsolve.solver.compiler.layouts import Layout

_ADDRESS = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


class Entry(NamedTuple):
    """Machine code: `int f(result *, error **, arguments ...)`."""

    address: int
    result: tuple[str, ...]  # kinds of the numbers that it returns


class NotCompiledError(Exception):
    """Machine code is not there, and nothing is to be compiled now."""


_may_compile: ContextVar[bool] = ContextVar("_may_compile", default=True)


@contextmanager
def nothing_compiled(forbidden: bool = True) -> Iterator[None]:
    """While it lasts, what would have to be compiled raises NotCompiledError in this thread."""
    token = _may_compile.set(not forbidden)
    try:
        yield
    finally:
        _may_compile.reset(token)


_entries: dict[tuple[str, str], Entry] = {}
_one_at_a_time = threading.RLock()  # LLVM and numba may be used by one thread at a time


def entry_of(function: Callable[..., Any], layouts: tuple[Layout, ...], label: str) -> Entry:
    """The machine code of `function` for arguments of these layouts: loaded from disk, or compiled now and kept there."""
    identity, signature = identity_of(function), ", ".join(layout.name for layout in layouts)
    key = identity, signature
    if key in _entries:
        return _entries[key]
    with _one_at_a_time:
        if key in _entries:  # by another thread, while this one waited
            return _entries[key]
        name = cache.file_name(function.__name__, identity, signature)
        kept = cache.read(name)
        if kept is not None:
            _entries[key] = Entry(loader.load(kept.objects.values(), kept.symbol), tuple(kept.result))
        else:
            if not _may_compile.get():
                raise NotCompiledError(label)
            with progress.compiling(label), without_garbage_collection():  # 6 % of the time
                from rbsolve.solver.compiler.numba_side import compile_entry

                compiled = compile_entry(function, layouts)
                count_as_old()
            if compiled.code is not None:
                cache.write(name, compiled.code)
            _entries[key] = Entry(compiled.address, compiled.result)
    return _entries[key]


def is_ready(function: Callable[..., Any], layouts: tuple[Layout, ...]) -> bool:
    """Whether an entry needs no compilation."""
    identity, signature = identity_of(function), ", ".join(layout.name for layout in layouts)
    return (identity, signature) in _entries or cache.has(cache.file_name(function.__name__, identity, signature))


def addresses_of(wanted: list[tuple[Any, str]], *layouts: Layout) -> list[int]:
    """Where the machine code of functions (each with a label for the progress) for arguments of these layouts is."""
    plain = [(getattr(function, "py_func", function), label) for function, label in wanted]
    progress.expect(sum(not is_ready(function, layouts) for function, _ in plain))
    return [entry_of(function, layouts, label).address for function, label in plain]


def callable_at(address: int) -> Any:
    """An entry as a function of the addresses of its result, its error and its argument; it runs without the interpreter's lock."""
    return _ADDRESS(address)
