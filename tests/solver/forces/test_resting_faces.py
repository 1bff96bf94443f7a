"""Bodies that stand on flat faces: they come to rest, bear their weight evenly, tip, slide and stop turning as closed
forms say.
"""

import numpy as np
import pytest

G, K, N, MASS, RADIUS, HEIGHT = 9.81, 1e7, 1.5, 2.0, 0.1, 0.3
ACROSS, ABOUT = MASS * (3.0 * RADIUS**2 + HEIGHT**2) / 12.0, 0.5 * MASS * RADIUS**2
POINTS = 4
"""Points of a round face: its disc, and three more."""
FIXED = ("{GENERALIZED_ALPHA}", 2e-4)
EXPLICIT = ("{EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44}", 2e-5)
ADAPTIVE = ("{EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOP853} @RELATIVE_TOLERANCE {1e-8} @ABSOLUTE_TOLERANCE {1e-11}", 1e-4)
METHODS = pytest.mark.parametrize("method", [FIXED, EXPLICIT, ADAPTIVE], ids=["implicit", "explicit", "adaptive"])
FLOOR, CAN = "{PLANE}", f"{{CYLINDER}} @DIMENSIONS {{{RADIUS}, {HEIGHT}}}"
LAW = "@RESTITUTION {0.3} @FRICTION_COEFFICIENTS {0.5}"
DECK = """
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @AT_POINT {{{place}}} @MASS {{{mass}}}
  @MOMENTS_OF_INERTIA {{{across}, {across}, {about}}} {motion} }} }}
@SHAPE_DEFINITION {{
  @SHAPE_NAME {{lower}} {{ @SHAPE_TYPE {lower} }}
  @SHAPE_NAME {{upper}} {{ @SHAPE_TYPE {upper} @CONNECTED_TO_BODY {{b}} @AT_POINT {{{place}}} {axes} }} }}
@CONTACT_DEFINITION {{ @CONTACT_NAME {{c}} {{ @CONTACT_SHAPES {{lower, upper}} @STIFFNESS {{{stiffness}}} {law} }} }}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {method} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{x}} {{ @SIMULATION_TIME_RANGE {{0, {end}}} @TIME_STEP_SIZE {{{step}}}
  @OUTPUT_STEP_SIZE {{0.01}} @TIME_INTEGRATOR_NAME {{i}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{b}} }}
  @SENSOR_NAME {{turn}} {{ @SENSOR_TYPE {{ORIENTATION}} @OBJECT_NAME {{b}} @ROTATION_PARAMETERS {{ROTATION_VECTOR}} }}
  @SENSOR_NAME {{w}} {{ @SENSOR_TYPE {{ANGULAR_VELOCITY}} @OBJECT_NAME {{b}} }}
  @SENSOR_NAME {{N}} {{ @SENSOR_TYPE {{FORCE}} @OBJECT_NAME {{c}} }}
  @SENSOR_NAME {{L}} {{ @SENSOR_TYPE {{ANGULAR_MOMENTUM}} @OBJECT_NAME {{SYSTEM}} }}
  @SENSOR_NAME {{E}} {{ @SENSOR_TYPE {{TOTAL_ENERGY}} @OBJECT_NAME {{SYSTEM}} }} }}
{more}
"""
PUSH = (
    "@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{push}} {{ @CONNECTED_TO_BODY {{b}} @APPLIED_FORCES {{{0}, 0, 0}} }} }}"
)


def depth_of(points):
    """Return the depth at which points with equal loads bear the weight."""
    return (MASS * G / (points * K)) ** (1.0 / N)


def deck(method, **changes):
    """Return a can that stands on a plane, at its depth of rest."""
    wanted = {
        "place": f"0, 0, {HEIGHT / 2 - depth_of(POINTS)}",
        "mass": MASS,
        "across": ACROSS,
        "about": ABOUT,
        "motion": "",
        "axes": "",
        "lower": FLOOR,
        "upper": CAN,
        "stiffness": K,
        "law": LAW,
        "method": method[0],
        "step": method[1],
        "end": 0.5,
        "more": "",
    }
    return DECK.format(**wanted | changes)


