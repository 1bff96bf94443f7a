"""Step size control costs no more than scipy's control at the same accuracy, for the heavy top."""

from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from vectors import cross

from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.integrators.registry import make_integrator
from rbsolve.solver.run.chunk_size import chunk_for

TOP = np.array([0.173343964098386, 0.640088592070569, -0.748490791133581])
DECK = Path(__file__).parents[3] / "decks" / "heavy_top.deck"
J = np.array([15.234375, 0.46875, 15.234375])


def ours(tableau, tolerance):
    """Return the number of evaluations, and the error of the centre of mass."""
    options = {"TABLEAU": tableau, "RELATIVE_TOLERANCE": tolerance, "ABSOLUTE_TOLERANCE": tolerance}
    compiled = check_deck(DECK, Options(method_options=options, ends_only=True)).compiled
    integrator = make_integrator(compiled)
    chunk = chunk_for(compiled, integrator, 2)
    while integrator.advance(chunk, 10**9) is None:
        pass
    return integrator.evaluations, np.linalg.norm(_axis(chunk.e[1, 0]) - TOP)


def _axis(e):
    """Return R(e) applied to (0, 1, 0)."""
    return np.array([2 * (e[1] * e[2] - e[0] * e[3]), 1 - 2 * (e[1] ** 2 + e[3] ** 2), 2 * (e[2] * e[3] + e[0] * e[1])])


def plain_equations(t, y):
    """Return the derivatives of quaternion kinematics and Euler's equations as first-order equations."""
    e, w = y[:4], y[4:]
    rate = 0.5 * np.array(
        [
            -e[1] * w[0] - e[2] * w[1] - e[3] * w[2],
            e[0] * w[0] + e[2] * w[2] - e[3] * w[1],
            e[0] * w[1] + e[3] * w[0] - e[1] * w[2],
            e[0] * w[2] + e[1] * w[1] - e[2] * w[0],
        ]
    )
    unit = e / np.linalg.norm(e)
    # The third row of R is the vertical in body axes.
    up = np.array(
        [
            2 * (unit[1] * unit[3] - unit[0] * unit[2]),
            2 * (unit[2] * unit[3] + unit[0] * unit[1]),
            1 - 2 * (unit[1] ** 2 + unit[2] ** 2),
        ]
    )
    moment = cross([0, 1, 0], -147.15 * up)
    return np.concatenate([rate, (moment - cross(w, J * w)) / J])


@pytest.mark.parametrize(("tableau", "method", "order"), [("DOPRI5", "RK45", 5), ("DOP853", "DOP853", 8)])
def test_work_at_the_accuracy_of_scipy_at_1e_9(tableau, method, order):
    solution = solve_ivp(plain_equations, (0, 1), [1, 0, 0, 0, 0, 150, -4.61538], method=method, rtol=1e-9, atol=1e-9)
    e = solution.y[:4, -1] / np.linalg.norm(solution.y[:4, -1])
    error = np.linalg.norm(_axis(e) - TOP)
    tolerances = [1e-8, 1e-9, 1e-10, 1e-11]
    evaluations, errors = np.array([ours(tableau, tolerance) for tolerance in tolerances]).T
    work = np.exp(np.interp(np.log(error), np.log(errors[::-1]), np.log(evaluations[::-1])))
    assert errors[-1] < error < errors[0]
    assert work < 1.3 * solution.nfev
    # As a check of the interpolation, the work is proportional to the error to the power -1/order.
    slope = np.polyfit(np.log(errors), np.log(evaluations), 1)[0]
    assert slope == pytest.approx(-1 / order, rel=0.25)
