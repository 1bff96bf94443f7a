"""Blocks of the Newton matrix. A block has the rows of one body and the columns of another body. islands.py defines the
storage of blocks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.flat import Floats

if TYPE_CHECKING:
    from rbsolve.geometry.quaternion import Quaternion
    from rbsolve.solver.integrators.quaternion_hamiltonian.islands import IslandLayout


class Block(NamedTuple):
    """A block of the stored matrix. Its entry (i, j) is at `origin + i stride + j`."""

    matrix: Floats
    origin: int
    stride: int


@subroutine
def block_of(layout: IslandLayout, matrix: Floats, b: int, c: int) -> Block:
    """Return the block of two bodies in the same island. It contains the derivatives of the equations of body `b` with
    respect to the unknowns of body `c`.
    """
    island = layout.island[b]
    stride = layout.stride[island]
    return Block(matrix, layout.origin[island] + layout.row[b] * stride + layout.row[c], stride)


@subroutine
def add_entry(block: Block, i: int, j: int, value: float) -> None:
    """Add `value` to the entry of row `i` and column `j`."""
    block.matrix[block.origin + i * block.stride + j] += value


@subroutine
def add_row(block: Block, i: int, first: int, scale: float, values: Quaternion) -> None:
    """Add `scale` times four values to row `i` starting at column `first`."""
    at = block.origin + i * block.stride + first
    for k in range(4):
        block.matrix[at + k] += scale * values[k]
