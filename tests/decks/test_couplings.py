"""Check decks with couplings against closed forms and independent equations of motion."""

from pathlib import Path

import numpy as np
import pytest
from coupled import (
    DOUBLE,
    GYROSTAT,
    MASS,
    PRECESSION,
    RADIUS,
    THETA,
    G,
    bennett,
    crank_pendulum,
    disc_slope,
    double_pendulum,
    gyrostat_rates,
    steady_spin,
)
from scipy.integrate import solve_ivp

import rbsolve

DECKS = Path(__file__).parents[2] / "decks"


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "LIE_SE3", "CARDAN_ANGLES_2", "EULER_PARAMETERS_2"])
def test_conical_pendulum(run_deck, formulation):
    length, alpha = 0.8, np.radians(35)
    rate, tension = np.sqrt(G / (length * np.cos(alpha))), 1.5 * G / np.cos(alpha)
    steps = np.array([5e-3, 2e-3, 1e-3])
    errors = []
    for h in steps:
        run = run_deck("conical_pendulum.deck", formulation=formulation, step=h, t_end=0.4)
        phi = rate * run.time
        circle = length * np.column_stack(
            [np.sin(alpha) * np.cos(phi), np.sin(alpha) * np.sin(phi), np.full_like(phi, -np.cos(alpha))]
        )
        errors.append(np.abs(run["position"] - circle).max())
        assert np.abs(run["stretch"]).max() < 1e-14
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(2, abs=0.1)
    assert run["tension"][:, 0] == pytest.approx(tension, rel=2e-5)
    assert run["pull"] == pytest.approx(-tension / length * run["position"], abs=1e-3)
    assert np.ptp(run["energy"]) < 1e-4


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "MINIMAL_COORDINATES"])
@pytest.mark.parametrize("extra", [0.0, 1.0])
def test_four_bar_with_a_rod(run_deck, formulation, extra):
    inertia, weight = crank_pendulum(extra)

    def accelerated(q):
        return -weight.sum() * np.sin(q) / inertia.sum()

    start = [np.pi / 3, 0.0]
    runs = [
        run_deck("four_bar_rod.deck", formulation=formulation, step=h, parameters={"extra": extra}, t_end=1.0)
        for h in (2e-3, 1e-3)
    ]
    times = runs[0].time
    exact = solve_ivp(lambda t, y: [y[1], accelerated(y[0])], (0, 1), start, t_eval=times, rtol=1e-12, atol=1e-12).y[0]
    angles = [np.pi / 3 + run["angle"][:, 0] for run in runs]
    assert np.abs((4 * angles[1] - angles[0]) / 3 - exact).max() < 1e-8
    assert runs[1]["right"] == pytest.approx(runs[1]["angle"], abs=1e-12)
    pull = (inertia[0] * accelerated(exact) + weight[0] * np.sin(exact)) / (0.5 * np.cos(exact))
    assert runs[1]["tension"][:, 0] == pytest.approx(pull, abs=1e-4)


def test_four_bar_with_a_rod_is_the_four_bar(run_deck):
    with_rod, with_hinges = (run_deck(f"{name}.deck", step=2.5e-4) for name in ("four_bar_rod", "four_bar"))
    assert with_rod["angle"] == pytest.approx(with_hinges["angle"], abs=2e-6)


def test_two_bobs_on_rods(run_deck):
    start = np.array([[1, 0, 0], [1, 0.7, 0], [0, 0, 0.5], [0.4, 0, 0]])

    def slope(t, y):
        x, v = y.reshape(2, 2, 3)
        return np.concatenate([v, double_pendulum(x, v)[0]]).ravel()

    exact = solve_ivp(slope, (0, 1), start.ravel(), rtol=1e-12, atol=1e-12).y[:, -1].reshape(4, 3)
    steps = np.array([2e-3, 1e-3, 5e-4])
    runs = [run_deck(DOUBLE, step=h) for h in steps]
    ends = [np.array([run["one"][-1], run["two"][-1]]) for run in runs]
    errors = [np.abs(end - exact[:2]).max() for end in ends]
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(2, abs=0.1)
    assert (4 * ends[2] - ends[1]) / 3 == pytest.approx(exact[:2], abs=1e-7)
    tensions = double_pendulum(exact[:2], exact[2:])[1]
    pulls = [np.array([run["upper"][-1, 0], run["lower"][-1, 0]]) for run in runs]
    assert (4 * pulls[2] - pulls[1]) / 3 == pytest.approx(tensions, rel=1e-5)
    assert runs[2]["violation"].max() < 1e-14


