"""Derivatives with respect to a parameter do not depend on the units of other parameters."""

import numpy as np

import rbsolve

# The deck has a ship on a spring, with a pendulum. `#X` moves all bodies, so the derivatives of positions are one.
DECK = """
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#k} @SCALAR_VALUE {1e12} @DESIGN_PARAMETER_NAME {#X} @SCALAR_VALUE {1000} }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {ship} { @AT_POINT {#X + 1.2, 0, 0} @MASS {1e8} @MOMENTS_OF_INERTIA {1e8, 1e8, 1e8} }
  @RIGID_BODY_NAME {load} { @AT_POINT {#X + 2.2, 0, 0} @MASS {1e8} @MOMENTS_OF_INERTIA {1e8, 1e8, 1e8} } }
@PRISMATIC_JOINT_DEFINITION { @PRISMATIC_JOINT_NAME {way} {
  @CONNECTED_TO_BODIES {GROUND, ship} @AT_POINT {#X + 1.2, 0, 0} @TRIAD_NAME {AXIS_X} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {hinge} {
  @CONNECTED_TO_BODIES {ship, load} @AT_POINT {#X + 1.2, 0, 0} @TRIAD_NAME {AXIS_Y} } }
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, ship}
  @POINT1_NAME {#X, 0, 0} @POINT2_NAME {#X + 1.2, 0, 0} @STIFFNESS {#k} @REST_LENGTH {1} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {GENERALIZED_ALPHA}
  @FORMULATION {MINIMAL_COORDINATES} @RELATIVE_TOLERANCE {1e-6} @ABSOLUTE_TOLERANCE {1e-6} } }
@SENSOR_DEFINITION { @SENSOR_NAME {load} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {load} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} @TIME_INTEGRATOR_NAME {i} } }
"""


def test_a_stiffness_beside_a_length():
    alone, beside = (rbsolve.sensitivities(DECK, names, method="tangent") for names in (["k"], ["k", "X"]))
    slopes = alone.sensitivity("load", "k")
    size = np.max(np.abs(slopes))
    assert size > 0.0
    assert np.max(np.abs(beside.sensitivity("load", "k") - slopes)) < 1e-9 * size
