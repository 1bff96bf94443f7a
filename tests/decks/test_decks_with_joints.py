"""Decks with joints. The references are the digits in the headers of the decks, and independent equations of motion."""

from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import fsolve
from scipy.special import ellipj, ellipk

DECKS = Path(__file__).parents[2] / "decks"
TOP = np.array([0.173343964098386, 0.640088592070569, -0.748490791133581])
ROTOR = np.array([-0.900000057817395, 0.018160532244934, -0.004844509756546])
PUMA = (
    -2.094968204806495,
    1.046731848517386,
    -3.490984660633273,
    1.571469506751705,
    1.570708412146709,
    0.785340332406802,
)


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "EULER_PARAMETERS_2", "MINIMAL_COORDINATES"])
def test_heavy_top_with_spherical_joint(run_deck, formulation):
    steps = np.array([4e-4, 2e-4, 1e-4])
    runs = [run_deck("heavy_top_spherical.deck", formulation=formulation, step=h) for h in steps]
    errors = [np.linalg.norm(run["centre_of_mass"][-1] - TOP) for run in runs]
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(2, abs=0.1)
    # Richardson's extrapolation of a second-order method leaves a fourth-order error, so the reference digits agree
    # to 1e-7.
    extrapolated = (4 * runs[2]["centre_of_mass"][-1] - runs[1]["centre_of_mass"][-1]) / 3
    assert extrapolated == pytest.approx(TOP, abs=1e-7)
    assert all(run["violation"].max() < 1e-13 for run in runs)


CRANKS = {0.5: (0.240719573729615, 54.33333216831315), 0.0: (0.254650085467319, 51.36943988793069)}


@pytest.mark.parametrize("centre", CRANKS)
@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "EULER_PARAMETERS_2", "MINIMAL_COORDINATES"])
def test_slider_crank(run_deck, formulation, centre):
    slider, crank = CRANKS[centre]
    parameters = {"crank_centre": centre}
    runs = [
        run_deck("slider_crank.deck", step=h, formulation=formulation, parameters=parameters) for h in (5e-4, 2.5e-4)
    ]
    ends = [np.array([run["slider"][-1, 0], run["angle"][-1, 0]]) for run in runs]
    assert ends[1] == pytest.approx((slider, crank), abs=2e-3)
    assert (4 * ends[1] - ends[0]) / 3 == pytest.approx((slider, crank), abs=4e-6)  # a second-order method
    assert runs[1]["violation"].max() < 1e-14


@pytest.mark.parametrize(
    ("formulation", "step"), [("LIE_R3_SO3", 2e-4), ("EULER_PARAMETERS_2", 1e-4), ("CARDAN_ANGLES_2", 1e-4)]
)
def test_rotor_by_an_implicit_method(run_deck, formulation, step):
    steps = step * np.array([1, 1 / 2, 1 / 4])
    runs = [run_deck("rotor.deck", integrator="GENERALIZED_ALPHA", formulation=formulation, step=h) for h in steps]
    errors = [np.linalg.norm(run["p1"][-1] - ROTOR) for run in runs]
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(2, abs=0.1)
    extrapolated = (4 * runs[2]["p1"][-1] - runs[1]["p1"][-1]) / 3
    assert np.linalg.norm(extrapolated - ROTOR) < 0.01 * errors[2]


def test_what_the_method_damps_ends_at_zero_not_in_subnormal_numbers(run_deck):
    # Subnormal numbers slow every operation down many times. The slider cannot rotate, and round-off of its rotation is
    # damped.
    sensor = "@SENSOR_DEFINITION { @SENSOR_NAME {w} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {slider} } }"
    run = run_deck((DECKS / "slider_crank.deck").read_text() + sensor, step=2.5e-4)
    late = run["w"][len(run.time) // 2 :]
    assert not np.any((late != 0) & (np.abs(late) < np.finfo(float).tiny))


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "EULER_PARAMETERS_2", "MINIMAL_COORDINATES"])
def test_puma_560(run_deck, formulation):
    run = run_deck("puma560.deck", formulation=formulation)
    angles = [run[f"q{joint}"][-1, 0] for joint in range(1, 7)]
    assert angles == pytest.approx(PUMA, abs=1e-9)


