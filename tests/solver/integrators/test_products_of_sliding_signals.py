"""Formulas of two signals that both slide along their switches. The references are closed forms."""

import numpy as np
import pytest

import rbsolve

CART = """
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{{0}}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
@PRISMATIC_JOINT_DEFINITION {{ @PRISMATIC_JOINT_NAME {{j{0}}} {{ @CONNECTED_TO_BODIES {{GROUND, {0}}} @AT_POINT {{0, 0, 0}}
  @TRIAD_NAME {{AXIS_X}} @INITIAL_RATE {{{1}}} @SIGNAL_NAME {{f{0}}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{speed_{0}}} {{ @SENSOR_TYPE {{RELATIVE_DISPLACEMENT_RATE}} @OBJECT_NAME {{j{0}}} }} }}
@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{v{0}}} {{ @MEASURE {{speed_{0}}} }} }}
"""
DECK = (
    CART.format("a", 0.3)
    + CART.format("b", -0.2)
    + CART.format("c", 0)
    + """
@SIGNAL_DEFINITION { @SIGNAL_NAME {sa} { @EXPRESSION {sign(va)} } @SIGNAL_NAME {sb} { @EXPRESSION {sign(vb)} }
  @SIGNAL_NAME {p} { @EXPRESSION {sa*sb} } @SIGNAL_NAME {fa} { @EXPRESSION {0.6 - sa} }
  @SIGNAL_NAME {fb} { @EXPRESSION {-0.3 - sb} } @SIGNAL_NAME {fc} { @EXPRESSION {%s} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {%s} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 2} @TIME_STEP_SIZE {0.01} @OUTPUT_STEP_SIZE {0.1}
  @TIME_INTEGRATOR_NAME {i} } }
"""
)


@pytest.mark.parametrize("integrator", ["EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA"])
@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("sa*sb", lambda a, b: a * b),
        ("2*p", lambda a, b: 2 * a * b),
        ("sa*(1 + 0.5*sb)", lambda a, b: a * (1 + 0.5 * b)),
        ("sa*sa + sb", lambda a, b: 1 + b),  # on both sides of its switch, the square of sa is 1
    ],
)
def test_a_product_has_the_product_of_both_means(formula, value, integrator):
    """Dry friction of 1 N stops cart b at 2/7 s and cart a at 0.75 s. Against loads of -0.3 N and 0.6 N, the means of
    both signs are -0.3 and 0.6.
    """
    found = rbsolve.solve(DECK % (formula, integrator))
    t, first, second = found.time, 2.0 / 7.0, 0.75
    exact = value(1.0, -1.0) * np.minimum(t, first) + value(1.0, -0.3) * np.clip(t - first, 0.0, second - first)
    exact += value(0.6, -0.3) * np.maximum(t - second, 0.0)
    np.testing.assert_allclose(found["speed_c"][:, 0], exact, rtol=0, atol=3e-9)
    assert "sliding-switch" in {finding.code for finding in found.findings}
