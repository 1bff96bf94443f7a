"""Computes the rates of constraints and of joint coordinates, with exact derivatives.

A row belongs to a constraint or to a coordinate of a joint. It is a function of the poses of two bodies. With
velocities `v` and accelerations `v'` of [u0, w0, u1, w1],

rate = g v,    acceleration = g v' + curvature(v),

Derivatives with respect to increments and velocities are computed by complex steps through the functions of the
integrators. They are exact to round-off.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.geometry.arrays import cross
from rbsolve.solver.joints.rows import acceleration_terms, jacobians
from rbsolve.solver.model.arrays import State
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.model.joints import Joints

Numbers = NDArray[Any]  # floats, or complex numbers in a complex step
STEP = 1e-30


class Spins(NamedTuple):
    """Rows `c·(spin1 - spin0)`. The joint axis c is fixed in one of the two bodies."""

    joint: Ints  # (m,)
    side: Ints  # (m,) 0 or 1: the body in which the axis is fixed
    axis: Ints  # (m,) index of the joint axis


class RowChanges(NamedTuple):
    """The derivatives of rows (m, 12) with respect to the increments [dx, dpsi] and the velocities [u, w] of both bodies."""

    rate_q: Floats
    acceleration_q: Floats
    acceleration_v: Floats


class ConstraintRows(NamedTuple):
    """Rows on pairs of bodies. `changes` is None if the model is at rest, because the derivatives are not needed then."""

    body0: Ints  # (m,)
    body1: Ints
    gradient: Floats  # (m, 12) g
    rate: Floats  # (m,)
    acceleration: Floats  # (m,)
    changes: RowChanges | None = None


def _axes(spins: Spins, joints: Joints, state: State) -> Numbers:
    """Return the axes (m, 3) of spins in inertial components, for bodies in pairs."""
    on_first = (spins.side == 0)[:, None]
    fixed = np.where(on_first, joints.axes0[spins.joint, :, spins.axis], joints.axes1[spins.joint, :, spins.axis])
    return np.asarray(np.einsum("mij,mj->mi", state.R[2 * spins.joint + spins.side], fixed))


def _spin_gradients(spins: Spins, joints: Joints, state: State, out: Numbers) -> None:
    c = _axes(spins, joints, state)
    out[:, 3:6] = -np.einsum("mij,mi->mj", state.R[2 * spins.joint], c)
    out[:, 9:12] = np.einsum("mij,mi->mj", state.R[2 * spins.joint + 1], c)


def _spin_curvatures(spins: Spins, joints: Joints, state: State) -> Numbers:
    # Rotations and angular velocities for the bodies of each pair, in inertial components.
    turning = np.einsum("bij,bj->bi", state.R, state.w)
    relative = turning[2 * spins.joint + 1] - turning[2 * spins.joint]
    bend = cross(turning[2 * spins.joint + spins.side], _axes(spins, joints, state))
    return np.asarray(np.sum(bend * relative, axis=1))


class RowSet:
    """The rows of some joints (`joints.row_code`, followed by `spins`), for evaluation in many states."""

    def __init__(self, joints: Joints, spins: Spins) -> None:
        """`joints` may contain any rows. A row belongs to a coordinate or a constraint."""
        count = len(joints.kind)
        self.joints = joints
        self.body0, self.body1 = joints.body0, joints.body1
        self.owner = np.concatenate([np.repeat(np.arange(count), np.diff(joints.first_row)), spins.joint])
        self._spins = spins
        # Each joint gets its own pair of bodies, so that one complex step evaluates all joints.
        self._bodies = np.stack([joints.body0, joints.body1], axis=1).ravel()
        pairs = np.arange(2 * count, dtype=np.int64)
        self._joints = joints._replace(body0=pairs[::2], body1=pairs[1::2])

    def evaluate(self, state: State, acceleration: Floats | None = None) -> ConstraintRows:
        """Return the rows in a state. `acceleration` (nb + 1, 6) is None if the model is at rest."""
        pairs = self._pairs(state)
        gradient = self._gradients(pairs)
        count = len(gradient)
        ends = self.body0[self.owner], self.body1[self.owner]
        if acceleration is None:
            return ConstraintRows(*ends, gradient, np.zeros(count), np.zeros(count))
        v = np.concatenate([state.u, state.w], axis=1)[self._bodies].reshape(-1, 12)[self.owner]
        a = acceleration[self._bodies].reshape(-1, 12)[self.owner]
        rate_q, acceleration_q, acceleration_v = (np.zeros((count, 12)) for _ in range(3))
        for k in range(12):
            turned = self._perturb_position(pairs, k)
            slope = self._gradients(turned).imag / STEP
            rate_q[:, k] = np.sum(slope * v, axis=1)
            acceleration_q[:, k] = np.sum(slope * a, axis=1) + self._curvatures(turned).imag / STEP
            acceleration_v[:, k] = self._curvatures(self._perturb_velocity(pairs, k)).imag / STEP
        rate = np.sum(gradient * v, axis=1)
        total = np.sum(gradient * a, axis=1) + self._curvatures(pairs)
        changes = RowChanges(rate_q, acceleration_q, acceleration_v)
        return ConstraintRows(*ends, gradient, rate, total, changes)

    def _pairs(self, state: State) -> State:
        of_bodies = {name: getattr(state, name)[self._bodies] for name in ("x", "e", "R", "u", "w")}
        return state._replace(**of_bodies)

    def _gradients(self, pairs: State) -> Numbers:
        rows = len(self._joints.row_code)
        out = np.zeros((len(self.owner), 12), dtype=pairs.R.dtype)
        jacobians(self._joints, pairs, out)
        _spin_gradients(self._spins, self._joints, pairs, out[rows:])
        return out

    def _curvatures(self, pairs: State) -> Numbers:
        rows = len(self._joints.row_code)
        out = np.zeros(len(self.owner), dtype=np.result_type(pairs.R, pairs.w, pairs.u))
        acceleration_terms(self._joints, pairs, out)
        out[rows:] = _spin_curvatures(self._spins, self._joints, pairs)
        return out

    @staticmethod
    def _perturb_position(pairs: State, k: int) -> State:
        """Add the complex step to increment `k` of [dx0, dpsi0, dx1, dpsi1]."""
        side, k = divmod(k, 6)
        x, R = pairs.x.astype(complex), pairs.R.astype(complex)
        if k < 3:
            x[side::2, k] += 1j * STEP
        else:
            i, j = (k - 2) % 3, (k - 1) % 3  # dpsi~ has the entries (i, j) = -1, (j, i) = 1
            R[side::2, :, j] -= 1j * STEP * pairs.R[side::2, :, i]
            R[side::2, :, i] += 1j * STEP * pairs.R[side::2, :, j]
        return pairs._replace(x=x, R=R)

    @staticmethod
    def _perturb_velocity(pairs: State, k: int) -> State:
        """Add the complex step to velocity `k` of [u0, w0, u1, w1]."""
        side, k = divmod(k, 6)
        u, w = pairs.u.astype(complex), pairs.w.astype(complex)
        (u if k < 3 else w)[side::2, k % 3] += 1j * STEP
        return pairs._replace(u=u, w=w)


def times(rows: ConstraintRows, coefficients: Floats, X: Floats, chosen: Ints | None = None) -> Floats:
    """Return the coefficients of the chosen rows, multiplied by the motions X (nb + 1, 6, k).

    `coefficients` (m, 12) contains all rows. The result has the shape (rows, k). By default, all rows are chosen.
    """
    chosen = np.arange(len(rows.body0)) if chosen is None else chosen
    out = np.empty((len(chosen), X.shape[2]))
    block = max(1, 2_000_000 // (6 * max(1, X.shape[2])))
    for start in range(0, len(chosen), block):
        part = chosen[start : start + block]
        g = coefficients[part]
        out[start : start + block] = np.einsum("mi,mik->mk", g[:, :6], X[rows.body0[part]])
        out[start : start + block] += np.einsum("mi,mik->mk", g[:, 6:], X[rows.body1[part]])
    return out
