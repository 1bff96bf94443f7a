"""Compare a point on a curve with closed forms. The tests use an isochronous pendulum, a bead on a rotating hoop,
equilibrium and linearization.
"""

from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import rbsolve
from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.joints.couplings.curve_table import at_parameter, curve_table, nearest, place_near

CYCLOID = Path(__file__).parents[2] / "decks" / "bead_on_cycloid.deck"
G, R = 9.81, 0.25


def cycloid(s):
    th = 2 * np.arcsin(s / (4 * R))
    return np.column_stack([R * (th + np.sin(th)), np.zeros_like(th), R * (1 - np.cos(th))])


def test_a_bead_on_a_cycloid(run_deck):
    steps, errors = (4e-3, 2e-3), []
    for h in steps:
        run = run_deck("bead_on_cycloid.deck", step=h)
        s = 4 * R * np.sin(1) * np.cos(np.sqrt(G / (4 * R)) * run.time)
        errors.append(np.abs(run["place"] - cycloid(s)).max())
        assert run["violation"].max() < 1e-13
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2, abs=0.1)
    assert errors[1] < 4e-5
    speed = 4 * R * np.sin(1) * np.sqrt(G / (4 * R))
    lowest = np.argmin(np.abs(run["place"][:26, 0]))
    assert run["force"][lowest, 2] == pytest.approx(G + speed**2 / (4 * R), rel=1e-3)
    np.testing.assert_allclose(run["pull"], run["force"], atol=1e-12)
    assert np.ptp(run["energy"]) < 5e-5


FORMULATIONS = ["LIE_SE3", "CARDAN_ANGLES_1", "CARDAN_ANGLES_2", "EULER_PARAMETERS_2", "MINIMAL_COORDINATES"]


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_bead_in_every_formulation(run_deck, formulation):
    run = run_deck("bead_on_cycloid.deck", step=2e-3, formulation=formulation, t_end=1.0)
    s = 4 * R * np.sin(1) * np.cos(np.sqrt(G / (4 * R)) * run.time)
    assert np.abs(run["place"] - cycloid(s)).max() < 4e-5
    assert run["violation"].max() < 1e-13


