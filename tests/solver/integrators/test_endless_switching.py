"""Adaptive runs whose switches follow each other without end: they stop after a limited number of steps."""

import numpy as np
import pytest
from scipy.optimize import brentq

import rbsolve
from rbsolve.pipeline import check_deck
from rbsolve.solver.integrators.registry import make_integrator
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.run.chunk_size import chunk_for

DECK = """
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @AT_POINT {{0, 0, 0}} @MASS {{1.5}} @MOMENTS_OF_INERTIA {{1, 1, 1}}
  @INITIAL_VELOCITY {{1, 0, 0}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{v}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{b}} }} }}
@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{vx}} {{ @MEASURE {{v, 1}} }} @SIGNAL_NAME {{relay}} {{ {relay} }}
  @SIGNAL_NAME {{F}} {{ @EXPRESSION {{9*sin(3*t) + relay}} }} }}
@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{L}} {{ @CONNECTED_TO_BODY {{b}} @FORCE_FUNCTIONS {{F, 0, 0}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ {method} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @TIME_INTEGRATOR_NAME {{i}}
  @SIMULATION_TIME_RANGE {{0, 2}} @OUTPUT_STEP_SIZE {{0.1}} }} }}
"""
EXPLICIT = "@INTEGRATOR_TYPE {{EXPLICIT_RUNGE_KUTTA}} @TABLEAU {{{}}} @RELATIVE_TOLERANCE {{1e-6}}"
ALPHA = "@INTEGRATOR_TYPE {GENERALIZED_ALPHA} @LOCAL_ERROR_TOLERANCE {1e-6}"
SIGN = "@EXPRESSION {-6*sign(vx)}"
HYSTERESIS = "@SIGNAL_TYPE {{HYSTERESIS}} @INPUT {{vx}} @THRESHOLDS {{-{0}, {0}}} @OUTPUT_VALUES {{6, -6}}"


def arrival():
    """Return the time at which the body comes to rest: 1.5 v = 1.5 + 3 (1 - cos 3 t) - 6 t."""
    return brentq(lambda t: 1.5 + 3.0 * (1.0 - np.cos(3.0 * t)) - 6.0 * t, 0.5, 1.5)


@pytest.mark.parametrize(
    ("relay", "method", "advice"),
    [
        (SIGN, EXPLICIT.format("DOP853"), "Use fixed steps"),
        (SIGN, EXPLICIT.format("ODE23"), "Use fixed steps"),
        (HYSTERESIS.format(1e-9), EXPLICIT.format("DOP853"), "Increase the distance of thresholds"),
        (HYSTERESIS.format(1e-9), ALPHA, "Increase the distance of thresholds"),
    ],
)
def test_a_run_that_would_not_end_stops_and_names_the_signal(relay, method, advice):
    """After the body has stopped, the relay keeps it at rest. In an earlier version, these runs did not end within
    minutes."""
    with pytest.raises(rbsolve.SolveError, match="signal relay") as failed:
        rbsolve.solve(DECK.format(relay=relay, method=method))
    assert advice in str(failed.value)
    results = failed.value.results
    assert results.time[-1] == pytest.approx(arrival(), abs=0.1)
    assert {finding.code for finding in results.findings if finding.severity == "error"} == {"endless-switching"}


@pytest.mark.parametrize("relay", [SIGN, HYSTERESIS.format(1e-9)])
def test_the_end_does_not_depend_on_the_calls(relay):
    compiled = check_deck(DECK.format(relay=relay, method=EXPLICIT.format("DOPRI5"))).compiled
    ends = []
    for budget in (100_000, 1234):
        engine = make_integrator(compiled)
        rows = chunk_for(compiled, engine, 40)
        outcome = None
        while outcome is None:
            outcome = engine.advance(rows, budget)
        ends.append((outcome, engine.time, engine.steps, engine.rejected_steps))
    assert ends[0] == ends[1]
    assert ends[0][0] is Outcome.ENDLESS_SWITCHING
    assert ends[0][2] + ends[0][3] < 500_000


@pytest.mark.parametrize("method", [EXPLICIT.format("DOP853"), ALPHA])
def test_a_relay_with_distant_thresholds_is_followed_to_the_end(method):
    """Thousands of switches keep the speed within the thresholds until the force is -6 N."""
    deck = DECK.format(relay=HYSTERESIS.format(1e-4), method=method)
    found = rbsolve.solve(deck.replace("@OUTPUT_STEP_SIZE {0.1}", "@OUTPUT_STEP_SIZE {0.01}"))
    assert found.status == "complete"
    held = (found.time > arrival()) & (found.time < (np.pi + np.arcsin(6.0 / 9.0)) / 3.0)
    assert np.count_nonzero(held) == 10
    assert np.abs(found["v"][held, 0]).max() < 1.1e-4
