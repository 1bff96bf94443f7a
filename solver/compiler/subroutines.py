"""Defines the building blocks of kernels without loading a compiler. numba gets a function only when a kernel that
needs it is compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from rbsolve.solver.compiler.identities import identity_of


class Subroutine:
    """A function that is compiled into each kernel that calls it, either inlined or as a call. In Python, the
    subroutine is the plain function.
    """

    def __init__(self, function: Callable[..., Any], inlined: bool = True) -> None:
        self.py_func, self.inlined = function, inlined
        self.__doc__ = function.__doc__
        self.__wrapped__ = function

    def __call__(self, *arguments: Any) -> Any:
        """Run the plain function in Python."""
        return self.py_func(*arguments)

    @cached_property
    def name(self) -> str:
        """Return the identity. It is computed when it is first needed, because all captured functions exist by then."""
        return identity_of(self.py_func)

    @cached_property
    def _numba_type_(self) -> Any:
        from rbsolve.solver.compiler.numba_side import subroutine_type

        return subroutine_type(self.py_func, self.inlined)


class Intrinsic:
    """A function with its own machine code in a kernel. `intrinsics.py` finds this code by the name and by `detail`."""

    def __init__(self, name: str, detail: int = 0) -> None:
        self.name, self.detail = name, detail

    def __call__(self, *arguments: Any) -> Any:
        """Raise an error, because only kernels can call the intrinsic."""
        raise NotImplementedError(self.name)

    @property
    def _numba_type_(self) -> Any:
        from rbsolve.solver.compiler.intrinsics import intrinsic_type

        return intrinsic_type(self.name, self.detail)


call2, call3, call4, call5, call6, call7 = (Intrinsic("call", count) for count in range(2, 8))
"""Calls the entry at an address, which is the first argument. The detail is the number of the other arguments."""

lanes_at, lanes_less, lanes_times, put_lanes = map(Intrinsic, ("lanes_at", "lanes_less", "lanes_times", "put_lanes"))
"""Operations on eight floats at once: `lanes_at(values, at)`, `lanes_less(lanes, factor, others)` = `lanes - factor
others`, `lanes_times(factor, lanes)` = `factor lanes`, and `put_lanes(values, at, count, lanes)`, which stores the
first `count`. Reading always takes eight floats, so an array needs seven floats more than are used.
"""


class Buffer(Intrinsic):
    """A function that returns an array for numbers. In kernels, the array is on the stack of the running kernel,
    because kernels use no heap.
    """

    def __call__(self) -> Any:
        """Return an array of zeros, for Python."""
        return [0.0] * self.detail


def buffer_for(count: int) -> Buffer:
    """Return a function that returns an array for `count` numbers, with one axis."""
    return Buffer("buffer", count)
