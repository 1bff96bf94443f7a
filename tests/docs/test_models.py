"""Compare the models of the how-to pages with closed forms, scipy and hand-written equations."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.linalg import expm

import rbsolve

PAGES = Path(__file__).parents[2] / "docs" / "how-to"


def test_a_quadcopter_rights_itself():
    results = rbsolve.solve(PAGES / "quadcopter.deck")
    t, phi = results.time, results["attitude.roll"]
    np.testing.assert_allclose(phi, math.radians(20) * (1 + 10 * t) * np.exp(-10 * t), atol=1e-9)
    for i in range(1, 5):
        assert results[f"thrust_{i}"].min() > 0.0  # the equation is then linear
        assert results[f"thrust_{i}"][-1, 0] == pytest.approx(1.2 * 9.81 / 4, rel=2e-3)


def test_a_level_quadcopter_climbs():
    results = rbsolve.solve(PAGES / "quadcopter.deck", parameters={"roll": 0})
    t = results.time
    np.testing.assert_allclose(results["place.z"], 1 - (1 + 2 * t) * np.exp(-2 * t), atol=1e-10)
    np.testing.assert_allclose(results["place"][:, :2], 0.0, atol=1e-12)


def oleo(extension, rate):
    """Return the force of the strut [N] without its stops."""
    return 4000.0 * (0.4 / (0.4 + np.minimum(extension, 0.0))) ** 1.3 - 4000.0 * rate * np.abs(rate)


def touchdown(t, y):
    """Return the derivatives of the wheel's height and of the strut's extension, and the derivatives of their rates."""
    height, extension, sinking, rate = y
    tyre = max(0.0, 400e3 * -height * (1.0 - 0.05 * sinking)) if height < 0.0 else 0.0
    force = oleo(extension, rate)
    if extension > 0.0:  # the force of the stop of the strut
        force -= max(0.0, 5e6 * extension * (1.0 + 0.1 * rate))
    wheel, fuselage = (tyre - force) / 40.0 - 9.81, force / 900.0
    return [sinking, rate, wheel, fuselage - wheel]


def test_a_landing_gear_follows_the_equations_of_two_masses():
    results = rbsolve.solve(PAGES / "landing_gear.deck")
    exact = solve_ivp(
        touchdown, (0, 1), [0, 0, -3, 0], rtol=1e-10, atol=1e-12, max_step=2e-4, t_eval=results.time, method="DOP853"
    )
    np.testing.assert_allclose(results["height"][:, 0], exact.y[0], atol=1e-7)
    np.testing.assert_allclose(results["extension"][:, 0], exact.y[1], atol=1e-7)
    assert results["force"].max() == pytest.approx(oleo(exact.y[1], exact.y[3]).max(), rel=1e-5)
    assert results["force"].max() == pytest.approx(22_725, abs=1.0)
    assert results["extension"].min() == pytest.approx(-0.21645, abs=1e-5)


def test_a_governor_brings_the_speed_of_a_rotor_back():
    results = rbsolve.solve(PAGES / "rotor_governor.deck", parameters={"flap": 0})
    e, length, m, gain, load = 0.3, 4.7, 30.0, 4000.0, 5000.0
    inertia = 0.5 + 4 * (m * length**2 / 3 + m * e * length + m * e**2)
    slope = np.array([[-gain / inertia, -gain / inertia], [1.0, 0.0]])
    steady = -np.linalg.solve(slope, [load / inertia, 0.0])
    error = np.array([(steady - expm(slope * t) @ steady)[0] for t in results.time])
    np.testing.assert_allclose(results["speed"][:, 0], 30.0 - error, atol=1e-9)


def test_blades_flap_at_the_frequency_of_a_rotor():
    results = rbsolve.solve(PAGES / "rotor_governor.deck", parameters={"M": 0, "flap": 0.005})
    angle, t = results["flap_1"][:, 0], results.time
    up = np.flatnonzero((angle[:-1] < 0.0) & (angle[1:] >= 0.0))
    crossings = t[up] - angle[up] * (t[up + 1] - t[up]) / (angle[up + 1] - angle[up])
    found = 2 * math.pi * (len(crossings) - 1) / (crossings[-1] - crossings[0])
    assert found == pytest.approx(30.0 * math.sqrt(1 + 3 * 0.3 / (2 * 4.7)), rel=1e-4)
