"""Applied forces of a model and the derivatives of all its equations, assembled from the kernels that the implicit
integrators use."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rbsolve.solver.assembly.initial.accelerations import (
    consistent_accelerations,
    inertia_tangent_sizes,
    inertia_tangents,
)
from rbsolve.solver.assembly.initial.saddle import SMALL, Solution
from rbsolve.solver.forces.registry import apply_forces
from rbsolve.solver.forces.tangents.links import link_bodies, link_tangent, with_tangents
from rbsolve.solver.joints.friction import put_normals
from rbsolve.solver.kernel import kernel
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.flat import Floats, Ints

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

STAYS, MOST = 1e-10, 100  # change of what presses in joints, relative to the largest; solutions until then


@kernel
def fill_forces(model, t, state):
    """Overwrite `state.force` and `state.moment` with the resultants of all applied forces."""
    apply_forces(model, t, state)


@kernel
def _fill_tangents(model, t, state, multipliers, K, D, element):
    """Blocks (12, 12) of all links by increments (K) and velocities (D)."""
    for n in range(K.shape[0]):
        moves = link_tangent(model, t, n, state, multipliers, element)
        for k in range(12):
            for m in range(12):
                K[n, k, m] = element[0, k, m]
                D[n, k, m] = element[1, k, m] if moves else 0.0


def applied_forces(model: Model, state: State, t: float) -> Floats:
    """Resultants (nb + 1, 6) of the applied forces: force in inertial components, moment about the origin in body axes."""
    fill_forces(model, t, state)
    return np.concatenate([state.force, state.moment], axis=1)


def with_normals(model: Model, state: State, multipliers: Floats) -> State:
    """A state whose friction by the reactions of joints is that of these multipliers."""
    normal = np.zeros(len(model.frictions.joint))
    put_normals(model.frictions, multipliers, normal)
    return state._replace(normal=normal)


def accelerations(model: Model, state: State, t: float) -> tuple[State, Solution]:
    """Consistent accelerations and multipliers under all applied forces, friction by the reactions of joints with these multipliers; and
    the state, with these forces.

    numpy.linalg.LinAlgError: a body can move without inertia, or friction jams a joint.
    """
    if len(state.normal) != len(model.frictions.joint):
        state = state._replace(normal=np.zeros(len(model.frictions.joint)))
    for _ in range(MOST):
        applied_forces(model, state, t)
        solution = consistent_accelerations(model, state, t, SMALL)
        if not len(state.normal) or put_normals(model.frictions, solution.multipliers, state.normal) <= STAYS:
            return state, solution
    raise np.linalg.LinAlgError("friction by the reactions of joints has no solution")


def _sparse(links: Ints, blocks: Floats, own: Floats) -> csr_matrix:
    """The matrix (6 nb, 6 nb) of blocks (12, 12) on pairs of bodies and (6, 6) on the bodies; GROUND is left out."""
    from scipy.sparse import coo_matrix

    nb = len(own)
    bodies = np.concatenate([links, np.tile(np.arange(nb), (2, 1)).T])
    places = (6 * bodies[:, :, None] + np.arange(6)).reshape(len(bodies), 12)
    whole = np.concatenate([blocks, np.zeros((nb, 12, 12))])
    whole[len(blocks) :, :6, :6] = own
    rows = np.broadcast_to(places[:, :, None], whole.shape).ravel()
    columns = np.broadcast_to(places[:, None, :], whole.shape).ravel()
    values = whole.ravel()
    kept = (rows < 6 * nb) & (columns < 6 * nb) & (values != 0.0)
    return coo_matrix((values[kept], (rows[kept], columns[kept])), shape=(6 * nb, 6 * nb)).tocsr()


class Linked(NamedTuple):
    """A model with the addresses of what fills the derivatives of its links, and both bodies (nl, 2) of each: made once for a search."""

    model: Model
    ends: Ints


def linked(model: Model) -> Linked:
    """A model as its derivatives need it."""
    return Linked(with_tangents(model), link_bodies(model))


class Tangents:
    """Derivatives of `M v' + gyroscopic forces - applied forces + J^T multipliers` by the increments [dx, dpsi] and by the velocities
    [u, w] of all bodies; `acceleration` v' is (nb + 1, 6)."""

    def __init__(self, of: Linked, state: State, acceleration: Floats, multipliers: Floats, t: float) -> None:
        model, self._links = of
        self._blocks = np.zeros((2, len(self._links), 12, 12))
        work = np.zeros((4, 12, 12))
        _fill_tangents(model, t, state, multipliers, self._blocks[0], self._blocks[1], work)
        self._own = inertia_tangents(model, state, acceleration)
        self._at = model, state, acceleration

    @property
    def by_pose(self) -> csr_matrix:
        """(6 nb, 6 nb)."""
        return _sparse(self._links, self._blocks[0], self._own[0])

    @property
    def by_velocity(self) -> csr_matrix:
        """(6 nb, 6 nb)."""
        return _sparse(self._links, self._blocks[1], self._own[1])

    @property
    def sizes(self) -> tuple[csr_matrix, csr_matrix]:
        """Both with all their terms positive: what their rounding is measured by."""
        by_pose, by_velocity = (
            _sparse(self._links, np.abs(blocks), own)
            for blocks, own in zip(self._blocks, inertia_tangent_sizes(*self._at), strict=True)
        )
        return by_pose, by_velocity
