"""The optimizations of the how-to pages, each compared with an optimum from different formulas and scipy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp, trapezoid
from scipy.optimize import minimize

import rbsolve

ROOT = Path(__file__).parents[2]
HOW_TO = ROOT / "docs" / "how-to"


def test_the_rotor_is_balanced_in_two_planes():
    """Static and dynamic balance are four linear equations for the positions of the two masses."""
    mass, centre, products, each = 10.0, (4e-4, -2e-4, 0.05), (5e-4, -8e-4), 0.05
    planes = np.array([[1.0, 1.0], [-0.2, 0.3]])
    expected = [
        np.linalg.solve(planes, [-mass * centre[k] / each, (products[k] - mass * centre[k] * centre[2]) / each])
        for k in (0, 1)
    ]
    found = rbsolve.optimize(
        HOW_TO / "rotor_balance.deck",
        dict.fromkeys(("x1", "y1", "x2", "y2"), (-0.2, 0.2)),
        minimize="rms(force.x)^2 + rms(force.y)^2 + 10*(rms(moment.x)^2 + rms(moment.y)^2)",
    )
    assert [found["x1"], found["x2"]] == pytest.approx(expected[0], rel=1e-8)
    assert [found["y1"], found["y2"]] == pytest.approx(expected[1], rel=1e-8)


def miss(lengths):
    """Return the rms distance of the coupler point from the ellipse over a rotation. The circles about B and D give the
    position of the point.
    """
    a, b, c, u, v, q0 = lengths
    t = np.linspace(0.0, 2.0 * np.pi, 37)
    B = a * np.exp(1j * (q0 + t))
    reach = 1.0 - B
    e = np.abs(reach)
    along = (b**2 - c**2 + e**2) / (2.0 * e)
    with np.errstate(invalid="ignore"):
        C = B + reach / e * (along + 1j * np.sqrt(b**2 - along**2))
    P = B + (C - B) / b * (u + 1j * v)
    off = np.abs(P - (0.45 + 0.3 * np.cos(t + 0.4)) - 1j * (0.55 + 0.2 * np.sin(t + 0.1))) ** 2
    return np.sqrt(trapezoid(off, t) / (2.0 * np.pi))


def test_the_coupler_point_follows_the_ellipse():
    bounds = {"a": (0.1, 0.45), "b": (0.5, 1.5), "c": (0.5, 1.5), "u": (-1.0, 1.0), "v": (-1.0, 1.0), "q0": (-1.5, 1.5)}
    start = {"a": 0.23, "b": 1.3, "c": 0.58, "u": 0.65, "v": 0.32, "q0": 0.76}
    ranges = {name: (*bounds[name], start[name]) for name in bounds}
    found = rbsolve.optimize(HOW_TO / "coupler_curve.deck", ranges, minimize="sqrt(mean(miss))", threads=1)
    assert found.status == "complete"
    at = np.array(list(found.values()))
    assert miss(at) == pytest.approx(found.value, rel=1e-9)
    begin = np.clip(at + 0.01, [low for low, _ in bounds.values()], [high for _, high in bounds.values()])
    peer = minimize(miss, begin, bounds=list(bounds.values()), method="SLSQP", options={"ftol": 1e-14, "maxiter": 300})
    assert found.value == pytest.approx(peer.fun, rel=1e-6)
    assert at == pytest.approx(peer.x, abs=1e-3)
    assert found.parameters["b"].active == "upper"
    wider = minimize(
        miss, at, bounds=list((bounds | {"b": (0.5, 1.51)}).values()), method="SLSQP", options={"ftol": 1e-14}
    )
    assert found.parameters["b"].multiplier == pytest.approx((wider.fun - peer.fun) / 0.01, rel=0.05)


def pendulum(gains):
    """Return the angle and the motor's force in each row of the deck, by the equations in the deck's header."""
    P, D, K = gains
    M, m, length, T, tau = 1.0, 0.2, 0.5, 0.02, 0.02
    inertia = m * 0.25 / 3.0

    def rates(_, y):
        x, th, v, w, i, f, F = y
        error = th + x / 20.0
        u = np.clip(P * error + i + D * (error - f) / T, -50.0, 50.0) + 4.0 * v
        mass = np.array([[M + m, m * length * np.cos(th)], [m * length * np.cos(th), inertia + m * length**2]])
        push = [F + m * length * w**2 * np.sin(th), m * 9.81 * length * np.sin(th)]
        return [v, w, *np.linalg.solve(mass, push), K * error, (error - f) / T, (u - F) / tau]

    begin = [0.0, 0.2, 0.0, 0.0, 0.0, 0.2, P * 0.2]
    rows = np.linspace(0.0, 6.0, 301)
    found = solve_ivp(rates, (0.0, 6.0), begin, "DOP853", rows, rtol=1e-9, atol=1e-11)
    return found.y[1], found.y[6], found.y[0, -1]


def test_the_weakest_motor_for_a_given_overshoot():
    """scipy's SLSQP on the independent equations, with differences of runs, ends at the same gains."""
    found = rbsolve.optimize(
        ROOT / "decks" / "inverted_pendulum.deck",
        {"P": (20.0, 80.0), "D": (2.0, 15.0), "K": (0.0, 40.0)},
        minimize="peak(force)",
        subject_to=["-min(angle) <= 0.08", "abs(final(place)) <= 0.02"],
        threads=1,
    )
    assert found.status == "complete"

    def scalars(gains):
        angle, force, place = pendulum(gains)
        return np.array([np.abs(force).max(), -angle.min(), abs(place)])

    at = np.array(list(found.values()))
    assert at == pytest.approx([35.01765, 10.62132, 0.71086], rel=1e-4)
    assert found.value == pytest.approx(7.045997, rel=1e-6)
    assert scalars(at) == pytest.approx([found.value, 0.08, 0.02], rel=1e-5)
    steps = 2e-3 * np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1], [-1, 1, 0]])
    around = [scalars(at * (1.0 + step)) for step in steps]
    assert all(force > found.value or over > 0.08 or abs(place) > 0.02 for force, over, place in around)


