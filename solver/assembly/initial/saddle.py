"""Computes the smallest mass-weighted change under linear conditions. The change satisfies `M dv + J^T multipliers = f`
and `J dv = r`.

The conditions may be redundant. Therefore a small diagonal `-eps` replaces the zero block, and the system is solved
repeatedly with the previous multipliers (the method of multipliers). If the conditions are compatible, the result
converges to the exact solution, with the multipliers of smallest norm (weighted by `eps`). If the conditions contradict
each other, a residual remains.

The speed of convergence depends on `eps` relative to the compliance of all conditions together. This compliance may be
much smaller than the compliance of each condition. If the residual remains, a smaller `eps` distinguishes such
conditions from a contradiction.

All arrays of `solve` may have a leading axis of cases (`language/stacks.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.language.many import of_each
from rbsolve.solver.model.arrays import Bodies, State
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.model.inertia import parallel_axes

REGULARISATION = 1e-8  # size of the diagonal in place of the zero block, relative to J M^-1 J^T
REPETITIONS = 30
# Factors of eps that are tried in turn. Long arms with little inertia need small factors.
STIFFENINGS = (1.0, 1e-4, 1e-8)
ROUNDING = 1e-9  # residuals below this value are negligible, relative to the terms in their sums
DENSE = 1500  # number of unknowns up to which a check solves without scipy
SMALL = 100  # number of unknowns up to which a dense factorization is as fast as a sparse one


class Conditions(NamedTuple):
    """Rows `[u0, w0, u1, w1]` on pairs of bodies. GROUND has the index nb and no unknowns.

    A condition on more than two bodies has several rows. A pair in `tied` contains the indices of two rows. The second
    row is added to the first row, and is not a separate condition.
    """

    body0: Ints  # (nc,)
    body1: Ints  # (nc,)
    rows: Floats  # (..., nc, 12)
    tied: Ints = np.zeros((0, 2), dtype=np.int64)  # (t, 2)

    @property
    def owner(self) -> Ints:
        """Return the index (nc,) of the condition to which each row belongs."""
        owner = np.arange(len(self.body0))
        owner[self.tied[:, 1]] = self.tied[:, 0]
        return owner

    def gather(self, values: Floats) -> Floats:
        """Return the values of rows (..., nc), summed by condition. Rows that are not separate conditions get zero."""
        if not len(self.tied):
            return values
        sums = np.zeros_like(values)
        np.add.at(sums.T, self.owner, values.T)
        return sums

    def times(self, v: Floats) -> Floats:
        """Return the product J v (..., nc) for body velocities `v` (..., nb + 1, 6)."""
        terms = self.rows[..., :6] * v[..., self.body0, :] + self.rows[..., 6:] * v[..., self.body1, :]
        return self.gather(np.sum(terms, axis=-1))

    def transposed_times(self, multipliers: Floats, bodies: int) -> Floats:
        """Return the product J^T multipliers, (nb + 1, 6)."""
        out, multipliers = np.zeros((bodies + 1, 6)), multipliers[self.owner]
        np.add.at(out, self.body0, self.rows[:, :6] * multipliers[:, None])
        np.add.at(out, self.body1, self.rows[:, 6:] * multipliers[:, None])
        return out


class Solution(NamedTuple):
    """`change` (..., nb + 1, 6) is zero for GROUND. `multipliers` and `residual` = r - J change are (..., nc). The
    residual of tied rows is zero.
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
    """Return the mass matrices (nb, 6, 6) about the origins. The velocities of the origins are inertial, and the
    angular velocities are in body axes.
    """
    matrices: Floats = of_each(
        mass_matrices_of, bodies.mass, bodies.centre, bodies.inertia, state.R[: len(bodies.mass)]
    )
    return matrices


