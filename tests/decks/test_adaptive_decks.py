"""Solve decks of textbooks and benchmarks by generalized-alpha with adaptive steps. Compare the results with the
references in the headers of the decks. All decks run at the same tolerance. The method chooses the initial step.
"""

from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import fsolve

from rbsolve.solver.model.outcome import Outcome

DECKS = Path(__file__).parents[2] / "decks"
G = 9.81


@pytest.fixture
def adaptive(run_deck):
    """`adaptive("puma560.deck")` is a run at a tolerance of 1e-7 m, without a given step."""

    def run(deck, **options):
        text = deck if "@" in deck else (DECKS / deck).read_text()
        lines = [line.split("@TIME_STEP_SIZE {") for line in text.splitlines()]
        without = "\n".join(line[0] + "".join(part.split("}", 1)[1] for part in line[1:]) for line in lines)
        found = run_deck(
            without, integrator="GENERALIZED_ALPHA", method_options={"LOCAL_ERROR_TOLERANCE": 1e-7}, **options
        )
        assert found.summary.outcome is Outcome.COMPLETE
        return found

    return run


# For each deck: final values of sensors, bounds of their errors at a tolerance of 1e-7 m, and the number of steps.
ENDS = {
    "heavy_top_spherical.deck": ({"centre_of_mass": (0.173343964098386, 0.640088592070569, -0.748490791133581)}, 2e-3),
    "slider_crank.deck": ({"slider": (0.240719573729615,)}, 5e-4),
    "rotor.deck": ({"p1": (-0.900000057817395, 0.018160532244934, -0.004844509756546)}, 2e-4),
    "puma560.deck": (
        {
            "q1": (-2.094968204806495,),
            "q2": (1.046731848517386,),
            "q3": (-3.490984660633273,),
            "q4": (1.571469506751705,),
            "q5": (1.570708412146709,),
            "q6": (0.785340332406802,),
        },
        1e-8,
    ),
    "satellite.deck": (
        {
            "bus": (-0.008788646829, 0.003137948655, 0.039833918434),
            "wheel": (454.6911391752,),
            "left_root": (-0.095343273582,),
            "left_tip": (-0.020616710493,),
        },
        1e-4,
    ),
    "humanoid.deck": (
        {
            "pelvis": (0.502552261921, -0.003861243834, 0.062892253592),
            "neck": (1.086043750943, -0.081706275169, -0.074329628985),
            "left_knee": (1.129844578433,),
            "right_elbow": (-0.973346694123,),
        },
        2e-5,
    ),
    "friction_on_an_incline.deck": ({"place": (1.739311,), "speed": (2.478621,)}, 1e-6),
}


@pytest.mark.parametrize("deck", ENDS)
def test_ends(adaptive, deck):
    ends, tolerance = ENDS[deck]
    options = {"formulation": "LIE_R3_SO3"} if deck == "heavy_top_spherical.deck" else {}
    run = adaptive(deck, **options)
    for sensor, end in ends.items():
        assert run[sensor][-1, : len(end)] == pytest.approx(end, abs=tolerance), sensor
    assert run.diagnostics["constraint_violation"].max() < 1e-13


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "MINIMAL_COORDINATES"])
def test_a_four_bar_swings_like_a_pendulum(adaptive, formulation):
    length, inertia = 0.5, 2 * 0.5**2 / 3 + 2 * 0.5**2
    run = adaptive("four_bar.deck", formulation=formulation)
    pendulum = solve_ivp(
        lambda t, q: [q[1], -(length + 2 * length) * G * np.sin(q[0]) / inertia],
        (0, 2),
        [np.pi / 3, 0],
        rtol=1e-12,
        atol=1e-12,
        t_eval=run.time,
    )
    assert run["angle"][:, 0] == pytest.approx(pendulum.y[0] - np.pi / 3, abs=1e-4)
    assert run["energy"][:, 0] == pytest.approx(run["energy"][0, 0], abs=1e-3)


def test_a_gyroscope_precesses_steadily(adaptive):
    run = adaptive("gyroscope_in_gimbals.deck", formulation="LIE_R3_SO3")
    rate = 0.1 * G * 0.1 / (2e-3 * 400)
    assert run["precession"][:, 0] == pytest.approx(rate * run.time, abs=3e-4)
    assert run["spin"][:, 0] == pytest.approx(400, rel=1e-6)


def test_a_stiff_governor_finds_its_balance(adaptive):
    """The rods are a hundred times stiffer. The rods are so strongly damped that no step resolves their vibrations."""
    k = 8e5

    def unbalance(unknowns):
        """Return the moment about an arm's hinge, and the force on the sleeve, for given values of the arm's angle and
        the sleeve's height.
        """
        angle, z = unknowns
        ball = np.array([np.sin(angle), -np.cos(angle)])
        line = np.array([0, z]) - 0.5 * ball
        pull = k * (np.linalg.norm(line) - 0.5) * line / np.linalg.norm(line)
        force = np.array([36.0 * ball[0], -G])
        moment = ball[0] * force[1] - ball[1] * force[0] + 0.5 * (ball[0] * pull[1] - ball[1] * pull[0])
        return [moment / k, (-2 * pull[1] - 1.5 * G) / k]

    angle, z = fsolve(unbalance, [np.pi / 4, -np.cos(np.pi / 4)], xtol=1e-10)
    text = (DECKS / "flyball_governor.deck").read_text().replace("{8e3} @DAMPING {40}", "{8e5} @DAMPING {4e4}")
    run = adaptive(text)
    assert np.abs(run["arm1"][-1, 0]) == pytest.approx(abs(angle - np.pi / 4), abs=1e-6)
    assert run["sleeve"][-1, 0] == pytest.approx(z + np.cos(np.pi / 4), abs=1e-6)
    assert run.summary.steps < 6000


