"""Applied forces of a model and the derivatives of all its equations, assembled from the kernels that the implicit
integrators use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rbsolve.solver.forces.registry import apply_forces
from rbsolve.solver.forces.tangents import bushing, dead_load, spring_damper
from rbsolve.solver.joints.kernels import tangents
from rbsolve.solver.kernel import kernel
from rbsolve.solver.model.accelerations import inertia_tangents
from rbsolve.solver.model.arrays import Floats, Ints, Model, State

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

_spring_tangent, _bushing_tangent, _load_tangent = spring_damper.tangent, bushing.tangent, dead_load.tangent


@kernel
def fill_forces(model, t, state):  # type: ignore[no-untyped-def]
    """Overwrite `state.force` and `state.moment` with the resultants of all applied forces."""
    apply_forces(model, t, state)


@kernel
def _fill_tangents(model, t, state, multipliers, KJ, DJ, KE, DE, element):  # type: ignore[no-untyped-def]
    """Blocks (12, 12) by increments (K) and velocities (D): of the joints, then of springs, bushings and loads."""
    tangents(model, t, state, multipliers, KJ, DJ, element)
    springs, bushings = model.springs.body0.shape[0], model.bushings.body0.shape[0]
    for n in range(KE.shape[0]):
        if n < springs:
            _spring_tangent(model, n, state, element)
        elif n < springs + bushings:
            _bushing_tangent(model.bushings, n - springs, state, element)
        else:
            _load_tangent(model, t, n - springs - bushings, state, element)
        for k in range(12):
            for m in range(12):
                KE[n, k, m], DE[n, k, m] = element[0, k, m], element[1, k, m]


def applied_forces(model: Model, state: State, t: float) -> Floats:
    """Resultants (nb + 1, 6) of the applied forces: force in inertial components, moment about the origin in body axes."""
    fill_forces(model, t, state)
    return np.concatenate([state.force, state.moment], axis=1)


def _sparse(first: Ints, second: Ints, blocks: Floats, own: Floats) -> csr_matrix:
    """The matrix (6 nb, 6 nb) of blocks (12, 12) on pairs of bodies and (6, 6) on the bodies; GROUND is left out."""
    from scipy.sparse import coo_matrix

    nb = len(own)
    bodies = np.concatenate([np.stack([first, second], axis=1), np.tile(np.arange(nb), (2, 1)).T])
    places = (6 * bodies[:, :, None] + np.arange(6)).reshape(len(bodies), 12)
    whole = np.concatenate([blocks, np.zeros((nb, 12, 12))])
    whole[len(blocks) :, :6, :6] = own
    rows = np.broadcast_to(places[:, :, None], whole.shape).ravel()
    columns = np.broadcast_to(places[:, None, :], whole.shape).ravel()
    values = whole.ravel()
    kept = (rows < 6 * nb) & (columns < 6 * nb) & (values != 0.0)
    return coo_matrix((values[kept], (rows[kept], columns[kept])), shape=(6 * nb, 6 * nb)).tocsr()


def tangent_matrices(
    model: Model, state: State, acceleration: Floats, multipliers: Floats, t: float
) -> tuple[csr_matrix, csr_matrix]:
    """Derivatives of `M v' + gyroscopic forces - applied forces + J^T multipliers` by the increments [dx, dpsi] and by the
    velocities [u, w] of all bodies, both (6 nb, 6 nb); `acceleration` v' is (nb + 1, 6)."""
    joints, springs, bushings, loads = model.joints, model.springs, model.bushings, model.loads
    first = np.concatenate([springs.body0, bushings.body0, loads.body])
    second = np.concatenate([springs.body1, bushings.body1, loads.axes_body])
    KJ, DJ = (np.zeros((len(joints.kind), 12, 12)) for _ in range(2))
    KE, DE = (np.zeros((len(first), 12, 12)) for _ in range(2))
    _fill_tangents(model, t, state, multipliers, KJ, DJ, KE, DE, np.zeros((3, 12, 12)))
    first, second = np.concatenate([joints.body0, first]), np.concatenate([joints.body1, second])
    by_pose, by_velocity = inertia_tangents(model, state, acceleration)
    K = _sparse(first, second, np.concatenate([KJ, KE]), by_pose)
    D = _sparse(first, second, np.concatenate([DJ, DE]), by_velocity)
    return K, D
