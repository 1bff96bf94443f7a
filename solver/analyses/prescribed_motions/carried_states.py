"""Integrates the states of signals along a known motion, by the Lobatto IIIC method with three stages, which has order
4.

The stages are at the start, the middle and the end of a step, and the last stage is the new state. Therefore a lag that
is much faster than a step follows its input (Hairer and Wanner, Solving Ordinary Differential Equations II, 1996,
section IV.5).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rbsolve.solver.analyses.linearized.feedback import sensitivities
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.newton import BEGIN, CONVERGED, GO_ON, NEVER, assess, at_most, relative_size

A = np.array([[1 / 6, -1 / 3, 1 / 6], [1 / 6, 5 / 12, -1 / 12], [1 / 6, 2 / 3, 1 / 6]])
RULES = at_most(20)
SOLVED = 1e-13


def carry_states(model: Model, times: Sequence[float], states: Sequence[State]) -> Floats | None:
    """Return the states of signals at the last of three times, from the states at the first time and the motion. If
    Newton's iteration fails, return None.

    The states of signals at the second and third time are overwritten. `model` must come from `with_partials`.
    """
    start, h = states[0].element.copy(), times[2] - times[0]
    n = len(start)
    X = np.tile(start, (3, 1))
    slopes, J = np.zeros((3, n)), np.zeros((3 * n, 3 * n))
    search = BEGIN
    while search.verdict == GO_ON:
        for j, (t, state) in enumerate(zip(times, states, strict=True)):
            state.element[:] = X[j]
            found = sensitivities(model, state, t)
            slopes[j] = found.slopes
            for i in range(3):
                J[i * n : i * n + n, j * n : j * n + n] = (i == j) * np.eye(n) - h * A[i, j] * found.by_states
        change = np.asarray(np.linalg.solve(J, (start + h * A @ slopes - X).ravel()), dtype=np.float64)
        X += change.reshape(3, n)
        size = relative_size(change, X)
        search = assess(search, RULES, size, size / SOLVED, NEVER)
    states[0].element[:] = start
    return np.asarray(X[2]) if search.verdict == CONVERGED else None
