"""Functions of time that jump at the start of a run, and signals that switch there."""

import numpy as np
import pytest
from pushed_cart import CART
from scipy.integrate import solve_ivp

import rbsolve

DECK = (
    CART
    + """
@SENSOR_DEFINITION {
  @SENSOR_NAME {a} { @SENSOR_TYPE {ACCELERATION} @OBJECT_NAME {b} }
  @SENSOR_NAME {u} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {u} } }
@SIGNAL_DEFINITION { %s }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { %s } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {%r, %r} @TIME_STEP_SIZE {0.01} @OUTPUT_STEP_SIZE {0.1}
  @TIME_INTEGRATOR_NAME {i} } }
"""
)
RK44 = "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44}"
ALPHA = "@INTEGRATOR_TYPE {GENERALIZED_ALPHA} @FORMULATION {LIE_R3_SO3}"
IN_TREES = "@INTEGRATOR_TYPE {GENERALIZED_ALPHA} @FORMULATION {MINIMAL_COORDINATES}"
ADAPTIVE = f"{ALPHA} @LOCAL_ERROR_TOLERANCE {{1e-7}}"
HEUN = "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {HEUN}"
FUNCTION = """@SIGNAL_NAME {u} { @FUNCTION_1D_NAME {f} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {%s} }"""


@pytest.mark.parametrize("method", [RK44, HEUN, ALPHA, IN_TREES, ADAPTIVE])
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
    """A force of 1 N accelerates 2 kg, so v = s/2 and x = s^2/4 after the time s. In an earlier version, the speed had
    a large relative error at a step of 10 ms: 7e-3 for RK44, and 2.5e-3 for generalized-alpha.
    """
    found = rbsolve.solve(DECK % (signal, method, start, start + 1.0))
    np.testing.assert_allclose(found["a"][:, 0], 0.5, rtol=1e-12)
    np.testing.assert_allclose(found.time, start + 0.1 * np.arange(11), rtol=1e-15)
    np.testing.assert_array_equal(found["u"][:, 0], 1.0)
    np.testing.assert_allclose(found["v"][:, 0], (found.time - start) / 2.0, rtol=0, atol=1e-11)
    np.testing.assert_allclose(found["x"][:, 0], (found.time - start) ** 2 / 4.0, rtol=0, atol=1e-11)


@pytest.mark.parametrize("method", [RK44, ALPHA, IN_TREES])
def test_a_ramp_within_the_first_step_has_its_impulse(method):
    """The force rises to 1 N within 4 ms, so the impulse is 2e-3 N s less than without the ramp."""
    found = rbsolve.solve(DECK % (FUNCTION % "min(t/0.004, 1)", method, 0.0, 1.0))
    np.testing.assert_allclose(found["v"][1:, 0], (found.time[1:] - 0.002) / 2.0, rtol=0, atol=1e-12)


@pytest.mark.parametrize("method", [ALPHA, IN_TREES, ADAPTIVE])
@pytest.mark.parametrize("jump", [0.004, 0.0099, 0.01])
def test_a_jump_within_the_first_step_does_not_change_the_start(jump, method):
    """A force of 1 N acts from the start, and an additional force of 1 N after the jump. In an earlier version, the
    derivative of the accelerations at the start contained the jump. The error of the speed was proportional to the
    step (6.9e-6 m/s).
    """
    found = rbsolve.solve(DECK % (FUNCTION % f"if(t > 0, 1, 0) + if(t >= {jump}, 1, 0)", method, 0.0, 1.0))
    after = np.maximum(found.time - jump, 0.0)
    np.testing.assert_allclose(found["v"][:, 0], (found.time + after) / 2.0, rtol=0, atol=1e-14)
    np.testing.assert_allclose(found["x"][:, 0], (found.time**2 + after**2) / 4.0, rtol=0, atol=1e-14)


FREE = (
    CART[: CART.index("@PRISMATIC_JOINT_DEFINITION")]
    + """
@SENSOR_DEFINITION { @SENSOR_NAME {v} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {b} }
  @SENSOR_NAME {a} { @SENSOR_TYPE {ACCELERATION} @OBJECT_NAME {b} }
  @SENSOR_NAME {w} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {b} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {%s} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {l} { @CONNECTED_TO_BODY {b} @FORCE_FUNCTIONS {f, 0, 0} @MOMENT_FUNCTIONS {f, 0, 0} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {%s} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.02} @OUTPUT_STEP_SIZE {0.1}
  @TIME_INTEGRATOR_NAME {i} } }
"""
)
QUATERNION = "IMPLICIT_MIDPOINT", "ENERGY_MOMENTUM", "LOBATTO_IIIA_B", "GAUSS_LOBATTO"


