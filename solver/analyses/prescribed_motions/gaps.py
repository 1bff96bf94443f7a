"""Computes how far a joint is open at least, if all other joints are closed and all motions are as prescribed.

The computation minimizes the residuals of the joint by the method of Levenberg and Marquardt (Nocedal and Wright,
Numerical Optimization, 2006, section 10.3). After each step, Newton's method closes the other joints.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rbsolve.solver.assembly.initial.closure import conditions, move, openings, position_residuals
from rbsolve.solver.joints.kinds import JointKind
from rbsolve.solver.joints.placement import ends
from rbsolve.solver.joints.primitives.registry import ANGLES
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.flat import Floats

MOST_BODIES = 60
MOST_STEPS, MOST_CORRECTIONS = 100, 8
SETTLED, CLOSED = 1e-10, 1e-12
"""The smallest step, and the largest residual of closed joints, relative to the size of the model."""


def gap_of(model: Model, state: State, t: float, size: float, joint: int) -> str:
    """Return in words how far a joint is open at least at the time `t`. The text is empty for a closed joint, for large
    models, and if the other joints cannot be closed.
    """
    if len(model.bodies.mass) > MOST_BODIES:
        return ""
    search = _Search(model, t, size, joint)
    placed = search.close_others(state)
    if placed is None:
        return ""
    damping, left = 1e-3, search.own_residual(placed)
    for _ in range(MOST_STEPS):
        step = search.step(placed, damping)
        tried = search.close_others(search.moved(placed, step))
        if tried is not None and search.own_residual(tried) < left:
            placed, left, damping = tried, search.own_residual(tried), max(0.1 * damping, 1e-12)
        else:
            damping *= 10.0
        if np.abs(step).max() <= SETTLED:
            break
    return " and ".join(openings(JointKind(model.joints.kind[joint]), ends(model.joints, joint, placed), size))


class _Search:
    """The equations of the joints at a time. All lengths are relative to the size of the model."""

    def __init__(self, model: Model, t: float, size: float, joint: int) -> None:
        self._model, self._t, self._size = model, t, size
        self._own = np.zeros(len(model.joints.row_code), dtype=bool)
        self._own[model.joints.first_row[joint] : model.joints.first_row[joint + 1]] = True
        self._scales = np.where(np.isin(model.joints.row_code, ANGLES), 1.0, 1.0 / size)

    def own_residual(self, state: State) -> float:
        """Return the norm of the residuals of the joint."""
        return float(np.linalg.norm(self._residuals(state)[self._own]))

    def close_others(self, state: State) -> State | None:
        """Return the state after the other joints are closed, or None if Newton's method does not close them."""
        others = ~self._own
        for _ in range(MOST_CORRECTIONS):
            left = self._residuals(state)[others]
            if np.abs(left).max(initial=0.0) <= CLOSED:
                return state
            step = np.asarray(np.linalg.lstsq(self._matrix(state)[others], -left, rcond=None)[0], dtype=np.float64)
            state = self.moved(state, step)
        return None

    def step(self, state: State, damping: float) -> Floats:
        """Return a damped step (6 nb,) that decreases the residuals of the joint, and keeps the other joints closed."""
        matrix, left = self._matrix(state), self._residuals(state)
        free = _null_space(matrix[~self._own])
        reduced = np.vstack([matrix[self._own] @ free, damping * np.eye(free.shape[1])])
        found: Floats = (
            free @ np.linalg.lstsq(reduced, np.append(-left[self._own], np.zeros(free.shape[1])), rcond=None)[0]
        )
        return found

    def moved(self, state: State, step: Floats) -> State:
        """Return the state after a step (6 nb,)."""
        change = np.vstack([step.reshape(-1, 6), np.zeros((1, 6))])
        change[:, :3] *= self._size
        return move(state, change)

    def _residuals(self, state: State) -> Floats:
        return self._scales * position_residuals(self._model, state, self._t)

    def _matrix(self, state: State) -> Floats:
        """Return the derivatives (nc, 6 nb) of all residuals with respect to increments of bodies."""
        held, bodies = conditions(self._model, state), len(self._model.bodies.mass)
        whole = np.zeros((len(held.rows), bodies + 1, 6))
        each = np.arange(len(held.rows))
        np.add.at(whole, (each, held.body0), held.rows[:, :6])
        np.add.at(whole, (each, held.body1), held.rows[:, 6:])
        whole[:, :, :3] *= self._size
        found: Floats = self._scales[:, None] * whole[:, :-1].reshape(len(held.rows), 6 * bodies)
        return found


def _null_space(matrix: Floats) -> NDArray[np.float64]:
    """Return an orthonormal basis (n, f) of the changes that a matrix (m, n) maps to zero."""
    _, values, right = np.linalg.svd(matrix)
    rank = int(np.sum(values > 1e-10 * values.max(initial=0.0)))
    return right[rank:].T
