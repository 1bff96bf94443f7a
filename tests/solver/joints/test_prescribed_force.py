"""Compare the force of a prescribed motion (PRESCRIBED_FORCE) with equations of motion by hand."""

import numpy as np
import pytest

import rbsolve
from rbsolve.pipeline import check_deck

DECK = """
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {arm} { @MASS {2} @CENTRE_OF_MASS {0.5, 0, 0} @MOMENTS_OF_INERTIA {0.1, 0.3, 0.4} }
  @RIGID_BODY_NAME {slider} { @AT_POINT {0, 0, 3} @MASS {3} @MOMENTS_OF_INERTIA {0.1, 0.2, 0.5} }
}
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {hinge} {
  @CONNECTED_TO_BODIES {GROUND, arm} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Y} @PRESCRIBED_ROTATION {turn} @DAMPER {5} } }
@CYLINDRICAL_JOINT_DEFINITION { @CYLINDRICAL_JOINT_NAME {rod} {
  @CONNECTED_TO_BODIES {GROUND, slider} @AT_POINT {0, 0, 3} @TRIAD_NAME {AXIS_Z} @PRESCRIBED_ROTATION {turn}
  @PRESCRIBED_DISPLACEMENT {lift} } }
@FUNCTION_1D_DEFINITION {
  @FUNCTION_1D_NAME {turn} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {0.8*sin(3*t)} }
  @FUNCTION_1D_NAME {lift} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {0.25*turn(2*t) + t^2} }
}
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {torque} { @SENSOR_TYPE {PRESCRIBED_FORCE} @OBJECT_NAME {hinge} }
  @SENSOR_NAME {both} { @SENSOR_TYPE {PRESCRIBED_FORCE} @OBJECT_NAME {rod} }
}
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} @OUTPUT_STEP_SIZE {0.1} } }
"""


@pytest.mark.parametrize("formulation", ["MINIMAL_COORDINATES", "LIE_R3_SO3"])
def test_the_torque_and_force_of_prescribed_motions(formulation):
    results = rbsolve.solve(DECK, formulation=formulation)
    t = results.time
    angle, rate, acceleration = 0.8 * np.sin(3 * t), 2.4 * np.cos(3 * t), -7.2 * np.sin(3 * t)
    # The centre of mass moves down while the arm rotates about y. So m g c cos(angle) helps the motion, and the damper
    # resists it.
    torque = (0.3 + 2 * 0.25) * acceleration - 2 * 9.81 * 0.5 * np.cos(angle) + 5 * rate
    assert results["torque"][:, 0] == pytest.approx(torque, abs=1e-5)
    force = 3 * (-7.2 * np.sin(6 * t) + 2 + 9.81)  # lift'' = -0.25 * 0.8 * 36 sin(6 t) + 2
    assert results["both"][:, 0] == pytest.approx(0.5 * acceleration, abs=1e-5)
    assert results["both"][:, 1] == pytest.approx(force, abs=1e-5)
    assert results.file["sensors/both"].attrs["units"] == "N m, N"


def test_a_joint_without_a_prescribed_motion_has_none():
    text = DECK.replace("@PRESCRIBED_ROTATION {turn} @DAMPER {5}", "@DAMPER {5}")
    [found] = [f for f in check_deck(text).diagnostics if f.severity == "error"]
    assert found.message == "nothing prescribes a motion of joint hinge"


def test_a_drive_force_that_is_always_zero_names_the_force_of_the_prescribed_motion():
    text = DECK.replace("{both} { @SENSOR_TYPE {PRESCRIBED_FORCE}", "{both} { @SENSOR_TYPE {DRIVE_FORCE}")
    [found] = [f for f in check_deck(text).diagnostics if f.message.startswith("sensor both")]
    assert found.severity == "warning"
    assert found.message.startswith("sensor both is always zero: joint rod has a prescribed motion")
    assert found.hint == "PRESCRIBED_FORCE is the force or torque of a prescribed motion"
    driven = text.replace("@PRESCRIBED_DISPLACEMENT {lift}", "@PRESCRIBED_DISPLACEMENT {lift} @DAMPER {0, 2}")
    assert not any("always zero" in f.message for f in check_deck(driven).diagnostics)
