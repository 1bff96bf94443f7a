"""Mechanisms of very small and very large lengths: motion and reactions scale with the units."""

from __future__ import annotations

import numpy as np
import pytest

import rbsolve

FOUR_BAR = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#s} @SCALAR_VALUE {1} @DESIGN_PARAMETER_NAME {#J} @SCALAR_VALUE {#s^2} }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, -9.81*#s, 0} } }
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {a} { @AT_POINT {0, 0.5*#s, 0} @MASS {1} @MOMENTS_OF_INERTIA {0.1*#J, 0.1*#J, 0.1*#J} }
  @RIGID_BODY_NAME {b} { @AT_POINT {1.5*#s, 1.5*#s, 0} @MASS {2} @MOMENTS_OF_INERTIA {0.5*#J, 0.5*#J, 0.5*#J} }
  @RIGID_BODY_NAME {c} { @AT_POINT {3*#s, #s, 0} @MASS {2} @MOMENTS_OF_INERTIA {0.5*#J, 0.5*#J, 0.5*#J} } }
@REVOLUTE_JOINT_DEFINITION {
  @REVOLUTE_JOINT_NAME {A} { @CONNECTED_TO_BODIES {GROUND, a} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Z} @INITIAL_RATE {2} }
  @REVOLUTE_JOINT_NAME {B} { @CONNECTED_TO_BODIES {a, b} @AT_POINT {0, #s, 0} @TRIAD_NAME {AXIS_Z} }
  @REVOLUTE_JOINT_NAME {C} { @CONNECTED_TO_BODIES {b, c} @AT_POINT {3*#s, 2*#s, 0} @TRIAD_NAME {AXIS_Z} }
  @REVOLUTE_JOINT_NAME {D} { @CONNECTED_TO_BODIES {c, GROUND} @AT_POINT {3*#s, 0, 0} @TRIAD_NAME {AXIS_Z} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 0.1} @TIME_STEP_SIZE {0.001} @OUTPUT_STEP_SIZE {0.01} } }
@SENSOR_DEFINITION { @SENSOR_NAME {force} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {C} }
  @SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {b} } }
"""


@pytest.fixture(scope="module")
def metres():
    return rbsolve.solve(FOUR_BAR)


@pytest.mark.parametrize("length", [1e-6, 1e-3, 1e3, 1e6])
def test_a_redundant_four_bar_has_the_same_motion_in_all_units(metres, length):
    """All lengths of the mechanism are multiplied by a factor from 1e-6 to 1e6. Positions and forces are proportional
    to this factor. The loop is redundant, so reactions are compared without self-stress.
    """
    scaled = rbsolve.solve(FOUR_BAR, parameters={"s": length})
    largest = np.abs(metres["force"]).max()
    np.testing.assert_allclose(scaled["x"] / length, metres["x"], atol=1e-8)
    np.testing.assert_allclose(scaled["force"] / length, metres["force"], atol=1e-7 * largest)
    assert not [finding for finding in scaled.findings if finding.code == "inconsistent-initial-conditions"]