def mass_matrices_of(mass: Floats, centre: Floats, inertia: Floats, R: Floats) -> Floats:
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
    """Return the change and its multipliers for generalized forces `f` (..., nb + 1, 6) and right-hand sides `r`
    (..., nc). The row of GROUND in `f` is ignored.

    If there are more than `dense` unknowns, scipy factorizes a sparse matrix.

    Raise numpy.linalg.LinAlgError if a body can move without inertia. Raise TypeError if a sparse matrix has numbers of
    many cases.
    """
    nb, nc, rows = M.shape[-3], r.shape[-1], conditions.rows
    cases = np.broadcast_shapes(M.shape[:-3], rows.shape[:-2], f.shape[:-2], r.shape[:-1])
    M, conditions = (
        np.broadcast_to(M, (*cases, *M.shape[-3:])),
        conditions._replace(rows=np.broadcast_to(rows, (*cases, *rows.shape[-2:]))),
    )
    r = np.broadcast_to(np.where(conditions.owner == np.arange(nc), r, 0.0), (*cases, nc))
    # Scaling by a typical mass of the bodies makes eps independent of the unit of mass.
    scale = np.maximum(np.abs(_mean_trace(M, slice(0, 3))), 1e-300) if nb else np.ones(cases)
    M = M / scale[..., None, None, None]
    force = np.broadcast_to(f[..., :nb, :], (*cases, nb, 6)).reshape(*cases, 6 * nb) / scale[..., None]
    eps = REGULARISATION * _compliances(M, conditions)
    best = Solution(np.zeros((*cases, nb + 1, 6)), np.zeros((*cases, nc)), r.copy())
    searches = np.ones(cases, dtype=bool)
    for stiffening in STIFFENINGS:
        try:
            found = _repeat(M, conditions, force, r, stiffening * eps, best.multipliers, dense)
        except np.linalg.LinAlgError:
            if stiffening == 1.0 or cases:
                raise
            break  # the conditions are redundant, and eps is below round-off
        is_better = _size(found.residual) < 0.5 * _size(best.residual)
        best = _choose(searches & is_better if stiffening < 1.0 else searches, found, best)
        searches = searches & ~_is_rounding(best, conditions, r)
        if not np.any(searches):
            break
    return best._replace(multipliers=scale[..., None] * best.multipliers[..., conditions.owner])


def _choose(chosen: NDArray[np.bool_], one: Solution, other: Solution) -> Solution:
    """Return `one` solution in the chosen cases, and the `other` solution in the other cases."""
    if np.all(chosen):
        return one
    return Solution(
        np.where(chosen[..., None, None], one.change, other.change),
        *(np.where(chosen[..., None], *parts) for parts in zip(one[1:], other[1:], strict=True)),
    )


def _repeat(
    M: Floats, conditions: Conditions, force: Floats, r: Floats, eps: Floats, multipliers: Floats, dense: int
) -> Solution:
    """Apply the method of multipliers with one `eps` (..., nc). The first multipliers are `multipliers`. The method is
    repeated as long as the residual halves.
    """
    nb, cases = M.shape[-3], r.shape[:-1]
    backsolve = _factorize(M, conditions, eps, dense)
    best, least = Solution(np.zeros((*cases, nb + 1, 6)), multipliers, r.copy()), np.full(cases, np.inf)
    repeats = np.ones(cases, dtype=bool)
    for _ in range(REPETITIONS):
        solution = backsolve(np.concatenate([force, r - eps * best.multipliers], axis=-1))
        change = np.zeros((*cases, nb + 1, 6))
        change[..., :nb, :] = solution[..., : 6 * nb].reshape(*cases, nb, 6)
        left = r - conditions.times(change)
        size = _size(left)
        repeats = repeats & ~(size > 0.5 * least)
        best, least = (
            _choose(repeats, Solution(change, solution[..., 6 * nb :], left), best),
            np.where(repeats, size, least),
        )
        repeats = repeats & (least != 0.0)
        if not np.any(repeats):
            break
    return best


def _size(residual: Floats) -> Floats:
    return np.asarray(np.max(np.abs(residual), axis=-1, initial=0.0))


def _is_rounding(solution: Solution, conditions: Conditions, r: Floats) -> NDArray[np.bool_]:
    """Return whether the residual is only round-off of the terms in its sum."""
    terms = conditions._replace(rows=np.abs(conditions.rows)).times(np.abs(solution.change)) + np.abs(r)
    return np.asarray(_size(solution.residual) <= ROUNDING * _size(terms))


def _mean_trace(M: Floats, block: slice) -> Floats:
    """Return the mean of the traces of a diagonal block of mass matrices (..., nb, 6, 6), divided by three."""
    return np.asarray(np.mean(np.trace(M[..., block, block], axis1=-2, axis2=-1), axis=-1) / 3.0)