@pytest.mark.parametrize("formulation", ["CARDAN_ANGLES_1", "CARDAN_ANGLES_2"])
def test_puma_560_mounted_where_cardan_angles_are_regular(run_deck, formulation):
    run = run_deck("puma560.deck", formulation=formulation, parameters={"mount": 30})
    angles = [run[f"q{joint}"][-1, 0] for joint in range(1, 7)]
    assert angles == pytest.approx(PUMA, abs=1e-9)


def test_a_step_that_turns_bodies_over_is_taken_in_parts(run_deck):
    """In a whole step, the Newton iteration converges to angles that are wrong by 6 and 31 rad. The run then ends 2 rad
    from the solution. Divided steps are at least as accurate as the whole steps of an earlier version. The reference
    has other coordinates and another method.
    """
    deck = (DECKS / "puma560.deck").read_text().replace("@OUTPUT_STEP_SIZE {1e-2}", "@OUTPUT_STEP_SIZE {0.05}")
    run = run_deck(deck, formulation="CARDAN_ANGLES_2", parameters={"mount": 30}, step=0.025)
    reference = run_deck(
        deck, integrator="RK44", formulation="MINIMAL_COORDINATES", parameters={"mount": 30}, step=5e-4
    )
    names = [f"q{joint}" for joint in range(1, 7)]
    assert [reference[name][-1, 0] for name in names] == pytest.approx(PUMA, abs=1e-7)
    errors = np.array([np.abs(run[name][:, 0] - reference[name][:, 0]) for name in names]).max(axis=0)
    divided = run.time > 0.96
    assert errors[divided].max() < errors[~divided].max() < 0.01
    assert [finding.code for finding in run.summary.findings] == ["steps-in-parts"]


@pytest.mark.parametrize(("step", "error"), [(0.1, 2e-3), (0.05, 4e-4)])
def test_a_step_whose_matrix_becomes_singular_is_taken_in_parts(run_deck, step, error):
    """The iteration of a whole step diverges to a singular matrix. In an earlier version, the run then failed."""
    deck = (DECKS / "puma560.deck").read_text().replace("@OUTPUT_STEP_SIZE {1e-2}", "@OUTPUT_STEP_SIZE {0.1}")
    run = run_deck(deck, formulation="LIE_SE3", parameters={"mount": 30}, step=step)
    assert [run[f"q{joint}"][-1, 0] for joint in range(1, 7)] == pytest.approx(PUMA, abs=error)


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "MINIMAL_COORDINATES"])
def test_four_bar_swings_like_a_pendulum(run_deck, formulation):
    length, m, coupler = 0.5, 1.0, 2.0
    inertia = 2 * m * length**2 / 3 + coupler * length**2

    def rate(t, q):
        return [q[1], -(m * length + coupler * length) * 9.81 * np.sin(q[0]) / inertia]

    run = run_deck("four_bar.deck", step=5e-4, formulation=formulation)
    pendulum = solve_ivp(rate, (0, 2), [np.pi / 3, 0], rtol=1e-12, atol=1e-12, t_eval=run.time)
    assert run["angle"][:, 0] == pytest.approx(pendulum.y[0] - np.pi / 3, abs=2e-5)
    centre = np.stack([0.5 + length * np.sin(pendulum.y[0]), -length * np.cos(pendulum.y[0])], axis=1)
    assert run["coupler"][:, :2] == pytest.approx(centre, abs=1e-5)
    assert run["energy"][-1, 0] == pytest.approx(run["energy"][0, 0], abs=1e-4)


