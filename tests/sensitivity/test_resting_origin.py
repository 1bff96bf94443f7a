"""Sensors of a body at rest at the inertial origin. Their derivatives need a length that the body's position does not
give.
"""

import numpy as np
import pytest

import rbsolve

SPINNING = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#f} @SCALAR_VALUE {0} }
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } @POINT_NAME {P} { @COORDINATES {0.5, 0, 0} } }
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {disc} {
    @AT_POINT {O} @MASS {2} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.2} @INITIAL_ANGULAR_VELOCITY {0, 0, 300}
  }
}
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {push} { @CONNECTED_TO_BODY {disc} @APPLIED_FORCES {#f, 0, 0} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {P} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {disc} @POINT_NAME {P} }
  @SENSOR_NAME {velocity} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {disc} @POINT_NAME {P} }
}
@TIME_INTEGRATOR_DEFINITION {
  @TIME_INTEGRATOR_NAME {rk} { @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44} }
}
@ANALYSIS_DEFINITION {
  @ANALYSIS_NAME {a} {
    @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {0.1} @TIME_INTEGRATOR_NAME {rk}
  }
}
"""


def test_the_velocity_of_a_point_of_a_body_that_does_not_move():
    """A force f along x moves the centre by `f t^2/(2 m)`. The rotation does not depend on the force."""
    found = rbsolve.sensitivities(SPINNING, ["f"], method="tangent")
    t = found.time
    exact = {"P": t**2 / 4, "velocity": t / 2}
    for sensor, along_x in exact.items():
        derivative = found.sensitivity(sensor, "f")
        assert derivative[:, 0] == pytest.approx(along_x, abs=1e-9)
        assert np.max(np.abs(derivative[:, 1:])) < 1e-9


CONSTANT = "@DESIGN_PARAMETER_NAME {#twice} @SCALAR_VALUE {2*#f} @DESIGN_PARAMETER_NAME {#other} @SCALAR_VALUE {3}"


def test_parameters_that_depend_on_another_have_derivatives():
    text = SPINNING.replace("@SCALAR_VALUE {0} }", f"@SCALAR_VALUE {{0}} {CONSTANT} }}")
    found = rbsolve.sensitivities(text, ["f"], method="tangent")
    group = found.file["sensitivities/f"]
    named = dict(zip(group.attrs["parameters"].tolist(), group.attrs["parameter_derivatives"].tolist(), strict=True))
    assert named == {"f": 1.0, "twice": pytest.approx(2.0, rel=1e-14)}


def test_a_parameter_alone_has_the_derivative_one():
    group = rbsolve.sensitivities(SPINNING, ["f"], method="tangent").file["sensitivities/f"]
    assert group.attrs["parameters"].tolist() == ["f"]
    assert group.attrs["parameter_derivatives"].tolist() == [1.0]
