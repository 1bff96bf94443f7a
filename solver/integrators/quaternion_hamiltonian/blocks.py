"""Blocks of Newton's matrix: the rows of one body, the columns of another (their storage: islands.py)."""

from __future__ import annotations

from typing import NamedTuple

from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.flat import Floats


class Block(NamedTuple):
    """A block of the stored matrix; its entry (i, j) is at `origin + i stride + j`."""

    matrix: Floats
    origin: int
    stride: int


@subroutine
def block_of(layout, matrix, b, c):
    """The derivatives of the equations of body `b` by the unknowns of body `c` of the same island."""
    island = layout.island[b]
    stride = layout.stride[island]
    return Block(matrix, layout.origin[island] + layout.row[b] * stride + layout.row[c], stride)


@subroutine
def add_entry(block, i, j, value):
    """Add to the entry of row `i` and column `j`."""
    block.matrix[block.origin + i * block.stride + j] += value


@subroutine
def add_row(block, i, first, scale, values):
    """Add `scale` times four values to row `i` from column `first` on."""
    at = block.origin + i * block.stride + first
    for k in range(4):
        block.matrix[at + k] += scale * values[k]
