"""Contacts with stiction. The tests compare the derivatives of contacts, and the motion of bodies that stick, slide,
roll and oscillate, with closed forms.
"""

import re
from pathlib import Path

import numpy as np
import pytest
from sticking_block import BALL, BRISTLE, G, K, deck
from told import messages_of

import rbsolve
from rbsolve.pipeline import Options, check_deck
from rbsolve.runs.run import describe_end
from rbsolve.solver.analyses.equilibria.friction import grip, letting_go
from rbsolve.solver.analyses.equilibria.static import StaticAnalysis
from rbsolve.solver.analyses.prescribed_motions.mechanism import remember
from rbsolve.solver.model.arrays import DEFLECTION, copy_state

DECKS = Path(__file__).parents[3] / "decks"


def test_what_sticks_swings_on_its_bristles(run_deck):
    """The bristles are four parallel springs without loss."""
    run = run_deck(deck(velocity="1e-3, 0, 0"))
    rate = np.sqrt(4 * BRISTLE)
    np.testing.assert_allclose(run["x"][:, 0], 1e-3 / rate * np.sin(rate * run.time), atol=1e-10)
    np.testing.assert_allclose(run["R"][:, 0], -1e-3 * rate * np.sin(rate * run.time), atol=1e-4)
    energy = run["E"][:, 0] - run["E"][0, 0]
    np.testing.assert_allclose(energy, 0.0, atol=1e-6 * 0.5e-6)


@pytest.mark.parametrize(("friction", "holds"), [("0.5", True), ("0.3, 0.2", False)])
def test_a_slope_of_a_little_less_than_friction_holds_for_ever(run_deck, friction, holds):
    slope = np.radians(20.0)
    gravity = f"{G * np.sin(slope)}, 0, {-G * np.cos(slope)}"
    run = run_deck(
        deck(
            gravity=gravity,
            friction=friction,
            stiction=f"{BRISTLE}, 400",
            end=0.2,
            height=0.001 - G * np.cos(slope) / (4 * K),
        )
    )
    if holds:
        late = run.time > 0.1
        np.testing.assert_allclose(run["x"][late, 0], G * np.sin(slope) / (4 * BRISTLE), rtol=1e-4)
        np.testing.assert_allclose(run["v"][late, 0], 0.0, atol=1e-8)
    else:
        a = G * (np.sin(slope) - 0.2 * np.cos(slope))
        np.testing.assert_allclose(run["v"][-1, 0] - run["v"][500, 0], a * 0.1, rtol=1e-4)
        np.testing.assert_allclose(run["R"][-1, 0], -0.2 * G * np.cos(slope), rtol=1e-4)


def test_a_ball_rolls_on_its_bristles(run_deck):
    slope = np.radians(20.0)
    gravity = f"{G * np.sin(slope)}, 0, {-G * np.cos(slope)}"
    height = 0.1 - G * np.cos(slope) / K
    run = run_deck(
        deck(
            shape=BALL, inertia="4e-3, 4e-3, 4e-3", gravity=gravity, height=height, stiction=f"{BRISTLE}, 100", end=0.2
        )
    )
    gained = run["v"][-1, 0] - run["v"][500, 0]
    np.testing.assert_allclose(gained, 5 / 7 * G * np.sin(slope) * 0.1, rtol=1e-4)
    np.testing.assert_allclose(run["w"][-1, 1] * height, run["v"][-1, 0], rtol=1e-4)


def test_stiction_needs_friction():
    (finding,) = check_deck(deck(friction="0")).diagnostics
    assert finding.code.value == "invalid-value"
    assert "without friction" in finding.message


def on_slope(degrees, height=0.001, **changes):
    """Return a plate on a slope, at rest."""
    slope = np.radians(degrees)
    gravity = f"{G * np.sin(slope)}, 0, {-G * np.cos(slope)}"
    text = deck(
        gravity=gravity,
        inertia="0.01, 0.02, 0.02",
        end=1,
        **{"stiction": f"{BRISTLE}, 400", "height": height - G * np.cos(slope) / (4 * K)} | changes,
    )
    return re.sub(r"@TIME_STEP_SIZE.*\n.*} }", "@ANALYSIS_TYPE {STATIC} } }", text).replace(
        "@SIMULATION_TIME_RANGE {0, 1}", ""
    )


