"""Derivatives with respect to the time of a function's corner, by methods whose steps end at corners."""

import pytest

import rbsolve

DECK = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#T} @SCALAR_VALUE {%r} @DESIGN_PARAMETER_NAME {#F} @SCALAR_VALUE {9} }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS {2} @MOMENTS_OF_INERTIA {0.1, 0.2, 0.3} } }
@SENSOR_DEFINITION { @SENSOR_NAME {v} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {b} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {TABULATED} @TABLE_ENTRIES {
  @TIME {0} @FUNCTION_VALUE {0} @TIME {#T} @FUNCTION_VALUE {#F} @TIME {2} @FUNCTION_VALUE {0} } } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {l} { @CONNECTED_TO_BODY {b} @FORCE_FUNCTIONS {f, 0, 0} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { %s } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.02} @TIME_INTEGRATOR_NAME {i} } }
"""
METHODS = (
    "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44}",
    "@INTEGRATOR_TYPE {LOBATTO_IIIA_B}",
    "@INTEGRATOR_TYPE {GAUSS_LOBATTO} @NUMBER_OF_STAGES {2}",
)


def speed(T, F):
    """Return the speed at 1 s. The speed is the integral of the table divided by the mass."""
    return (F * T / 2 + (1 - T) * (F + F / (2 - T)) / 2) / 2


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("corner", [0.3141, 0.3])
def test_a_moving_corner_has_its_derivative(corner, method):
    """The second corner is at the end of a step. In an earlier version, the derivative with respect to the time of this
    corner had an error of up to 0.18.
    """
    found = rbsolve.sensitivities(DECK % (corner, method), ["T", "F"], method="tangent")
    assert found["v"][-1, 0] == pytest.approx(speed(corner, 9.0), rel=1e-11)
    exact = speed(corner + 1e-30j, 9.0).imag / 1e-30, speed(corner, 9.0 + 1e-30j).imag / 1e-30
    assert found.sensitivity("v", "T")[-1, 0] == pytest.approx(exact[0], rel=1e-9)
    assert found.sensitivity("v", "F")[-1, 0] == pytest.approx(exact[1], rel=1e-9)
