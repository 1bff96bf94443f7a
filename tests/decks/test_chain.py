"""Compare the decks that decks/chain.py writes with separate equations of the double pendulum."""

import runpy
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp

CHAIN = runpy.run_path(str(Path(__file__).parents[2] / "decks" / "chain.py"))
GRAVITY = np.array([2.0, -9.81])  # coordinates along x and z
LENGTH, ABOUT_MIDDLE = 0.1, 1e-3


def _direction(angle: float) -> np.ndarray:
    return np.array([-np.sin(angle), -np.cos(angle)])


def _double_pendulum(t: float, y: np.ndarray) -> np.ndarray:
    """Return the derivatives of the absolute angles of two links about y, and the derivatives of their rates."""
    one, two, rate_one, rate_two = y
    slope = np.array([[-np.cos(one), np.sin(one)], [-np.cos(two), np.sin(two)]])
    about_end, coupling = ABOUT_MIDDLE + LENGTH**2 / 4, LENGTH**2 / 2
    mass = np.array([[about_end + LENGTH**2, coupling * np.cos(one - two)], [coupling * np.cos(one - two), about_end]])
    torque = LENGTH * np.array([1.5, 0.5]) * (slope @ GRAVITY)
    torque -= coupling * np.sin(one - two) * np.array([rate_two**2, -(rate_one**2)])
    return np.concatenate([y[2:], np.linalg.solve(mass, torque)])


def test_two_links_are_a_double_pendulum(run_deck):
    runs = [run_deck(CHAIN["chain_deck"](2), step=step) for step in (1e-3, 5e-4)]
    exact = solve_ivp(_double_pendulum, (0, 1), np.zeros(4), method="DOP853", rtol=1e-12, atol=1e-12).y[:, -1]
    tip = LENGTH * (_direction(exact[0]) + _direction(exact[1]))
    errors = [run["tip"][-1, [0, 2]] - tip for run in runs]
    assert np.linalg.norm(errors[0]) / np.linalg.norm(errors[1]) == pytest.approx(4, rel=0.02)
    assert (4 * errors[1] - errors[0]) / 3 == pytest.approx(0, abs=1e-7)


@pytest.mark.parametrize("kind", ["REVOLUTE", "SPHERICAL"])
def test_many_links_hold_together_and_keep_their_energy(run_deck, kind):
    run = run_deck(CHAIN["chain_deck"](40, kind, t_end=0.1))
    assert run.diagnostics["constraint_violation"].max() < 1e-13
    work = run["energy"][:, 0] - run["energy"][0, 0]
    assert np.abs(work).max() < 1e-5 * 40 * 9.81 * 2
