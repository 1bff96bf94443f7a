"""Check decks with signals against independent equations."""

from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import rbsolve

DECKS = Path(__file__).parents[2] / "decks"

M, m, L, J, G = 1.0, 0.2, 0.5, 0.2 * 0.25 / 3, 9.81
P, K, D, T, TAU = 40.0, 20.0, 8.0, 0.02, 0.02


def cart_and_pole(t, y):
    """Return the derivatives of the states [x, x', th, th', i, f, F]."""
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
    assert run["angle"][50, 0] == pytest.approx(0.002922, abs=2e-5)  # the digits of the header
    assert run["place"][50, 0] == pytest.approx(0.232877, abs=2e-5)


def _slopes_at_rest():
    """Return the state matrix of the equations about the upright position, with the states in the order of the
    equations.
    """
    A = np.zeros((7, 7))
    for k in range(7):
        d = np.zeros(7)
        d[k] = 1e-6
        A[:, k] = (np.array(cart_and_pole(0, d)) - np.array(cart_and_pole(0, -d))) / 2e-6
    return A


def test_inverted_pendulum_linearized():
    found = rbsolve.linearize(DECKS / "inverted_pendulum.deck", parameters={"lean": 0.0})
    assert found.coordinates == ("rail.displacement", "hinge.rotation")
    assert sorted(found.elements) == ["controller.1", "controller.2", "motor"]
    order = [0, 2, 1, 3, *(4 + ["controller.1", "controller.2", "motor"].index(name) for name in found.elements)]
    A = _slopes_at_rest()[np.ix_(order, order)]
    np.testing.assert_allclose(found.state_matrix, A, rtol=1e-7, atol=1e-6 * np.abs(A).max())
    assert found.stability == "stable"


def test_inverted_pendulum_against_python_control():
    """The closed loop consists of the blocks plant, PID with a filtered derivative, and motor."""
    control = pytest.importorskip("control")
    s = control.tf("s")
    inertia = (M + m) * (J + m * L * L) - (m * L) ** 2
    # with th = -m L F/plant and x = ((J + m L^2) s^2 - m G L) F/(s^2 plant)
    plant = s**2 * inertia - (M + m) * m * G * L
    tilt, place = -m * L / plant, ((J + m * L * L) * s**2 - m * G * L) / (s**2 * plant)
    pid = P + K / s + D * s / (T * s + 1)
    loop = (pid * (tilt + place / 20) + 4 * s * place) / (TAU * s + 1)
    poles = np.array(control.zeros(control.minreal(1 - loop, verbose=False)))
    found = rbsolve.linearize(DECKS / "inverted_pendulum.deck", parameters={"lean": 0.0})
    values = np.linalg.eigvals(found.state_matrix)
    for value in values:
        assert np.min(np.abs(poles - value)) < 1e-4 * (1 + abs(value)), value