@pytest.mark.parametrize("loops", [40, 3])
def test_ladder_of_four_bars_swings_like_a_pendulum(run_deck, loops):
    runs = [run_deck("n_four_bar.deck", step=h, parameters={"#N": loops}) for h in (2e-3, 1e-3)]
    speed = np.sqrt(3 * 9.81 * (3 * loops + 1) / (2 * (4 * loops + 1)))
    modulus = 3 / (2 * speed)
    sine, *_ = ellipj(speed * runs[0].time, modulus**2)
    angles = [run["angle"][:, 0] for run in runs]
    extrapolated = (4 * angles[1] - angles[0]) / 3  # a second-order method
    assert extrapolated == pytest.approx(2 * np.arcsin(modulus * sine), abs=1e-8)
    assert runs[0]["last_angle"] == pytest.approx(runs[0]["angle"], abs=1e-12)
    assert runs[0]["violation"].max() < 1e-12


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "MINIMAL_COORDINATES"])
def test_triple_pendulum(run_deck, formulation):
    run = run_deck("triple_pendulum.deck", formulation=formulation)
    assert run["energy"][:, 0] == pytest.approx(run["energy"][0, 0], abs=2e-4)
    assert run["angular_momentum"][:, 2] == pytest.approx(run["angular_momentum"][0, 2], rel=1e-6)
    # a single rod of 1.2 m at 1 rad/s
    assert run["angular_momentum"][0, 2] == pytest.approx(1.5 * 1.2**2 / 3, rel=1e-12)
    assert run["violation"].max() < 1e-13


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "MINIMAL_COORDINATES"])
def test_gyroscope_precesses_steadily(run_deck, formulation):
    rate = 0.1 * 9.81 * 0.1 / (2e-3 * 400)
    coarse, run = (run_deck("gyroscope_in_gimbals.deck", step=h, formulation=formulation) for h in (2e-4, 1e-4))
    # In one step, the rotor rotates by 0.08 rad. Extrapolation removes the second-order error.
    extrapolated = (4 * run["precession"][:, 0] - coarse["precession"][:, 0]) / 3
    assert extrapolated == pytest.approx(rate * run.time, abs=1e-6)
    assert run["tilt"][:, 0] == pytest.approx(0, abs=1e-5)
    assert run["spin"][:, 0] == pytest.approx(400, rel=1e-8)


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "MINIMAL_COORDINATES"])
def test_flyball_governor_finds_its_balance(run_deck, formulation):
    speed, k, m, sleeve_mass, g = 6.0, 8e3, 1.0, 1.5, 9.81

    def unbalance(unknowns):
        """Return the moment about an arm's hinge, and the force on the sleeve, for given values of the arm's angle and
        the sleeve's height.
        """
        angle, z = unknowns
        radial, axial = np.array([np.sin(angle), 0]), np.array([0, -np.cos(angle)])
        half, ball = 0.5 * (radial + axial), radial + axial
        rest = np.hypot(0.5 * np.sin(np.pi / 4), 0.5 * np.cos(np.pi / 4))
        line = np.array([0, z]) - half
        pull = k * (np.linalg.norm(line) - rest) * line / np.linalg.norm(line)  # the moment on the arm
        force = np.array([m * speed**2 * ball[0], -m * g])
        moment = ball[0] * force[1] - ball[1] * force[0] + half[0] * pull[1] - half[1] * pull[0]
        return [moment, -2 * pull[1] - sleeve_mass * g]

    angle, z = fsolve(unbalance, [np.pi / 4, -np.cos(np.pi / 4)], xtol=1e-13)
    run = run_deck("flyball_governor.deck", step=5e-4, formulation=formulation)
    assert np.abs(run["arm1"][-1, 0]) == pytest.approx(abs(angle - np.pi / 4), abs=1e-6)
    assert run["arm1"][:, 0] == pytest.approx(-run["arm2"][:, 0], abs=1e-9)
    assert run["sleeve"][-1, 0] == pytest.approx(z + np.cos(np.pi / 4), abs=1e-6)


# The table contains the steps of the default method, the step of explicit methods, and the final values of sensors. The
# values of the sensors come from pinocchio's articulated-body algorithm, integrated by DOP853 at a tolerance of 1e-12.
TREES = {
    "satellite.deck": (
        (5e-3, 2.5e-3),
        1e-3,
        {
            "bus": (-0.008788646829, 0.003137948655, 0.039833918434),
            "wheel": (454.6911391752,),
            "left_root": (-0.095343273582,),
            "left_tip": (-0.020616710493,),
        },
    ),
    "humanoid.deck": (
        (5e-4, 2.5e-4),
        2.5e-4,
        {
            "pelvis": (0.502552261921, -0.003861243834, 0.062892253592),
            "neck": (1.086043750943, -0.081706275169, -0.074329628985),
            "left_ankle": (0.008516372470, 0.180090777629, 0.648892472654),
            "left_knee": (1.129844578433,),
            "right_elbow": (-0.973346694123,),
        },
    ),
}


