"""Loops and couplings, solved by explicit methods in joint coordinates. The references are independent equations of
motion (tests/parts/coupled.py).
"""

from pathlib import Path

import numpy as np
import pytest
from coupled import (
    DOUBLE,
    GYROSTAT,
    PRECESSION,
    RADIUS,
    THETA,
    bennett,
    crank_pendulum,
    disc_slope,
    double_pendulum,
    gyrostat_rates,
    steady_spin,
)
from scipy.integrate import solve_ivp

from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.integrators.side_by_side import why_not

DECKS = Path(__file__).parents[2] / "decks"
EXACT = {"integrator": "DOP853", "method_options": {"RELATIVE_TOLERANCE": 1e-12, "ABSOLUTE_TOLERANCE": 1e-12}}


def slope_of(steps, errors):
    return np.polyfit(np.log(steps), np.log(errors), 1)[0]


def ends_of_bobs(time):
    def slope(t, y):
        x, v = y.reshape(2, 2, 3)
        return np.concatenate([v, double_pendulum(x, v)[0]]).ravel()

    start = np.array([[1, 0, 0], [1, 0.7, 0], [0, 0, 0.5], [0.4, 0, 0]])
    return solve_ivp(slope, (0, time), start.ravel(), rtol=1e-13, atol=1e-13).y[:, -1].reshape(4, 3)


@pytest.mark.parametrize(("tableau", "order"), [("HEUN", 2), ("RK33", 3), ("RK44", 4), ("CF4", 4), ("RK67", 6)])
def test_the_order_of_the_tableau_stays(run_deck, tableau, order):
    exact = ends_of_bobs(1.0)
    steps = np.array([1.25e-2, 6.25e-3, 3.125e-3]) / (1 if order > 4 else 2.5)
    runs = [run_deck(DOUBLE, integrator=tableau, step=h) for h in steps]
    errors = [np.abs(np.array([run["one"][-1], run["two"][-1]]) - exact[:2]).max() for run in runs]
    assert slope_of(steps, errors) == pytest.approx(order, abs=0.25)
    assert all(run["violation"].max() < 1e-14 for run in runs)
    tensions = double_pendulum(exact[:2], exact[2:])[1]
    pulls = [np.array([run["upper"][-1, 0], run["lower"][-1, 0]]) for run in runs]
    assert slope_of(steps, [np.abs(pull - tensions).max() for pull in pulls]) == pytest.approx(order, abs=0.25)


def test_bobs_by_steps_that_follow_the_error(run_deck):
    exact = ends_of_bobs(1.0)
    run = run_deck(DOUBLE, **EXACT)
    assert np.array([run["one"][-1], run["two"][-1]]) == pytest.approx(exact[:2], abs=1e-10)
    tensions = double_pendulum(exact[:2], exact[2:])[1]
    assert [run["upper"][-1, 0], run["lower"][-1, 0]] == pytest.approx(tensions, rel=1e-9)


@pytest.mark.parametrize("extra", [0.0, 1.0])
def test_four_bar_with_a_rod(run_deck, extra):
    inertia, weight = crank_pendulum(extra)

    def accelerated(q):
        return -weight.sum() * np.sin(q) / inertia.sum()

    run = run_deck("four_bar_rod.deck", parameters={"extra": extra}, t_end=1.0, **EXACT)
    start = [np.pi / 3, 0.0]
    exact = solve_ivp(lambda t, y: [y[1], accelerated(y[0])], (0, 1), start, t_eval=run.time, rtol=1e-13, atol=1e-13)
    q = exact.y[0]
    assert run["angle"][:, 0] + np.pi / 3 == pytest.approx(q, abs=1e-10)
    assert run["right"] == pytest.approx(run["angle"], abs=1e-12)
    pull = (inertia[0] * accelerated(q) + weight[0] * np.sin(q)) / (0.5 * np.cos(q))
    assert run["tension"][:, 0] == pytest.approx(pull, abs=1e-8)
    assert np.ptp(run["energy"]) < 1e-9


