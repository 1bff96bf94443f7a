"""Cylinders and capsules that lie on other bodies. A load beside the middle moves the point of contact along the side,
without a jump. Sides bulge by a thousandth of their radius (the smallest half size of a box).
"""

import numpy as np
import pytest

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
PAIRS = [("CAPSULE", "BOX"), ("CYLINDER", "BOX"), ("CYLINDER", "CAPSULE")]


def bulge(x, half, thickness):
    """Return the slope of an ellipse at the distance x from its middle."""
    return thickness / half * x / np.sqrt(half**2 - x**2)


def off_the_middle(x):
    return (
        "@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {push} { "
        f"@CONNECTED_TO_BODY {{roll}} @AT_POINT {{{x}, 0, 0.05}} @APPLIED_FORCES {{0, 0, {-LOAD}}} }} }}"
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
    expected = bulge(x, HALF, 1e-3 * R) + bulge(x, half, thickness)
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