RATIOS = np.array([-0.25, -0.4, 0.15])


def test_belts_run_up(run_deck):
    """The reference is the reduced equation `J w' = T - c w`, and the efforts of the belts."""
    n, m = 0.5, -0.4
    J = np.array([0.0055, 0.04, 0.15]) @ np.array([1, n, n * m]) ** 2
    c = np.array([0.001, 0.1, 0.5]) @ np.array([1, n, n * m]) ** 2
    runs = [run_deck("belt_drive.deck", step=h) for h in (2e-3, 1e-3)]
    time = runs[1].time
    decay = np.exp(-c * time / J)
    speed, pull = 4 / c * (1 - decay), 4 / J * decay

    def refined(name):
        return (4 * runs[1][name][:, 0] - runs[0][name][:, 0]) / 3

    np.testing.assert_allclose(refined("motor"), speed, atol=1e-8 * speed.max())
    np.testing.assert_allclose(runs[1]["fan"], n * runs[1]["motor"], atol=1e-10)
    np.testing.assert_allclose(runs[1]["pump"], n * m * runs[1]["motor"], atol=1e-10)
    np.testing.assert_allclose(refined("turned"), 4 / c * (time - J / c * (1 - decay)), atol=1e-6)
    on_pump = n * m * (0.15 * pull + 0.5 * speed)
    on_fan = n * (0.04 * pull + 0.1 * speed) + m * on_pump
    np.testing.assert_allclose(refined("on_pump"), on_pump, atol=1e-5)
    np.testing.assert_allclose(refined("on_fan"), on_fan, atol=1e-5)
    assert runs[1]["violation"].max() < 1e-12


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "LIE_SE3", "MINIMAL_COORDINATES"])
def test_gear_train_is_one_degree_of_freedom(run_deck, formulation):
    inertia, torque = np.array([0.002, 0.08, 0.5, 30.0]), 8.0
    ratio = np.cumprod([1.0, *RATIOS])
    acceleration = (torque - ratio[3] * 30 * G) / (inertia @ ratio**2)
    run = run_deck("gear_train.deck", formulation=formulation)
    motor = 20 * run.time + 0.5 * acceleration * run.time**2
    assert motor[-1] > 100  # after several whole rotations
    for name, factor in zip(("motor", "shaft", "drum", "rack"), ratio, strict=True):
        assert run[name][:, 0] == pytest.approx(factor * motor, abs=1e-9)  # a constant acceleration causes no error
    first = (torque - inertia[0] * acceleration) / RATIOS[0]
    second = (first - inertia[1] * ratio[1] * acceleration) / RATIOS[1]
    pinion = 30 * (G + ratio[3] * acceleration)
    assert pinion == pytest.approx((second - inertia[2] * ratio[2] * acceleration) / RATIOS[2])
    for name, effort in (("first", first), ("second", second), ("pinion", pinion)):
        assert run[name][:, 0] == pytest.approx(effort, rel=1e-9)
    assert run["violation"].max() < 1e-12


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "MINIMAL_COORDINATES"])
def test_gear_on_a_tumbling_carrier(run_deck, formulation):
    def slope(t, y):
        found = gyrostat_rates(y[:3], y[3])
        return [*found[:4], y[3]]

    exact = solve_ivp(slope, (0, 1), [0.3, 0.8, -0.4, 15.0, 0.0], rtol=1e-12, atol=1e-12).y[:, -1]
    runs = [run_deck(GYROSTAT, formulation=formulation, step=h) for h in (2e-3, 1e-3)]
    w, q0 = ((4 * runs[1][name][-1] - runs[0][name][-1]) / 3 for name in ("w", "q0"))
    assert w == pytest.approx(exact[:3], abs=1e-7)
    assert q0[0] == pytest.approx(exact[4], abs=1e-7)
    assert runs[1]["q1"] == pytest.approx(1.5 * runs[1]["q0"], abs=1e-11)
    assert runs[1]["mesh"][-1, 0] == pytest.approx(gyrostat_rates(exact[:3], exact[3])[4], abs=1e-4)
    drift = [np.abs(run["momentum"] - run["momentum"][0]).max() for run in runs]
    assert drift[0] < 1e-10 or np.log2(drift[0] / drift[1]) == pytest.approx(
        2, abs=0.1
    )  # the result has no error, or a second-order error


