"""Decorators that make functions kernels. Importing this module loads no compiler, so a check can import modules with kernels.

`kernel` makes a function callable from Python as machine code. numba compiles it at the first call with new types of arguments, and the
result is stored on disk. Stored code runs without numba. `subroutine` makes a function part of the kernels that call
it. The tuple functions of `rbsolve.geometry`, the functions of time and the constraints of joints are plain Python. A
check therefore runs them without a compiler. `plain_functions(__name__)` lets kernels call them.
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
    """A function that Python calls as machine code, and that other kernels may call too."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.py_func = function
        self.__doc__ = function.__doc__
        self.__wrapped__ = function

    def __call__(self, *arguments: Any) -> Any:
        """Run the kernel; the first call loads or compiles the machine code."""
        return self.launch(*arguments)

    @cached_property
    def launch(self) -> Launcher:
        """The launcher of the kernel."""
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
    """The kernel `entry` for an engine that passes the same named tuples in every call, so that each is laid out once."""
    from rbsolve.solver.compiler.launching import Repeated

    return cast(F, Repeated(cast(Kernel, entry).launch))


def subroutine(function: F) -> F:
    """Make `function` part of the kernels that call it; it is always inlined."""
    return cast(F, Subroutine(function))


def part(function: F) -> F:
    """A subroutine with its own machine code, compiled once and called by all kernels with arguments of the same types.

    It is for code that compiles slowly and does not depend on the variants of a loop. A call takes some nanoseconds, so short functions
    that run a million times a second should be inlined.
    """
    return cast(F, Subroutine(function, inlined=False))