def _compliances(M: Floats, conditions: Conditions) -> Floats:
    """Return the compliance (..., nc) of each row for a body of mean mass and mean moment of inertia.

    With this compliance, the eps of rotational rows does not depend on the unit of length. The mean is dominated by the
    heaviest body, which may be at the end of a chain of light bodies. An eps above the compliance of this body would
    slow down the convergence of the multipliers.
    """
    rows = conditions.rows
    if M.shape[-3] == 0:
        return np.ones(rows.shape[:-1])
    mass, inertia = (_mean_trace(M, block)[..., None] for block in (slice(0, 3), slice(3, 6)))
    parts = rows.reshape(*rows.shape[:-1], 2, 2, 3) ** 2
    displacing, turning = (conditions.gather(np.sum(parts[..., k, :], axis=(-2, -1))) for k in range(2))
    compliance = np.where(displacing > 0.0, displacing / mass, turning / np.where(inertia == 0.0, mass, inertia))
    return np.asarray(np.maximum(compliance, 1e-300))


def _factorize(M: Floats, conditions: Conditions, eps: Floats, dense: int) -> Callable[[Floats], Floats]:
    """Return a function that solves with the matrix [[M, J^T], [J, -eps]]."""
    rows, columns, values = _entries(M, conditions, eps)
    cases, size = M.shape[:-3], 6 * M.shape[-3] + len(conditions.body0)
    unit = _units(M, conditions)
    values = values * unit[..., rows] * unit[..., columns]
    if size <= dense:
        entries = np.zeros((*cases, size * size))
        np.add.at(entries.T, size * rows + columns, values.T)
        A = entries.reshape(*cases, size, size)
        return lambda b: np.asarray(unit * np.linalg.solve(A, (unit * b)[..., None])[..., 0], dtype=np.float64)
    if cases:
        raise TypeError("a sparse matrix has the numbers of one case")
    from scipy.sparse import csc_matrix
    from scipy.sparse.linalg import splu

    try:
        factors = splu(csc_matrix((values, (rows, columns)), shape=(size, size)))
    except RuntimeError as error:
        raise np.linalg.LinAlgError(str(error)) from error
    return lambda b: np.asarray(unit * factors.solve(unit * b))


def _units(M: Floats, conditions: Conditions) -> Floats:
    """Return units (..., 6 nb + nc) of the unknowns in which every body has a mass and a moment of inertia of about 1.

    With these units, a light body next to a heavy body loses no digits. The units of the rows do not change, because
    pivots are chosen among the rows.
    """
    mass = np.trace(M[..., :3, :3], axis1=-2, axis2=-1) / 3.0
    inertia = np.trace(M[..., 3:, 3:], axis1=-2, axis2=-1) / 3.0
    own = np.empty(M.shape[:-1])
    own[..., :3] = mass[..., None] ** -0.5
    own[..., 3:] = np.where(inertia > 0.0, inertia, mass)[..., None] ** -0.5
    cases = M.shape[:-3]
    return np.concatenate([own.reshape(*cases, 6 * M.shape[-3]), np.ones((*cases, len(conditions.body0)))], axis=-1)


def _entries(M: Floats, conditions: Conditions, eps: Floats) -> tuple[Ints, Ints, Floats]:
    cases, nb, nc, owner = M.shape[:-3], M.shape[-3], len(conditions.body0), conditions.owner
    block = 6 * np.arange(nb)[:, None, None]
    first = [np.broadcast_to(block + np.arange(6)[:, None], (nb, 6, 6)).ravel()]
    second = [np.broadcast_to(block + np.arange(6)[None, :], (nb, 6, 6)).ravel()]
    values = [M.reshape(*cases, 36 * nb)]
    for body, part in ((conditions.body0, conditions.rows[..., :6]), (conditions.body1, conditions.rows[..., 6:])):
        moving = np.flatnonzero(body < nb)
        row = np.repeat(6 * nb + owner[moving], 6)
        column = (6 * body[moving, None] + np.arange(6)).ravel()
        entries = part[..., moving, :].reshape(*cases, 6 * len(moving))
        first += [row, column]
        second += [column, row]
        values += [entries, entries]
    last = 6 * nb + np.arange(nc)
    return np.concatenate([*first, last]), np.concatenate([*second, last]), np.concatenate([*values, -eps], axis=-1)