def test_rest_on_a_slope_is_where_the_bristles_carry_the_weight(run_deck):
    run = run_deck(on_slope(20))
    along, arm = G * np.sin(np.radians(20.0)), 0.001 - G * np.cos(np.radians(20.0)) / (8 * K)
    # the plate tilts, because its centre is above the bristles
    moved = along / (4 * BRISTLE) + along * arm**2 / (4 * K)
    np.testing.assert_allclose(run["x"][0], [moved, 0.0, 0.0], rtol=1e-9, atol=1e-14)
    np.testing.assert_allclose(run["R"][0], [-along, 0.0, G * np.cos(np.radians(20.0))], rtol=1e-9, atol=1e-12)
    assert messages_of(run) == ["the equilibrium is stable"]


@pytest.mark.parametrize("height", [0.002, 0.1])
def test_what_starts_above_a_slope_rests_where_it_lands(run_deck, height):
    run = run_deck(on_slope(20, height))
    np.testing.assert_allclose(run["x"][0, 2], 0.001 - height, atol=1e-9)
    np.testing.assert_allclose(run["R"][0, 0], -G * np.sin(np.radians(20.0)), rtol=1e-8)
    assert 0.0 < run["x"][0, 0] < 2 * height


def test_a_steepening_slope_holds_at_rest_until_friction_is_used_up(run_deck):
    """The slope of the deck steepens by 10 degrees a second, with consecutive equilibria. The limit tan a = 0.4 is
    reached at 2.18 s.
    """
    text = (DECKS / "stiction.deck").read_text()
    text = re.sub(
        r"@SIMULATION_TIME_RANGE.*",
        "@ANALYSIS_TYPE {STATIC} @SIMULATION_TIME_RANGE {0, 2.5} @OUTPUT_STEP_SIZE {0.25}",
        text,
    )
    run = run_deck(text)
    np.testing.assert_allclose(run.time, np.arange(0.0, 2.1, 0.25))
    moved = run["gone"][:, 0] - run["gone"][0, 0]
    # the compliance of the bristles, and of the tilt of the plate
    give = 1 / (4 * BRISTLE) + 0.001**2 / (4 * K * 0.3**2)
    np.testing.assert_allclose(moved, G * np.sin(np.radians(10.0 * run.time)) * give, rtol=1e-7, atol=1e-14)
    told = describe_end(run.summary)
    assert "there is no equilibrium at t = 2.25 s: nothing supports body block along (1, 0, 0)" in told
    most = 0.4 * G * np.cos(np.radians(22.5))
    assert f"contact hold slides: its friction at its 4 points is at most {most:.4g} N" in told


def test_without_stiction_nothing_rests_on_a_slope():
    text = on_slope(20, 0.0009).replace(f"@STICTION {{{BRISTLE}, 400}}", "")
    with pytest.raises(
        rbsolve.SolveError, match=r"contact c exerts no force along its surface at rest without @STICTION"
    ):
        rbsolve.solve(text)


@pytest.mark.parametrize("damping", [0, 50])
def test_small_motions_of_what_sticks_are_those_of_springs(damping):
    """Four parallel bristles give 4 k and 4 c along the surface. About the normal, the moment of each bristle depends
    on its own arm."""
    found = rbsolve.linearize(on_slope(20, stiction=f"{BRISTLE}, {damping}"))
    along = [k for k, name in enumerate(found.coordinates) if name in ("b.displacement_1", "b.displacement_2")]
    about = found.coordinates.index("b.rotation_3")
    np.testing.assert_allclose(found.stiffness[along, along], 4 * BRISTLE, rtol=1e-6)
    np.testing.assert_allclose(found.damping[along, along], 4 * damping, rtol=1e-9)
    np.testing.assert_allclose(found.stiffness[about, about], 4 * BRISTLE * 2.0, rtol=1e-4)  # 2 = 1^2 + 1^2
    rate = np.sqrt(4 * BRISTLE - (2 * damping) ** 2)
    side = -2 * damping + 1j * rate  # across the slope, only the height of 1 mm couples the motion with tilting
    assert np.min(np.abs(found.eigenvalues - side)) < 2e-4 * rate


