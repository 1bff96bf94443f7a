"""Names of functions that are the same in all processes."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any


def identity_of(function: Callable[..., Any]) -> str:
    """Return the name of a function, including the names of its captured functions at any depth."""
    made_with = [_identity(cell.cell_contents) for cell in function.__closure__ or ()]
    return f"{function.__module__}.{function.__qualname__}{made_with or ''}"


def _identity(value: Any) -> str:
    value = getattr(value, "py_func", value)  # the value may be a subroutine or a kernel
    if isinstance(value, FunctionType):
        return identity_of(value)
    if hasattr(value, "__qualname__"):
        return f"{value.__module__}.{value.__qualname__}"
    return repr(value)