def test_a_loop_with_redundant_equations(run_deck):
    """The mechanism has four hinges in a plane. The cut hinge has five equations, and three of them are redundant."""
    inertia, weight = 2 * 0.25 / 3 + 2 * 0.25, (0.5 + 2 * 0.5) * 9.81
    steps = np.array([1e-2, 5e-3, 2.5e-3])
    runs = [run_deck("four_bar.deck", integrator="RK44", step=h) for h in steps]
    times = runs[0].time
    pendulum = solve_ivp(
        lambda t, y: [y[1], -weight * np.sin(y[0]) / inertia],
        (0, times[-1]),
        [np.pi / 3, 0],
        t_eval=times,
        rtol=1e-13,
        atol=1e-13,
    )
    errors = [np.abs(run["angle"][:, 0] + np.pi / 3 - pendulum.y[0]).max() for run in runs]
    assert slope_of(steps, errors) == pytest.approx(4, abs=0.1)
    assert errors[-1] < 1e-7


def test_redundant_reactions_are_the_smallest_ones(run_deck):
    """The reference is an implicit method, which solves for the reactions of all four hinges."""
    sensors = "".join(
        f"@SENSOR_DEFINITION {{ @SENSOR_NAME {{{name}}} {{ @SENSOR_TYPE {{REACTION_{kind}}} @OBJECT_NAME {{{joint}}} }} }}"
        for joint in ("J1", "J2", "J3", "J4")
        for kind, name in (("FORCE", f"F{joint}"), ("MOMENT", f"M{joint}"))
    )
    text = (DECKS / "four_bar.deck").read_text()
    names = [line.split("{")[1].split("}")[0] for line in text.splitlines() if "@REVOLUTE_JOINT_NAME" in line]
    for k, name in enumerate(names, 1):
        sensors = sensors.replace(f"{{J{k}}}", f"{{{name}}}")
    explicit = run_deck(text + sensors, t_end=0.4, **EXACT)
    implicit = [run_deck(text + sensors, t_end=0.4, step=h, formulation="LIE_R3_SO3") for h in (1e-3, 5e-4)]
    for kind in "FM":
        for k in range(1, 5):
            name = f"{kind}J{k}"
            limit = (4 * implicit[1][name][-1] - implicit[0][name][-1]) / 3
            assert explicit[name][-1] == pytest.approx(limit, abs=2e-5)


@pytest.mark.parametrize("method", [{"integrator": "RK44"}, EXACT])
def test_gears_with_a_constant_acceleration_are_exact(run_deck, method):
    ratio = np.cumprod([1.0, -0.25, -0.4, 0.15])
    acceleration = (8.0 - ratio[3] * 30 * 9.81) / (np.array([0.002, 0.08, 0.5, 30.0]) @ ratio**2)
    run = run_deck("gear_train.deck", **method)
    motor = 20 * run.time + 0.5 * acceleration * run.time**2
    for name, factor in zip(("motor", "shaft", "drum", "rack"), ratio, strict=True):
        assert run[name][:, 0] == pytest.approx(factor * motor, abs=1e-9)
    assert run["first"][:, 0] == pytest.approx((8.0 - 0.002 * acceleration) / -0.25, rel=1e-9)


def test_gear_on_a_tumbling_carrier(run_deck):
    exact = solve_ivp(
        lambda t, y: [*gyrostat_rates(y[:3], y[3])[:4], y[3]],
        (0, 1),
        [0.3, 0.8, -0.4, 15.0, 0.0],
        rtol=1e-13,
        atol=1e-13,
    ).y[:, -1]
    steps = np.array([2e-2, 1e-2, 5e-3])
    runs = [run_deck(GYROSTAT, integrator="RK44", step=h) for h in steps]
    errors = [np.abs(run["w"][-1] - exact[:3]).max() for run in runs]
    assert slope_of(steps, errors) == pytest.approx(4, abs=0.2)
    assert runs[-1]["q0"][-1, 0] == pytest.approx(exact[4], abs=1e-8)
    assert runs[-1]["q1"] == pytest.approx(1.5 * runs[-1]["q0"], abs=1e-11)
    assert runs[-1]["mesh"][-1, 0] == pytest.approx(gyrostat_rates(exact[:3], exact[3])[4], abs=1e-7)


