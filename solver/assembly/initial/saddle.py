"""Least mass-weighted change under linear conditions. The change satisfies `M dv + J^T multipliers = f` and `J dv = r`.

The conditions may be redundant. The system is solved with a small diagonal `-eps` in place of the zero block, and repeated with the
previous multipliers (the method of multipliers). If the conditions agree, the result converges to the exact solution, with the multipliers
of smallest norm (weighted by `eps`). If the conditions contradict each other, a residual remains.

The speed of convergence depends on `eps` relative to the joint compliance of the conditions. The joint compliance may
be much smaller than the compliance of each condition. If the residual remains, a smaller `eps` distinguishes such
conditions from a contradiction.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from rbsolve.language.many import of_each
from rbsolve.solver.model.arrays import Bodies, State
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.model.inertia import parallel_axes

REGULARISATION = 1e-8  # size of the diagonal in place of the zero block, relative to J M^-1 J^T
REPETITIONS = 30
# factors of eps that are tried one after another; long arms with little inertia need small factors
STIFFENINGS = (1.0, 1e-4, 1e-8)
ROUNDING = 1e-9  # residuals below this value are negligible, relative to the terms that they sum
DENSE = 1500  # number of unknowns up to which a check works without scipy
SMALL = 100  # number of unknowns up to which a dense factorization is as fast as a sparse one


class Conditions(NamedTuple):
    """Rows `[u0, w0, u1, w1]` on pairs of bodies. GROUND has the index nb and no unknowns.

    A condition on more than two bodies has several rows. Each pair in `tied` contains a row and a second row. The
    second row is added to the first row, and is not a separate condition.
    """

    body0: Ints  # (nc,)
    body1: Ints  # (nc,)
    rows: Floats  # (nc, 12)
    tied: Ints = np.zeros((0, 2), dtype=np.int64)  # (t, 2)

    @property
    def owner(self) -> Ints:
        """Return the index (nc,) of the condition to which each row belongs."""
        owner = np.arange(len(self.body0))
        owner[self.tied[:, 1]] = self.tied[:, 0]
        return owner

    def gather(self, values: Floats) -> Floats:
        """Return the values of rows (nc,), summed by condition. Rows that are not separate conditions get zero."""
        return np.asarray(np.bincount(self.owner, values, len(values)), dtype=np.float64) if len(self.tied) else values

    def times(self, v: Floats) -> Floats:
        """Return the product J v for body velocities `v` (nb + 1, 6)."""
        return self.gather(np.sum(self.rows[:, :6] * v[self.body0] + self.rows[:, 6:] * v[self.body1], axis=1))

    def transposed_times(self, multipliers: Floats, bodies: int) -> Floats:
        """Return the product J^T multipliers, (nb + 1, 6)."""
        out, multipliers = np.zeros((bodies + 1, 6)), multipliers[self.owner]
        np.add.at(out, self.body0, self.rows[:, :6] * multipliers[:, None])
        np.add.at(out, self.body1, self.rows[:, 6:] * multipliers[:, None])
        return out


class Solution(NamedTuple):
    """`change` (nb + 1, 6) is zero for GROUND. `multipliers` and `residual` = r - J change are (nc,). The residual of
    tied rows is zero.
    """

    change: Floats
    multipliers: Floats
    residual: Floats


def cross_matrices(a: Floats) -> Floats:
    """Return cross product matrices (..., 3, 3)."""
    out = np.zeros((*a.shape, 3))
    out[..., 2, 1], out[..., 0, 2], out[..., 1, 0] = a[..., 0], a[..., 1], a[..., 2]
    return out - out.swapaxes(-1, -2)


def mass_matrices(bodies: Bodies, state: State) -> Floats:
    """Return the mass matrices (nb, 6, 6) about the origins, for inertial velocities of the origins and body-axes
    angular velocities.
    """
    matrices: Floats = of_each(_mass_matrices, bodies.mass, bodies.centre, bodies.inertia, state.R[: len(bodies.mass)])
    return matrices


def _mass_matrices(mass: Floats, centre: Floats, inertia: Floats, R: Floats) -> Floats:
    """Return the mass matrices (..., nb, 6, 6) from masses (..., nb), centres of mass (..., nb, 3), moments of inertia
    about them (..., nb, 3, 3) and rotation matrices (..., nb, 3, 3).
    """
    M = np.zeros((*np.broadcast_shapes(mass.shape, centre.shape[:-1], inertia.shape[:-2], R.shape[:-2]), 6, 6))
    m = mass[..., None, None]
    M[..., :3, :3] = m * np.eye(3)
    M[..., :3, 3:] = -m * R @ cross_matrices(centre)
    M[..., 3:, :3] = M[..., :3, 3:].swapaxes(-1, -2)
    M[..., 3:, 3:] = inertia + parallel_axes(mass, centre)
    return M


def solve(M: Floats, conditions: Conditions, f: Floats, r: Floats, dense: int = DENSE) -> Solution:
    """Return the change and its multipliers for generalized forces `f` (nb + 1, 6) and right-hand sides `r`. The row of
    GROUND in `f` is ignored.

    If there are more than `dense` unknowns, scipy factorizes a sparse matrix.

    Raise numpy.linalg.LinAlgError if a body can move without inertia.
    """
    nb, nc = len(M), len(r)
    r = np.where(conditions.owner == np.arange(nc), r, 0.0)
    # Scaling by a typical mass of the bodies makes eps independent of the unit of mass.
    scale = max(float(np.mean(np.abs(np.trace(M[:, :3, :3], axis1=1, axis2=2)))) / 3.0, 1e-300) if nb else 1.0
    M, force = M / scale, f[:nb].ravel() / scale
    eps = REGULARISATION * _compliances(M, conditions)
    best = Solution(np.zeros((nb + 1, 6)), np.zeros(nc), r.copy())
    for stiffening in STIFFENINGS:
        try:
            found = _repeat(M, conditions, force, r, stiffening * eps, best.multipliers, dense)
        except np.linalg.LinAlgError:
            if stiffening == 1.0:
                raise
            break  # the conditions are redundant, and eps is below round-off
        if stiffening == 1.0 or _size(found.residual) < 0.5 * _size(best.residual):
            best = found
        if _is_rounding(best, conditions, r):
            break
    return best._replace(multipliers=scale * best.multipliers[conditions.owner])


def _repeat(
    M: Floats, conditions: Conditions, force: Floats, r: Floats, eps: Floats, multipliers: Floats, dense: int
) -> Solution:
    """Apply the method of multipliers with one `eps` (nc,). The first multipliers are `multipliers`. The method is
    repeated as long as the residual halves.
    """
    nb = len(M)
    backsolve = _factorize(M, conditions, eps, dense)
    best, least = Solution(np.zeros((nb + 1, 6)), multipliers, r.copy()), np.inf
    for _ in range(REPETITIONS):
        solution = backsolve(np.concatenate([force, r - eps * best.multipliers]))
        change = np.zeros((nb + 1, 6))
        change[:nb] = solution[: 6 * nb].reshape(nb, 6)
        left = r - conditions.times(change)
        if _size(left) > 0.5 * least:
            break
        best, least = Solution(change, solution[6 * nb :], left), _size(left)
        if least == 0.0:
            break
    return best


def _size(residual: Floats) -> float:
    return float(np.max(np.abs(residual), initial=0.0))


def _is_rounding(solution: Solution, conditions: Conditions, r: Floats) -> bool:
    """Return whether the residual is only round-off of the terms in its sum."""
    terms = conditions._replace(rows=np.abs(conditions.rows)).times(np.abs(solution.change)) + np.abs(r)
    return _size(solution.residual) <= ROUNDING * _size(terms)


def _compliances(M: Floats, conditions: Conditions) -> Floats:
    """Return the compliance (nc,) of each row for a body of mean mass and mean moment of inertia.

    With this compliance, the eps of rows on rotations does not depend on the unit of length. The mean is close to the
    mass of the heaviest body, which may be at the end of a chain of light bodies. An eps above the compliance of this
    body would slow the convergence of the multipliers.
    """
    nb, nc = len(M), len(conditions.body0)
    if nb == 0:
        return np.ones(nc)
    mass = float(np.mean(np.trace(M[:, :3, :3], axis1=1, axis2=2))) / 3.0
    inertia = float(np.mean(np.trace(M[:, 3:, 3:], axis1=1, axis2=2))) / 3.0
    parts = conditions.rows.reshape(nc, 2, 2, 3) ** 2
    displacing, turning = (conditions.gather(np.sum(parts[:, :, k], axis=(1, 2))) for k in range(2))
    compliance = np.where(displacing > 0.0, displacing / mass, turning / (inertia or mass))
    return np.asarray(np.maximum(compliance, 1e-300))


def _factorize(M: Floats, conditions: Conditions, eps: Floats, dense: int) -> Callable[[Floats], Floats]:
    """Return a function that solves with the matrix [[M, J^T], [J, -eps]]."""
    rows, columns, values = _entries(M, conditions, eps)
    size = 6 * len(M) + len(conditions.body0)
    unit = _units(M, conditions)
    values = values * unit[rows] * unit[columns]
    if size <= dense:
        A = np.zeros((size, size))
        np.add.at(A, (rows, columns), values)
        return lambda b: np.asarray(unit * np.linalg.solve(A, unit * b), dtype=np.float64)
    from scipy.sparse import csc_matrix
    from scipy.sparse.linalg import splu

    try:
        factors = splu(csc_matrix((values, (rows, columns)), shape=(size, size)))
    except RuntimeError as error:
        raise np.linalg.LinAlgError(str(error)) from error
    return lambda b: np.asarray(unit * factors.solve(unit * b))


def _units(M: Floats, conditions: Conditions) -> Floats:
    """Return units (6 nb + nc,) of the unknowns in which every body has a mass and a moment of inertia of about 1.

    So a light body next to a heavy body loses no digits. Rows keep their units, because pivots are chosen among the
    rows.
    """
    mass = np.trace(M[:, :3, :3], axis1=1, axis2=2) / 3.0
    inertia = np.trace(M[:, 3:, 3:], axis1=1, axis2=2) / 3.0
    own = np.empty((len(M), 6))
    own[:, :3] = mass[:, None] ** -0.5
    own[:, 3:] = np.where(inertia > 0.0, inertia, mass)[:, None] ** -0.5
    return np.concatenate([own.ravel(), np.ones(len(conditions.body0))])


def _entries(M: Floats, conditions: Conditions, eps: Floats) -> tuple[Ints, Ints, Floats]:
    nb, nc, owner = len(M), len(conditions.body0), conditions.owner
    block = 6 * np.arange(nb)[:, None, None]
    first = [np.broadcast_to(block + np.arange(6)[:, None], (nb, 6, 6)).ravel()]
    second = [np.broadcast_to(block + np.arange(6)[None, :], (nb, 6, 6)).ravel()]
    values = [M.ravel()]
    for body, part in ((conditions.body0, conditions.rows[:, :6]), (conditions.body1, conditions.rows[:, 6:])):
        moving = np.flatnonzero(body < nb)
        row = np.repeat(6 * nb + owner[moving], 6)
        column = (6 * body[moving, None] + np.arange(6)).ravel()
        entries = part[moving].ravel()
        first += [row, column]
        second += [column, row]
        values += [entries, entries]
    last = 6 * nb + np.arange(nc)
    return (
        np.concatenate([*first, last]),
        np.concatenate([*second, last]),
        np.concatenate([*values, -eps]),
    )
