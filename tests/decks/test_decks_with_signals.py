"""Decks with signals against equations of their own."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

M, m, L, J, G = 1.0, 0.2, 0.5, 0.2 * 0.25 / 3, 9.81
P, K, D, T, TAU = 40.0, 20.0, 8.0, 0.02, 0.02


def cart_and_pole(t, y):
    """The states [x, x', th, th', i, f, F]."""
    x, v, th, w, integral, f, force = y
    e = th + x / 20
    u = np.clip(P * e + integral + D * (e - f) / T, -50, 50) + 4 * v
    inertia = [[M + m, m * L * np.cos(th)], [m * L * np.cos(th), J + m * L * L]]
    a = np.linalg.solve(inertia, [force + m * L * np.sin(th) * w * w, m * G * L * np.sin(th)])
    return [v, a[0], w, a[1], K * e, (e - f) / T, (u - force) / TAU]


@pytest.mark.parametrize(
    ("integrator", "step", "tolerance"), [("EXPLICIT_RUNGE_KUTTA", 1e-3, 1e-9), ("GENERALIZED_ALPHA", 1e-3, 2e-5)]
)
def test_inverted_pendulum(run_deck, integrator, step, tolerance):
    run = run_deck("inverted_pendulum.deck", integrator=integrator, step=step)
    start = [0.0, 0.0, 0.2, 0.0, 0.0, 0.2, 0.2 * P]
    exact = solve_ivp(cart_and_pole, (0, 6), start, t_eval=run.time, rtol=1e-11, atol=1e-13).y
    np.testing.assert_allclose(run["place"][:, 0], exact[0], atol=tolerance)
    np.testing.assert_allclose(run["angle"][:, 0], exact[2], atol=tolerance)
    np.testing.assert_allclose(run["force"][:, 0], exact[6], atol=100 * tolerance)
    assert run["angle"][50, 0] == pytest.approx(0.002922, abs=2e-5)  # the header's digits
    assert run["place"][50, 0] == pytest.approx(0.232877, abs=2e-5)
