"""With methods of high order, fixed steps end where the slope of a function of time changes. The reference is the
motion by its own equation, solved with scipy from corner to corner.
"""

import itertools

import numpy as np
import pytest
from pushed_cart import CART
from scipy.integrate import solve_ivp

import rbsolve

DECK = (
    CART.replace("{", "{{").replace("}", "}}")
    + """
@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{f}} {{ {function} }} }}
@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{p}} {{ @MEASURE {{x}} }} @SIGNAL_NAME {{r}} {{ @MEASURE {{v}} }}
  @SIGNAL_NAME {{u}} {{ @EXPRESSION {{{force}}} }} }}
@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{l}} {{ @CONNECTED_TO_BODY {{b}} @FORCE_FUNCTIONS {{f, 0, 0}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{
  @INTEGRATOR_TYPE {{EXPLICIT_RUNGE_KUTTA}} @TABLEAU {{{tableau}}} @FORMULATION {{MINIMAL_COORDINATES}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @TIME_INTEGRATOR_NAME {{i}}
  @SIMULATION_TIME_RANGE {{0, 1.2}} @TIME_STEP_SIZE {{0.01}} @OUTPUT_STEP_SIZE {{0.4}} }} }}
"""
)
FORCE = "-30*p - 2*r"


def formula(text):
    return f"@FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{{text}}}"


def table(times, values, kind):
    places = " ".join(f"@TIME {{{t!r}}} @FUNCTION_VALUE {{{f!r}}}" for t, f in zip(times, values, strict=True))
    return f"@FUNCTION_1D_TYPE {{TABULATED}} @TABLE_ENTRIES {{ {places} }} @INTERPOLATION {{{kind}}}"


def harmonic(t):
    return 5.0 * np.sin(9.0 * np.clip(t, 0.2613, 0.8371))


TIMES, VALUES = [0.0, 0.1437, 0.4, 0.6911, 1.3], [2.0, 9.0, -4.0, 6.0, 5.0]
CASES = {
    # Each case has the function f, the signal of the force, the sum of all forces, and the corners of f.
    "table": (
        table(TIMES, VALUES, "LINEAR"),
        FORCE,
        lambda t, x, v: np.interp(t, TIMES, VALUES) - 30 * x - 2 * v,
        TIMES[1:4],
    ),
    "absolute value": (
        formula("8*abs(sin(7*t - 1))"),
        FORCE,
        lambda t, x, v: 8 * abs(np.sin(7 * t - 1)) - 30 * x - 2 * v,
        [1 / 7, (1 + np.pi) / 7, (1 + 2 * np.pi) / 7],
    ),
    "limited harmonic": (
        "@FUNCTION_1D_TYPE {HARMONIC} @HARMONIC { @AMPLITUDE {5} @PERIOD {0.6981317007977318} }"
        " @START_TIME {0.2613} @END_TIME {0.8371}",
        FORCE,
        lambda t, x, v: harmonic(t) - 30 * x - 2 * v,
        [0.2613, 0.8371],
    ),
    "formula of time and motion": (
        formula("3"),
        "-max(t - 0.3137, 0)*40*r - 30*p",
        lambda t, x, v: 3 - max(t - 0.3137, 0) * 40 * v - 30 * x,
        [0.3137],
    ),
    "curvature": (
        formula("60*max(t - 0.3137, 0)^2"),
        FORCE,
        lambda t, x, v: 60 * max(t - 0.3137, 0) ** 2 - 30 * x - 2 * v,
        [0.3137],
    ),
}


def end_of(force, corners):
    y = np.zeros(2)
    for a, b in itertools.pairwise([0.0, *corners, 1.2]):
        y = solve_ivp(lambda t, y: [y[1], force(t, *y) / 2.0], (a, b), y, "DOP853", rtol=1e-13, atol=1e-14).y[:, -1]
    return y


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize(("tableau", "order"), [("RK33", 3), ("RK44", 4)])
def test_explicit_steps_keep_their_order_at_corners(case, tableau, order):
    """In an earlier version, the errors were of second order, or of third order if only the curvature changes. The
    errors were up to 8e-5 m/s at 10 ms.
    """
    function, force, value, corners = CASES[case]
    end = end_of(value, corners)
    steps, errors = 0.4 / np.array([20, 31, 47, 70]), []
    for step in steps:
        run = rbsolve.solve(DECK.format(function=function, force=force, tableau=tableau), step=float(step))
        assert {found.code for found in run.findings} <= {"unused-object"}
        assert len(run.time) == 4
        errors.append(max(abs(run["x"][-1, 0] - end[0]), abs(run["v"][-1, 0] - end[1])))
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(order, abs=0.35)
    assert errors[-1] < 2e-6