def test_a_ball_bounces(adaptive):
    run = adaptive("bouncing_ball.deck")
    height, speed = run["height"][:, 2] - 0.05, run["speed"][:, 2]
    first = np.sqrt(2.0 / G)
    impacts = first + 2.0 * first * np.cumsum([0.0, 0.8, 0.64])
    for k, (start, stop) in enumerate(zip(impacts, [*impacts[1:], 2.0], strict=True)):
        row = np.searchsorted(run.time, 0.5 * (start + stop))
        assert height[row] + speed[row] ** 2 / (2.0 * G) == pytest.approx(0.64 ** (k + 1), rel=2e-3)
    assert np.all(np.diff(run["energy"][:, 0][run["depth"][:, 0] < -1e-3]) < 1e-9)


def test_a_block_sticks_and_slips(adaptive):
    run = adaptive("stick_slip.deck")
    place, cycle = run["place"][:, 0], run.time > 2.0
    assert place[cycle].min() == pytest.approx(-0.015991, abs=2e-4)
    assert place.max() == pytest.approx(0.173260, abs=2e-4)
    through = [
        run.time[i] - place[i] / (place[i + 1] - place[i]) * 5e-3
        for i in np.flatnonzero((place[:-1] > 0.0) & (place[1:] <= 0.0))
    ]
    np.testing.assert_allclose(np.diff(through), 2.592897, rtol=1e-3)


def test_a_backlash_rattles_at_its_period(adaptive):
    run = adaptive("backlash.deck")
    play = run["play"][:, 0]
    rows = np.flatnonzero((play[:-1] < 0.0) & (play[1:] >= 0.0))
    np.testing.assert_allclose(np.diff(run.time[rows] - play[rows] / 2.0), 2.489313e-2, rtol=5e-5)


def test_a_ball_slides_until_it_rolls(adaptive):
    run = adaptive("sliding_and_rolling.deck")
    rolls = 2.0 * 2.0 / (7.0 * 0.2 * G)
    assert run["slip"][run.time > 1.2 * rolls].max() < 1e-6
    assert run["ball"][-1, 0] == pytest.approx(10.0 / 7.0, abs=5e-5)
    assert run["spin"][-1, 1] == pytest.approx(100.0 / 7.0, abs=5e-4)


STACK = """
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1/150, 1/150, 1/150} } }
@SHAPE_DEFINITION { @SHAPE_NAME {floor} { @SHAPE_TYPE {PLANE} } }
@REPEAT {i, 1, 3} {
  @POINT_DEFINITION { @POINT_NAME {P_#i} { @COORDINATES {0.005*#i, -0.003*#i, 0.22*#i - 0.1} } }
  @FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F_#i} { @POINT1_NAME {P_#i} @TRIAD_NAME {TRIAD_INERTIAL} } }
  @RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B_#i} { @FRAME_NAME {F_#i} @MASS_PROPERTY_NAME {m} } }
  @SHAPE_DEFINITION { @SHAPE_NAME {S_#i} {
    @SHAPE_TYPE {BOX} @CONNECTED_TO_BODY {B_#i} @AT_POINT {P_#i} @DIMENSIONS {0.24 - 0.04*#i, 0.24 - 0.04*#i, 0.2} } }
  @SENSOR_DEFINITION { @SENSOR_NAME {x_#i} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {B_#i} }
    @SENSOR_NAME {v_#i} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {B_#i} } }
}
@SENSOR_DEFINITION { @SENSOR_NAME {energy} { @SENSOR_TYPE {TOTAL_ENERGY} @OBJECT_NAME {SYSTEM} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 2} @OUTPUT_STEP_SIZE {0.02} } }
"""
TOUCHES = (
    "@CONTACT_DEFINITION {{ @CONTACT_NAME {{{name}}} {{ @CONNECTED_TO_BODIES {{{below}, {above}}} @CONTACT_SHAPES {{{of}, {on}}}\n"
    "  @STIFFNESS {{1e6}} @RESTITUTION {{0.2}} @FRICTION_COEFFICIENTS {{0.6, 0.5}} @TRANSITION_VELOCITY {{1e-3}}\n"
    "  @STICTION {{1e5, 50}} }} }}\n"
)


def test_a_dropped_stack_of_boxes_comes_to_rest(adaptive):
    """Boxes, each smaller than the box below, fall 20 mm and come to rest. Four corners carry the boxes above."""
    pairs = [("GROUND", "floor", 1), ("B_1", "S_1", 2), ("B_2", "S_2", 3)]
    contacts = "".join(
        TOUCHES.format(name=f"C_{i}", below=body, above=f"B_{i}", of=shape, on=f"S_{i}") for body, shape, i in pairs
    )
    run = adaptive(STACK + contacts)
    depths = [(weight * G / (4 * 1e6)) ** (2 / 3) for weight in (3, 2, 1)]
    for i in range(1, 4):
        assert np.abs(run[f"v_{i}"][-1]).max() < 1e-5
        height = 0.2 * i - 0.1 - sum(depths[:i])
        assert run[f"x_{i}"][-1, 2] == pytest.approx(height, abs=2e-4)
        assert run[f"x_{i}"][-1, :2] == pytest.approx((0.005 * i, -0.003 * i), abs=2e-3)
    assert np.diff(run["energy"][:, 0]).max() < 1e-6
