"""Working memory of the expression machine."""

from __future__ import annotations

from typing import Any

from rbsolve.solver.functions.instructions import DEEPEST_STACK

LENGTH = 3 * DEEPEST_STACK


def scratch() -> Any:
    """Room for DEEPEST_STACK triples of floats, indexed flat; in kernels, which use no heap, on the stack of the running one."""
    return [0.0] * LENGTH
