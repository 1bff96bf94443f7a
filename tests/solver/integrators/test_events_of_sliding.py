"""Events of motions along a switch: their times, and no crossings by round-off."""

import numpy as np
import pytest
from scipy.optimize import brentq

import rbsolve

DECK = """
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @AT_POINT {{0, 0, 0}} @MASS {{1.5}} @MOMENTS_OF_INERTIA {{1, 1, 1}}
  @INITIAL_VELOCITY {{1, 0, 0}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{v}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{b}} }} }}
@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{v}} {{ @MEASURE {{v, 1}} }}
  @SIGNAL_NAME {{F}} {{ @EXPRESSION {{9*sin(3*t) - 6*sign(v)}} }} }}
@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{L}} {{ @CONNECTED_TO_BODY {{b}} @FORCE_FUNCTIONS {{F, 0, 0}} }} }}
@EVENT_DEFINITION {{
  @EVENT_NAME {{forward}} {{ @SIGNAL_NAME {{F}} @THRESHOLD {{1}} }}
  @EVENT_NAME {{slow}} {{ @SIGNAL_NAME {{v}} @THRESHOLD {{0.2}} }}
  @EVENT_NAME {{moves}} {{ @SIGNAL_NAME {{v}} @DIRECTION {{FALLING}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{{method}}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @TIME_INTEGRATOR_NAME {{i}}
  @SIMULATION_TIME_RANGE {{0, 2}} @TIME_STEP_SIZE {{0.005}} @OUTPUT_STEP_SIZE {{0.05}} }} }}
"""
METHODS = {"EXPLICIT_RUNGE_KUTTA": 1e-6, "GENERALIZED_ALPHA": 3e-5}


def speed(t):
    """Return the speed from the start until the body stops."""
    return 1.0 + (3.0 * (1.0 - np.cos(3.0 * t)) - 6.0 * t) / 1.5


STOP = brentq(speed, 1.0, 1.5)
SLIDES_UNTIL = (np.pi + np.arcsin(6.0 / 9.0)) / 3.0


@pytest.mark.parametrize("method", METHODS)
def test_a_body_stops_once(method):
    """The force rises above 1 N and falls below it while the body moves forward. While the body sticks, the force is
    zero. When the body moves back, the force is negative at first. The force rises above 1 N again at `later`.
    Round-off of the speed (1e-12 m/s) while the body sticks is no crossing.
    """
    run = rbsolve.solve(DECK.format(method=method))
    times = {name: [event.time for event in run.events if event.name == name] for name in ("forward", "slow", "moves")}
    first = np.arcsin(7 / 9) / 3
    later = (2.0 * np.pi - np.arcsin(5 / 9)) / 3.0
    within = {"abs": METHODS[method]}
    assert times["forward"] == pytest.approx([first, np.pi / 3 - first, later], **within)
    assert times["slow"] == pytest.approx([brentq(lambda t: speed(t) - 0.2, 1.0, 1.5)], **within)
    assert times["moves"] == pytest.approx([SLIDES_UNTIL], abs=1e-3)
    (told,) = [finding for finding in run.findings if finding.code == "faint-crossings"]
    assert told.object == "signal v"


@pytest.mark.parametrize("method", METHODS)
def test_an_event_ends_the_run_beside_the_switch(method):
    deck = DECK.format(method=method).replace("@THRESHOLD {0.2}", "@THRESHOLD {1e-4} @TERMINATE {YES}")
    run = rbsolve.solve(deck)
    arrives = brentq(lambda t: speed(t) - 1e-4, 1.0, 1.5)
    assert run.time[-1] == pytest.approx(arrives, abs=METHODS[method])
