"""Checks that every motion that the joints allow has inertia. The acceleration of a motion without inertia is
undetermined.
"""

from __future__ import annotations

import numpy as np

from rbsolve.language.described import Description
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.many import need_floats
from rbsolve.language.stacks import agreed, stacked, transposed
from rbsolve.solver.assembly.initial.carrying import make_links, parts
from rbsolve.solver.assembly.initial.closure import typical_length
from rbsolve.solver.assembly.initial.motions import Motions
from rbsolve.solver.assembly.initial.saddle import mass_matrices
from rbsolve.solver.model.arrays import Bodies, Model, State
from rbsolve.solver.model.flat import Floats

NOTHING = 1e-13  # negligible inertia, relative to the inertia of a cube with the body's mass and the model's size
RANK_TOLERANCE = 1e-8  # tolerance for the rows that close loops, relative to their size


def check_inertia(
    lacking: list[int],
    model: Model,
    state: State,
    description: Description,
    t: float,
    method: str,
    diagnostics: Diagnostics,
) -> None:
    """Report the bodies in `lacking` that can move without inertia. The integrator `method` cannot compute their
    acceleration.

    `lacking` is a subset of `light_bodies`.
    """
    nb, light = len(model.bodies.mass), set(lacking)
    size = typical_length(model, state)
    links = make_links(model, state, t, (), size)
    moving = []
    joined = set()
    M = mass_matrices(model.bodies, state)
    whole = M.copy()
    whole[:, 3:, 3:] += model.bodies.mass[:, None, None] * size**2 * np.eye(3)
    for part in parts(links, nb):
        bodies = {b for j in part for b in links[j].bodies} - {nb}
        joined |= bodies
        if bodies & light:
            root = nb if any(nb in links[j].bodies for j in part) else min(bodies)
            moving += _without_inertia(Motions(links, part, root, state, size), M, whole, light & bodies)
    blocks = list(description.of_kind("RIGID_BODY").values())
    for b in sorted({*moving, *(light - joined)}):
        diagnostics.error(
            Code.INVALID_VALUE,
            f"body {blocks[b].name} can turn about an axis without inertia: {method} cannot solve for its acceleration",
            blocks[b].span_of("MASS_PROPERTY_NAME"),
            "give all three moments of inertia (they can be small for a point mass), or prevent this rotation by a joint",
        )


def light_bodies(bodies: Bodies) -> list[int]:
    """Return the bodies without inertia about some axis."""
    light: list[int] = np.flatnonzero((bodies.inverse_inertia != bodies.inverse_inertia).any(axis=(1, 2))).tolist()
    return light


def _without_inertia(motions: Motions, M: Floats, whole: Floats, light: set[int]) -> list[int]:
    """Return a list with the body that rotates fastest in a motion without inertia. If all motions have inertia, the
    list is empty. `whole` is the scale of the inertia.
    """
    free = _allowed_rates(motions)
    if free.shape[-1] == 0:
        return []
    inertia, scale = (_project(matrices, motions, free) for matrices in stacked(M, whole))
    if agreed(_smallest(inertia, scale) > NOTHING):
        return []
    need_floats(M, whole)
    if motions.cases:
        raise TypeError("the slowest motion of each case needs a separate check")
    root = _inverse_root(scale)
    motion = free @ (root.T @ np.linalg.eigh(root @ inertia @ root.T)[1][:, 0])
    return [max(sorted(light), key=lambda b: float(np.linalg.norm((motions.V[b] @ motion)[3:])))]


def _project(matrices: Floats, motions: Motions, free: Floats) -> Floats:
    """Return the inertia (..., f, f) of the `free` rates, from mass matrices (..., nb, 6, 6)."""
    total = np.zeros((free.shape[-1], free.shape[-1]))
    for b, V in motions.V.items():
        if b < matrices.shape[-3]:
            total = total + transposed(V @ free) @ matrices[..., b, :, :] @ (V @ free)
    return total


def _inverse_root(scale: Floats) -> Floats:
    """Return the inverse (..., f, f) of the Cholesky factor of matrices."""
    return np.asarray(np.linalg.inv(np.linalg.cholesky(scale)))


def _smallest(inertia: Floats, scale: Floats) -> Floats:
    """Return the smallest eigenvalues (...,) of inertia (..., f, f), relative to a scale (..., f, f)."""
    root = _inverse_root(scale)
    return np.asarray(np.linalg.eigh(root @ inertia @ transposed(root))[0][..., 0])


def _allowed_rates(motions: Motions) -> Floats:
    """Return columns (..., n, f) that span all rates of the tree for which the loops stay closed."""
    n = motions.count
    rows = [motions.rows_of_link(link)[0] for link in (motions.links[j] for j in motions.chords)]
    if not rows or n == 0:
        return np.eye(n)
    _, values, right = np.linalg.svd(np.concatenate(rows, axis=-2))
    rank = int(agreed(np.sum(values > RANK_TOLERANCE * np.maximum(values[..., :1], 1.0), axis=-1)))
    return transposed(right[..., rank:, :])
