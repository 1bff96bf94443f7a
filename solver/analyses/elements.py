"""Applied forces of a model and the derivatives of all its equations, assembled from the kernels that the implicit
integrators use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rbsolve.solver.assembly.accelerations import inertia_tangent_sizes, inertia_tangents
from rbsolve.solver.forces.registry import apply_forces
from rbsolve.solver.forces.tangents.links import link_bodies, link_tangent, with_tangents
from rbsolve.solver.kernel import kernel
from rbsolve.solver.model.arrays import Floats, Ints, Model, State

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix


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


def tangent_matrices(
    model: Model, state: State, acceleration: Floats, multipliers: Floats, t: float
) -> tuple[csr_matrix, csr_matrix]:
    """Derivatives of `M v' + gyroscopic forces - applied forces + J^T multipliers` by the increments [dx, dpsi] and by the
    velocities [u, w] of all bodies, both (6 nb, 6 nb); `acceleration` v' is (nb + 1, 6)."""
    links, own = _blocks(model, state, acceleration, multipliers, t)
    bodies = link_bodies(model)
    return _sparse(bodies, links[0], own[0]), _sparse(bodies, links[1], own[1])


def tangent_sizes(
    model: Model, state: State, acceleration: Floats, multipliers: Floats, t: float
) -> tuple[csr_matrix, csr_matrix]:
    """The same sums with all terms positive: what their rounding is measured by."""
    links, _ = _blocks(model, state, acceleration, multipliers, t)
    bodies, own = link_bodies(model), inertia_tangent_sizes(model, state, acceleration)
    return _sparse(bodies, np.abs(links[0]), own[0]), _sparse(bodies, np.abs(links[1]), own[1])


def _blocks(
    model: Model, state: State, acceleration: Floats, multipliers: Floats, t: float
) -> tuple[Floats, tuple[Floats, Floats]]:
    """Derivatives by increments and by velocities: of the links (2, nl, 12, 12), and of the bodies (nb, 6, 6)."""
    links = np.zeros((2, len(link_bodies(model)), 12, 12))
    _fill_tangents(with_tangents(model), t, state, multipliers, links[0], links[1], np.zeros((4, 12, 12)))
    return links, inertia_tangents(model, state, acceleration)
