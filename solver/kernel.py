"""The one place that knows numba: how kernels are compiled and cached.

`kernel` compiles a function with numba, caches the machine code on disk and releases the GIL. Unlike numba's own cache,
which looks only at the file that holds the function, the cache is valid only for the exact text of *all* kernel
sources of the package: a kernel includes the code of what it calls from other files.

The tuple functions of `rbsolve.geometry`, the functions of time and the constraints of joints are plain Python, so that
a check runs them without numba; they are registered here, so that kernels may call them.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
from numba.core import event
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.types import unliteral
from numba.extending import overload, register_jitable

from rbsolve.geometry import quaternion, se3, so3, vector
from rbsolve.solver.compiler.cache import DiskCache
from rbsolve.solver.compiler.entries import room_for
from rbsolve.solver.compiler.options import OPTIONS
from rbsolve.solver.compiler.records import by_reference
from rbsolve.solver.functions import (
    chebyshev,
    constant,
    constant_acceleration_profile,
    dispatch,
    expression_kernel,
    harmonic,
    polynomial,
    scratch,
    tabulated,
)
from rbsolve.solver.joints import constraints, coordinates, curvature, placement
from rbsolve.solver.model import rows

F = TypeVar("F", bound=Callable[..., Any])


class _Text(JITCodeLibrary):
    """The code of a subroutine: its callers take it over as it is. It is optimized and made machine code there, and not by itself at every
    level of the calls, which would take half of the time of a compilation."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    @property
    def codegen(self) -> _Text:
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Nothing runs here that could need an environment."""


class _InnerCompiler(CompilerBase):
    def define_pipelines(self) -> list[Any]:
        self.state.library = _Text(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]


# What only other kernels call needs no entry from Python and no pointer for C.
_INNER: dict[str, Any] = {
    **OPTIONS,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "pipeline_class": _InnerCompiler,
}


PLAIN_MODULES = (
    *(vector, quaternion, so3, se3, rows),
    *(constant, polynomial, harmonic, tabulated, chebyshev, constant_acceleration_profile, expression_kernel, dispatch),
    *(placement, coordinates, constraints, curvature),
)


def _register_plain_functions() -> None:
    for module in PLAIN_MODULES:
        for function in vars(module).values():
            if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                register_jitable(**_INNER)(function)


_register_plain_functions()
_room = room_for(scratch.LENGTH)
overload(scratch.scratch, **_INNER)(lambda: lambda: _room())


class Kernel:
    """An entry from Python, which other kernels may call too. Named tuples are handed over by reference."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._dispatcher: Any = numba.njit(**OPTIONS)(function)
        self._dispatcher._cache = DiskCache(function)
        self._numba_type_ = self._dispatcher._numba_type_
        self.py_func = function

    def __call__(self, *arguments: Any) -> Any:
        """Run it; the machine code is loaded or made by the first call."""
        return self._dispatcher(*map(by_reference, arguments))


def kernel(function: F) -> F:
    """Compile `function` on its first call (or load it from the disk cache)."""
    return cast(F, Kernel(function))


def subroutine(function: F) -> F:
    """Compile `function` as part of the kernels that call it: always inlined, so that a model's many arrays are not
    copied."""
    dispatcher = numba.njit(forceinline=True, **_INNER)(function)
    specialized = dispatcher.get_call_template

    def general(args: Any, kws: Any) -> Any:
        # Otherwise numba would compile the function again for every integer that is written in a call.
        return specialized(tuple(map(unliteral, args)), dict(zip(kws, map(unliteral, kws.values()), strict=True)))

    dispatcher.get_call_template = general
    return cast(F, dispatcher)


def on_compilation(notice: Callable[[], None]) -> None:
    """Call `notice` once, when a kernel is first compiled and not loaded from the disk cache."""
    event.register("numba:compile", _FirstCompilation(notice))


class _FirstCompilation(event.Listener):
    def __init__(self, notice: Callable[[], None]) -> None:
        self._notice: Callable[[], None] | None = notice

    def on_start(self, started: event.Event) -> None:
        if self._notice is not None:
            self._notice()
            self._notice = None

    def on_end(self, ended: event.Event) -> None:
        pass
