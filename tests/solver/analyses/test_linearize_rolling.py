"""Linearizations of bodies that roll without slip, whose velocities have more constraints than their positions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import rbsolve

DECKS = Path(__file__).parents[3] / "decks"
BICYCLE, DISC = DECKS / "bicycle.deck", DECKS / "rolling_disc.deck"

# Meijaard, Papadopoulos, Ruina, Schwab (2007), section 4, give M q'' + v C1 q' + (g K0 + v^2 K2) q = 0 of lean and
# steer.
MASS = np.array([[80.81722, 2.31941332208709], [2.31941332208709, 0.29784188199686]])
DAMPING = np.array([[0.0, 33.86641391492494], [-0.85035641456978, 1.68540397397560]])
WEIGHT = np.array([[-80.95, -2.59951685249872], [-2.59951685249872, -0.80329488458618]])
SPEED = np.array([[0.0, 76.59734589573222], [0.0, 2.65431523794604]])
ROLLING = """
@POINT_DEFINITION { @POINT_NAME {C} { @COORDINATES {0, 0, 0.5} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @ORIENTATION_E2 {0, 0, 1} @ORIENTATION_E3 {0, -1, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F} { @POINT1_NAME {C} @TRIAD_NAME {T} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {disc} { @FRAME_NAME {F} @MASS {1.2} @MOMENTS_OF_INERTIA {0.07, 0.07, 0.16}
    @INITIAL_VELOCITY {-0.5*SPIN, 0, 0} @INITIAL_ANGULAR_VELOCITY {0, -SPIN, 0} } }
@ROLLING_DISC_DEFINITION { @ROLLING_DISC_NAME {r} { @CONNECTED_TO_BODIES {GROUND, disc} @POINT1_NAME {0, 0, 0} @POINT2_NAME {C}
    @TRIAD_NAME {TRIAD_INERTIAL, T} @RADIUS {0.5} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.001} } }
"""


def published_eigenvalues(v):
    """Return the eigenvalues of lean and steer at a speed [m/s]."""
    stiffness = 9.81 * WEIGHT + v * v * SPEED
    A = np.block(
        [[np.zeros((2, 2)), np.eye(2)], [-np.linalg.solve(MASS, stiffness), -np.linalg.solve(MASS, v * DAMPING)]]
    )
    return np.linalg.eigvals(A)


@pytest.mark.parametrize("v", [0.0, 0.5, 2.5, 4.0, 5.0, 7.5, 10.0])
def test_lean_and_steer_of_a_bicycle(v):
    """The published coefficients have 14 digits. x, y, yaw, the rotations of both wheels and the speed give six zeros."""
    small = rbsolve.linearize(BICYCLE, at="start", parameters={"v": v, "lean": 0.0})
    assert small.steady
    assert small.state_matrix.shape == (10, 10)
    found = small.eigenvalues[small.eigenvalues != 0.0]
    found = np.concatenate([found, found[found.imag > 0.0].conj()])
    expected = published_eigenvalues(v)
    assert len(found) == 4
    assert np.sum(small.multiplicity[small.eigenvalues == 0.0]) == 6
    assert np.max(np.min(np.abs(found[:, None] - expected), axis=1)) < 1e-11 * np.max(np.abs(expected))


def test_a_bicycle_is_unstable_below_the_weave_speed_and_above_the_capsize_speed():
    told = [
        rbsolve.linearize(BICYCLE, at="start", parameters={"v": v, "lean": 0.0}).stability
        for v in (4.2923825, 4.2923826, 6.0242620, 6.0242625)
    ]
    assert told == [
        "unstable",
        "neutral",
        "neutral",
        "unstable",
    ]  # on a straight line, in an arbitrary direction


@pytest.mark.parametrize("spin", [2.0, 4.0, 20.0])
def test_upright_disc(spin):
    """With `A y'' = C n lean'`, the lean satisfies `(A + m r^2) lean'' + (C (C + m r^2) n^2 / A - m g r) lean = 0`."""
    small = rbsolve.linearize(ROLLING.replace("SPIN", str(spin)), at="start")
    square = (0.16 * (0.16 + 0.3) * spin**2 / 0.07 - 1.2 * 9.81 * 0.5) / (0.07 + 0.3)
    moving = small.eigenvalues[small.eigenvalues != 0.0]
    assert small.stability == ("unstable" if square < 0.0 else "neutral")
    expected = [-np.sqrt(-square), np.sqrt(-square)] if square < 0.0 else [1j * np.sqrt(square)]
    np.testing.assert_allclose(np.sort_complex(moving), np.sort_complex(np.array(expected, complex)), atol=1e-11 * spin)


def test_state_matrix_about_a_wobbling_disc(run_deck):
    """Neighbouring runs diverge as the matrix predicts. With a change of the start, z = (dx, dtheta; s) satisfies z' =
    A z.
    """
    h, t, change = 2e-4, 0.1, 1e-4
    small = rbsolve.linearize(DISC, at=t, parameters={"fall": 0.4}, step=h)
    assert not small.steady
    assert small.stability == "undetermined"
    offsets = np.arange(-2, 3) * 50
    runs = [
        run_deck("rolling_disc.deck", step=h, output_step=h, t_end=0.15, parameters={"fall": 0.4 + side * change})
        for side in (1, -1)
    ]
    rows = round(t / h) + offsets
    positions = (runs[0]["centre"] - runs[1]["centre"])[rows] / (2 * change)
    R1, R0 = (run["orientation"][rows].reshape(-1, 3, 3) for run in runs)
    relative = R1 @ R0.swapaxes(1, 2)
    turns = (
        0.5
        * np.stack([relative[:, k - 2, k - 1] - relative[:, k - 1, k - 2] for k in range(3)], axis=1)
        / (-2 * change)
    )
    q = np.concatenate([positions, turns], axis=1)[:, _order(small.coordinates)]
    first = np.array([1, -8, 0, 8, -1]) / (12 * 50 * h)
    second = np.array([-1, 16, -30, 16, -1]) / (12 * (50 * h) ** 2)
    chosen = [small.coordinates.index(name) for name in small.rates]
    y, rate, bend = q[2], first @ q, second @ q
    found = small.state_matrix @ np.concatenate([y, rate[chosen]])
    np.testing.assert_allclose(found[: len(y)], rate, atol=2e-5 * np.abs(rate).max())
    np.testing.assert_allclose(found[len(y) :], bend[chosen], atol=2e-4 * np.abs(bend).max())
    np.testing.assert_allclose(
        small.rows_by_rates @ rate + small.rows_by_coordinates @ y, 0.0, atol=2e-5 * np.abs(rate).max()
    )


def _order(coordinates):
    """Return the index of each coordinate of a free body among displacements and rotations."""
    return [3 * ("rotation" in name) + int(name[-1]) - 1 for name in coordinates]


def test_file_keeps_rates_and_rows(tmp_path):
    path = tmp_path / "small.h5"
    small = rbsolve.linearize(BICYCLE, at="start", parameters={"lean": 0.0}, output=path)
    again = rbsolve.open_results(path).linearization
    assert again.rates == small.rates
    assert len(again.rates) == 3
    np.testing.assert_array_equal(again.rows_by_rates, small.rows_by_rates)
    np.testing.assert_array_equal(again.rows_by_coordinates, small.rows_by_coordinates)


def test_an_equilibrium_of_what_rolls_is_refused():
    with pytest.raises(rbsolve.DeckError, match="constrains velocities"):
        rbsolve.linearize(BICYCLE, at="equilibrium")
