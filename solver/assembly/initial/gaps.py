"""Computes how far a joint is open at least, if all other joints are closed and all motions are as prescribed or given.

The computation minimizes the residuals of the joint by the method of Levenberg and Marquardt. Its damping follows
Madsen, Nielsen and Tingleff, Methods for non-linear least squares problems (2004), algorithm 3.16. If the residuals are
large, this damping approaches their curvature, which the linearized residuals lack. After each step, Newton's method
closes the other joints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from rbsolve.language.described import Described
from rbsolve.solver.assembly.initial.closure import conditions, move, openings, position_residuals
from rbsolve.solver.assembly.initial.saddle import Conditions
from rbsolve.solver.joints.blocks import noun
from rbsolve.solver.joints.kinds import JointKind
from rbsolve.solver.joints.placement import ends
from rbsolve.solver.joints.primitives.registry import ANGLES
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.flat import Floats

MOST_BODIES = 60
MOST_JOINTS, MOST_STEPS, MOST_CORRECTIONS = 6, 100, 8
SETTLED, CLOSED = 1e-14, 1e-12
"""The smallest gain of a step, relative to the sum of squares, and the largest residual of closed joints, relative to the
size of the model.
"""
Given = Callable[[State], tuple[Conditions, Floats]]
"""Function that returns the given coordinates as conditions on the increments of the bodies, and their errors."""


def gap_of(model: Model, state: State, t: float, size: float, joint: int, given: Given | None = None) -> str:
    """Return in words how far a joint is open at least at the time `t`. The text is empty for a closed joint, for large
    models, and if the other joints cannot be closed.
    """
    if len(model.bodies.mass) > MOST_BODIES:
        return ""
    try:
        placed = _nearest(_Search(model, t, size, joint, given), state)
    except np.linalg.LinAlgError:  # a direction is undefined
        return ""
    if placed is None:
        return ""
    return " and ".join(openings(JointKind(model.joints.kind[joint]), ends(model.joints, joint, placed), size))


def _nearest(search: _Search, state: State) -> State | None:
    """Return the state in which the joint of a search is least open, or None if the other joints cannot be closed."""
    placed = search.close_others(state)
    if placed is None:
        return None
    damping, growth, left = 1e-3, 2.0, search.own_residual(placed)
    for _ in range(MOST_STEPS):
        step, expected = search.step(placed, damping)
        if expected <= SETTLED * left**2:
            break
        tried = search.close_others(search.moved(placed, step))
        gain = 0.0 if tried is None else (left**2 - search.own_residual(tried) ** 2) / expected
        if tried is not None and gain > 0.0:
            placed, left, growth = tried, search.own_residual(tried), 2.0
            damping *= max(1.0 / 3.0, 1.0 - (2.0 * gain - 1.0) ** 3)
        else:
            damping, growth = damping * growth, 2.0 * growth
    return placed


def gap_among(
    model: Model,
    state: State,
    t: float,
    size: float,
    joints: Iterable[int],
    blocks: Sequence[Described],
    given: Given,
) -> str:
    """Return the name of the first of some joints that cannot be closed, and how far it is open at least. Couplings and
    motions of bodies are skipped. The text is empty if there is no such joint.
    """
    records = {j: JointKind(model.joints.kind[j]).record for j in joints}
    for j in [j for j, record in records.items() if not record.couples and not record.carries][:MOST_JOINTS]:
        if gap := gap_of(model, state, t, size, j, given):
            return f"even at the best configuration, {noun(blocks[j])} {blocks[j].name} stays open: {gap}"
    return ""


class _Search:
    """The equations of the joints and of given coordinates at a time. All lengths are relative to the size of the
    model.
    """

    def __init__(self, model: Model, t: float, size: float, joint: int, given: Given | None) -> None:
        self._model, self._t, self._size, self._given = model, t, size, given
        self._own = np.zeros(len(model.joints.row_code), dtype=bool)
        self._own[model.joints.first_row[joint] : model.joints.first_row[joint + 1]] = True
        self._scales = np.where(np.isin(model.joints.row_code, ANGLES), 1.0, 1.0 / size)
        self._scales[model.joints.couplings.tied[:, 1]] = 0.0  # these rows are no separate conditions

    def own_residual(self, state: State) -> float:
        """Return the norm of the residuals of the joint."""
        return float(np.linalg.norm(self._residuals(state)[0]))

    def close_others(self, state: State) -> State | None:
        """Return the state after the other joints are closed, or None if Newton's method does not close them."""
        for _ in range(MOST_CORRECTIONS):
            _, left = self._residuals(state)
            if np.abs(left).max(initial=0.0) <= CLOSED:
                return state
            step = np.asarray(np.linalg.lstsq(self._matrices(state)[1], -left, rcond=None)[0], dtype=np.float64)
            state = self.moved(state, step)
        return None

    def step(self, state: State, damping: float) -> tuple[Floats, float]:
        """Return a damped step (6 nb,) that decreases the residuals of the joint, and keeps the other joints closed.
        Also return by how much it decreases the sum of squares of the linearized residuals.
        """
        (own, others), (left, _) = self._matrices(state), self._residuals(state)
        free = _null_space(others)
        reduced = np.vstack([own @ free, np.sqrt(damping) * np.eye(free.shape[1])])
        found: Floats = free @ np.linalg.lstsq(reduced, np.append(-left, np.zeros(free.shape[1])), rcond=None)[0]
        return found, float(left @ left - np.sum((left + own @ found) ** 2))

    def moved(self, state: State, step: Floats) -> State:
        """Return the state after a step (6 nb,)."""
        change = np.vstack([step.reshape(-1, 6), np.zeros((1, 6))])
        change[:, :3] *= self._size
        return move(state, change)

    def _residuals(self, state: State) -> tuple[Floats, Floats]:
        """Return the residuals of the joint, and of all other conditions."""
        left = self._scales * position_residuals(self._model, state, self._t)
        more = np.zeros(0) if self._given is None else -self._given(state)[1]
        return left[self._own], np.append(left[~self._own], more)

    def _matrices(self, state: State) -> tuple[Floats, Floats]:
        """Return the derivatives (m, 6 nb) of the residuals with respect to increments of bodies."""
        held = conditions(self._model, state)
        matrix = self._scales[:, None] * self._matrix(held)
        more = [] if self._given is None else [self._matrix(self._given(state)[0])]
        return matrix[self._own], np.vstack([matrix[~self._own], *more])

    def _matrix(self, held: Conditions) -> Floats:
        bodies = len(self._model.bodies.mass)
        whole = np.zeros((len(held.rows), bodies + 1, 6))
        np.add.at(whole, (held.owner, held.body0), held.rows[:, :6])
        np.add.at(whole, (held.owner, held.body1), held.rows[:, 6:])
        whole[:, :, :3] *= self._size
        return whole[:, :-1].reshape(len(held.rows), 6 * bodies)


def _null_space(matrix: Floats) -> NDArray[np.float64]:
    """Return an orthonormal basis (n, f) of the changes that a matrix (m, n) maps to zero."""
    _, values, right = np.linalg.svd(matrix)
    rank = int(np.sum(values > 1e-10 * values.max(initial=0.0)))
    return right[rank:].T
