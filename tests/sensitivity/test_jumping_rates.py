"""Tangents of motions after an impulse. A rod hangs on a cart that starts suddenly, and then rotates at a constant
rate.
"""

import numpy as np
import pytest

import rbsolve
from rbsolve.pipeline import check_deck
from rbsolve.sensitivity.tangents import flaw_of

VALUES = {"v": 2.0, "T": 0.2034, "m": 1.5, "J": 0.04, "l": 0.3}
DECK = """
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#v} @SCALAR_VALUE {2} @DESIGN_PARAMETER_NAME {#T} @SCALAR_VALUE {0.2034}
  @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {1.5} @DESIGN_PARAMETER_NAME {#J} @SCALAR_VALUE {0.04}
  @DESIGN_PARAMETER_NAME {#l} @SCALAR_VALUE {0.3}
}
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {TABULATED} @INTERPOLATION {LINEAR} @TABLE_ENTRIES {
  @TIME {0} @FUNCTION_VALUE {0} @TIME {#T} @FUNCTION_VALUE {0} @TIME {#T + 1} @FUNCTION_VALUE {#v} } } }
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {cart} { @AT_POINT {0, 0, 0} @MASS {3} @MOMENTS_OF_INERTIA {1, 2, 2.5} }
  @RIGID_BODY_NAME {rod} { @AT_POINT {0, 0, -#l} @MASS {#m} @MOMENTS_OF_INERTIA {0.05, #J, 0.03} }
}
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {hinge} {
  @CONNECTED_TO_BODIES {cart, rod} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Y} } }
@PRESCRIBED_MOTION_DEFINITION { @PRESCRIBED_MOTION_NAME {drive} {
  @CONNECTED_TO_BODY {cart} @DISPLACEMENT_FUNCTIONS {f, 0, 0} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {rod} }
  @SENSOR_NAME {rate} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {rod} }
}
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} {
  @INTEGRATOR_TYPE {GENERALIZED_ALPHA} @FORMULATION {LIE_R3_SO3} @RELATIVE_TOLERANCE {1e-13} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} {
  @SIMULATION_TIME_RANGE {0, 0.6} @TIME_STEP_SIZE {0.001} @OUTPUT_STEP_SIZE {0.2} @TIME_INTEGRATOR_NAME {i} } }
"""


def at_end(v, T, m, J, l):  # noqa: E741  # the length's usual letter
    """Return x, z and the rate w about y at 0.6 s. The rate follows from `(J + m l^2) w = m l v`."""
    w, t = m * l * v / (J + m * l * l), 0.6 - T
    return np.array([v * t - l * np.sin(w * t), -l * np.cos(w * t), w])


def last(results, of):
    return np.array([of(results, "x")[-1, 0], of(results, "x")[-1, 2], of(results, "rate")[-1, 1]])


def test_the_impulse_and_its_time_have_derivatives():
    """Compare with complex steps through the closed form. The tolerance is the error of steps of 1 ms. Also compare
    with differences of the same steps.
    """
    found = rbsolve.sensitivities(DECK, list(VALUES), method="tangent")
    own = rbsolve.solve(DECK)
    for sensor in own.sensors:
        np.testing.assert_array_equal(found[sensor], own[sensor])
    assert not found.findings
    for name, value in VALUES.items():
        slope = last(found, lambda results, sensor, name=name: results.sensitivity(sensor, name))
        exact = at_end(**{**VALUES, name: value + 1e-30j}).imag / 1e-30
        assert slope == pytest.approx(exact, abs=2e-5 * np.max(np.abs(exact))), name
        h = 5e-5 * value
        runs = {
            k: last(rbsolve.solve(DECK, parameters={name: value + k * h}), lambda r, s: r[s]) for k in (-2, -1, 1, 2)
        }
        difference = (8 * (runs[1] - runs[-1]) - (runs[2] - runs[-2])) / (12 * h)
        assert slope == pytest.approx(difference, abs=1e-8 * np.max(np.abs(difference))), name


def test_a_jump_at_the_end_of_a_step_has_a_derivative_unless_it_moves():
    text = DECK.replace("{0.2034}", "{0.2}")
    found = rbsolve.sensitivities(text, ["v", "m"], method="tangent")
    assert not found.findings
    for name in ("v", "m"):
        exact = at_end(**{**VALUES, "T": 0.2, name: VALUES[name] + 1e-30j}).imag / 1e-30
        slope = last(found, lambda results, sensor, name=name: results.sensitivity(sensor, name))
        assert slope == pytest.approx(exact, abs=2e-5 * np.max(np.abs(exact))), name
    (finding,) = rbsolve.sensitivities(text, ["T"], method="tangent").findings
    assert finding.code == "no-derivative"
    assert "it moves a jump of the rate of a prescribed motion away from the end of a step" in finding.message


def test_adaptive_steps_do_not_follow_a_jump():
    adaptive = DECK.replace("@TIME_STEP_SIZE {0.001}", "").replace("{1e-13}", "{1e-13} @LOCAL_ERROR_TOLERANCE {1e-7}")
    told = flaw_of(check_deck(adaptive))
    assert "drive jumps at t = 0.2034 s from 0 to 2 m/s, which tangents follow only with fixed steps" in told
    assert not flaw_of(check_deck(DECK))