def test_a_disc_that_rolls_binds_velocities(run_deck):
    start = [THETA, 0.8, PRECESSION * np.sin(THETA), steady_spin(), 0.0, 0.0, RADIUS * np.cos(THETA)]
    exact = solve_ivp(disc_slope, (0, 2), start, rtol=1e-13, atol=1e-13).y[:, -1]
    centre = np.array([exact[5], exact[6], RADIUS * np.sin(exact[0])])
    steps = np.array([5e-3, 2.5e-3, 1.25e-3])
    runs = [
        run_deck("rolling_disc.deck", integrator="RK44", step=h, t_end=2.0, parameters={"fall": 0.8}) for h in steps
    ]
    errors = [np.abs(run["centre"][-1] - centre).max() for run in runs]
    assert slope_of(steps, errors) == pytest.approx(4, abs=0.2)
    assert errors[-1] < 1e-7
    assert runs[-1]["violation"].max() < 1e-13


def test_slider_crank(run_deck):
    run = run_deck("slider_crank.deck", **EXACT)
    end = run["slider"][-1, 0], run["angle"][-1, 0]
    assert end == pytest.approx((0.240719573729615, 54.33333216831315), abs=1e-9)
    assert run["violation"].max() < 1e-13


def test_a_prescribed_loop_of_skew_hinges(run_deck):
    run = run_deck("bennett.deck", integrator="RK44")
    t1 = 0.7 + 2 * (1 - np.cos(run.time))
    assert run["two"][:, 0] == pytest.approx(bennett(t1) - bennett(0.7), abs=1e-9)


LOCKING = """
@POINT_DEFINITION { @POINT_NAME {A} { @COORDINATES {0, 0, 0} } @POINT_NAME {B} { @COORDINATES {1, 0, 0} }
  @POINT_NAME {C} { @COORDINATES {1, 2, 0} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {crank} { @AT_POINT {A} @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} }
  @RIGID_BODY_NAME {bob} { @AT_POINT {C} @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {away} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {t^2} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {A} { @CONNECTED_TO_BODIES {GROUND, crank} @AT_POINT {A} @TRIAD_NAME {AXIS_Z} } }
@PRISMATIC_JOINT_DEFINITION { @PRISMATIC_JOINT_NAME {C} { @CONNECTED_TO_BODIES {GROUND, bob} @AT_POINT {C} @TRIAD_NAME {AXIS_Y}
  @PRESCRIBED_DISPLACEMENT {away} } }
@ROD_DEFINITION { @ROD_NAME {rod} { @CONNECTED_TO_BODIES {crank, bob} @POINT1_NAME {B} @POINT2_NAME {C} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 3} @TIME_STEP_SIZE {0.01} } }
@SENSOR_DEFINITION { @SENSOR_NAME {q} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {A} } }
"""


def test_a_loop_that_cannot_close_ends_the_run(run_deck):
    """A rod of 2 m pulls a crank of 1 m. The bob at (1, 2 + t^2) m is 3 m away at t^2 = sqrt(8) - 2."""
    run = run_deck(LOCKING, integrator="RK44")
    assert run.summary.outcome.name == "MECHANISM_LOCKED"
    assert run.time[-1] == pytest.approx(np.sqrt(np.sqrt(8) - 2), abs=0.011)
    assert "does not close" in run.summary.detail


def test_loops_are_not_solved_side_by_side():
    compiled = check_deck(DECKS / "four_bar.deck", Options(integrator="RK44")).compiled
    assert why_not(compiled) == "the deck has loops of joints"
