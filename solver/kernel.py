"""How functions become kernels. No compiler is loaded here, and importing this module loads nothing: a check imports modules of kernels.

`kernel` makes a function an entry from Python. numba compiles it at the first call with new types of arguments, and the result is stored on
disk; stored entries run without numba. `subroutine` makes it a part of kernels. The tuple functions of `rbsolve.geometry`, the functions of
time and the constraints of joints are plain Python, so that a check runs them as they are; `plain_functions(__name__)` lets kernels call
them.
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
    """An entry from Python, which kernels may call too."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.py_func = function
        self.__doc__ = function.__doc__
        self.__wrapped__ = function

    def __call__(self, *arguments: Any) -> Any:
        """Run it; the machine code is loaded or made by the first call."""
        return self.launch(*arguments)

    @cached_property
    def launch(self) -> Launcher:
        """The function that runs it."""
        from rbsolve.solver.compiler.launching import Launcher

        return Launcher(self.py_func)

    @cached_property
    def _numba_type_(self) -> Any:
        from rbsolve.solver.compiler.numba_side import kernel_type

        return kernel_type(self.py_func)


def kernel(function: F) -> F:
    """Make `function` an entry from Python."""
    return cast(F, Kernel(function))


def reuse_arguments(entry: F) -> F:
    """`entry` for an engine that hands the same named tuples over in call after call: each is laid out once."""
    from rbsolve.solver.compiler.launching import Repeated

    return cast(F, Repeated(cast(Kernel, entry).launch))


def subroutine(function: F) -> F:
    """Make `function` a part of the kernels that call it: always inlined."""
    return cast(F, Subroutine(function))


def part(function: F) -> F:
    """A subroutine with its own machine code, compiled once and called by all kernels with arguments of the same types. It is for code that
    compiles slowly and does not depend on the variants of a loop. A call takes some nanoseconds; short functions that run a million times a
    second are better inlined."""
    return cast(F, Subroutine(function, inlined=False))
