"""Working memory of the expression machine."""

from __future__ import annotations

from typing import Any

from rbsolve.solver.compiler.plain import in_kernels
from rbsolve.solver.compiler.subroutines import room_for
from rbsolve.solver.functions.instructions import DEEPEST_STACK

LENGTH = 3 * DEEPEST_STACK
_room = room_for(LENGTH)


@in_kernels(lambda: lambda: _room())
def scratch() -> Any:
    """Room for DEEPEST_STACK triples of floats, indexed flat; in kernels, which use no heap, on the stack of the running one."""
    return [0.0] * LENGTH
