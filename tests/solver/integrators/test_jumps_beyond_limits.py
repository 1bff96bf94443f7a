"""A jump of a function that pushes a controller far beyond its limit, under generalized-alpha with fixed steps."""

import numpy as np
import pytest
from pushed_cart import CART

import rbsolve

DECK = (
    CART
    + """@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {R} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {if(t < %r, 0, -1.5)} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {r} { @FUNCTION_1D_NAME {R} } @SIGNAL_NAME {xx} { @MEASURE {x} }
  @SIGNAL_NAME {e} { @EXPRESSION {r - xx} }
  @SIGNAL_NAME {u} { @SIGNAL_TYPE {PID} @INPUT {e} @PROPORTIONAL_GAIN {20} @INTEGRAL_GAIN {15} @DERIVATIVE_GAIN {6}
    @DERIVATIVE_TIME {0.05} @OUTPUT_LIMITS {-4, 1} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {GENERALIZED_ALPHA} @FORMULATION {%s} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {3, 3.1} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {0.02}
  @TIME_INTEGRATOR_NAME {i} } }
"""
)


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "MINIMAL_COORDINATES"])
@pytest.mark.parametrize("jump", [3.01, 3.0105, 3.0137])
def test_a_controller_is_at_its_limit_from_a_jump_of_its_input_on(jump, formulation):
    """After the jump, P e + D (e - f)/T is far below the lower limit, so the force is constant: x = -(4/2) s^2/2."""
    for step in (5e-3, 2e-3, 1e-3, 5e-4):
        found = rbsolve.solve(DECK % (jump, formulation), step=step)
        past = np.maximum(found.time - jump, 0.0)
        # The order is two. If the force before the jump contained the derivative of the jump, errors would be 100 times larger.
        np.testing.assert_allclose(found["v"][:, 0], -2.0 * past, rtol=0, atol=1.0 * step**2)