@pytest.mark.parametrize(("degrees", "height"), [(28, 0.001), (60, 0.001), (40, 0.1)])
def test_a_slope_too_steep_for_friction_is_refused_early(degrees, height):
    """The value of tan a is above 0.5. A sliding plate continues to slide at once. The compliance of the bristles does
    not stop the plate before it slides.
    """
    with pytest.raises(rbsolve.SolveError) as refused:
        rbsolve.solve(on_slope(degrees, height))
    most = 0.5 * G * np.cos(np.radians(degrees))
    assert "there is no equilibrium: nothing supports body b along (1, 0, 0) against the forces" in str(refused.value)
    assert f"contact c slides: its friction at its 4 points is at most {most:.4g} N" in str(refused.value)


def ball_at_a_strut(stiffness, degrees):
    """Return a ball that rests on a strut of 50 m, hinged at its surface."""
    height = 0.1 + G * np.cos(np.radians(degrees)) / (4 * K)
    text = on_slope(degrees, height, shape=BALL, stiction=f"{BRISTLE}, 0")
    return f"""{text}
@POINT_DEFINITION {{ @POINT_NAME {{wall}} {{ @COORDINATES {{50, 0, 0}} }} @POINT_NAME {{hinge}} {{ @COORDINATES {{0, 0, 0}} }} }}
@SPRING_DAMPER_DEFINITION {{ @SPRING_DAMPER_NAME {{strut}} {{ @CONNECTED_TO_BODIES {{GROUND, b}} @POINT1_NAME {{wall}}
    @POINT2_NAME {{hinge}} @STIFFNESS {{{stiffness}}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{turned}} {{ @SENSOR_TYPE {{ROTATION}} @OBJECT_NAME {{b}} }} }}
"""


# The number is the vertical part of the normals at a stool's legs. The legs are 1 m by 1 m from the axis of a dome with
# the radius 4 m.
DOWN = np.sqrt(14.0) / 4.0


def add_torque(text, torque):
    """Return the text with a torque about the vertical."""
    load = f"@CONNECTED_TO_BODY {{b}} @APPLIED_MOMENTS {{0, 0, {torque}}}"
    return f"{text} @DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{M}} {{ {load} }} }}"


def stool(torque):
    legs = "{LINE} @POINTS {1, 1, 0, -1, 1, 0, -1, -1, 0, 1, -1, 0}"
    depth = G / (4 * DOWN) / K
    # the last statement removes the torque again
    text = on_slope(0, shape=legs, height=np.sqrt((4 - depth) ** 2 - 2) + G / (4 * K))
    return add_torque(text.replace("{PLANE}", "{SPHERE} @DIMENSIONS {4}"), torque)


def test_points_whose_normals_differ_hold_each_by_its_own(run_deck):
    """The friction is 5 % below its limit. Four legs push in a circle. The push of each leg is proportional to its own
    normal force.
    """
    most = 0.5 * G / (4 * DOWN)
    run = run_deck(stool(0.95 * 4 * most * np.sqrt(2.0)))
    np.testing.assert_allclose(run["R"][0], [0.0, 0.0, G], rtol=1e-7, atol=1e-6)
    compiled = run.checked.compiled
    state = copy_state(compiled.initial)
    remember(compiled.model, 0.0, state)
    round_about = np.array([[-1, 1, 0], [-1, -1, 0], [1, -1, 0], [1, 1, 0]]) / np.sqrt(2.0)
    state.bristle[:, DEFLECTION : DEFLECTION + 3] = (
        np.array([[0.9], [1.1], [-2.0], [0.0]]) * most / BRISTLE * round_about
    )
    points = grip(compiled.model.contacts, state)
    np.testing.assert_allclose(points.most, most, rtol=1e-9)
    assert list(points.slips) == [False, True, True, False]
    rolling = np.zeros(4, dtype=bool)
    assert letting_go(compiled, state, rolling) == ""  # two of the four legs still stick
    state.bristle[[0, 3], DEFLECTION] = 1.0
    assert letting_go(compiled, state, rolling) == (
        f"; contact c slides: its friction at its 4 points is at most {4 * most:.4g} N"
    )


