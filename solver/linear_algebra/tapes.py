"""Products with the transposed Jacobians of a recorded list of operations (compiler/tape_nodes.py)."""

from __future__ import annotations

from rbsolve.solver.compiler.tape_nodes import ARENA
from rbsolve.solver.kernel import kernel
from rbsolve.solver.model.flat import Floats, Ints

_OFFSETS = ARENA - 1
"""The bits of a position."""


@kernel
def sweep_back(words: Ints, numbers: Floats, first: int, end: int) -> None:
    """Add the adjoints of operations to the adjoints of their operands. The operations are the edges between the words
    `first` and `end`. The last edge comes first.

    `words` and `numbers` (n,) are the same memory.
    """
    for k in range(end - 2, first - 1, -2):
        positions = words[k]
        operand, adjoint = (positions & _OFFSETS) >> 3, numbers[((positions >> 32) & _OFFSETS) >> 3]
        # an adjoint that is zero contributes zero, even if the slope is infinite
        numbers[operand] += adjoint * numbers[k + 1] if adjoint != 0.0 else 0.0
