"""Cylinders and capsules that lie on other bodies: they come to rest, bear their weight evenly, roll and keep their
energy as closed forms say.
"""

import numpy as np
import pytest
from resting import ADAPTIVE, BRICK, CAN, FIXED, HEIGHT, MASS, RADIUS, G, K, N, deck, depth_of, write_cuboid

import rbsolve

FINE = ("{EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOP853} @RELATIVE_TOLERANCE {1e-10} @ABSOLUTE_TOLERANCE {1e-13}", 1e-4)
ROD = f"{{CAPSULE}} @DIMENSIONS {{{RADIUS}, {HEIGHT}}}"
BLOCK = "{MESH} @FILE_NAME {block.obj}"
LYING = {
    "can on box": (BRICK, CAN),
    "rod on box": (BRICK, ROD),
    "can on mesh": (BLOCK, CAN),
    "rod on mesh": (BLOCK, ROD),
    "can on the end of a can": ("{CYLINDER} @DIMENSIONS {0.2, 0.2}", CAN),
    "rod on the end of a can": ("{CYLINDER} @DIMENSIONS {0.2, 0.2}", ROD),
}
POINTS = 3
"""Points of a lying body: the nearest point of the convex parts, and two of the side."""


def lying(tmp_path, name, **changes):
    """Write a deck of a body that lies along e1, at its depth of rest. Return the path."""
    lower, upper = LYING[name]
    write_cuboid(tmp_path / "block.obj", 0.4, 0.3, 0.2)
    wanted = {"place": f"0, 0, {0.1 + RADIUS - depth_of(POINTS)}", "axes": "@TRIAD_NAME {AXIS_X}"}
    path = tmp_path / "lying.deck"
    path.write_text(deck(changes.pop("how", FIXED), lower=lower, upper=upper, **wanted | changes))
    return str(path)


@pytest.mark.parametrize("name", LYING)
def test_a_lying_body_that_is_struck_comes_to_rest(run_deck, tmp_path, name):
    """Its three points bear equal parts of the weight."""
    run = run_deck(lying(tmp_path, name, motion="@INITIAL_ANGULAR_VELOCITY {0, 0.02, 0.03}", end=1.0))
    assert np.abs(run["turn"][:, 1]).max() > 1e-6
    assert run["x"][-1, 2] == pytest.approx(0.1 + RADIUS - depth_of(POINTS), abs=1e-8)
    assert run["N"][-1, 0] == pytest.approx(MASS * G, rel=1e-6)
    assert np.abs(run["turn"][-10:, 1]).max() < 1e-8
    assert np.abs(run["w"][-10:]).max() < 1e-6


PILES = {"cans": (CAN, CAN), "a rod on cans": (CAN, ROD), "a can on rods": (ROD, CAN)}


@pytest.mark.parametrize("name", PILES)
def test_a_body_rests_in_the_cradle_of_two_parallel_ones(run_deck, tmp_path, name):
    """The normals have 30 degrees to the vertical. Each contact has the points of both sides and one more."""
    lower, upper = PILES[name]
    more = (
        f"@SHAPE_DEFINITION {{ @SHAPE_NAME {{second}} {{ @SHAPE_TYPE {lower} @AT_POINT {{0, {RADIUS}, 0}} "
        "@TRIAD_NAME {AXIS_X} } }\n"
        f"@CONTACT_DEFINITION {{ @CONTACT_NAME {{d}} {{ @CONTACT_SHAPES {{second, upper}} @STIFFNESS {{{K}}} "
        "@RESTITUTION {0.3} } }"
    )
    first = f"{lower} @AT_POINT {{0, {-RADIUS}, 0}} @TRIAD_NAME {{AXIS_X}}"
    depth = (MASS * G / (2.0 * np.cos(np.pi / 6.0) * 5 * K)) ** (1.0 / N)
    height = np.sqrt((2.0 * RADIUS - depth) ** 2 - RADIUS**2)
    motion = "@INITIAL_ANGULAR_VELOCITY {0, 0.02, 0.03}"
    changes = {"place": f"0, 0, {height}", "motion": motion, "more": more, "law": "@RESTITUTION {0.3}", "end": 1.0}
    run = run_deck(deck(FIXED, lower=first, upper=upper, axes="@TRIAD_NAME {AXIS_X}", **changes))
    assert np.abs(run["turn"][:, 1:]).max() > 1e-6
    assert run["x"][-1, 2] == pytest.approx(height, abs=1e-8)
    assert np.abs(run["turn"][-10:, 1:]).max() < 1e-8
    assert np.abs(run["w"][-10:, 1:]).max() < 1e-6


@pytest.mark.parametrize("name", LYING)
def test_lying_bodies_that_fall_keep_their_energy(run_deck, tmp_path, name):
    """They also turn about their axis, and their points meet the edges of the lower body."""
    motion = "@INITIAL_ANGULAR_VELOCITY {3, 0.3, 0.2} @INITIAL_VELOCITY {0.5, 0.2, -0.3}"
    place = f"0.1, 0.05, {0.1 + RADIUS + 0.004}"
    path = lying(tmp_path, name, place=place, motion=motion, law="@RESTITUTION {1}", end=0.3, how=FINE)
    run = run_deck(path)
    assert run["N"].max() > MASS * G
    np.testing.assert_allclose(run["E"][:, 0], run["E"][0, 0], rtol=0, atol=2e-8)


