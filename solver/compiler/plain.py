"""Plain Python functions that kernels may call. A check runs these functions in Python, and kernels contain them as
machine code.

Each module of the solver registers its functions by `plain_functions(__name__)`. The modules of geometry, which must
not import the solver, are listed here. numba receives all functions before the first compilation.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

from rbsolve.geometry import distance, quaternion, se3, so3, vector

PLAIN_MODULES: list[ModuleType] = [vector, quaternion, so3, se3, distance]
IN_KERNELS: dict[Callable[..., Any], Callable[..., Any]] = {}
"""For functions that only Python can run, their replacements in kernels, in the form that `numba.extending.overload`
needs.
"""

F = TypeVar("F", bound=Callable[..., Any])


def plain_functions(module: str) -> None:
    """Let kernels call the functions of a module. The module passes its own name."""
    PLAIN_MODULES.append(sys.modules[module])


def in_kernels(made: Callable[..., Any]) -> Callable[[F], F]:
    """In kernels, replace a plain function by the function that `made` returns for the same arguments."""

    def replace(function: F) -> F:
        IN_KERNELS[function] = made
        return function

    return replace
