"""Products with the transposed Jacobians of a recorded list of operations (compiler/tape_nodes.py)."""

from __future__ import annotations

from rbsolve.solver.kernel import kernel
from rbsolve.solver.model.flat import Floats, Ints


@kernel
def sweep_back(words: Ints, slopes: Floats, first: int, end: int) -> None:
    """Add the adjoints of the nodes first .. end - 1 to the adjoints of their operands. The last node comes first.

    `words` and `slopes` (nodes, 4) are the same memory.
    """
    for k in range(end - 1, first - 1, -1):
        adjoint = slopes[k, 3]
        if adjoint != 0.0:
            places = words[k, 0]
            one, other = (places & 0xFFFFFFFF) >> 5, places >> 37
            slopes[one, 3] += adjoint * slopes[k, 1]
            if other != 0:
                slopes[other, 3] += adjoint * slopes[k, 2]
