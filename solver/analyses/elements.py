"""Computes the applied forces of a model, and the derivatives of all its equations. The subroutines of the implicit
integrators do the computation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.solver.assembly.initial.accelerations import (
    consistent_accelerations,
    inertia_by_pose,
    inertia_by_velocity,
    inertia_tangent_sizes,
)
from rbsolve.solver.assembly.initial.saddle import SMALL, Solution
from rbsolve.solver.forces.registry import apply_forces
from rbsolve.solver.forces.tangents.links import IDLE, MOVES, link_bodies, link_tangent, with_tangents
from rbsolve.solver.joints.friction import put_normals
from rbsolve.solver.kernel import kernel
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.flat import Floats, Ints

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

STAYS, MOST = 1e-10, 100  # tolerance for the relative change of joint normal forces, and largest number of iterations


@kernel
def fill_forces(model: Model, t: float, state: State) -> None:
    """Overwrite `state.force` and `state.moment` with the resultants of all applied forces."""
    apply_forces(model, t, state)


@kernel
def _fill_tangents(
    model: Model, t: float, state: State, multipliers: Floats, K: Floats, D: Floats, element: Floats
) -> None:
    """Compute the blocks (12, 12) of all links. K contains the derivatives with respect to increments, and D with
    respect to velocities.
    """
    for n in range(K.shape[0]):
        has = link_tangent(model, t, n, state, multipliers, element)
        for k in range(12):
            for m in range(12):
                K[n, k, m] = element[0, k, m] if has != IDLE else 0.0
                D[n, k, m] = element[1, k, m] if has == MOVES else 0.0


def applied_forces(model: Model, state: State, t: float) -> Floats:
    """Return the resultants (nb + 1, 6) of the applied forces. Forces are in inertial components. Moments are about the
    origin, in body axes.
    """
    fill_forces(model, t, state)
    return np.concatenate([state.force, state.moment], axis=1)


def with_normals(model: Model, state: State, multipliers: Floats) -> State:
    """Return the state with the joint friction that follows from these multipliers."""
    normal = np.zeros(len(model.frictions.joint))
    put_normals(model.frictions, multipliers, normal)
    return state._replace(normal=normal)


def accelerations(model: Model, state: State, t: float) -> tuple[State, Solution]:
    """Return the accelerations and multipliers that are consistent with all applied forces, and the state with these
    forces.

    Friction that depends on the reactions of joints is consistent with the multipliers.

    Raise numpy.linalg.LinAlgError if a body can move without inertia, or if friction jams a joint.
    """
    if len(state.normal) != len(model.frictions.joint):
        state = state._replace(normal=np.zeros(len(model.frictions.joint)))
    for _ in range(MOST):
        applied_forces(model, state, t)
        solution = consistent_accelerations(model, state, t, SMALL)
        if not len(state.normal) or put_normals(model.frictions, solution.multipliers, state.normal) <= STAYS:
            return state, solution
    raise np.linalg.LinAlgError("the friction that depends on joint reactions has no solution")


class Linked(NamedTuple):
    """A model, the addresses of the functions that compute the derivatives of its links, and the places of these
    derivatives in the matrices.

    A search creates this object once.
    """

    model: Model
    rows: Ints  # (nl + nb, 12, 12) rows of blocks on the bodies of each link, followed by blocks on single bodies
    columns: Ints
    is_inside: NDArray[np.bool_]  # True for entries of bodies, False for entries of GROUND

    def matrix(self, blocks: Floats, own: Floats) -> csr_matrix:
        """Return the matrix (6 nb, 6 nb) of blocks (nl, 12, 12) on the links and (nb, 6, 6) on the bodies."""
        from scipy.sparse import coo_matrix

        whole = np.zeros(self.rows.shape)
        whole[: len(blocks)] = blocks
        whole[len(blocks) :, :6, :6] = own
        kept = self.is_inside & (whole != 0.0)
        return coo_matrix((whole[kept], (self.rows[kept], self.columns[kept])), shape=(6 * len(own),) * 2).tocsr()


def link_model(model: Model) -> Linked:
    """Prepare a model for the computation of its derivatives."""
    nb = len(model.bodies.mass)
    bodies = np.concatenate([link_bodies(model), np.tile(np.arange(nb), (2, 1)).T])
    places = (6 * bodies[:, :, None] + np.arange(6)).reshape(len(bodies), 12).astype(np.int32)
    rows, columns = np.broadcast_arrays(places[:, :, None], places[:, None, :])
    return Linked(with_tangents(model), rows, columns, (rows < 6 * nb) & (columns < 6 * nb))


class Tangents:
    """The derivatives of `M v' + gyroscopic forces - applied forces + J^T multipliers` with respect to the increments
    [dx, dpsi] and the velocities [u, w] of all bodies. The `acceleration` v' has the shape (nb + 1, 6).
    """

    def __init__(self, of: Linked, state: State, acceleration: Floats, multipliers: Floats, t: float) -> None:
        self._linked, self._state, self._acceleration = of, state, acceleration
        self._blocks = np.zeros((2, len(of.rows) - len(of.model.bodies.mass), 12, 12))
        work = np.zeros((4, 12, 12))
        _fill_tangents(of.model, t, state, multipliers, self._blocks[0], self._blocks[1], work)

    @property
    def by_pose(self) -> csr_matrix:
        """Return the derivatives with respect to the increments (6 nb, 6 nb)."""
        own = inertia_by_pose(self._linked.model, self._state, self._acceleration)
        return self._linked.matrix(self._blocks[0], own)

    @property
    def by_velocity(self) -> csr_matrix:
        """Return the derivatives with respect to the velocities (6 nb, 6 nb)."""
        return self._linked.matrix(self._blocks[1], inertia_by_velocity(self._linked.model, self._state))

    @property
    def sizes(self) -> tuple[csr_matrix, csr_matrix]:
        """Return both matrices with the absolute values of all terms. They scale the round-off."""
        by_pose, by_velocity = (
            self._linked.matrix(np.abs(blocks), own)
            for blocks, own in zip(
                self._blocks,
                inertia_tangent_sizes(self._linked.model, self._state, self._acceleration),
                strict=True,
            )
        )
        return by_pose, by_velocity
