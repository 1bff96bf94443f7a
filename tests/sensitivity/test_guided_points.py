"""Derivatives of a point that slides along a curve, compared with differences of whole runs.

The second derivative of the curve varies along the curve. Therefore the derivatives of accelerations and forces need
the third derivative of the curve.
"""

import numpy as np
import pytest

import rbsolve

DECK = """
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#weight} @SCALAR_VALUE {9.81}
  @DESIGN_PARAMETER_NAME {#dip} @SCALAR_VALUE {0.01}
}
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {bead} {
  @AT_POINT {0, 0, 0} @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} @INITIAL_VELOCITY {2, 0, 0.5} } }
@POINT_ON_CURVE_DEFINITION { @POINT_ON_CURVE_NAME {wire} {
  @CONNECTED_TO_BODIES {GROUND, bead} @POINT1_NAME {0, 0, 0} @POINT2_NAME {0, 0, 0}
  @CURVE_POINTS {0, 0, 0, 0.1, 0, 0.0125, 0.2, 0, #dip, 0.3, 0, 0.0375, 0.4, 0, 0.1, 0.5, 0, 0.1875} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -#weight} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {alpha} { @INTEGRATOR_TYPE {GENERALIZED_ALPHA}
  @RELATIVE_TOLERANCE {1e-12} @ABSOLUTE_TOLERANCE {1e-12} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {slide} {
  @SIMULATION_TIME_RANGE {0, 0.1} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {0.01} @TIME_INTEGRATOR_NAME {alpha} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {position} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {bead} }
  @SENSOR_NAME {velocity} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {bead} }
  @SENSOR_NAME {acceleration} { @SENSOR_TYPE {ACCELERATION} @OBJECT_NAME {bead} }
  @SENSOR_NAME {force} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {wire} }
  @SENSOR_NAME {length} { @SENSOR_TYPE {ELONGATION} @OBJECT_NAME {wire} }
}
"""
PARAMETERS = {"weight": 9.81, "dip": 0.01}
STEP = 1e-4  # the error of differences of order four


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "MINIMAL_COORDINATES"])
def test_all_sensors_of_a_guided_point_have_their_derivatives(formulation):
    results = rbsolve.sensitivities(DECK, list(PARAMETERS), formulation=formulation)
    for name, value in PARAMETERS.items():
        runs = [
            rbsolve.solve(DECK, parameters={name: value + k * STEP}, formulation=formulation) for k in (-2, -1, 1, 2)
        ]
        for sensor in results:
            a, b, c, d = (run[sensor] for run in runs)
            expected = (a - 8 * b + 8 * c - d) / (12 * STEP)
            limit = 1e-8 * max(1.0, float(np.abs(expected).max()))
            np.testing.assert_allclose(results.sensitivity(sensor, name), expected, rtol=0, atol=limit, err_msg=sensor)
