"""The smallest reactions where constraints are redundant and the reactions are not unique.

Multipliers that differ by a self-stress, a vector in the left null space of the constraint Jacobian, move the bodies alike. An integrator
ends at some of them; what is written are those of smallest norm, without any self-stress.
"""

from __future__ import annotations

import numpy as np

from rbsolve.geometry.rotation_parameters import matrix_from_euler_parameters
from rbsolve.solver.assembly.redundancy import RANK_TOLERANCE, find_redundancies
from rbsolve.solver.integrators.chunk import Chunk
from rbsolve.solver.joints.constraints import jacobians
from rbsolve.solver.model.arrays import Floats, Ints, Joints, State
from rbsolve.solver.model.compiled import CompiledModel


class SelfStresses:
    """The groups of constraint rows of a model that hold self-stresses, found at its initial state."""

    def __init__(self, compiled: CompiledModel) -> None:
        self._joints, self._ground = compiled.model.joints, compiled.bodies
        self._groups = [
            (_rows_of(found.joints, self._joints), found.excess)
            for found in find_redundancies(self._joints, compiled.initial)
        ]

    def remove(self, chunk: Chunk) -> None:
        """Take the self-stresses out of the multipliers of the rows of a chunk."""
        if not self._groups or chunk.multipliers.shape[1] == 0:
            return
        J = np.zeros((len(self._joints.row_code), 12))
        for row in range(int(chunk.count[0])):
            jacobians(self._joints, _state(chunk, row), J)
            for rows, excess in self._groups:
                left, sizes, _ = np.linalg.svd(self._by_bodies(rows, J))
                rank = max(len(rows) - excess, int(np.sum(sizes > RANK_TOLERANCE * sizes[0])))
                stress = left[:, rank:]
                multipliers = chunk.multipliers[row, rows]
                chunk.multipliers[row, rows] = multipliers - stress @ (stress.T @ multipliers)

    def _by_bodies(self, rows: Ints, J: Floats) -> Floats:
        """The Jacobian (rows, 6 bodies) of a group by the twists of the bodies it holds, GROUND left out."""
        owner = np.searchsorted(self._joints.first_row, rows, side="right") - 1
        ends = np.stack([self._joints.body0[owner], self._joints.body1[owner]])
        bodies = np.unique(ends)
        place = np.searchsorted(bodies, ends)
        dense = np.zeros((len(rows), len(bodies), 6))
        for side in range(2):
            dense[np.arange(len(rows)), place[side]] += J[rows, 6 * side : 6 * side + 6]
        return dense[:, bodies != self._ground].reshape(len(rows), -1)


def _rows_of(joints: tuple[int, ...], arrays: Joints) -> Ints:
    return np.concatenate([np.arange(arrays.first_row[j], arrays.first_row[j + 1]) for j in joints])


def _state(chunk: Chunk, row: int) -> State:
    """The poses and velocities of a row; forces are left zero."""
    none = np.zeros_like(chunk.x[row])
    rotations = matrix_from_euler_parameters(chunk.e[row])
    return State(chunk.x[row], chunk.e[row], rotations, chunk.u[row], chunk.w[row], none, none)