@pytest.mark.parametrize("deck", TREES)
def test_floating_trees(run_deck, deck):
    steps, _, expected = TREES[deck]
    coarse, fine = (run_deck(deck, step=step) for step in steps)
    for sensor, value in expected.items():
        assert np.linalg.norm(coarse[sensor][-1] - value) < 5e-4
        assert (4 * fine[sensor][-1] - coarse[sensor][-1]) / 3 == pytest.approx(value, abs=5e-7), sensor


@pytest.mark.parametrize("tableau", ["RK44", "RK67", "DOPRI5", "DOP853"])
@pytest.mark.parametrize("deck", TREES)
def test_floating_trees_by_explicit_methods(run_deck, deck, tableau):
    """Only a single word of the deck is changed. The deck runs with and without step size control."""
    tight = {"RELATIVE_TOLERANCE": 1e-11, "ABSOLUTE_TOLERANCE": 1e-11} if tableau.startswith("DOP") else {}
    options = {"integrator": "EXPLICIT_RUNGE_KUTTA", "method_options": {"TABLEAU": tableau, **tight}}
    _, step, expected = TREES[deck]
    run = run_deck(deck, step=step, **options)
    for sensor, value in expected.items():
        assert run[sensor][-1] == pytest.approx(value, abs=2e-9), sensor
    if deck == "satellite.deck":
        assert run["momentum"] == pytest.approx(0, abs=1e-9)
        assert run["spin"] == pytest.approx(0, abs=1e-8)
    else:  # gravity is the only force
        weight = 9.81 * sum(run.checked.compiled.model.bodies.mass)
        fall = run["momentum"] - run["momentum"][0]
        assert fall == pytest.approx(np.outer(run.time, [0, 0, -weight]), abs=1e-7)


ROTOR_E, ROTOR_L, ROTOR_M, SPEED = 0.25, 5.25, 40.0, 30.0


def test_blades_of_a_rotor_flap_and_lag_at_their_frequencies(run_deck):
    """The motions are small, without pitch, heave and damper. The angles are cosines with the frequencies that follow
    from the offset of the hinges.
    """
    S, slender = ROTOR_M * ROTOR_L / 2, ROTOR_M * ROTOR_L**2 / 3 + 1e-3
    flap, lag = SPEED * np.sqrt(1 + ROTOR_E * S / slender), SPEED * np.sqrt(ROTOR_E * S / (slender + 0.5))
    start = {"flap": 1e-4, "lag": -2e-4}
    run = run_deck(
        "four_blade_rotor.deck", parameters=start | dict.fromkeys(("collective", "cyclic", "heave", "damper"), 0.0)
    )
    expected = np.stack([1e-4 * np.cos(flap * run.time), -2e-4 * np.cos(lag * run.time)], axis=1)
    for blade in range(1, 5):
        np.testing.assert_allclose(run[f"flap_lag_{blade}"], expected, atol=2e-7)
    assert (flap / SPEED, lag / SPEED) == pytest.approx((1.0351, 0.2671), abs=1e-4)


def test_a_heaving_rotor_carries_its_weight_in_motion(run_deck):
    """The reaction of the mast moves the centre of mass. Both quantities are summed over all times of the run. Second
    differences in time give the acceleration.
    """
    run = run_deck("four_blade_rotor.deck")
    mass, h = 500 + 80 + 4 * (2 + ROTOR_M), run.time[1] - run.time[0]
    centre = run["centre"]
    second = (centre[2:] - 2 * centre[1:-1] + centre[:-2]) / h**2
    # The error of second differences is the fourth derivative times h^2 / 12. Motions have up to three times the
    # frequency of the shaft.
    assert run["thrust"][1:-1] == pytest.approx(mass * second, abs=0.01 * np.max(np.abs(mass * second)))
    assert run["flap_lag_1"][0] == pytest.approx([np.radians(2), np.radians(-1)], abs=1e-12)
    # At the start, no body moves relative to the shaft.
    assert run["lag_moment"][0] == pytest.approx([0.0, 0.0], abs=1e-9)