@pytest.mark.parametrize("seed", [0, 1, 3])
@pytest.mark.parametrize("lower", [BRICK, "{CYLINDER} @DIMENSIONS {0.2, 0.2}"])
def test_a_can_that_falls_at_any_attitude_keeps_its_energy(run_deck, lower, seed):
    """The balls of its side protrude from its ends, where they must not touch."""
    rng = np.random.default_rng(seed)
    axis = ", ".join(map(str, rng.normal(size=3)))
    motion = f"@INITIAL_ANGULAR_VELOCITY {{{', '.join(map(str, rng.normal(size=3)))}}} @INITIAL_VELOCITY {{0, 0, -1}}"
    more = f"@TRIAD_DEFINITION {{ @TRIAD_NAME {{any}} {{ @ORIENTATION_E3 {{{axis}}} }} }}"
    changes = {
        "place": "0.1, 0.05, 0.3",
        "motion": motion,
        "law": "@RESTITUTION {1}",
        "end": 0.4,
        "more": more,
        "stiffness": 1e9,
    }
    run = run_deck(deck(ADAPTIVE, lower=lower, upper=CAN, axes="@TRIAD_NAME {any}", **changes))
    assert run["x"][-1, 2] > 0.0  # without an impact, the can would fall to -0.9 m
    np.testing.assert_allclose(run["E"][:, 0], run["E"][0, 0], rtol=0, atol=1e-4)


@pytest.mark.parametrize("name", ["can on box", "can on mesh", "rod on mesh"])
def test_a_lying_body_rolls_without_slip(run_deck, tmp_path, name):
    """A body at rest that is pushed at its axis by F accelerates with F/(m + J/R^2), with J = m R^2/2."""
    push = 0.2 * MASS * G
    more = f"@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{p}} {{ @CONNECTED_TO_BODY {{b}} @APPLIED_FORCES {{0, {push}, 0}} }} }}"
    stiff = "@RESTITUTION {0.3} @FRICTION_COEFFICIENTS {0.5} @STICTION {1e6, 1e3}"
    path = lying(tmp_path, name, across=0.5 * MASS * RADIUS**2, law=stiff, more=more, end=0.25)
    run = run_deck(path)
    speed = run["w"][:, 0] * -RADIUS
    assert run["x"][-1, 1] == pytest.approx(0.5 * push / (1.5 * MASS) * 0.25**2, rel=2e-3)
    np.testing.assert_allclose(speed[5:], push / (1.5 * MASS) * run.time[5:], rtol=5e-3)
    np.testing.assert_allclose(run["N"][:, 0], MASS * G, rtol=1e-3)


def test_a_can_above_a_box_has_the_distance_of_its_face(run_deck):
    """The balls of its side protrude from its face by 0.083 m, but its face is 0.1 m above the box."""
    more = "@SENSOR_DEFINITION { @SENSOR_NAME {p} { @SENSOR_TYPE {PENETRATION} @OBJECT_NAME {c} } }"
    run = run_deck(deck(FIXED, place=f"0, 0, {0.2 + HEIGHT / 2}", lower=BRICK, end=0.01, more=more))
    assert run["p"][0, 0] == pytest.approx(-0.1, abs=1e-6)


VALUES = {"v": 0.3, "mu": 0.5, "k": K}
SLIDING = {
    "lower": BRICK,
    "upper": CAN,
    "axes": "@TRIAD_NAME {AXIS_X}",
    "place": f"0, 0, {0.1 + RADIUS - depth_of(POINTS)}",
    "motion": "@INITIAL_VELOCITY {#v, 0.1, 0} @INITIAL_ANGULAR_VELOCITY {0, 0.02, 0.5}",
    "law": "@RESTITUTION {0.3} @FRICTION_COEFFICIENTS {#mu}",
    "stiffness": "#k",
    "end": 0.05,
    "more": "@DESIGN_PARAMETERS_DEFINITION { "
    + " ".join(f"@DESIGN_PARAMETER_NAME {{#{name}}} @SCALAR_VALUE {{{value}}}" for name, value in VALUES.items())
    + " }",
}


def test_derivatives_of_a_sliding_can_are_differences():
    """The tangents of its three points agree with central differences of runs."""
    text = deck(FIXED, **SLIDING)
    found = rbsolve.sensitivities(text, [*VALUES], method="tangent")
    for name, value in VALUES.items():
        h = 1e-5 * value
        runs = [rbsolve.solve(text, {name: value + sign * h}) for sign in (1.0, -1.0)]
        for sensor in ("x", "w"):
            expected = (np.asarray(runs[0][sensor]) - np.asarray(runs[1][sensor])) / (2.0 * h)
            limit = 1e-5 * np.abs(expected).max()
            np.testing.assert_allclose(found.sensitivity(sensor, name), expected, rtol=0, atol=limit)


@pytest.mark.parametrize("method", [FIXED, ADAPTIVE], ids=["implicit", "adaptive"])
def test_cases_of_an_ensemble_are_single_runs(method):
    text, values = deck(method, **SLIDING), [0.3, 0.5, 0.7]
    many = rbsolve.solve_many(text, {"mu": values})
    for case, value in enumerate(values):
        one = rbsolve.solve(text, {"mu": value})
        for sensor in ("x", "w", "N"):
            assert np.array_equal(many[sensor][case], one[sensor])
