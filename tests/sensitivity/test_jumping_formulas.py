"""Tangents of decks with formulas and signals that jump. Only a number that may change the time of a jump has none."""

import numpy as np
import pytest

import rbsolve
from rbsolve.pipeline import check_deck
from rbsolve.sensitivity.adjoint import flaw_of_adjoint
from rbsolve.sensitivity.tangents import flaw_of

VALUES = {"T": 0.0521, "m": 1.5, "k": 20.0, "v": 0.3}
DECK = """
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#T} @SCALAR_VALUE {0.0521} @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {1.5}
  @DESIGN_PARAMETER_NAME {#k} @SCALAR_VALUE {20} @DESIGN_PARAMETER_NAME {#v} @SCALAR_VALUE {0.3}
}
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {ball} {
  @MASS {#m} @MOMENTS_OF_INERTIA {1, 1, 1} @INITIAL_VELOCITY {#v, 0, 0} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {x} { @MEASURE {place, x1} } FORMULA }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {load} {
  @CONNECTED_TO_BODY {ball} @APPLIED_FORCES {#k, 0, 0} @SIGNAL_NAME {s} } }
@SENSOR_DEFINITION { @SENSOR_NAME {place} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {ball} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {METHOD} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} {
  @SIMULATION_TIME_RANGE {0, 0.1} @TIME_STEP_SIZE {0.005} @TIME_INTEGRATOR_NAME {i} } }
"""
SWITCH = "@SIGNAL_NAME {s} { @EXPRESSION {if(t > #T, 1, -2)} }"
SAMPLES = "@SIGNAL_NAME {s} { @SIGNAL_TYPE {SAMPLE_AND_HOLD} @INPUT {x} @SAMPLE_TIME {0.02} }"


def deck(formula, method):
    return DECK.replace("FORMULA", formula).replace("METHOD", method)


def switched(T, m, k, v):
    """Return x at 0.1 s. The force is -2 k before T, and k after T."""
    t = 0.1 - T
    return v * 0.1 - k / m * T * T - 2.0 * k / m * T * t + 0.5 * k / m * t * t


def sampled(m, k, v, **_):
    """Return x at 0.1 s. Each force k x acts for 0.02 s."""
    x, u, h = 0.0, v, 0.02
    for _ in range(5):
        a = k * x / m
        x, u = x + h * u + 0.5 * h * h * a, u + h * a
    return x


def slope(of, name):
    return np.imag(of(**{**VALUES, name: VALUES[name] + 1e-30j})) / 1e-30


@pytest.mark.parametrize("method", ["EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA"])
def test_only_the_time_of_a_jump_has_no_tangent(method):
    """Compare with complex steps through the exact motion, which the explicit method integrates without error. Also
    compare with differences of the same steps.
    """
    text = deck(SWITCH, method)
    found = rbsolve.sensitivities(text, list(VALUES), threads=1)
    (note,) = (finding for finding in found.findings if finding.code == "no-tangent")
    assert "with respect to T are differences" in note.message
    assert "signal s jumps" in note.message
    differences = rbsolve.sensitivities(text, ["m", "k", "v"], method="difference", threads=1)
    for name in ("m", "k", "v"):
        assert found.file[f"sensitivities/{name}/place"].attrs["method"] == "tangent"
        own = found.sensitivity("place", name)
        if method == "EXPLICIT_RUNGE_KUTTA":
            assert own[-1, 0] == pytest.approx(slope(switched, name), rel=1e-11)
        np.testing.assert_allclose(own, differences.sensitivity("place", name), atol=1e-11 * np.max(np.abs(own)))


@pytest.mark.parametrize("method", ["EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA"])
def test_samples_have_tangents(method):
    """Steps end at the samples, so a SAMPLE_AND_HOLD jumps at times that no number changes."""
    text = deck(SAMPLES, method)
    found = rbsolve.sensitivities(text, ["m", "k", "v"], method="tangent")
    adjoint = rbsolve.sensitivities(text, ["m", "k", "v"], method="adjoint", of=["final(place.x1)"])
    differences = rbsolve.sensitivities(text, ["m", "k", "v"], method="difference", threads=1)
    assert {finding.code for finding in found.findings} == {"unused-object"}  # T
    for name, gradient in adjoint.gradient("final(place.x1)").items():
        own = found.sensitivity("place", name)
        if method == "EXPLICIT_RUNGE_KUTTA":
            assert own[-1, 0] == pytest.approx(slope(sampled, name), rel=1e-12)
        np.testing.assert_allclose(own, differences.sensitivity("place", name), atol=1e-11 * np.max(np.abs(own)))
        assert gradient == pytest.approx(own[-1, 0], rel=1e-12)


@pytest.mark.parametrize(
    ("formula", "jumps_by_motion"),
    [
        ("@SIGNAL_NAME {s} { @EXPRESSION {if(t > 0.03, x, 0)} }", False),
        ("@SIGNAL_NAME {s} { @EXPRESSION {if(x > 0.03, 1, 0)} }", True),
        ("@SIGNAL_NAME {r} { @EXPRESSION {t - 0.03} } @SIGNAL_NAME {s} { @EXPRESSION {x*sign(r)} }", False),
        ("@SIGNAL_NAME {r} { @EXPRESSION {t - x} } @SIGNAL_NAME {s} { @EXPRESSION {sign(r)} }", True),
        ("@SIGNAL_NAME {s} { @SIGNAL_TYPE {HYSTERESIS} @INPUT {x} @THRESHOLDS {0, 0.01} @OUTPUT_VALUES {0, 1} }", True),
    ],
)
def test_jumps_that_the_motion_determines(formula, jumps_by_motion):
    checked = check_deck(deck(formula, "EXPLICIT_RUNGE_KUTTA"))
    assert checked.compiled is not None
    assert ("jumps" in flaw_of(checked)) == jumps_by_motion
    assert "jumps" in flaw_of_adjoint(checked)


def test_a_force_law_jumps_where_the_motion_reaches_it():
    """A function that a force law calls is no function of time."""
    text = """
    @RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {slider} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
    @FUNCTION_1D_DEFINITION {
      @FUNCTION_1D_NAME {level} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {sign(x)} }
      @FUNCTION_1D_NAME {law} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {10*level(x)} }
    }
    @SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {spring} {
      @CONNECTED_TO_BODIES {GROUND, slider} @POINT1_NAME {0, 0, 0} @POINT2_NAME {1, 0, 0} @REST_LENGTH {0}
      @FORCE_FUNCTION_NAME {law} } }
    @ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} } }
    """
    checked = check_deck(text)
    assert checked.compiled is not None
    assert "function level jumps" in flaw_of(checked)