def test_what_turns_round_on_its_points_is_refused(run_deck):
    """The points exert forces along a circle, and the sum of these forces is zero."""
    most = 0.5 * G
    run = run_deck(add_torque(on_slope(0), 0.95 * most * np.sqrt(2.0)))
    assert messages_of(run) == ["the equilibrium is stable"]
    with pytest.raises(rbsolve.SolveError) as refused:
        rbsolve.solve(add_torque(on_slope(0), 1.05 * most * np.sqrt(2.0)))
    assert "body b turning about (0, 0, 1) moves without end" in str(refused.value)
    assert f"contact c slides: its friction at its 4 points is at most {most:.4g} N" in str(refused.value)


@pytest.mark.parametrize("part", [1.05, 1.2])
def test_what_turns_round_on_a_dome_slides_off(part):
    """The torque is larger than the limit of friction, also slightly off the axis. The stool never comes to rest, and
    the message gives the state where it started to slide.
    """
    most = 0.5 * G / DOWN  # the largest friction of all legs
    with pytest.raises(rbsolve.SolveError) as refused:
        rbsolve.solve(stool(part * most * np.sqrt(2.0)))
    told = str(refused.value)
    assert "the force on body b turning about (0, 0, 1) exceeds friction" in told
    assert f"contact c slides: its friction at its 4 points is at most {most:.4g} N" in told
    assert int(re.search(r"in (\d+) iterations", told)[1]) <= 160


def test_what_was_only_tried_measures_nothing():
    """A step deep into the dome causes excessive forces, which must not serve as a reference for the remaining part of
    the weight.
    """
    compiled = check_deck(stool(0.0), Options()).compiled
    search = StaticAnalysis(compiled)._search
    there = search.at(compiled.initial, 0.0)
    deep = copy_state(compiled.initial)
    deep.x[0, 2] -= 0.1
    assert search.try_at(deep, 0.0).energy > 1e4 * there.energy
    assert search.at(compiled.initial, 0.0).energy == there.energy


@pytest.mark.parametrize("part", [1.0001, 1.001, 1.003])
def test_a_little_more_than_friction_holds_ends_at_rest_or_is_refused(part):
    """A rotation on the spot never ends. Slightly off the axis, the dome has a larger normal force, and may keep the
    stool at rest. Round-off decides which case occurs first.
    """
    try:
        pushed, told = rbsolve.solve(stool(part * 0.5 * G / DOWN * np.sqrt(2.0)))["R"][0], ""
    except rbsolve.SolveError as refused:
        pushed, told = None, str(refused)
    if pushed is None:
        assert " exceeds friction" in told
    else:
        np.testing.assert_allclose(pushed, [0.0, 0.0, G], rtol=1e-7, atol=1e-6)


@pytest.mark.parametrize("part", 1.0 + 1e-9 * np.arange(-3, 4))
def test_rounding_pushes_nothing_out_of_a_plane_of_symmetry(run_deck, part):
    """Across the direction of sliding, there may be almost no stiffness, so the round-off of the forces could cause a
    large motion.
    """
    run = run_deck(ball_at_a_strut(3e5 * part, 10))
    assert abs(run["x"][0, 1]) < 1e-9