def test_disc_rolls_on_a_circle(run_deck):
    n = steady_spin()
    steps = np.array([1e-2, 5e-3, 2.5e-3])
    runs = [run_deck("rolling_disc.deck", step=h) for h in steps]
    # The disc starts along e1 and leans to its left, towards the centre of the circle.
    around = np.array([0.0, RADIUS * np.cos(THETA) + RADIUS * abs(n) / PRECESSION])
    errors = []
    for run in runs:
        phi = PRECESSION * run.time
        start = run["centre"][0, :2] - around
        turn = np.array([[np.cos(phi), -np.sin(phi)], [np.sin(phi), np.cos(phi)]])
        errors.append(np.abs(run["centre"][:, :2] - around - np.einsum("ijn,j->ni", turn, start)).max())
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(2, abs=0.1)
    run = runs[-1]
    assert run["centre"][:, 2] == pytest.approx(RADIUS * np.sin(THETA), abs=1e-4)
    assert np.linalg.norm(run["velocity"], axis=1) == pytest.approx(RADIUS * abs(n), abs=1e-4)
    assert run["ground"][:, 2] == pytest.approx(MASS * G, rel=1e-4)
    assert np.hypot(*run["ground"][:, :2].T) == pytest.approx(MASS * RADIUS * abs(n * PRECESSION), rel=1e-3)
    assert run["pull"] == pytest.approx(run["ground"])
    assert run["violation"].max() < 1e-13


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "LIE_SE3", "MINIMAL_COORDINATES"])
def test_disc_that_wobbles(run_deck, formulation):
    fall = 0.8
    start = [THETA, fall, PRECESSION * np.sin(THETA), steady_spin(), 0.0, 0.0, RADIUS * np.cos(THETA)]
    exact = solve_ivp(disc_slope, (0, 2), start, rtol=1e-12, atol=1e-12).y[:, -1]
    centre = np.array([exact[5], exact[6], RADIUS * np.sin(exact[0])])
    steps = np.array([5e-3, 2.5e-3, 1.25e-3])
    runs = [
        run_deck("rolling_disc.deck", formulation=formulation, step=h, t_end=2.0, parameters={"fall": fall})
        for h in steps
    ]
    errors = [np.abs(run["centre"][-1] - centre).max() for run in runs]
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(2, abs=0.1)
    assert (4 * runs[2]["centre"][-1] - runs[1]["centre"][-1]) / 3 == pytest.approx(centre, abs=2e-6)
    drift = [np.ptp(run["energy"]) for run in runs]
    assert np.log2(drift[1] / drift[2]) == pytest.approx(2, abs=0.3)


def test_bicycle_rights_itself_and_goes_on_faster(run_deck):
    """The potential energy of the lean becomes kinetic energy. The moment of inertia about the line of contact is
    80.81722 kg m^2. The effective mass of the forward motion is 97.619 kg.
    """
    run = run_deck("bicycle.deck", t_end=10.0)
    speed = np.sqrt(4.6**2 + 80.81722 * 0.5**2 / (94 + 0.12 / 0.3**2 + 0.28 / 0.35**2))
    assert run["velocity"][-1, 0] == pytest.approx(speed, abs=2e-5)
    assert np.abs(run["yaw_pitch_lean"][:, 2]).max() > 6.0
    assert np.abs(run["yaw_pitch_lean"][-50:, 2]).max() < 0.25
    assert np.ptp(run["energy"]) < 2e-4


def test_bennett_linkage_moves_as_its_geometry_says(run_deck):
    run = run_deck("bennett.deck")
    t1 = 0.7 + 2 * (1 - np.cos(run.time))
    assert t1[-1] > 4.6
    turned = bennett(t1) - bennett(0.7)
    for name, expected in (("one", t1 - 0.7), ("two", turned), ("three", 0.7 - t1), ("four", -turned)):
        assert run[name][:, 0] == pytest.approx(expected, abs=1e-9)
    assert run["violation"].max() < 1e-12


def text_of(name, *changes):
    text = (DECKS / f"{name}.deck").read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


