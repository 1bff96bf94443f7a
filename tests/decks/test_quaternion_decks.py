"""Compare decks of the quaternion-based integrators with the closed forms of their headers."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

J1, J3, LOAD = 0.35, 0.12, 9.81 * 0.5


def cosine(axis):
    """Return the cosine of the angle between the top's axis and the vertical."""
    return axis[:, 2] / np.linalg.norm(axis, axis=1)


@pytest.mark.parametrize(("deck", "spin"), [("symmetrical_top_slow.deck", 25.0), ("symmetrical_top_fast.deck", 200.0)])
def test_symmetrical_tops(run_deck, deck, spin):
    run = run_deck(deck)
    tilt = np.pi / 6
    assert np.arccos(cosine(run["steady_axis"])) == pytest.approx(tilt, abs=2e-4)
    rate = (J3 * spin - np.sqrt((J3 * spin) ** 2 - 4 * J1 * LOAD * np.cos(tilt))) / (2 * J1 * np.cos(tilt))
    azimuth = np.unwrap(np.arctan2(run["steady_axis"][:, 1], run["steady_axis"][:, 0]))
    assert np.abs(azimuth - azimuth[0]) == pytest.approx(rate * run.time, abs=2e-3 * rate)
    a, b, u0 = 2 * LOAD / J1, J3 * spin / J1, np.cos(tilt)
    lowest = brentq(lambda u: a * (1 - u**2) - b**2 * (u0 - u), -1, u0 - 1e-12)
    assert cosine(run["nutating_axis"]).min() == pytest.approx(lowest, abs=2e-4)
    assert cosine(run["nutating_axis"]).max() == pytest.approx(u0, abs=1e-6)
    for top in ("steady", "nutating"):
        assert run[f"{top}_momentum"][:, 2] == pytest.approx(run[f"{top}_momentum"][0, 2], abs=1e-11)
        assert run[f"{top}_energy"][:, 0] == pytest.approx(run[f"{top}_energy"][0, 0], rel=1e-6)
        assert np.abs(run[f"{top}_unit_norm_error"]).max() < 1e-13


def test_sleeping_top(run_deck):
    run = run_deck("sleeping_top.deck")
    r1, r2 = np.roots([J1, -J3 * 40, LOAD])
    assert np.arccos(cosine(run["top_axis"])).max() == pytest.approx(2 * 0.005 / abs(r1 - r2), rel=1e-3)


def test_a_slow_top_falls(run_deck):
    run = run_deck("sleeping_top.deck", parameters={"spin": 20.0})
    assert np.arccos(cosine(run["top_axis"])).max() > 0.1


def test_lagrange_top_passes_close_by_the_vertical(run_deck):
    run = run_deck("lagrange_top_near_vertical.deck")
    # The turning points of the axis follow from (E' - m g l u) 2 J1 (1 - u^2) = (L_z - L_3 u)^2 and the initial
    # velocities.
    u0, L3 = 0.5, J3 * 15
    w1, w2 = -1.002 * L3 * (1 - u0) / (J1 * np.sin(np.pi / 3)), -6
    vertical = L3 * u0 - J1 * w1 * np.sin(np.pi / 3)
    energy = 0.5 * J1 * (w1**2 + w2**2) + LOAD * u0
    cubic = np.poly1d([-LOAD, energy]) * np.poly1d([-2 * J1, 0, 2 * J1]) - np.poly1d([-L3, vertical]) ** 2
    turning = np.sort(cubic.roots.real)[:2]
    angles = np.arccos(cosine(run["top_axis"]))
    assert angles.min() == pytest.approx(np.arccos(turning[1]), rel=0.02)  # rows are 1e-3 s apart
    assert angles.max() == pytest.approx(np.arccos(turning[0]), abs=1e-4)
    assert run["top_energy"][:, 0] == pytest.approx(run["top_energy"][0, 0], abs=1e-6)
    assert np.abs(run["top_unit_norm_error"]).max() < 1e-13


def test_asymmetric_free_body_over_a_million_steps(run_deck):
    run = run_deck("asymmetric_free_body.deck")
    assert run.summary.steps == 1_000_000
    assert run["momentum"] == pytest.approx(np.tile((0.03, 20, 0.06), (len(run.time), 1)), abs=1e-9)
    energy = run["energy"][:, 0]
    assert energy[0] == pytest.approx(0.5 * (3 * 0.01**2 + 2 * 10**2 + 0.06**2 + 2 * 0.1**2), rel=1e-12)
    # The error is bounded by a constant times h^2 and does not drift. The error in the last tenth of the run is not
    # larger than the error in the first tenth.
    error = np.abs(energy - energy[0])
    assert error.max() < 2e-3
    assert error[-100:].max() < 1.5 * error[:100].max()
    assert np.abs(run["unit_norm_error"]).max() < 1e-13


def top_after(time, inertia, spin, swing=0.6):
    """Return the rotation matrix of the top in top_with_any_inertia.deck. scipy integrates Euler's equations."""
    J = np.array(inertia)

    def rates(t, y):
        R, w = y[:9].reshape(3, 3), y[9:]
        moment = np.cross([0, 0, 0.05], R.T @ [0, 0, -98.1])
        return np.concatenate([np.cross(R, w).reshape(-1), (moment - np.cross(w, J * w)) / J])

    c, s = np.cos(np.pi / 6), np.sin(np.pi / 6)
    start = [1, 0, 0, 0, c, -s, 0, s, c, 0, swing, spin]
    return solve_ivp(rates, (0, time), start, method="DOP853", rtol=1e-13, atol=1e-13).y[:9, -1].reshape(3, 3)


@pytest.mark.parametrize(("inertia", "spin"), [((0.35, 0.35, 0.12), 40.0), ((0.125, 0.225, 0.3), 15.0)])
@pytest.mark.parametrize("integrator", ["IMPLICIT_MIDPOINT", "ENERGY_MOMENTUM"])
def test_top_with_any_inertia(run_deck, integrator, inertia, spin):
    parameters = {"spin": spin, **{f"J{k + 1}": value for k, value in enumerate(inertia)}}
    R = top_after(0.2, inertia, spin)
    errors = []
    for step in (2e-3, 1e-3):
        run = run_deck("top_with_any_inertia.deck", parameters=parameters, integrator=integrator, step=step)
        errors.append(np.hypot(*(np.linalg.norm(run[name][-1] - R[:, k]) for name, k in (("axis", 2), ("side", 0)))))
        assert run["momentum"][:, 2] == pytest.approx(run["momentum"][0, 2], abs=1e-12)
    assert errors[0] < 5e-3
    assert errors[0] / errors[1] == pytest.approx(4.0, abs=0.2)
