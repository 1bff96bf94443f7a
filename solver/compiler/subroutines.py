"""The building blocks of kernels, before any compiler is loaded: functions that numba learns of when a kernel that needs them is
compiled."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from rbsolve.solver.compiler.identities import identity_of


class Subroutine:
    """A function as part of the kernels that call it, inlined or called in their machine code. In Python it is the plain function."""

    def __init__(self, function: Callable[..., Any], inlined: bool = True) -> None:
        self.py_func, self.inlined = function, inlined
        self.__doc__ = function.__doc__
        self.__wrapped__ = function

    def __call__(self, *arguments: Any) -> Any:
        """As Python."""
        return self.py_func(*arguments)

    @cached_property
    def name(self) -> str:
        """Its identity, computed when all captured functions exist."""
        return identity_of(self.py_func)

    @cached_property
    def _numba_type_(self) -> Any:
        from rbsolve.solver.compiler.numba_side import subroutine_type

        return subroutine_type(self.py_func, self.inlined)


class Intrinsic:
    """A function that is code of its own in a kernel; `numba_side.py` knows the code by the name and `detail`."""

    def __init__(self, name: str, detail: int = 0) -> None:
        self.name, self.detail = name, detail

    def __call__(self, *arguments: Any) -> Any:
        """Only kernels can."""
        raise NotImplementedError(self.name)

    @property
    def _numba_type_(self) -> Any:
        from rbsolve.solver.compiler.numba_side import intrinsic_type

        return intrinsic_type(self.name, self.detail)


call2, call3, call4, call5, call6, call7 = (Intrinsic("call", count) for count in range(2, 8))
"""Call the entry at an address, the first argument, with that many arguments."""

lanes_at, lanes_less, lanes_times, put_lanes = map(Intrinsic, ("lanes_at", "lanes_less", "lanes_times", "put_lanes"))
"""Eight floats at once: `lanes_at(values, at)`, `lanes_less(lanes, factor, others)` = `lanes - factor others`, `lanes_times(factor, lanes)`
= `factor lanes`, and `put_lanes(values, at, count, lanes)`, which stores the first `count`. All eight are read: an array has room for seven
floats more than are used."""


class Room(Intrinsic):
    """Returns an array for numbers; in kernels, which use no heap, on the stack of the running one."""

    def __call__(self) -> Any:
        """Zeros, for Python."""
        return [0.0] * self.detail


def room_for(count: int) -> Room:
    """A function that gives room for `count` numbers, indexed flat."""
    return Room("room", count)