TURN = "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {turn} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {30*t^2} } }"


def test_gear_train_driven(run_deck):
    """The analysis KINEMATIC prescribes 30 t^2 at the motor, and gives the efforts of the gears."""
    changes = (
        ("@ACTUATOR {torque} @INITIAL_RATE {20}", "@PRESCRIBED_ROTATION {turn}"),
        ("@SIMULATION", "@ANALYSIS_TYPE {KINEMATIC} @SIMULATION"),
    )
    run = run_deck(text_of("gear_train", *changes) + TURN, step=1e-2)
    ratio = np.prod(RATIOS)
    assert run["rack"][:, 0] == pytest.approx(ratio * 30 * run.time**2, abs=1e-11)
    assert run["pinion"][:, 0] == pytest.approx(30 * (G + ratio * 60), rel=1e-10)
    second = RATIOS[2] * 30 * (G + ratio * 60) + 0.5 * RATIOS[0] * RATIOS[1] * 60
    assert run["second"][:, 0] == pytest.approx(second, rel=1e-10)


SPRUNG = (("@ACTUATOR {torque} @INITIAL_RATE {20}", "@SPRING {5, 0.2}"),)


def test_gear_train_at_rest(run_deck):
    """In STATIC, a spring at the motor supports the load."""
    run = run_deck(text_of("gear_train", *SPRUNG, ("@SIMULATION", "@ANALYSIS_TYPE {STATIC} @SIMULATION")), t_end=0.02)
    ratio = np.prod(RATIOS)
    angle = 0.2 - ratio * 30 * G / 5
    assert run["motor"][-1, 0] == pytest.approx(angle, abs=1e-12)
    assert run["rack"][-1, 0] == pytest.approx(ratio * angle, abs=1e-12)
    assert run["pinion"][-1, 0] == pytest.approx(30 * G, rel=1e-12)
    assert run["first"][-1, 0] == pytest.approx(RATIOS[1] * RATIOS[2] * 30 * G, rel=1e-12)


def test_gear_train_linearized():
    small = rbsolve.linearize(text_of("gear_train", *SPRUNG), at="equilibrium")
    inertia = np.array([0.002, 0.08, 0.5, 30.0]) @ np.cumprod([1.0, *RATIOS]) ** 2
    assert np.abs(small.eigenvalues.imag).max() == pytest.approx(np.sqrt(5 / inertia), rel=1e-10)
    assert len(small.coordinates) == 1


def test_four_bar_with_a_rod_driven_at_rest_and_linearized(run_deck):
    """In KINEMATIC, both cranks rotate equally. In STATIC, both cranks hang down. The linearized equilibrium is a
    pendulum.
    """
    hinge = "@AT_POINT {A} @TRIAD_NAME {TRIAD_INERTIAL}"
    drive = (
        (hinge, f"{hinge} @PRESCRIBED_ROTATION {{sway}}"),
        ("@SIMULATION", "@ANALYSIS_TYPE {KINEMATIC} @SIMULATION"),
    )
    sway = "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {sway} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {-0.8*sin(t)^2} } }"
    run = run_deck(text_of("four_bar_rod", *drive) + sway, parameters={"extra": 1}, step=1e-2)
    t, (inertia, weight) = run.time, crank_pendulum(1.0)
    angle, acceleration = -0.8 * np.sin(t) ** 2, -1.6 * np.cos(2 * t)
    assert run["right"][:, 0] == pytest.approx(angle, abs=1e-11)
    q = np.pi / 3 + angle
    # The rod moves the right crank, with J q'' + weight sin q = -0.5 T cos q.
    pull = -(inertia[1] * acceleration + weight[1] * np.sin(q)) / (0.5 * np.cos(q))
    assert run["tension"][:, 0] == pytest.approx(pull, abs=1e-9)
    hanging = run_deck(text_of("four_bar_rod", ("@SIMULATION", "@ANALYSIS_TYPE {STATIC} @SIMULATION")), t_end=0.02)
    assert hanging["angle"][-1, 0] == pytest.approx(-np.pi / 3, abs=1e-10)
    small = rbsolve.linearize(text_of("four_bar_rod"), at="equilibrium", parameters={"extra": 1})
    assert np.abs(small.eigenvalues.imag).max() == pytest.approx(np.sqrt(weight.sum() / inertia.sum()), rel=1e-9)
