"""Runs kernels on taped numbers. This gives the derivatives of results with respect to all initial numbers of the
kernel.

A `TapedRun` runs a kernel that records its operations on a tape (solver/compiler/tape_nodes.py). When the tape is read
backwards, each number gets an adjoint: the derivative of one scalar with respect to this number. The cost does not
depend on the number of initial numbers of the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rbsolve.solver.compiler.lifting import LiftedRun
from rbsolve.solver.compiler.tape_nodes import ARENA, EDGE, FULL, HEADER, MOST_OPERANDS, NODE, NODES
from rbsolve.solver.compiler.variables import Variables
from rbsolve.solver.linear_algebra.tapes import sweep_back
from rbsolve.solver.model.flat import Floats, Ints

_WORD = 8
PROBE = 2
"""Index of the word of a taped number that contains its derivative."""
Root = Any
"""An array of floats that owns its memory, or `Variables`."""


class Tape:
    """The memory of a tape."""

    def __init__(self) -> None:
        memory = np.empty(2 * ARENA, dtype=np.uint8)  # unused pages take no memory
        skipped = -memory.ctypes.data % ARENA
        arena = memory[skipped : skipped + ARENA]
        self.address: int = memory.ctypes.data + skipped
        self.words: Ints = arena.view(np.int64)
        self.numbers: Floats = arena.view(np.float64)
        self.begin(0)

    def begin(self, leaves: int) -> None:
        """Empty the tape. Then create nodes without operands, one for each of some numbers."""
        self.words[:2] = self.address + HEADER, self.address + NODES + NODE * leaves

    def nodes_of_leaves(self, leaves: int) -> Ints:
        """Return the nodes of the numbers without operands."""
        return self.address + NODES + NODE * np.arange(leaves, dtype=np.int64)

    @property
    def adjoints(self) -> Floats:
        """Return a view of all adjoints. The numbers without operands come first."""
        return self.numbers[NODES // _WORD : (int(self.words[1]) - self.address) // _WORD]

    @property
    def bytes(self) -> int:
        """Return the size of the recorded operations."""
        return int(self.words[0]) - self.address - HEADER

    @property
    def is_full(self) -> bool:
        """Return whether operations may be missing on the tape."""
        return self.bytes > FULL - HEADER - EDGE * MOST_OPERANDS

    def add(self, nodes: Ints, adjoints: Floats) -> None:
        """Add numbers to the adjoints of nodes. Numbers for constants are dropped."""
        there = nodes != 0
        np.add.at(self.numbers, (nodes[there] - self.address) // _WORD, adjoints[there])

    def sweep(self) -> None:
        """Read the tape backwards, which adds to the adjoints of all operands."""
        sweep_back(self.words, self.numbers, HEADER // _WORD, (HEADER + self.bytes) // _WORD)


class TapedRun(LiftedRun):
    """A kernel that runs on taped numbers. The caller passes the same arguments as for floats.

    All numbers of the roots get adjoints, in the order of the roots. Between two calls, Python may change only
    variables.
    """

    def __init__(self, function: Callable[..., Any], rows: type, roots: Sequence[Root], iterates: bool) -> None:
        """`iterates` is true if the kernel ends its iterations only when derivatives converge. In this case, each
        number also carries one derivative, along a random change of the active numbers.
        """
        super().__init__(function, 3 if iterates else 1, rows, "tape")
        self.tape = Tape()
        self._flat = self.memory.put_together(roots)
        ends = np.cumsum([0, *(len(_numbers(root)) for root in roots)])
        self._parts = [
            (root, self._flat[first:last, 0]) for root, first, last in zip(roots, ends, ends[1:], strict=False)
        ]
        self._variables = [part for part in self._parts if isinstance(part[0], Variables)]
        self.first: dict[int, int] = {id(root): int(at) for root, at in zip(roots, ends, strict=False)}
        """The index of the first number of each root, by the identity of the root."""
        self.count = int(ends[-1])
        """The total count of the numbers."""
        self._random = np.random.default_rng(1).uniform(-1.0, 1.0, self.count)

    def begin(self, active: NDArray[np.bool_]) -> None:
        """Empty the tape. The `active` numbers get nodes, and all other numbers are constants."""
        for root, values in self._parts:
            values[:] = _numbers(root)
        self._nodes[:] = np.where(active, self.tape.nodes_of_leaves(self.count), 0)
        if self.memory.count > 1:
            self._flat[:, PROBE] = np.where(active, self._random, 0.0)
        self.tape.begin(self.count)

    @property
    def depends(self) -> NDArray[np.bool_]:
        """Return for each number whether it depends on the active numbers."""
        found: NDArray[np.bool_] = self._nodes != 0
        return found

    @property
    def _nodes(self) -> NDArray[np.int64]:
        return self._flat.view(np.int64)[:, 1]

    def clear_adjoints(self) -> None:
        """Set all adjoints to zero."""
        self.tape.adjoints[:] = 0.0

    def add_adjoints(self, adjoints: Floats, numbers: Floats | None = None) -> None:
        """Add adjoints (...) to the adjoints of taped numbers (..., 2). By default, the taped numbers are all numbers
        of the roots.
        """
        taped, flat = (self._flat if numbers is None else numbers), adjoints.reshape(-1)
        there = np.flatnonzero(flat)
        self.tape.add(taped.view(np.int64)[..., 1].reshape(-1)[there], flat[there])

    def sweep(self) -> Floats:
        """Return the adjoints of all numbers of the roots at the start. The adjoints are zero for constants."""
        self.tape.sweep()
        return self.tape.adjoints[: self.count].copy()

    def _take(self) -> None:
        for root, values in self._variables:
            numbers = _numbers(root)
            changed = numbers.view(np.int64) != values.view(np.int64)
            if changed.any():
                first = self.first[id(root)]
                values[changed] = numbers[changed]
                self._nodes[first : first + len(numbers)][changed] = 0

    def _give(self) -> None:
        for root, values in self._variables:
            _numbers(root).view(np.int64)[:] = values.view(np.int64)


def _numbers(root: Root) -> Floats:
    return root.words.view(np.float64) if isinstance(root, Variables) else root.reshape(-1)
