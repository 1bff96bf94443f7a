"""Cylinders and capsules that lie on other bodies. A load beside the middle moves the point of contact along the side,
without a jump. Sides bulge by a thousandth of their radius (the smallest half size of a box).
"""

import numpy as np
import pytest
from scipy.optimize import brentq

import rbsolve

K, LOAD, R, HALF = 1e7, 20.0, 0.05, 0.2
LYING = """
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{roll}} {{
  @AT_POINT {{0, 0, 0.05}} @TRIAD_NAME {{AXIS_X}} @MASS {{2}} @MOMENTS_OF_INERTIA {{0.03, 0.03, 0.0025}} }} }}
@SHAPE_DEFINITION {{
  @SHAPE_NAME {{roll}} {{ @SHAPE_TYPE {{{shape}}} @CONNECTED_TO_BODY {{roll}} @AT_POINT {{0, 0, 0.05}}
    @TRIAD_NAME {{AXIS_X}} @DIMENSIONS {{0.05, 0.4}} }}
  @SHAPE_NAME {{below}} {{ {below} @CONNECTED_TO_BODY {{GROUND}} }}
}}
@PLANAR_JOINT_DEFINITION {{ @PLANAR_JOINT_NAME {{guide}} {{
  @CONNECTED_TO_BODIES {{GROUND, roll}} @AT_POINT {{0, 0, 0.05}} @TRIAD_NAME {{AXIS_Y}} {start} }} }}
@CONTACT_DEFINITION {{ @CONTACT_NAME {{c}} {{ @CONTACT_SHAPES {{below, roll}} @STIFFNESS {{1e7}} @EXPONENT {{1}} {law} }} }}
{loads}
@SENSOR_DEFINITION {{
  @SENSOR_NAME {{tilt}} {{ @SENSOR_TYPE {{ROTATION}} @OBJECT_NAME {{roll}} @ROTATION_PARAMETERS {{ROTATION_VECTOR}} }}
  @SENSOR_NAME {{force}} {{ @SENSOR_TYPE {{FORCE}} @OBJECT_NAME {{c}} }}
  @SENSOR_NAME {{energy}} {{ @SENSOR_TYPE {{TOTAL_ENERGY}} @OBJECT_NAME {{SYSTEM}} }}
}}
"""
STATIC = "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @ANALYSIS_TYPE {STATIC} } }"
ADAPTIVE = """
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} {
  @SIMULATION_TIME_RANGE {0, 0.2} @TIME_STEP_SIZE {1e-4} @OUTPUT_STEP_SIZE {1e-3} @TIME_INTEGRATOR_NAME {rk} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {rk} {
  @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOPRI5} @FORMULATION {MINIMAL_COORDINATES}
  @RELATIVE_TOLERANCE {1e-10} @ABSOLUTE_TOLERANCE {1e-11} } }"""
BELOW = {
    "BOX": ("@SHAPE_TYPE {BOX} @AT_POINT {0, 0, -0.5} @DIMENSIONS {2, 2, 1}", 1.0, 5e-4),
    "CAPSULE": ("@SHAPE_TYPE {CAPSULE} @AT_POINT {0, 0, -0.05} @TRIAD_NAME {AXIS_X} @DIMENSIONS {0.05, 2}", 1.0, 5e-5),
}
"""The shapes below, with half of their length along the roll, and their bulge."""
PAIRS = [("CAPSULE", "BOX"), ("CYLINDER", "BOX"), ("CYLINDER", "CAPSULE"), ("CAPSULE", "CAPSULE")]
SADDLE = """
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{roll}} {{
  @AT_POINT {{0, {y}, 0.08}} @TRIAD_NAME {{AXIS_X}} @MASS {{2}} @MOMENTS_OF_INERTIA {{0.03, 0.03, 0.0025}} {start} }} }}
@SHAPE_DEFINITION {{
  @SHAPE_NAME {{roll}} {{ @SHAPE_TYPE {{CAPSULE}} @CONNECTED_TO_BODY {{roll}} @AT_POINT {{0, {y}, 0.08}}
    @TRIAD_NAME {{AXIS_X}} @DIMENSIONS {{0.05, 0.4}} }}
  @SHAPE_NAME {{left}} {{ @SHAPE_TYPE {{CAPSULE}} @AT_POINT {{0, 0.06, 0}} @TRIAD_NAME {{AXIS_X}} @DIMENSIONS {{0.05, 0.6}} }}
  @SHAPE_NAME {{right}} {{ @SHAPE_TYPE {{CAPSULE}} @AT_POINT {{0, -0.06, 0}} @TRIAD_NAME {{AXIS_X}} @DIMENSIONS {{0.05, 0.6}} }}
}}
@BUSHING_DEFINITION {{ @BUSHING_NAME {{axial}} {{ @CONNECTED_TO_BODIES {{GROUND, roll}} @AT_POINT {{0, {y}, 0.08}}
  @STIFFNESS {{1e6, 0, 0}} @ROTATIONAL_STIFFNESS {{1, 0, 0}} }} }}
@CONTACT_DEFINITION {{ @CONTACT_NAME {{c}} {{
  @CONTACT_SHAPES {{left, right}} @AGAINST {{roll}} @STIFFNESS {{1e6}} @EXPONENT {{1}} @RESTITUTION {{1}} }} }}
{loads}
@SENSOR_DEFINITION {{
  @SENSOR_NAME {{tilt}} {{ @SENSOR_TYPE {{ROTATION}} @OBJECT_NAME {{roll}} @ROTATION_PARAMETERS {{ROTATION_VECTOR}} }}
  @SENSOR_NAME {{place}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{roll}} }}
  @SENSOR_NAME {{energy}} {{ @SENSOR_TYPE {{TOTAL_ENERGY}} @OBJECT_NAME {{SYSTEM}} }}
}}
"""
"""A capsule on two parallel capsules. A bushing holds only the displacement and the rotation along the axis."""


