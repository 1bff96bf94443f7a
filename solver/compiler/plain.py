"""Plain Python functions that kernels may call: in a check they run as they are, in kernels as machine code.

A module above says so of its functions by `plain_functions(__name__)`; those of geometry, which lies below, are listed here. numba
learns of all of them before it compiles anything.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

from rbsolve.geometry import distance, quaternion, se3, so3, vector

PLAIN_MODULES: list[ModuleType] = [vector, quaternion, so3, se3, distance]
IN_KERNELS: dict[Callable[..., Any], Callable[..., Any]] = {}
"""What stands in kernels for functions that only Python can run: by the function, what `numba.extending.overload` asks for."""

F = TypeVar("F", bound=Callable[..., Any])


def plain_functions(module: str) -> None:
    """Let kernels call the functions of a module, which names itself."""
    PLAIN_MODULES.append(sys.modules[module])


def in_kernels(made: Callable[..., Any]) -> Callable[[F], F]:
    """Let something else stand in kernels for a plain function: `made`, called with the same arguments, gives it."""

    def replace(function: F) -> F:
        IN_KERNELS[function] = made
        return function

    return replace
