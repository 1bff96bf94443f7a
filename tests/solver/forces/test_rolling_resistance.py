"""Compare rolling resistance with closed forms. The bodies roll on a plane or a slope, rest there, or spin."""

import numpy as np
import pytest

import rbsolve
from rbsolve.pipeline import Options, check_deck

G, K, RADIUS, MASS, B = 9.81, 1e6, 0.1, 2.0, 0.002
BALL, CYLINDER = 0.4, 0.5
"""Moments of inertia, relative to a ring."""
DECK = """
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @AT_POINT {{0, 0, {height}}} @TRIAD_NAME {{AXIS_Y}} @MASS {{{MASS}}}
    @MOMENTS_OF_INERTIA {{{inertia}, {inertia}, {inertia}}}
    @INITIAL_VELOCITY {{{speed}, 0, 0}} @INITIAL_ANGULAR_VELOCITY {{0, {rate}, {spin}}} }} }}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{{gravity}}} }} }}
@SHAPE_DEFINITION {{ @SHAPE_NAME {{floor}} {{ @SHAPE_TYPE {{PLANE}} }}
    @SHAPE_NAME {{s}} {{ @SHAPE_TYPE {shape} @CONNECTED_TO_BODY {{b}} }} }}
@CONTACT_DEFINITION {{ @CONTACT_NAME {{c}} {{ @CONTACT_SHAPES {{floor, s}} @CONTACT_MATERIAL_NAME {{m}} }} }}
@CONTACT_MATERIAL_DEFINITION {{ @CONTACT_MATERIAL_NAME {{m}} {{ @STIFFNESS {{{K}}} @EXPONENT {{1}} @RESTITUTION {{0.3}}
    @FRICTION_COEFFICIENTS {{0.6}} @ROLLING_RESISTANCE {{{B}}} {more} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {integrator} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{x}} {{ @SIMULATION_TIME_RANGE {{0, {end}}} @TIME_STEP_SIZE {{{step}}} @OUTPUT_STEP_SIZE {{0.01}}
    @TIME_INTEGRATOR_NAME {{i}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{DISPLACEMENT}} @OBJECT_NAME {{b}} }}
    @SENSOR_NAME {{v}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{b}} }}
    @SENSOR_NAME {{w}} {{ @SENSOR_TYPE {{ANGULAR_VELOCITY}} @OBJECT_NAME {{b}} }}
    @SENSOR_NAME {{M}} {{ @SENSOR_TYPE {{ROLLING_MOMENT}} @OBJECT_NAME {{c}} }}
    @SENSOR_NAME {{E}} {{ @SENSOR_TYPE {{TOTAL_ENERGY}} @OBJECT_NAME {{SYSTEM}} }} }}
"""
ADAPTIVE = "{EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOP853} @RELATIVE_TOLERANCE {1e-9} @ABSOLUTE_TOLERANCE {1e-12}"
SHAPES = {BALL: f"{{SPHERE}} @DIMENSIONS {{{RADIUS}}}", CYLINDER: f"{{CYLINDER}} @DIMENSIONS {{{RADIUS}, 0.3}}"}


def deck(ring=BALL, degrees=0.0, stiction=None, speed=1.0, **changes):
    """Return a body that rolls along e1, with its own e3 along the inertial e2. The body starts at the depth at which
    the contact supports its weight.
    """
    slope = np.radians(degrees)
    points = 1 if ring == BALL else 2
    height = RADIUS - MASS * G * np.cos(slope) / (points * K)
    wanted = {
        "height": height,
        "inertia": ring * MASS * RADIUS**2,
        "speed": speed,
        "rate": speed / (RADIUS + height) * 2,
        "spin": 0.0,
        "gravity": f"{G * np.sin(slope)}, 0, {-G * np.cos(slope)}",
        "shape": SHAPES[ring],
        "more": "" if stiction is None else f"@STICTION {{{stiction}}}",
        "integrator": ADAPTIVE,
        "end": 0.5,
        "step": 1e-4,
    }
    return DECK.format(MASS=MASS, K=K, B=B, **wanted | changes)


def rolling_acceleration(ring, degrees=0.0, b=B):
    """Return the acceleration of a body that rolls without sliding. Friction acts half the depth above the plane."""
    slope, points = np.radians(degrees), 1 if ring == BALL else 2
    arm = RADIUS - MASS * G * np.cos(slope) / (2 * points * K)
    return G * arm * (arm * np.sin(slope) - b * np.cos(slope)) / (ring * RADIUS**2 + arm**2)


@pytest.mark.parametrize("ring", [BALL, CYLINDER], ids=["ball", "cylinder"])
@pytest.mark.parametrize("stiction", [None, "1e6, 500"], ids=["smooth", "stiction"])
def test_what_rolls_is_slowed_down(run_deck, ring, stiction):
    """The accelerations are -5/7 g b/R for a ball, and -2/3 g b/R for a cylinder."""
    run = run_deck(deck(ring, stiction=stiction))
    ahead = run.time >= 0.2
    a = np.polyfit(run.time[ahead], run["v"][ahead, 0], 1)[0]
    np.testing.assert_allclose(a, rolling_acceleration(ring), rtol=1e-5)
    np.testing.assert_allclose(a, -G * B / RADIUS / (1 + ring), rtol=1e-3)
    np.testing.assert_allclose(
        run["M"][ahead], np.outer(np.ones(ahead.sum()), [0, -MASS * G * B, 0]), rtol=1e-5, atol=1e-9
    )


