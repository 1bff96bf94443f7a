"""Registers plain Python functions that kernels may call. They run in Python when a deck is checked, and as machine
code in kernels.

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
"""The replacements in kernels for functions that only Python can run, in the form that `numba.extending.overload`
needs.
"""

F = TypeVar("F", bound=Callable[..., Any])


def plain_functions(module: str) -> None:
    """Let kernels call the functions of a module. The module passes its own name."""
    PLAIN_MODULES.append(sys.modules[module])


def in_kernels(made: Callable[..., Any]) -> Callable[[F], F]:
    """In kernels, replace a plain function by another function. `made` returns this function for given arguments."""

    def replace(function: F) -> F:
        IN_KERNELS[function] = made
        return function

    return replace