@pytest.mark.parametrize("degrees", [2, 20])
def test_a_ball_rolls_down_a_slope(degrees):
    """Friction keeps the contact point of the ball at rest, but does not prevent the ball from rolling."""
    height = 0.1 - G * np.cos(np.radians(degrees)) / (4 * K)
    text = on_slope(degrees, height, shape=BALL).replace("0.01, 0.02, 0.02", "4e-3, 4e-3, 4e-3")
    with pytest.raises(rbsolve.SolveError) as refused:
        rbsolve.solve(text)
    told = str(refused.value)
    assert "body b along (1, 0, 0), body b turning about (0, 1, 0) moves without end under the forces" in told
    assert "contact c rolls, and friction does not prevent that" in told
    assert "slides" not in told


def test_a_ball_on_a_slope_comes_to_rest_at_a_wall(run_deck):
    """The ball rolls to the wall and leans against it. The wall is smooth and exerts no torque, so it supports the
    whole force along the slope.
    """
    degrees = 10
    height, weight = 0.1, G * np.cos(np.radians(degrees))
    text = on_slope(degrees, height, shape=BALL).replace("0.01, 0.02, 0.02", "4e-3, 4e-3, 4e-3")
    text += """
@POINT_DEFINITION { @POINT_NAME {wall} { @COORDINATES {0.6, 0, 0} } }
@TRIAD_DEFINITION { @TRIAD_NAME {wall} { @ORIENTATION_DEFINITION_TYPE {VECTOR_E3} @ORIENTATION_E3 {-1, 0, 0} } }
@SHAPE_DEFINITION { @SHAPE_NAME {wall} { @SHAPE_TYPE {PLANE} @AT_POINT {wall} @TRIAD_NAME {wall} } }
@CONTACT_DEFINITION { @CONTACT_NAME {w} { @CONNECTED_TO_BODIES {GROUND, b} @CONTACT_SHAPES {wall, s} @STIFFNESS {1e6} @EXPONENT {1}
    @RESTITUTION {0.3} } }
@SENSOR_DEFINITION { @SENSOR_NAME {W} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {w} } }
"""
    run = run_deck(text)
    along = G * np.sin(np.radians(degrees))
    np.testing.assert_allclose(run["W"][0], [-along, 0.0, 0.0], rtol=1e-7, atol=1e-6)
    np.testing.assert_allclose(run["R"][0], [0.0, 0.0, weight], rtol=1e-7, atol=1e-6)
    np.testing.assert_allclose(run["x"][0, 0], 0.5 + along / K, rtol=1e-6)


@pytest.mark.parametrize(
    ("stiffness", "degrees"), [(k, degrees) for k in (3e5, 1e5, 5e4) for degrees in (10, 20, 30, 40)]
)
def test_a_ball_leans_on_a_strut_until_it_rolls_aside(run_deck, stiffness, degrees):
    """The balance is unstable. A strut of 50 m is hinged at the surface of a ball. Friction prevents the ball from
    rolling down, but not from rolling across the slope. The search stays in its plane of symmetry. The test checks the
    result by the forces and moments on the ball.
    """
    slope, radius = np.radians(degrees), 0.1
    gravity = G * np.array([np.sin(slope), 0.0, -np.cos(slope)])
    run = run_deck(ball_at_a_strut(stiffness, degrees))
    centre = run["x"][0] + [0.0, 0.0, radius]
    arm = run["turned"][0].reshape(3, 3) @ [0.0, 0.0, -radius]
    strut = np.array([50.0, 0.0, 0.0]) - (centre + arm)
    length = np.linalg.norm(strut)
    push, floor = stiffness * (length - 50.0) * strut / length, run["R"][0]
    touch = np.array([0.0, 0.0, -0.5 * (radius + centre[2])])  # the middle of the overlap
    np.testing.assert_allclose(gravity + push + floor, 0.0, atol=1e-6 * G)
    np.testing.assert_allclose(np.cross(touch, floor) + np.cross(arm, push), 0.0, atol=1e-6 * G * radius)
    np.testing.assert_allclose(floor[2], K * (radius - centre[2]), rtol=1e-9)
    assert np.hypot(floor[0], floor[1]) <= 0.5 * floor[2] * (1.0 + 1e-9)
    assert messages_of(run)[0].startswith("the equilibrium is unstable: it")