def test_a_pendulum_wave_comes_together_after_a_minute(run_deck):
    """Each pendulum makes a given number of swings in a minute. The periods are complete elliptic integrals."""
    run = run_deck("pendulum_wave.deck")
    half = np.searchsorted(run.time, 30 - 1e-9)
    assert run.time[half] == pytest.approx(30)
    start = np.radians(30)
    for swings in range(50, 62):
        angle = run[f"angle_{swings}"][:, 0]
        assert angle[0] == pytest.approx(start)
        assert angle[-1] == pytest.approx(start, abs=1e-8)
        assert angle[half] == pytest.approx(start if swings % 2 == 0 else -start, abs=1e-8)
        assert np.sum((angle[:-1] > 0) & (angle[1:] <= 0)) == swings


def test_a_pendulum_is_timed_by_events(run_deck):
    """A pendulum passes its lowest point at odd multiples of a quarter of its period. The period is a complete elliptic
    integral, and the error has the order of the method.
    """
    run = run_deck("timed_pendulum.deck")
    quarter = ellipk(0.25) / np.sqrt(2 * 9.81 / 2.1)
    assert (quarter, 19 * quarter) == pytest.approx((0.551510, 10.478690), abs=1e-6)
    low = [found for found in run.summary.events if found.name == "low"]
    assert [found.direction for found in low] == [("FALLING", "RISING")[k % 2] for k in range(len(low))]
    assert [found.time for found in low[:9]] == pytest.approx([(2 * k + 1) * quarter for k in range(9)], abs=1e-9)
    assert [found.name for found in run.summary.events].count("done") == 1
    # The signal has a corner at each of nine turning points. At these corners, the error of Simpson's rule is at most
    # h^2/12 of the acceleration.
    at_a_turn = 0.002**2 / 12 * (2 * 9.81 / 2.1) * np.sin(np.pi / 3)
    assert run.time[-1] == pytest.approx(19 * quarter, abs=9 * at_a_turn / run["rate"].max())
    assert run.summary.detail.startswith("Event done ended the run, rising")


SQUEEZER = {
    "beta": 15.81077119629904,
    "Theta": -15.75637105984298,
    "gamma": 0.04082224013073101,
    "Phi": -0.5347301163226948,
    "delta": 0.5244099658805304,
    "Omega": 0.5347301163226948,
    "epsilon": 1.048080741042263,
}


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "MINIMAL_COORDINATES"])
def test_andrews_squeezing_mechanism(run_deck, formulation):
    """The results agree to 1e-4, with 60 % of the iterations of a fixed step."""

    def error(run):
        first = {name.lower(): value for name, value in run.checked.compiled.description.parameters.items()}
        return max(abs(run[name][-1, 0] + first.get(name.lower(), 0.0) - end) for name, end in SQUEEZER.items())

    run = run_deck("squeezer.deck", formulation=formulation)
    assert error(run) < 1e-4
    assert run.diagnostics["constraint_violation"].max() < 1e-14
    fixed = (DECKS / "squeezer.deck").read_text().replace("@LOCAL_ERROR_TOLERANCE {1e-8}", "")
    fine = run_deck(fixed, formulation=formulation, step=1e-5)
    assert 7e-5 < error(fine) < 2e-4
    assert run.summary.newton_iterations < 0.6 * fine.summary.newton_iterations


def test_quarter_car(run_deck):
    """The references are the linear equations of the header, from rest."""
    run = run_deck("quarter_car.deck")
    k1, k2, c, m1, m2 = 200e3, 20e3, 1500.0, 40.0, 300.0

    def road(t):
        u = min(max(10 * t - 2, 0.0), 1.0)
        return 0.05 * u**3 * (10 + u * (6 * u - 15))

    def slopes(t, y):
        z1, z2, v1, v2 = y
        inner = k2 * (z2 - z1) + c * (v2 - v1)
        return v1, v2, (k1 * (road(t) - z1) + inner) / m1, -inner / m2

    found = solve_ivp(slopes, (0, 2), np.zeros(4), "DOP853", run.time, rtol=1e-10, atol=1e-12, max_step=0.01)
    z1, z2 = found.y[:2]
    moved = np.array([road(t) for t in run.time])
    assert run["tyre"][:, 0] == pytest.approx(z1 - moved - 340 * 9.81 / k1, abs=1e-7)
    assert run["spring"][:, 0] == pytest.approx(z2 - z1 - 300 * 9.81 / k2, abs=1e-7)
