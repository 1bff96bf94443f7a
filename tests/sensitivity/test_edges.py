"""Tangents at the edge of the range of a parameter. They are one-sided derivatives from the side on which the deck is
valid.
"""

import numpy as np
import pytest

import rbsolve

TEXT = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#c} @SCALAR_VALUE {0} @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {2} }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @AT_POINT {1.2, 0, 0} @MASS {#m} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, b} @POINT1_NAME {0, 0, 0} @POINT2_NAME {1.2, 0, 0}
  @STIFFNESS {50} @DAMPING {DAMPING_HERE} @REST_LENGTH {1} } }
@SENSOR_DEFINITION { @SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {b} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOP853} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} @TIME_INTEGRATOR_NAME {i} } }
"""
STEP = 1e-20


def place(t, c):
    """Return the position of a damped oscillator that starts at rest."""
    decay = c / 4
    rate = np.sqrt(25 - decay**2)
    return 1 + 0.2 * np.exp(-decay * t) * (np.cos(rate * t) + decay / rate * np.sin(rate * t))


@pytest.mark.parametrize(
    ("damping", "slope"),
    [
        ("#c", 1.0),
        ("sin(3*#c) + 0*sqrt(#c)", 3.0),  # there is no value below zero
        ("sin(3*#c) + 0*sqrt(-#c)", 3.0),  # there is no value above zero
    ],
)
def test_a_damper_that_starts_at_zero(damping, slope):
    found = rbsolve.sensitivities(TEXT.replace("DAMPING_HERE", damping), ["c"], method="tangent")
    assert not found.findings
    expected = slope * place(found.time, 1j * STEP).imag / STEP
    assert np.max(np.abs(found.sensitivity("x", "c")[:, 0] - expected)) < 1e-9 * np.max(np.abs(expected))


def test_a_switch_has_no_derivative_on_either_side():
    """From this value on, the run has an additional output row. This value is not an edge of a range."""
    text = TEXT.replace("DAMPING_HERE", "0").replace("{0, 1}", "{0, 1 + 0.01*floor(#m/2)}")
    findings = rbsolve.sensitivities(text, ["m"], method="tangent").findings
    (finding,) = (finding for finding in findings if finding.code == "no-derivative")
    assert "it changes the number of values of run.times" in finding.message
