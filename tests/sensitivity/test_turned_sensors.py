"""Derivatives of sensors whose triad a parameter turns. The equations of motion do not contain the parameter."""

import numpy as np

import rbsolve

DECK = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#y} @SCALAR_VALUE {9} }
@POINT_DEFINITION { @POINT_NAME {P} { @COORDINATES {0, 0, 0} } @POINT_NAME {Q} { @COORDINATES {1, #y - 7, 0} } }
@TRIAD_DEFINITION { @TRIAD_NAME {line} {
  @ORIENTATION_DEFINITION_TYPE {POINTS_P1_P2} @POINT1_NAME {P} @POINT2_NAME {Q} @AXIS_NUMBER {1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {body} {
  @AT_POINT {1, 0, 0} @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@SENSOR_DEFINITION { @SENSOR_NAME {turn} {
  @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {body} @TRIAD_NAME {line} @ROTATION_PARAMETERS {ROTATION_MATRIX} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} {
  @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.1} @OUTPUT_STEP_SIZE {0.1} } }
"""


def test_a_line_that_a_parameter_turns():
    """The first axis of the triad is (1, y - 7, 0) / sqrt(1 + (y - 7)^2)."""
    found = rbsolve.sensitivities(DECK, ["y"], method="tangent")
    axis, slopes = (each[0].reshape(3, 3)[:, 0] for each in (found["turn"], found.sensitivity("turn", "y")))
    np.testing.assert_allclose(axis, np.array([1.0, 2.0, 0.0]) / np.sqrt(5.0), rtol=1e-15, atol=1e-16)
    np.testing.assert_allclose(slopes, np.array([-2.0, 1.0, 0.0]) / 5.0**1.5, rtol=1e-10, atol=1e-12)
    assert not found.findings


TIE = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#a} @SCALAR_VALUE {2*atan(1/0.8)} }
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @ROTATION_VECTOR {0.8*#a, 0.6*#a, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F} { @POINT1_NAME {O} @TRIAD_NAME {T} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @FRAME_NAME {F} @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@SENSOR_DEFINITION { @SENSOR_NAME {v} {
  @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {b} @ROTATION_PARAMETERS {ROTATION_VECTOR} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 0.1} @TIME_STEP_SIZE {0.05} } }
"""


def test_a_rotation_with_two_equal_euler_parameters():
    """The rotation vector is a (0.8, 0.6, 0). Its first two Euler parameters are equal, and they are the largest, so the
    branches of the rotation vector meet there.
    """
    found = rbsolve.sensitivities(TIE, ["a"], method="tangent")
    angle = 2.0 * np.arctan(1.0 / 0.8)
    np.testing.assert_allclose(found["v"], angle * np.array([[0.8, 0.6, 0.0]] * 3), rtol=1e-14, atol=1e-15)
    np.testing.assert_allclose(found.sensitivity("v", "a"), [[0.8, 0.6, 0.0]] * 3, rtol=1e-10, atol=1e-11)
    assert not found.findings