CIRCLE = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0.2, 0.1, 0} } @POINT_NAME {P} { @COORDINATES {0.2, 0.1, -0.5} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_313 {0, 90, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {P} { @POINT1_NAME {P} @TRIAD_NAME {TRIAD_INERTIAL} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {0.1, 0.2, 0.3} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @FRAME_NAME {P} @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {6, 0, 0} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@POINT_ON_CURVE_DEFINITION { @POINT_ON_CURVE_NAME {hoop} { @CONNECTED_TO_BODIES {GROUND, B} @POINT1_NAME {O} @POINT2_NAME {P}
  @TRIAD_NAME {T} @CLOSED {YES} @CURVE_POINTS {%s} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {0.02} } }
@SENSOR_DEFINITION { @SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {B} @FRAME_NAME {O} }
  @SENSOR_NAME {pull} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {hoop} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {O} { @POINT1_NAME {O} @TRIAD_NAME {TRIAD_INERTIAL} } }
"""


def hoop(n):
    """Return a circle of radius 0.5 with n points, in a plane that T rotates upright. The rotation T keeps the axis x,
    and makes z the second coordinate.
    """
    q = 2 * np.pi * (np.arange(n) + 0.25) / n
    points = np.column_stack([0.5 * np.sin(q), -0.5 * np.cos(q), np.zeros(n)])
    return CIRCLE % ", ".join(f"{value:.15g}" for value in points.ravel())


def whirl(times):
    """Return the positions from the middle, the angles and the rates of a pendulum."""
    slope = [lambda t, y: [y[1], -G / 0.5 * np.sin(y[0])], (0, 1), [0, 12.0]]
    q, rate = solve_ivp(*slope, t_eval=times, rtol=1e-11, atol=1e-12).y
    return 0.5 * np.column_stack([np.sin(q), 0 * q, -np.cos(q)]), q, rate


def test_a_bead_that_whirls_on_a_hoop(run_deck):
    """The reference is a pendulum that turns over. The bead therefore passes the point where the closed curve begins
    and ends.
    """
    errors = []
    for h in (2e-3, 1e-3):
        run = run_deck(hoop(96), step=h)
        errors.append(np.abs(run["x"] - whirl(run.time)[0]).max())
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2, abs=0.1)
    assert errors[1] < 1e-4
    _, q, rate = whirl(run.time)
    assert q[-1] > 2 * np.pi
    size = 2 * (0.5 * rate**2 + G * np.cos(q))
    inward = size[:, None] * np.column_stack([-np.sin(q), 0 * q, np.cos(q)])
    np.testing.assert_allclose(run["pull"], inward, atol=2e-3 * np.abs(size).max())


def test_the_parameter_of_a_closed_curve_begins_again(run_deck):
    """The parameter is proportional to the angle from the first point, also where the closed curve begins and ends."""
    sensor = "@SENSOR_NAME {s} { @SENSOR_TYPE {ELONGATION} @OBJECT_NAME {hoop} } @SENSOR_NAME {x}"
    run = run_deck(hoop(96).replace("@SENSOR_NAME {x}", sensor))
    angle = np.arctan2(run["x"][:, 0], -run["x"][:, 2]) - 2 * np.pi * 0.25 / 96
    length = 96 * np.sin(np.pi / 96)
    exact = length * (angle / (2 * np.pi) % 1)
    np.testing.assert_allclose(run["s"][:, 0], exact, atol=1e-4)
    assert exact[0] > 0.99 * length  # the bead starts between the last point and the first


def test_at_rest_and_linearized(run_deck):
    text = CYCLOID.read_text().replace("@SIMULATION", "@ANALYSIS_TYPE {STATIC} @SIMULATION")
    hanging = run_deck(text, t_end=0.02)
    assert hanging["place"][-1] == pytest.approx([0, 0, 0], abs=1e-7)
    assert hanging["force"][-1] == pytest.approx([0, 0, G], abs=1e-9)
    small = rbsolve.linearize(CYCLOID, at="equilibrium")
    assert np.abs(small.eigenvalues.imag).max() == pytest.approx(np.sqrt(G / (4 * R)), rel=1e-4)


@pytest.mark.parametrize("closed", [False, True])
def test_curves_are_of_fourth_order_and_smooth(closed):
    errors = []
    for n in (40, 80):
        q = np.linspace(0, 2 * np.pi, n, endpoint=not closed)
        points = np.column_stack([np.cos(q), np.sin(q), 0.3 * np.sin(2 * q)])
        table = curve_table(points, closed).ravel()
        knots = n + closed
        worst = 0.0
        for p in np.linspace(1.0, 5.2, 401):
            there = np.array([np.cos(p), np.sin(p), 0.3 * np.sin(2 * p)])
            s = nearest(table, 0, knots, closed, tuple(there))
            worst = max(worst, np.linalg.norm(at_parameter(table, 0, knots, closed, s)[0] - there))
        errors.append(worst)
    assert np.log2(errors[0] / errors[1]) == pytest.approx(4, abs=0.5)
    if closed:
        length = table[-10]
        before, behind = (at_parameter(table, 0, knots, True, s) for s in (length - 1e-9, length + 1e-9))
        for one, other in zip(before[:3], behind[:3], strict=True):
            np.testing.assert_allclose(one, other, atol=1e-6)
        before, behind = place_near(table, 0, knots, True, before[0]), place_near(table, 0, knots, True, behind[0])
        assert before.s % length > length / 2 > behind.s % length
        np.testing.assert_allclose(before.n1, behind.n1, atol=1e-6)
        np.testing.assert_allclose(before.n2, behind.n2, atol=1e-6)


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("@CURVE_POINTS {", "@CURVE_POINTS { 1,", "degenerate-geometry", "multiple of three"),
        ("sin(#start)), 0, #r", "sin(#start)), 0.1, #r", "inconsistent-initial-conditions", "away from its curve"),
    ],
)
def test_what_is_wrong_is_said(old, new, code, words):
    found = [
        f for f in check_deck(CYCLOID.read_text().replace(old, new), Options()).diagnostics if f.severity == "error"
    ]
    assert [f.code for f in found] == [code]
    assert words in found[0].message
