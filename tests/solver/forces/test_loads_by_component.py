"""Loads whose components are separate functions of time or signals. The references are closed forms."""

from __future__ import annotations

import numpy as np
import pytest

import rbsolve

DECK = """
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_321 {90, 0, 0} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @AT_POINT {0, 1, 0} @MASS {2} @MOMENTS_OF_INERTIA {1, 1, 3} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {ramp} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 6} } }
@SENSOR_DEFINITION { @SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {B} }
  @SENSOR_NAME {v} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {B} }
  @SENSOR_NAME {w} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {B} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {y} { @MEASURE {x, 2} } @SIGNAL_NAME {z} { @MEASURE {x, 3} }
  @SIGNAL_NAME {pull} { @EXPRESSION {-8*y} } @SIGNAL_NAME {lift} { @EXPRESSION {2 + z*z*0} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {L} { @CONNECTED_TO_BODY {B} @TRIAD_NAME {T} @APPLIED_FORCES {0, 0, 1} @SCALING_FACTOR {2}
  @FORCE_FUNCTIONS {half, minus, lift} @MOMENT_FUNCTIONS {0, 0, ramp} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {half} { @EXPRESSION {0.5*pull} } @SIGNAL_NAME {r} { @FUNCTION_1D_NAME {ramp} }
  @SIGNAL_NAME {minus} { @EXPRESSION {-0.5*r} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @ANALYSIS_TYPE {DYNAMIC} @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.001}
  @OUTPUT_STEP_SIZE {0.1} } }
"""


@pytest.mark.parametrize(("integrator", "bound"), [("RK44", 1e-10), ("GENERALIZED_ALPHA", 2e-6)])
def test_components_of_their_own(integrator, bound):
    """The triad has e1 = y and e2 = -x, and s = 2. Therefore a_x = 3 t, y'' = -4 y, a_z = (2 + 4)/2, and 3 w' = 12 t."""
    results = rbsolve.solve(DECK, integrator=integrator)
    t = results.time
    np.testing.assert_allclose(results["x"], np.column_stack([t**3 / 2, np.cos(2 * t), 1.5 * t**2]), rtol=0, atol=bound)
    np.testing.assert_allclose(results["w"][:, 2], 2 * t**2, rtol=0, atol=bound)
