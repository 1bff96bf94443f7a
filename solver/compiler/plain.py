"""Plain Python functions that kernels may call. A check runs them as they are; kernels contain them as machine code.

A module above registers its functions by `plain_functions(__name__)`; those of geometry, which is below, are listed here. numba receives
all of them before it compiles anything.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

from rbsolve.geometry import distance, quaternion, se3, so3, vector

PLAIN_MODULES: list[ModuleType] = [vector, quaternion, so3, se3, distance]
IN_KERNELS: dict[Callable[..., Any], Callable[..., Any]] = {}
"""Replacements in kernels for functions that only Python can run, as `numba.extending.overload` needs them."""

F = TypeVar("F", bound=Callable[..., Any])


def plain_functions(module: str) -> None:
    """Let kernels call the functions of a module, which passes its own name."""
    PLAIN_MODULES.append(sys.modules[module])


def in_kernels(made: Callable[..., Any]) -> Callable[[F], F]:
    """Replace a plain function in kernels by another function: `made`, called with the same arguments, gives it."""

    def replace(function: F) -> F:
        IN_KERNELS[function] = made
        return function

    return replace
