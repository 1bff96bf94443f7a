"""Functions of time that jump at the start of a run, and signals that switch there, in steps of a fixed size."""

import numpy as np
import pytest

import rbsolve

DECK = """
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS {2} @MOMENTS_OF_INERTIA {0.1, 0.2, 0.3} } }
@PRISMATIC_JOINT_DEFINITION { @PRISMATIC_JOINT_NAME {j} {
  @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_X} @SIGNAL_NAME {u} } }
@SENSOR_DEFINITION { @SENSOR_NAME {x} { @SENSOR_TYPE {RELATIVE_DISPLACEMENT} @OBJECT_NAME {j} }
  @SENSOR_NAME {v} { @SENSOR_TYPE {RELATIVE_DISPLACEMENT_RATE} @OBJECT_NAME {j} }
  @SENSOR_NAME {u} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {u} } }
@SIGNAL_DEFINITION { %s }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { %s } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {%r, %r} @TIME_STEP_SIZE {0.01} @OUTPUT_STEP_SIZE {0.1}
  @TIME_INTEGRATOR_NAME {i} } }
"""
RK44 = "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44}"
ALPHA = "@INTEGRATOR_TYPE {GENERALIZED_ALPHA} @FORMULATION {LIE_R3_SO3}"
HEUN = "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {HEUN}"
FUNCTION = """@SIGNAL_NAME {u} { @FUNCTION_1D_NAME {f} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {%s} }"""


@pytest.mark.parametrize("method", [RK44, HEUN])
@pytest.mark.parametrize(
    ("start", "signal"),
    [
        (0.0, FUNCTION % "if(t > 0, 1, 0)"),
        (0.0, FUNCTION % "sign(t)"),
        (0.0, FUNCTION % "if(t <= 0, 5, 1)"),
        (3.0, FUNCTION % "if(t > 3, 1, 0)"),
        (0.0, "@SIGNAL_NAME {u} { @EXPRESSION {if(t > 0, 1, 0)} }"),
    ],
)
def test_a_step_at_the_start_acts_from_the_start_on(start, signal, method):
    """A force of 1 N on 2 kg: v = s/2, x = s^2/4. RK44 with steps of 10 ms was wrong by 1.7e-3 to 7e-3 of the speed."""
    found = rbsolve.solve(DECK % (signal, method, start, start + 1.0))
    np.testing.assert_allclose(found.time, start + 0.1 * np.arange(11), rtol=1e-15)
    np.testing.assert_array_equal(found["u"][:, 0], 1.0)
    np.testing.assert_allclose(found["v"][:, 0], (found.time - start) / 2.0, rtol=0, atol=1e-11)
    np.testing.assert_allclose(found["x"][:, 0], (found.time - start) ** 2 / 4.0, rtol=0, atol=1e-11)


def test_a_ramp_within_the_first_step_has_its_impulse():
    """The force rises to 1 N within 4 ms, so that the impulse is 2e-3 N s less than without the ramp."""
    found = rbsolve.solve(DECK % (FUNCTION % "min(t/0.004, 1)", RK44, 0.0, 1.0))
    np.testing.assert_allclose(found["v"][1:, 0], (found.time[1:] - 0.002) / 2.0, rtol=0, atol=1e-13)


CHAIN = """
@SIGNAL_NAME {place} { @MEASURE {x} }
@SIGNAL_NAME {table} { @SIGNAL_TYPE {LOOKUP_TABLE} @INPUT {place} @INPUT_VALUES {-1, -0.2, 0.1, 1} @OUTPUT_VALUES {-2, -0.1, 0.1, 1.5} }
@SIGNAL_NAME {error} { @EXPRESSION {-table} }
@SIGNAL_NAME {pid} { @SIGNAL_TYPE {PID} @INPUT {error} @PROPORTIONAL_GAIN {20} @INTEGRAL_GAIN {15} @DERIVATIVE_GAIN {4}
  @DERIVATIVE_TIME {0.01} @OUTPUT_LIMITS {-3, 5} }
@SIGNAL_NAME {u} { @SIGNAL_TYPE {DELAY} @INPUT {pid} @DELAY_TIME {0.2} }
"""


@pytest.mark.parametrize("method", [RK44, ALPHA])
def test_a_chain_of_switches_starts_at_its_steady_values(method):
    """The table has the value 1/30 at zero. The controller is within its limits, and the delay repeats its first value
    -20/30 for 0.2 s. The delay repeated 5, the upper limit, when only two switches could settle at the start.
    """
    found = rbsolve.solve(DECK % (CHAIN, method, 0.0, 0.2))
    np.testing.assert_allclose(found["u"][:2, 0], -2.0 / 3.0, rtol=1e-12)
    np.testing.assert_allclose(found["v"][:, 0], -found.time / 3.0, rtol=0, atol=1e-11)
