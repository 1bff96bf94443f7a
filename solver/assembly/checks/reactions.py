"""The smallest reactions of redundant constraints, whose reactions are not unique.

A self-stress is a vector in the left null space of the constraint Jacobian. Multipliers that differ by a self-stress
cause the same motion. An integrator may return any of these multipliers; the output contains the multipliers of
smallest norm, without self-stress.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rbsolve.solver.assembly.checks.redundancy import RANK_TOLERANCE, Redundancy, find_redundancies
from rbsolve.solver.integrators.chunk import Chunk
from rbsolve.solver.joints.shares import row_owners
from rbsolve.solver.model.arrays import copy_state
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Ints
from rbsolve.solver.model.joints import Joints

if TYPE_CHECKING:
    from rbsolve.solver.linear_algebra.self_stress import Group


class SelfStresses:
    """The groups of constraint rows of a model with self-stresses, found at its initial state."""

    def __init__(self, compiled: CompiledModel) -> None:
        self._joints = compiled.model.joints
        found = find_redundancies(self._joints, compiled.initial) if len(self._joints.kind) else []
        self._groups = [_group(redundancy, self._joints, compiled.bodies) for redundancy in found]
        self._state = copy_state(compiled.initial) if self._groups else compiled.initial

    def remove(self, chunk: Chunk, first: int = 0) -> None:
        """Remove the self-stresses from the multipliers of a chunk, from row `first` on."""
        if not self._groups or chunk.multipliers.shape[1] == 0:
            return
        from rbsolve.solver.linear_algebra.self_stress import remove_self_stresses

        for group in self._groups:
            remove_self_stresses(self._joints, group, RANK_TOLERANCE, chunk, first, self._state)


def _group(found: Redundancy, joints: Joints, ground: int) -> Group:
    from rbsolve.solver.linear_algebra.self_stress import Group

    rows = _rows_of(found.joints, joints)
    shares = {int(other): int(first) for first, other in joints.couplings.tied}
    owned = [shares.get(row, row) for row in rows.tolist()]
    first = np.unique(owned)
    n = len(first)
    owner = np.searchsorted(joints.first_row, rows, side="right") - 1
    ends = np.stack([joints.body0[owner], joints.body1[owner]], axis=1)
    bodies = np.setdiff1d(ends, [ground])
    columns = np.where(ends == ground, -1, 6 * np.searchsorted(bodies, ends))
    return Group(
        first=first,
        rows=rows,
        place=np.searchsorted(first, owned),
        columns=columns.astype(np.int64),
        rank=np.array([n - found.excess], dtype=np.int64),
        J=np.zeros((len(joints.row_code), 12)),
        transposed=np.zeros(6 * len(bodies) * n),
        order=np.zeros(n, dtype=np.int64),
        stresses=np.zeros((n, n)),
    )


def _rows_of(joints: tuple[int, ...], arrays: Joints) -> Ints:
    owners = row_owners(arrays)
    whole = [j for j, owner in enumerate(owners) if owner in {owners[k] for k in joints}]
    rows = [np.arange(arrays.first_row[j], arrays.first_row[j + 1]) for j in whole]
    return np.concatenate(rows).astype(np.int64)