def bulge(x, half, thickness, pair):
    """Return the slope of a side at the distance x from its middle: of an ellipse, or of a parabola for two capsules."""
    if pair == ("CAPSULE", "CAPSULE"):
        return 2.0 * thickness * x / half**2
    return thickness / half * x / np.sqrt(half**2 - x**2)


def off_the_middle(x, y=0.0, z=0.05, load=LOAD):
    return (
        "@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {push} { "
        f"@CONNECTED_TO_BODY {{roll}} @AT_POINT {{{x}, {y}, {z}}} @APPLIED_FORCES {{0, 0, {-load}}} }} }}"
    )


@pytest.mark.parametrize("x", [0.02, 0.1, 0.16])
@pytest.mark.parametrize(("shape", "below"), PAIRS)
def test_a_lying_body_bears_a_load_beside_its_middle(run_deck, shape, below, x):
    """The sides roll on each other until the point of contact is below the load."""
    what, half, thickness = BELOW[below]
    deck = LYING.format(
        shape=shape,
        below=what,
        start="",
        law="@STICTION {1e6, 500} @FRICTION_COEFFICIENTS {0.5}",
        loads=off_the_middle(x),
    )
    run = run_deck(deck + STATIC)
    pair = (shape, below)
    expected = bulge(x, HALF, 1e-3 * R, pair) + bulge(x, half, thickness, pair)
    assert run["tilt"][-1, 1] == pytest.approx(expected, rel=0.03)
    assert run["force"][-1, 0] == pytest.approx(LOAD, rel=1e-6)


@pytest.mark.parametrize("shape", ["CAPSULE", "CYLINDER"])
def test_a_body_that_lies_on_a_plane_has_the_stiffness_of_both_ends(run_deck, shape):
    deck = LYING.format(shape=shape, below="@SHAPE_TYPE {PLANE}", start="", law="", loads=off_the_middle(0.1))
    run = run_deck(deck + STATIC)
    assert run["tilt"][-1, 1] == pytest.approx(LOAD * 0.1 / (2 * K * HALF**2), rel=1e-3)


@pytest.mark.parametrize(("shape", "below"), PAIRS)
def test_a_body_that_falls_on_its_side_beside_its_middle_keeps_its_energy(run_deck, shape, below):
    """The body turns while it falls, so the point of contact moves from one end to the other."""
    gravity = "@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }"
    start = "@INITIAL_RATE {0, 0, 0.1}"
    deck = LYING.format(shape=shape, below=BELOW[below][0], start=start, law="@RESTITUTION {1}", loads=gravity)
    run = run_deck(deck + ADAPTIVE)
    energy = run["energy"].ravel()
    assert np.abs(energy - energy[0]).max() < 1e-6
    assert run["tilt"][:, 1].max() > 1e-4
    assert run["tilt"][:, 1].min() < -1e-4