@pytest.mark.parametrize("method", QUATERNION)
@pytest.mark.parametrize(
    ("formula", "jump"), [("if(t > 0, 1, 0)", 0.0), ("if(t <= 0, 5, 1)", 0.0), ("if(t < 0.3141, 0, 1)", 0.3141)]
)
def test_quaternion_methods_act_on_one_side_of_a_jump(formula, jump, method):
    """A force of 1 N acts on 2 kg, and a moment of 1 N m on 0.1 kg m^2. In an earlier version, LOBATTO_IIIA_B had a
    relative error of 1e-2 after a jump at the start. After later jumps, the errors of all methods were proportional to
    the step.
    """
    found = rbsolve.solve(FREE % (formula, method))
    late = np.maximum(found.time - jump, 0.0)
    np.testing.assert_allclose(found.time, 0.1 * np.arange(11), rtol=1e-15)
    np.testing.assert_allclose(found["v"][:, 0], late / 2.0, rtol=0, atol=1e-11)
    atol = 1e-2 if method == "ENERGY_MOMENTUM" else 1e-9  # this method is second-order accurate in the rotation
    np.testing.assert_allclose(found["w"][:, 0], late / 0.1, rtol=0, atol=atol)
    np.testing.assert_allclose(found["a"][:, 0], np.where(found.time >= jump, 0.5, 0.0), rtol=1e-12)
    assert {finding.code for finding in found.findings} <= {"unused-object"}


FEEDBACK = """@SIGNAL_NAME {p} { @MEASURE {x} }
@SIGNAL_NAME {u} { @EXPRESSION {if(t > 0, 3, 1)*(1 + sin(5*t)) - 80*p} }"""


def _accurate(times):
    """Return the positions x of 2 x'' = 3 (1 + sin(5 t)) - 80 x from rest, by scipy."""
    found = solve_ivp(
        lambda t, y: (y[1], (3.0 * (1.0 + np.sin(5.0 * t)) - 80.0 * y[0]) / 2.0),
        (0.0, 1.0),
        (0.0, 0.0),
        "DOP853",
        times,
        rtol=1e-12,
        atol=1e-13,
    )
    return found.y[0]


@pytest.mark.parametrize(("method", "order"), [(HEUN, 2.0), (RK44, 4.0), (ALPHA, 2.0), (IN_TREES, 2.0)])
def test_a_feedback_that_jumps_at_the_start_has_the_order_of_the_method(method, order):
    """The formula depends on the motion, but the time of its jump is known before the run."""
    errors = []
    for step in (0.02, 0.01, 0.005):
        deck = (DECK % (FEEDBACK, method, 0.0, 1.0)).replace("@TIME_STEP_SIZE {0.01}", f"@TIME_STEP_SIZE {{{step}}}")
        found = rbsolve.solve(deck)
        assert found["a"][0, 0] == pytest.approx(1.5, rel=1e-9)
        errors.append(np.abs(found["x"][:, 0] - _accurate(found.time)).max())
    slopes = np.log2(np.array(errors[:-1]) / errors[1:])
    np.testing.assert_allclose(slopes, order, atol=0.1)


def test_adaptive_steps_start_with_a_feedback_behind_its_jump():
    """The tolerance is 1e-8 m in each step. In the run, the errors of the steps add up to 2e-6 m."""
    method = ADAPTIVE.replace("1e-7", "1e-8")
    found = rbsolve.solve(DECK % (FEEDBACK, method, 0.0, 1.0))
    assert found["a"][0, 0] == pytest.approx(1.5, rel=1e-9)
    np.testing.assert_allclose(found["x"][:, 0], _accurate(found.time), rtol=0, atol=4e-6)


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
    -20/30 for 0.2 s. In an earlier version, only two switches could settle at the start, and the delay
    repeated the upper limit 5.
    """
    found = rbsolve.solve(DECK % (CHAIN, method, 0.0, 0.2))
    np.testing.assert_allclose(found["u"][:2, 0], -2.0 / 3.0, rtol=1e-12)
    np.testing.assert_allclose(found["v"][:, 0], -found.time / 3.0, rtol=0, atol=1e-11)


@pytest.mark.parametrize("method", [ALPHA, IN_TREES])
@pytest.mark.parametrize("formula", ["if(t > 0, 2.3, 0)*if(t < 0.0043, 1, 0)", "if(t < 0.0043, 2.3, 0)"])
def test_a_pulse_within_the_first_step_has_its_work(method, formula):
    """The work of the pulse is the kinetic energy (2.3 N 4.3 ms)^2/(2 m). The energy balance finds no unexplained energy."""
    found = rbsolve.solve(DECK % (FUNCTION % formula, method, 0.0, 0.1))
    assert found["v"][-1, 0] == pytest.approx(2.3 * 0.0043 / 2.0, rel=1e-9)
    assert "unexplained-energy" not in {finding.code for finding in found.findings}
