"""Compare decks whose friction depends on reactions with the solutions in the headers of the decks."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

G = 9.81


def test_friction_on_an_incline(run_deck):
    run = run_deck("friction_on_an_incline.deck")
    slope, mu, mass = np.radians(25.0), 0.3, 2.0
    a = G * (np.sin(slope) - mu * np.cos(slope))
    np.testing.assert_allclose(run["place"][:, 0], run.time + 0.5 * a * run.time**2, atol=1e-9)
    assert run["place"][-1, 0] == pytest.approx(1.739311, abs=1e-6)
    assert run["speed"][-1, 0] == pytest.approx(2.478621, abs=1e-6)
    np.testing.assert_allclose(run["friction"][:, 0], -mu * mass * G * np.cos(slope), rtol=1e-9)
    np.testing.assert_allclose(np.linalg.norm(run["reaction"], axis=1), 17.781759, rtol=1e-7)


def test_pin_friction(run_deck):
    run = run_deck("pin_friction.deck")
    angle, rate = run["angle"][:, 0], run["rate"][:, 0]
    ends = [
        abs(angle[row] + 0.5 * rate[row] ** 2 / (G / 0.5)) for row in np.flatnonzero(rate[1:-1] * rate[2:] < 0.0) + 1
    ]
    wanted = [36.490, 33.113, 29.865, 26.725, 23.643, 20.667, 17.732]
    np.testing.assert_allclose(np.degrees(ends), wanted, atol=5e-2)  # the error for rows 10 ms apart
    assert angle[600] == pytest.approx(0.2186347, abs=1e-7)
    force = np.linalg.norm(run["reaction"], axis=1)
    np.testing.assert_allclose(run["friction"][:, 0], -0.4 * 0.03 * force * np.tanh(rate / 1e-3), atol=1e-12)


def stick_slip(mass, k, belt, dynamic, static, decay):
    """Return the period, the time of slip, the least and largest positions, and the least speed of the cycle. The
    friction law is set-valued.
    """
    start = static * mass * G / k

    def slopes(t, y):
        mu = dynamic + (static - dynamic) * np.exp(-(((belt - y[1]) / decay) ** 2))
        return [y[1], (mu * mass * G - k * y[0]) / mass]

    def meets(t, y):
        return belt - y[1]

    meets.terminal, meets.direction = True, -1
    slip = solve_ivp(
        slopes, (0.0, 10.0), [start, belt - 1e-9], "DOP853", None, events=meets, rtol=1e-11, atol=1e-13, max_step=0.01
    )
    sticks = (start - slip.y[0, -1]) / belt
    return slip.t[-1] + sticks, slip.t[-1], slip.y[0].min(), slip.y[0].max(), slip.y[1].min()


def test_stick_slip(run_deck):
    period, slip, low, high, back = stick_slip(1.0, 25.0, 0.1, 0.2, 0.4, 0.1)
    assert [period, slip, low, high, back] == pytest.approx(
        [2.592897, 0.875847, -0.015991, 0.173260, -0.473038], abs=2e-6
    )
    run = run_deck("stick_slip.deck")
    place, speed = run["place"][:, 0], run["slip"][:, 0] + 0.1
    cycle = run.time > 2.0
    assert place[cycle].min() == pytest.approx(low, abs=2e-4)
    assert place.max() == pytest.approx(high, abs=2e-4)
    assert speed.min() == pytest.approx(back, rel=2e-3)
    # These are the times at which the block moves back through the rest position of the spring. Between rows, the time
    # follows from the speed of the block at this position.
    through = [
        run.time[i] - place[i] / (place[i + 1] - place[i]) * 5e-3
        for i in np.flatnonzero((place[:-1] > 0.0) & (place[1:] <= 0.0))
    ]
    np.testing.assert_allclose(np.diff(through), period, rtol=1e-3)
    sticks = np.abs(run["slip"][:, 0]) < 1e-3
    assert np.mean(sticks[cycle]) == pytest.approx(1.0 - slip / period, abs=0.03)


def test_stiction(run_deck):
    run = run_deck("stiction.deck")
    slope = np.radians(10.0) * run.time
    lets_go = np.arctan(0.4) / np.radians(10.0)
    assert lets_go == pytest.approx(2.180141, abs=1e-6)
    holds = (run.time > 0.1) & (run.time < lets_go - 0.01)
    np.testing.assert_allclose(run["gone"][holds, 0], G * np.sin(slope[holds]) / 8e5, atol=1e-8)
    np.testing.assert_allclose(run["force"][holds, 0], -G * np.sin(slope[holds]), atol=2e-3)
    assert run["gone"][holds, 0].max() < 4.554e-6
    moves = run.time[np.flatnonzero(run["gone"][:, 0] > 1e-4)[0]]
    assert lets_go < moves < lets_go + 0.03
    slides = run.time > lets_go + 0.1
    speed = run["speed"][slides, 0]
    wanted = np.gradient(speed, 5e-3)[1:-1]
    angle = slope[slides][1:-1]
    np.testing.assert_allclose(wanted, G * (np.sin(angle) - 0.3 * np.cos(angle)), rtol=2e-2)


def test_rolling_resistance(run_deck):
    run = run_deck("rolling_resistance.deck")
    slope, late = np.radians(2.0), run.time > 0.1
    for ball, b in (("free", 0.0), ("slow", 0.002)):
        gone = 5 / 14 * G * (np.sin(slope) - b / 0.1 * np.cos(slope)) * run.time[-1] ** 2
        assert gone == pytest.approx({"free": 0.489092, "slow": 0.208977}[ball], abs=1e-6)
        assert run[ball][-1, 0] == pytest.approx(gone, rel=1e-3)
    np.testing.assert_allclose(run["held"][late, 0], G * np.sin(slope) * 2e-6, atol=1e-6)
    np.testing.assert_allclose(run["moment_on_slow"][late, 1], -G * 0.002 * np.cos(slope), rtol=1e-4)
    np.testing.assert_allclose(run["moment_on_held"][-1, 1], -G * 0.1 * np.sin(slope), rtol=1e-4)


def test_backlash(run_deck):
    run = run_deck("backlash.deck")
    own, load, k, v, half = 1e-3 / 0.25**2 + 1e-3, 0.08, 1e4, 2.0, np.radians(0.5)
    reduced = own * load / (own + load)
    period = 2.0 * (2.0 * half / v + np.pi * np.sqrt(reduced / k))
    assert period == pytest.approx(2.489313e-2, abs=1e-8)
    play, rate = run["play"][:, 0], run["rate"][:, 0]
    rows = np.flatnonzero((play[:-1] < 0.0) & (play[1:] >= 0.0))
    times = run.time[rows] - play[rows] / v
    np.testing.assert_allclose(np.diff(times), period, rtol=2e-5)
    np.testing.assert_allclose(np.abs(rate[np.abs(play) < 0.99 * half]), v, rtol=1e-6)
    assert np.abs(run["torque"]).max() == pytest.approx(23.681739, rel=1e-3)  # the error for rows 0.1 ms apart
    wheel = -0.25 * run["motor"][:, 0]
    np.testing.assert_allclose(own * wheel + load * (wheel + rate), -0.325, rtol=1e-9)


def test_flanks_of_a_backlash_that_damp(run_deck):
    run = run_deck("backlash.deck", parameters={"#damping": 0.2}, t_end=0.08)
    play, rate = run["play"][:, 0], run["rate"][:, 0]
    free = np.abs(play) < 0.99 * np.radians(0.5)
    found = [abs(rate[row]) for row in np.flatnonzero(free[1:] & ~free[:-1]) + 1]
    assert len(found) >= 3
    v, c = 2.0, 0.2
    for left in found:
        v = brentq(lambda w, v=v: np.log((1.0 + c * v) / (1.0 - c * w)) - c * (v + w), 1e-3, v)
        assert left == pytest.approx(v, rel=1e-4)