def saddle_height(load):
    """Return the height of the axis above the axes of two capsules at 0.06 m from it, and the cosine of the slope of
    the normals. Each linear spring bears half of the load.
    """

    def excess(length):
        return 2.0 * 1e6 * (2.0 * R - length) * np.sqrt(length**2 - 0.06**2) / length - load

    length = brentq(excess, 0.061, 2.0 * R, xtol=1e-15)
    height = np.sqrt(length**2 - 0.06**2)
    return height, height / length


@pytest.mark.parametrize("x", [0.0, 0.05, -0.15])
def test_a_capsule_rests_in_the_saddle_of_two_parallel_capsules(run_deck, x):
    """The start is beside and above the equilibrium. The resultant of weight and load acts at x."""
    weight, load = 2 * 9.81, 40.0
    place = x * (weight + load) / load
    run = run_deck(SADDLE.format(y=0.01, start="", loads=off_the_middle(place, 0.01, 0.08, load)) + STATIC)
    height, cosine = saddle_height(weight + load)
    thickness = 1e-3 * R
    assert run["place"][-1, 1] == pytest.approx(0.0, abs=1e-9)
    slope = 2.0 * thickness * x * (1.0 / 0.2**2 + 1.0 / 0.3**2) / cosine
    assert run["tilt"][-1, 1] == pytest.approx(slope, rel=2e-3, abs=1e-9)
    lowering = thickness * x**2 * (1.0 / 0.2**2 + 1.0 / 0.3**2) / cosine
    assert run["place"][-1, 2] - height == pytest.approx(x * slope - lowering, abs=2e-7)


def test_a_capsule_that_rocks_in_a_saddle_keeps_its_energy(run_deck):
    """The capsule rocks from end to end and across."""
    start = "@INITIAL_VELOCITY {0, 0.03, 0} @INITIAL_ANGULAR_VELOCITY {0, 0.1, 0.05}"
    run = run_deck(SADDLE.format(y=0.0, start=start, loads="") + ADAPTIVE.replace("MINIMAL_COORDINATES", "LIE_R3_SO3"))
    energy = run["energy"].ravel()
    assert np.abs(energy - energy[0]).max() < 1e-10
    assert run["tilt"][:, 1].max() > 1e-4
    assert run["tilt"][:, 1].min() < -1e-4


def test_the_derivative_of_a_tilt_in_a_saddle_is_that_of_the_closed_form():
    """The tilt is proportional to the place of the load."""
    deck = SADDLE.format(y=0.0, start="", loads=off_the_middle("#x", 0.0, 0.08, 40.0)) + STATIC
    deck += "@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#x} @SCALAR_VALUE {0.1} }"
    results = rbsolve.sensitivities(deck, ["x"], method="tangent")
    weight = 2 * 9.81
    _, cosine = saddle_height(weight + 40.0)
    slope = 2.0 * 1e-3 * R * (1.0 / 0.2**2 + 1.0 / 0.3**2) / cosine * 40.0 / (weight + 40.0)
    assert results.sensitivity("tilt", "x")[-1, 1] == pytest.approx(slope, rel=2e-3)


def test_derivatives_of_a_rocking_capsule_are_those_of_the_steps():
    """Differences of runs with the same fixed steps confirm the tangents."""
    start = "@INITIAL_ANGULAR_VELOCITY {0, 0.1, #w} @INITIAL_VELOCITY {0, #v, 0}"
    deck = SADDLE.format(y=0.0, start=start, loads="") + ADAPTIVE.partition("@TIME_INTEGRATOR_DEFINITION")[0]
    deck = deck.replace("{0, 0.2}", "{0, 0.02}").replace("{rk}", "{rk4}")
    deck += "@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {rk4} { @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} } }"
    deck += "@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#w} @SCALAR_VALUE {0.05}"
    deck += " @DESIGN_PARAMETER_NAME {#v} @SCALAR_VALUE {0.03} }"
    results = rbsolve.sensitivities(deck, ["w", "v"], method="tangent")
    for name, value in (("w", 0.05), ("v", 0.03)):
        runs = [rbsolve.solve(deck, parameters={name: value + side * 2e-7}) for side in (1, -1)]
        for sensor in ("tilt", "place"):
            differences = (runs[0][sensor] - runs[1][sensor]) / 4e-7
            own = results.sensitivity(sensor, name)
            assert np.abs(own).max() > 1e-4
            np.testing.assert_allclose(own, differences, atol=1e-5 * np.abs(own).max())
