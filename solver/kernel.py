"""Decorators that convert Python functions into kernels. Importing this module loads no compiler, so a deck can be
checked without one.

`kernel` makes a function callable from Python as machine code. numba compiles the function at the first call with new
types of arguments. The machine code is stored on disk. Stored machine code runs without numba. `subroutine` makes a
function part of the kernels that call it. The tuple functions of `rbsolve.geometry`, the functions of time and the
constraints of joints are plain Python. A check therefore runs them without a compiler. `plain_functions(__name__)`
allows kernels to call the plain functions of a module.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, cast

from rbsolve.solver.compiler.subroutines import Subroutine

if TYPE_CHECKING:
    from rbsolve.solver.compiler.launching import Launcher

F = TypeVar("F", bound=Callable[..., Any])


class Kernel:
    """A function that Python calls as machine code, and that other kernels may also call."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.py_func = function
        self.__doc__ = function.__doc__
        self.__wrapped__ = function

    def __call__(self, *arguments: Any) -> Any:
        """Run the kernel. The first call loads or compiles the machine code."""
        return self.launch(*arguments)

    @cached_property
    def launch(self) -> Launcher:
        """Return the launcher of the kernel."""
        from rbsolve.solver.compiler.launching import Launcher

        return Launcher(self.py_func)

    @cached_property
    def _numba_type_(self) -> Any:
        from rbsolve.solver.compiler.numba_side import kernel_type

        return kernel_type(self.py_func)


def kernel(function: F) -> F:
    """Make `function` a kernel."""
    return cast(F, Kernel(function))


def reuse_arguments(entry: F) -> F:
    """Return the kernel `entry` for an engine that passes the same named tuples in every call. Each tuple is then
    converted to its memory layout only once.
    """
    from rbsolve.solver.compiler.launching import Repeated

    return cast(F, Repeated(cast(Kernel, entry).launch))


def subroutine(function: F) -> F:
    """Make `function` part of the kernels that call it. It is always inlined."""
    return cast(F, Subroutine(function))


def part(function: F) -> F:
    """Make `function` a subroutine with its own machine code. The code is compiled once for each combination of
    argument types, and all kernels call it.

    Use a part for code that compiles slowly and does not depend on the variants of a loop. A call of a part takes some
    nanoseconds, so short functions that run a million times a second should be inlined.
    """
    return cast(F, Subroutine(function, inlined=False))