@pytest.mark.parametrize("stiction", [None, "1e6, 500"], ids=["smooth", "stiction"])
def test_the_energy_lost_is_the_work_of_the_moment(run_deck, stiction):
    run = run_deck(deck(stiction=stiction))
    lost, turned = run["E"][20, 0] - run["E"][-1, 0], (run["x"][-1, 0] - run["x"][20, 0]) / RADIUS
    np.testing.assert_allclose(lost, MASS * G * B * turned, rtol=1e-3)


@pytest.mark.parametrize("degrees", [0.8, 1.4], ids=["below", "above"])
def test_a_slope_holds_below_the_angle_of_resistance(run_deck, degrees):
    """The limit is tan(angle) = b/R, which is 1.15 degrees."""
    run = run_deck(deck(degrees=degrees, stiction="1e6, 1000", speed=0.0, end=1.0))
    late = run.time > 0.5
    if np.tan(np.radians(degrees)) < B / RADIUS:
        np.testing.assert_allclose(run["v"][late], 0.0, atol=1e-9)
        np.testing.assert_allclose(run["x"][late, 0], run["x"][-1, 0], atol=1e-9)
        # The body leans on the bristle, along the surface and in rotation.
        np.testing.assert_allclose(
            run["M"][-1, 1], -MASS * G * np.sin(np.radians(degrees)) * (RADIUS - MASS * G / (2 * K)), rtol=1e-4
        )
    else:
        a = np.polyfit(run.time[late], run["v"][late, 0], 1)[0]
        np.testing.assert_allclose(a, rolling_acceleration(BALL, degrees), rtol=1e-4)


def test_without_stiction_it_creeps_as_the_law_says(run_deck):
    """The fraction of the limit that is needed is tanh(4 w L/v_t)."""
    run = run_deck(deck(degrees=0.8, speed=0.0, end=1.0, step=1e-5))
    share = np.tan(np.radians(0.8)) * (RADIUS - MASS * G / (2 * K)) / B
    creep = 1e-3 / RADIUS * np.arctanh(share) / 4
    np.testing.assert_allclose(run["w"][-1, 1], creep, rtol=1e-3)


def test_spin_about_the_normal_is_free(run_deck):
    run = run_deck(deck(speed=0.0, spin=30.0))
    np.testing.assert_allclose(run["w"][:, 2], 30.0, rtol=1e-9)


@pytest.mark.parametrize(
    ("integrator", "step"),
    [
        ("{GENERALIZED_ALPHA}", 1e-3),
        ("{IMPLICIT_MIDPOINT}", 1e-3),
        ("{EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44}", 2e-4),
        (ADAPTIVE + " @FORMULATION {MINIMAL_COORDINATES}", 1e-3),
        ("{GENERALIZED_ALPHA} @FORMULATION {MINIMAL_COORDINATES}", 1e-3),
    ],
)
def test_by_all_methods(run_deck, integrator, step):
    run = run_deck(deck(integrator=integrator, step=step))
    ahead = run.time >= 0.2
    a = np.polyfit(run.time[ahead], run["v"][ahead, 0], 1)[0]
    np.testing.assert_allclose(a, rolling_acceleration(BALL), rtol=1e-4)


def test_explicit_steps_that_are_too_long_are_taken_in_parts(run_deck):
    """A ball stops. Near rest, the moment is a damper of the rate 4 b N L/(v_t J)."""
    run = run_deck(
        deck(speed=0.02, end=0.4, integrator="{EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44}", step=5e-3).replace(
            "{0.6}", "{0}"
        )
    )
    stiff = run_deck(deck(speed=0.02, end=0.4).replace("{0.6}", "{0}"))
    np.testing.assert_allclose(run["w"][-1], stiff["w"][-1], atol=1e-6)
    np.testing.assert_allclose(run["w"][-1], 0.0, atol=1e-6)


def test_what_cannot_roll_is_told():
    text = deck().replace(SHAPES[BALL], "{BOX} @DIMENSIONS {0.1, 0.1, 0.2}")
    (finding,) = check_deck(text, Options()).diagnostics
    assert "none of these shapes can roll" in finding.message


def static(degrees):
    """Return a ball at rest on a slope."""
    text = deck(degrees=degrees, speed=0.0, stiction="1e6, 1000")
    rest = "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {x} { @ANALYSIS_TYPE {STATIC} } }\n"
    return text[: text.index("@TIME_INTEGRATOR_DEF")] + rest + text[text.index("@SENSOR_DEF") :]


def test_equilibria_are_held(run_deck):
    """The analysis STATIC stops where the bristle keeps the ball at rest."""
    run = run_deck(static(0.8))
    needed = -MASS * G * np.sin(np.radians(0.8)) * (RADIUS - MASS * G / (2 * K))
    np.testing.assert_allclose(run["M"][-1, 1], needed, rtol=1e-4)


def test_an_equilibrium_that_rolls_away_says_what_rolls():
    with pytest.raises(rbsolve.SolveError, match=r"contact c rolls: its rolling resistance is at most 0\.03923 N m"):
        rbsolve.solve(static(1.4))


def test_derivatives_by_the_resistance():
    """The test checks the derivative of the speed at the end, in fixed steps. The deceleration is proportional to b."""
    text = deck(integrator="{EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44}", step=2e-4).replace(
        f"@ROLLING_RESISTANCE {{{B}}}", "@ROLLING_RESISTANCE {#b}"
    )
    text += f"@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#b}} @SCALAR_VALUE {{{B}}} }}"
    exact = rbsolve.sensitivities(text, ["b"], method="tangent").sensitivity("v", "b")[:, 0]
    slope = np.polyfit(np.arange(21, 51) * 0.01, exact[21:], 1)[0]
    np.testing.assert_allclose(slope, rolling_acceleration(BALL, b=1.0), rtol=1e-3)
