"""Output rows at jumps of forces show the forces after the jumps, for every method, also at both ends of a run."""

import numpy as np
import pytest

EXPLICIT, IMPLICIT = "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {%s}", "@INTEGRATOR_TYPE {GENERALIZED_ALPHA}"
ADAPTIVE = EXPLICIT % "DOPRI5" + " @RELATIVE_TOLERANCE {1e-8} @ABSOLUTE_TOLERANCE {1e-8}"
FIXED = [EXPLICIT % "RK44", IMPLICIT]
SELF_CONTROLLED = [ADAPTIVE, IMPLICIT + " @LOCAL_ERROR_TOLERANCE {1e-6}"]
BODY = """
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{f}} {{ @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{{formula}}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{a}} {{ @SENSOR_TYPE {{ACCELERATION}} @OBJECT_NAME {{b}} }}
  @SENSOR_NAME {{v}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{b}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ {method} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{ @TIME_INTEGRATOR_NAME {{i}} @SIMULATION_TIME_RANGE {{0.3, 0.7}}
  @TIME_STEP_SIZE {{0.01}} @OUTPUT_STEP_SIZE {{0.1}} }} }}
"""
LOAD = """
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {L} { @CONNECTED_TO_BODY {b} @APPLIED_FORCES {1, 0, 0} @FUNCTION_1D_NAME {f} } }
"""
RELAY = """
@SIGNAL_DEFINITION { @SIGNAL_NAME {w} { @FUNCTION_1D_NAME {f} }
  @SIGNAL_NAME {F} { @SIGNAL_TYPE {HYSTERESIS} @INPUT {w} @THRESHOLDS {-0.5, 0.5} @OUTPUT_VALUES {-6, 6} @INITIAL_VALUE {-6} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {L} { @CONNECTED_TO_BODY {b} @FORCE_FUNCTIONS {F, 0, 0} } }
"""


@pytest.mark.parametrize("method", [*FIXED, *SELF_CONTROLLED])
@pytest.mark.parametrize("sign", ["<", "<="])
def test_rows_show_the_force_after_a_jump(run_deck, method, sign):
    """The force is zero, then 10 N from 0.5 s on. The force also jumps at the start and at the end."""
    formula = f"if(t {sign} 0.3, 1, 0) + if(t {sign} 0.5, 0, 10) + if(t {sign} 0.7, 0, 100)"
    run = run_deck(BODY.format(formula=formula, method=method) + LOAD)
    np.testing.assert_allclose(run.time, [0.3, 0.4, 0.5, 0.6, 0.7], rtol=0, atol=1e-15)
    np.testing.assert_allclose(run["a"][:, 0], [0.0, 0.0, 10.0, 10.0, 110.0], rtol=0, atol=1e-9)
    np.testing.assert_allclose(run["v"][:, 0], [0.0, 0.0, 0.0, 1.0, 2.0], rtol=0, atol=1e-12)
    if method in SELF_CONTROLLED:
        assert run.summary.steps <= 10
        assert run.summary.rejected_steps == 0


@pytest.mark.parametrize("method", SELF_CONTROLLED)
def test_a_relay_switches_with_the_jump_of_its_input(run_deck, method):
    """The input is 1 from 0.42 s to 0.57 s. The relay then pushes with 6 N instead of -6 N."""
    run = run_deck(BODY.format(formula="if(t <= 0.42, -1, if(t <= 0.57, 1, -1))", method=method) + RELAY)
    after = np.clip(run.time - 0.42, 0.0, 0.15)
    np.testing.assert_allclose(run["v"][:, 0], -6.0 * (run.time - 0.3) + 12.0 * after, rtol=0, atol=1e-12)
    np.testing.assert_allclose(run["a"][:, 0], [-6.0, -6.0, 6.0, -6.0, -6.0], rtol=0, atol=1e-9)
    assert run.summary.steps <= 20
    assert not run.summary.findings
