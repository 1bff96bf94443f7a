"""The kernel that removes self-stresses, the left null space of a constraint Jacobian, from the multipliers of output rows."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from rbsolve.solver.formulations.faces import set_rotation
from rbsolve.solver.joints.kernels import jacobians
from rbsolve.solver.kernel import kernel, subroutine
from rbsolve.solver.linear_algebra.dense import swap_columns, swap_rows
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.model.rows import row4

if TYPE_CHECKING:
    from rbsolve.solver.integrators.chunk import Chunk
    from rbsolve.solver.model.arrays import State
    from rbsolve.solver.model.joints import Joints

FAIR = 1e-3  # a pivot above this fraction of the largest pivot so far is acceptable


class Group(NamedTuple):
    """Constraints with common self-stresses, and work space; `m` is 6 times the number of their moving bodies.

    A constraint between more than two bodies has several rows.
    """

    first: Ints  # (n,) one row of each constraint
    rows: Ints  # (p,) all rows of the constraints
    place: Ints  # (p,) the constraint that each row belongs to
    columns: Ints  # (p, 2) first column of both bodies in the Jacobian of the group, -1 for GROUND
    rank: Ints  # (1,) lower bound of the rank of the Jacobian
    J: Floats  # (nc, 12) Jacobian of all joints
    transposed: Floats  # (m n,) transposed Jacobian of the group, row-major
    order: Ints  # (n,) order of the columns of the matrix
    stresses: Floats  # (n, n) null vectors, one in each row


@subroutine
def _fill(group: Group, B: Floats, n: int) -> None:
    """Fill the transposed Jacobian of a group."""
    for i in range(B.shape[0]):
        B[i] = 0.0
    for i in range(group.rows.shape[0]):
        for side in range(2):
            first = group.columns[i, side]
            if first >= 0:
                for k in range(6):
                    B[(first + k) * n + group.place[i]] += group.J[group.rows[i], 6 * side + k]


@subroutine
def _eliminate(B: Floats, m: int, n: int, least: int, tolerance: float, order: Ints) -> int:
    """Gaussian elimination of an m x n matrix; returns its rank, which is at least `least`.

    If the next column has no acceptable pivot, a pivot is searched for in the whole remaining matrix.
    """
    for j in range(n):
        order[j] = j
    largest = 0.0
    for p in range(min(m, n)):
        best, row, column, last = 0.0, p, p, p + 1
        for i in range(p, m):
            if abs(B[i * n + p]) > best:
                best, row = abs(B[i * n + p]), i
        if not best > FAIR * largest:
            last = n
        for i in range(p, m):
            for j in range(p + 1, last):
                if abs(B[i * n + j]) > best:
                    best, row, column = abs(B[i * n + j]), i, j
        largest = max(largest, best)
        if best == 0.0 or (p >= least and best <= tolerance * largest):
            return p
        swap_rows(B, p * n, row * n, n)
        swap_columns(B, p, column, n, m)
        order[p], order[column] = order[column], order[p]
        for i in range(p + 1, m):
            factor = B[i * n + p] / B[p * n + p]
            if factor != 0.0:
                for j in range(p, n):
                    B[i * n + j] -= factor * B[p * n + j]
    return min(m, n)


@subroutine
def _null_vectors(B: Floats, n: int, rank: int, order: Ints, stresses: Floats) -> None:
    """Orthonormal null vectors of the eliminated matrix."""
    for s in range(n - rank):
        vector = stresses[s]
        for j in range(n):
            vector[j] = 0.0
        vector[order[rank + s]] = 1.0
        for k in range(rank):
            i = rank - 1 - k
            total = 0.0
            for j in range(i + 1, n):
                total += B[i * n + j] * vector[order[j]]
            vector[order[i]] = -total / B[i * n + i]
        for _ in range(2):  # repeated to remove the round-off of the first pass
            for t in range(s):
                _remove(stresses[t], vector, n)
        size = 0.0
        for j in range(n):
            size += vector[j] * vector[j]
        for j in range(n):
            vector[j] /= math.sqrt(size)


@subroutine
def _remove(unit: Floats, vector: Floats, n: int) -> None:
    """Subtract the component of `vector` along a unit vector."""
    along = 0.0
    for j in range(n):
        along += unit[j] * vector[j]
    for j in range(n):
        vector[j] -= along * unit[j]


@kernel
def remove_self_stresses(
    joints: Joints, group: Group, tolerance: float, chunk: Chunk, first: int, state: State
) -> None:
    """Replace the multipliers of a group, in the rows of `chunk` from `first` on, by multipliers of the smallest norm; `state` is work
    space."""
    n, B = group.first.shape[0], group.transposed
    m = B.shape[0] // n
    for row in range(first, chunk.count[0]):
        for b in range(state.x.shape[0]):
            set_rotation(state, b, row4(chunk.e[row], b))
            for k in range(3):
                state.x[b, k] = chunk.x[row, b, k]
        jacobians(joints, state, group.J)
        _fill(group, B, n)
        rank = _eliminate(B, m, n, group.rank[0], tolerance, group.order)
        _null_vectors(B, n, rank, group.order, group.stresses)
        for s in range(n - rank):
            along = 0.0
            for j in range(n):
                along += group.stresses[s, j] * chunk.multipliers[row, group.first[j]]
            for i in range(group.rows.shape[0]):
                chunk.multipliers[row, group.rows[i]] -= along * group.stresses[s, group.place[i]]