@METHODS
def test_a_can_that_is_struck_comes_to_rest_on_its_face(run_deck, method):
    """Its points bear equal parts of the weight, so that it stands upright."""
    run = run_deck(deck(method, motion="@INITIAL_ANGULAR_VELOCITY {0.05, 0.02, 0}"))
    assert run["x"][-1, 2] == pytest.approx(HEIGHT / 2 - depth_of(POINTS), abs=1e-9)
    assert run["N"][-1, 0] == pytest.approx(MASS * G, rel=1e-6)
    assert np.abs(run["turn"][:, :2]).max() > 1e-5
    assert np.abs(run["turn"][-10:, :2]).max() < 1e-8
    assert np.abs(run["w"][-10:]).max() < 1e-6


@pytest.mark.parametrize(("part", "tips"), [(0.9, False), (1.03, True)], ids=["stands", "tips"])
def test_a_force_at_a_height_tips_a_can_about_its_rim(run_deck, part, tips):
    """A force F at the height h tips it for F h > m g R. The force starts suddenly, so that the can rocks."""
    force = part * MASS * G * RADIUS / (HEIGHT / 2)
    law = "@RESTITUTION {0.3} @FRICTION_COEFFICIENTS {0.9}"
    run = run_deck(deck(FIXED, law=law, end=1.0, more=PUSH.format(force)))
    assert (np.abs(run["turn"]).max() > 1.0) if tips else (np.abs(run["turn"]).max() < 0.02)


def test_a_can_slides_if_friction_is_smaller_than_its_radius_over_the_height(run_deck):
    """For mu < R/h, a force of more than mu m g accelerates it with F/m - mu g. It does not tip."""
    mu = 0.9 * RADIUS / (HEIGHT / 2)
    run = run_deck(
        deck(
            FIXED,
            law=f"@RESTITUTION {{0.3}} @FRICTION_COEFFICIENTS {{{mu}}}",
            motion="@INITIAL_VELOCITY {0.1, 0, 0}",
            more=PUSH.format(1.5 * mu * MASS * G),
        )
    )
    assert np.abs(run["turn"]).max() < 0.02
    assert np.polyfit(run.time[10:], run["x"][10:, 0], 2)[0] == pytest.approx(0.5 * 0.5 * mu * G, rel=0.005)


def test_friction_stops_a_turning_can_like_a_face_with_uniform_pressure(run_deck):
    """The torque is 2/3 mu m g R, so that the can slows down by 4 mu g / (3 R). A tilt of 1e-4 rad adds a percent."""
    run = run_deck(deck(ADAPTIVE, motion="@INITIAL_ANGULAR_VELOCITY {0, 0, 40}"))
    rate = np.polyfit(run.time[5:30], run["w"][5:30, 2], 1)[0]
    assert rate == pytest.approx(-4.0 * 0.5 * G / (3.0 * RADIUS), rel=0.015)


@pytest.mark.parametrize(
    ("method", "lost"),
    [(ADAPTIVE, 1e-5), ((FIXED[0], 2e-5), 1e-3), (EXPLICIT, 1e-3)],
    ids=["adaptive", "implicit", "explicit"],
)
def test_a_can_that_falls_on_its_face_keeps_its_energy_and_its_spin(run_deck, method, lost):
    """It turns about its axis and lands at an angle, without friction and losses."""
    motion = "@INITIAL_ANGULAR_VELOCITY {0.05, 0.02, 20} @INITIAL_VELOCITY {0, 0, -0.3}"
    run = run_deck(deck(method, place=f"0, 0, {HEIGHT / 2 + 0.005}", motion=motion, law="@RESTITUTION {1}"))
    assert run["N"].max() > MASS * G
    np.testing.assert_allclose(run["E"][:, 0], run["E"][0, 0], rtol=0, atol=lost * 0.5 * MASS * 0.3**2)
    np.testing.assert_allclose(run["L"][:, 2], run["L"][0, 2], rtol=1e-7)
