"""Finds equilibria of control loops. Newton's iteration changes the coordinates and the states of signals together.

The state of an INTEGRATOR signal is at rest only if its input is zero. The forces alone therefore do not determine the
direction of a step. A step is shortened until the following step, computed with the same matrix, is shorter than the
step itself. This is the natural monotonicity test (Deuflhard, Newton Methods for Nonlinear Problems, 2004, section
3.3). It does not depend on the units of forces and slopes.
"""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from rbsolve.solver.analyses.equilibria.equilibrium import FIRST_REACH, Equilibrium, EquilibriumSearch, Point
from rbsolve.solver.analyses.equilibria.steady import Scaled
from rbsolve.solver.model.arrays import State
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.newton import BEGIN, CONVERGED, GO_ON, NEVER, Rules, assess

MOST_TRIALS = 400
RULES = Rules(limit=101, slow=0.5, growth=NEVER, patience=0)  # maximum number of steps in a search
SMALL, NEARLY = 1e-13, 1e-8  # sizes of steps, relative to the size of the model, or in radians
MISSED = 1e-8  # permitted remaining correction, relative to the size of the model, or in radians
SMALLEST = 1e-8  # smallest fraction of a step that is tried


class LoopSearch:
    """The search for a state of rest near another state."""

    def __init__(self, search: EquilibriumSearch) -> None:
        self._search = search

    def run(self, state: State, t: float) -> Generator[None, None, Equilibrium]:
        """Iterate. The caller may stop the search between two trials."""
        point, search, trials, part = self._search.at(state, t), BEGIN, 0, 1.0
        while True:
            F, matrix, iteration = imbalances(point), derivatives(point), search.iteration
            if matrix is None:
                return Equilibrium(point, "lost", iteration, trials - iteration)
            step = matrix.solve(-F)
            size = float(np.linalg.norm(step))
            search = assess(search, RULES, size, size / SMALL, size / NEARLY)
            if search.verdict == CONVERGED:
                return self._conclude(point, matrix.unreachable_part(F), iteration, trials - iteration)
            if search.verdict != GO_ON:
                return Equilibrium(point, "lost", iteration, trials - iteration)
            part = min(1.0, 4.0 * part, self._step_bound(point, matrix, step))
            while True:
                if trials == MOST_TRIALS or part < SMALLEST:
                    return Equilibrium(point, "lost", iteration, trials - iteration)
                yield
                trials += 1
                found = self._try(point, part * matrix.columns * step, t)
                longer = np.inf if found is None else float(np.linalg.norm(matrix.solve(-imbalances(found))))
                if found is not None and longer <= (1.0 - 0.25 * part) * size:
                    break
                part *= 0.5
            point = self._search.accept(found, t)

    @staticmethod
    def _conclude(point: Point, missed: Floats, iterations: int, rejected: int) -> Equilibrium:
        """Return the result for a state that no step improves. The state counts as at rest if the remaining imbalance
        is small.
        """
        if np.max(np.abs(missed), initial=0.0) <= MISSED:
            return Equilibrium(point, None, iterations, rejected)
        worst, f = int(np.argmax(np.abs(missed))), len(point.unbalanced)
        if worst < f:
            return Equilibrium(point, "lost", iterations, rejected)
        return Equilibrium(point, "restless", iterations, rejected, worst - f)

    def _step_bound(self, point: Point, matrix: Scaled, step: Floats) -> float:
        """Return the largest fraction of a step within the trust region."""
        f = len(point.unbalanced)
        motion = point.basis.N @ (point.scale.T @ (matrix.columns * step)[:f])
        return self._search.part_within(motion, FIRST_REACH)

    def _try(self, point: Point, change: Floats, t: float) -> Point | None:
        """Return the point after a change of coordinates and states. Return None if loops cannot be closed, or if a
        force or a signal has no value there.
        """
        f, places = len(point.unbalanced), self._search.steering
        element = point.state.element.copy()
        element[places] += change[f:]
        moved = self._search.move(point.state, point.basis.H @ (point.scale.T @ change[:f]), t)
        if moved is None:
            return None
        return self._search.try_at(moved._replace(element=element), t)


def imbalances(point: Point) -> Floats:
    """Return the unbalanced forces, and the slopes of signal states."""
    return np.concatenate([point.unbalanced, point.steering.slopes])


def derivatives(point: Point) -> Scaled | None:
    """Return the derivatives of the imbalances with respect to coordinates and states, or None if a derivative has no value."""
    steering = point.steering
    J = np.block([[-steering.held, steering.by_state], [steering.slope_by_place, steering.slope_by_state]])
    return Scaled(J, len(point.unbalanced)) if np.all(np.isfinite(J)) else None
