"""Manages entries, which are functions that are compiled separately. Kernels and Python call them by their address.

Code that only some models need, such as a kind of force, is not compiled into the loops. A model contains the addresses
of the entries that it needs. A loop is therefore compiled only once for all models. If a model has a new kind of
element, only the entry of this kind must be compiled.

An entry is loaded from the library of the installation (library.py) or from the cache (cache.py). Otherwise it is
compiled. Only compilation imports numba.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any, NamedTuple, Protocol

from rbsolve.language.growth import count_as_old, without_garbage_collection
from rbsolve.solver.compiler import cache, library, loader, progress
from rbsolve.solver.compiler.identities import identity_of
from rbsolve.solver.compiler.layouts import Layout, as_cases

_ADDRESS = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


Source = tuple[Callable[..., Any], tuple[Layout, ...], str]
"""A function, the layouts of its arguments, and a label for progress messages."""


class Entry(NamedTuple):
    """The machine code of a function with the signature `int f(result *, error **, arguments ...)`."""

    address: int
    result: tuple[str, ...]  # the kinds of the numbers that the function returns


class NotCompiledError(Exception):
    """Raised if machine code is missing while compilation is forbidden."""


_may_compile: ContextVar[bool] = ContextVar("_may_compile", default=True)


@contextmanager
def forbid_compiling(forbidden: bool = True) -> Iterator[None]:
    """In this context, this thread raises NotCompiledError if a kernel must be compiled."""
    token = _may_compile.set(not forbidden)
    try:
        yield
    finally:
        _may_compile.reset(token)


_plan: ContextVar[set[str] | None] = ContextVar("_plan", default=None)
_skips: ContextVar[bool] = ContextVar("_skips", default=False)


class PlannedError(Exception):
    """Raised instead of the first run of a kernel while compilations are only counted."""


def compilations_of(*builds: Callable[[], object], rows: Iterable[Callable[[], object]] = ()) -> int:
    """Return the number of entries that these functions compile. Each function in `builds` is followed until its first
    kernel would run. This kernel is counted too. Each function in `rows` continues after kernels that return no result.
    These kernels are only counted.

    Nothing is compiled and no kernel runs. Objects that the functions create contain no usable addresses, and must not
    be used.
    """
    found: set[str] = set()
    token = _plan.set(found)
    try:
        for build in builds:
            _count(build)
        skipping = _skips.set(True)
        try:
            for build in rows:
                _count(build)
        finally:
            _skips.reset(skipping)
    finally:
        _plan.reset(token)
    return len(found)


def _count(build: Callable[[], object]) -> None:
    # PlannedError is the usual end. Any other error will occur again in the run itself, which reports it.
    with suppress(Exception):
        build()


def is_planning() -> bool:
    """Return whether compilations are only counted in this thread."""
    return _plan.get() is not None


def skips_kernels() -> bool:
    """Return whether this thread only counts compilations and continues after kernels that return no result."""
    return _skips.get()


class NoCompiler(ImportError):
    """Raised if a kernel must be compiled, but numba is not installed."""

    def __init__(self, label: str) -> None:
        why = library.flaw() or "this installation does not contain this kernel"
        super().__init__(f"{label} must be compiled ({why}): pip install 'rbsolve[compile]'", name="numba")


class Elsewhere(Protocol):
    """Another process that compiles and stores the result."""

    def __call__(self, source: Source) -> bool:
        """Ask the other process to compile. Return whether it has stored the result. If so, the caller reads the cache
        again.
        """
        ...


_elsewhere: Elsewhere | None = None


def compile_elsewhere(elsewhere: Elsewhere | None) -> None:
    """From now on, let another process compile, because this process may be unable to store the result. With None, this
    process compiles again.
    """
    global _elsewhere
    _elsewhere = elsewhere


_entries: dict[str, Entry] = {}
_sources: dict[int, Source] = {}  # source of each entry by its address
_one_at_a_time = threading.RLock()  # LLVM and numba are not thread-safe


def entry_of(function: Callable[..., Any], layouts: tuple[Layout, ...], label: str) -> Entry:
    """Return the machine code of `function` for arguments of these layouts. The code is loaded if possible, otherwise
    it is compiled and stored.
    """
    name = name_of(function, layouts)
    if name not in _entries and (planned := _plan.get()) is not None:
        if not (library.has(name) or cache.has(name)):
            planned.add(name)
        return Entry(0, ("none",))
    if name not in _entries:
        with _one_at_a_time:
            if name not in _entries:  # another thread may have created the entry since the first look-up
                _entries[name] = _in_library(name) or _load_kept(name) or _make(name, function, layouts, label)
                _sources[_entries[name].address] = function, layouts, label
    return _entries[name]


def name_of(function: Callable[..., Any], layouts: tuple[Layout, ...]) -> str:
    """Return the name of an entry. The name is the same in all processes and on all machines."""
    return cache.name_of(function.__name__, identity_of(function), ", ".join(layout.name for layout in layouts))


def entry_names() -> list[str]:
    """Return the names of all entries that this process has loaded or compiled."""
    return list(_entries)


def _in_library(name: str) -> Entry | None:
    found = library.find(name)
    return None if found is None else Entry(*found)


def _load_kept(name: str) -> Entry | None:
    kept = cache.read(name)
    return None if kept is None else Entry(loader.load(kept.objects, kept.symbol), tuple(kept.result))


def _make(name: str, function: Callable[..., Any], layouts: tuple[Layout, ...], label: str) -> Entry:
    """Compile an entry, and store it if possible. Raise NoCompiler if numba is not installed."""
    if not _may_compile.get():
        raise NotCompiledError(label)
    if not cache.has_compiler():
        raise NoCompiler(label)
    with (
        progress.measure_compilation(label),
        without_garbage_collection(),
    ):  # garbage collection would take 6 % of the compilation time
        if _elsewhere is not None and _elsewhere((function, layouts, label)) and (kept := _load_kept(name)) is not None:
            return kept
        from rbsolve.solver.compiler.numba_side import compile_entry

        compiled = compile_entry(function, layouts, library.symbol_of(name))
        count_as_old()
    if compiled.code is not None:
        cache.write(name, compiled.code)
    return Entry(compiled.address, compiled.result)


def source_of(address: int) -> Source | None:
    """Return the source of the entry at an address, or None for an unknown address."""
    return _sources.get(address)


def addresses_of(wanted: list[tuple[Any, str]], *layouts: Layout) -> list[int]:
    """Return the addresses of the machine code of functions for arguments of these layouts. Each function has a label
    for progress messages.
    """
    layouts = as_cases(layouts)
    plain = [(getattr(function, "py_func", function), label) for function, label in wanted]
    return [entry_of(function, layouts, label).address for function, label in plain]


def address_of(function: Any, *layouts: Layout) -> int:
    """Return the address of the machine code of a subroutine for arguments of these layouts. Progress messages name the
    subroutine.
    """
    (address,) = addresses_of([(function, function.__wrapped__.__name__.replace("_", " "))], *layouts)
    return address


def callable_at(address: int) -> Any:
    """Return an entry as a Python function of the addresses of its result, error and argument. The call releases the
    global interpreter lock.
    """
    return _ADDRESS(address)