def test_the_gains_keep_the_pole_upright_with_a_weak_motor():
    found = rbsolve.optimize(
        ROOT / "decks" / "inverted_pendulum.deck",
        {"P": (20.0, 80.0), "D": (2.0, 15.0), "K": (0.0, 40.0)},
        minimize="rms(angle)",
        subject_to=["peak(force) <= 8", "abs(final(place)) <= 0.02"],
    )

    def rms(gains):
        return np.sqrt(np.mean(pendulum(gains)[0] ** 2))

    at = np.array(list(found.values()))
    angle, force, place = pendulum(at)
    assert np.sqrt(np.mean(angle**2)) == pytest.approx(found.value, rel=1e-6)
    assert np.abs(force).max() == pytest.approx(8.0, abs=1e-4)
    assert abs(place) < 0.02
    # No permitted change of a gain by 0.5 % improves the result. The multiplier equals the improvement per unit of the
    # motor's strength.
    for gains in at * (1.0 + 0.005 * np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [-1, 1, 0], [1, -1, 0]])):
        if np.abs(pendulum(gains)[1]).max() <= 8.0 + 1e-6:
            assert rms(gains) > found.value
    assert rms(at + np.array([0.0, 0.0, 0.1])) > found.value
    stronger = rbsolve.optimize(
        ROOT / "decks" / "inverted_pendulum.deck",
        {"P": (20.0, 80.0, at[0]), "D": (2.0, 15.0, at[1]), "K": (0.0, 40.0, 0.0)},
        minimize="rms(angle)",
        subject_to=["peak(force) <= 8.01", "abs(final(place)) <= 0.02"],
    )
    assert (stronger.value - found.value) / 0.01 == pytest.approx(found.constraints[0].multiplier, rel=0.02)
