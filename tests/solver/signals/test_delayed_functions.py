"""Delays of signals that jump with functions of time, in steps of a fixed size."""

import itertools
import math

import numpy as np
import pytest
from pushed_cart import CART
from scipy.integrate import solve_ivp

import rbsolve

DECK = (
    CART
    + """@SIGNAL_DEFINITION { @SIGNAL_NAME {p} { @MEASURE {x} } %s }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE %s } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {%r} @OUTPUT_STEP_SIZE {0.1}
  @TIME_INTEGRATOR_NAME {i} } }
"""
)
RK44 = "{EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44}"
HEUN = "{EXPLICIT_RUNGE_KUTTA} @TABLEAU {HEUN}"
ALPHA = "{GENERALIZED_ALPHA} @FORMULATION {LIE_R3_SO3}"
IN_TREES = "{GENERALIZED_ALPHA} @FORMULATION {MINIMAL_COORDINATES}"
LATE = "@SIGNAL_NAME {%s} { @SIGNAL_TYPE {DELAY} @INPUT {%s} @DELAY_TIME {%r} }"


def _delayed(formula, *delays):
    """Return the signals of a formula and of a chain of delays. The last signal of the chain is the force `u`."""
    names = ["e", *(f"late{k}" for k in range(len(delays) - 1)), "u"]
    chain = [LATE % (names[k + 1], names[k], delay) for k, delay in enumerate(delays)]
    return f"@SIGNAL_NAME {{e}} {{ @EXPRESSION {{{formula}}} }}" + "".join(chain)


@pytest.mark.parametrize("method", [RK44, HEUN, ALPHA, IN_TREES])
@pytest.mark.parametrize(
    ("formula", "starts", "ends"),
    [
        ("if(t > 0.0233, 3, 0)*if(t < 0.31, 1, 0)", 0.0233, 0.31),
        ("if(t > 0, 3, 0)*if(t < 0.31, 1, 0)", 0.0, 0.31),
        ("if(t > 0.2, 3, 0)*if(t < 0.204, 1, 0)", 0.2, 0.204),  # the pulse is shorter than a step
    ],
)
@pytest.mark.parametrize("delays", [(0.1,), (0.137,), (0.1, 0.0371)])
def test_a_delayed_pulse_acts_exactly_in_time(formula, starts, ends, delays, method):
    """A force of 3 N acts on 2 kg between two times, which are later by the delays. In an earlier version, RK44 had an
    error of 2e-4 m without a message.
    """
    found = rbsolve.solve(DECK % (_delayed(formula, *delays), method, 0.01))
    since, past = (np.maximum(found.time - time - sum(delays), 0.0) for time in (starts, ends))
    np.testing.assert_allclose(found["v"][:, 0], 1.5 * (since - past), rtol=0, atol=1e-10)
    np.testing.assert_allclose(found["x"][:, 0], 0.75 * (since**2 - past**2), rtol=0, atol=1e-10)


@pytest.mark.parametrize("method", [RK44, ALPHA])
def test_two_delays_in_a_loop_repeat_the_earliest_jumps_exactly(method):
    """A jump of 3 N at 0.0233 s has more repetitions within 1 s than the solver follows. `binomial(n + k, n)` sequences
    of n first and k second delays repeat the jump, with the factor 0.3^n 0.2^k. The latest repetitions are negligible.
    """
    sum_of_both = "@SIGNAL_NAME {y} { @EXPRESSION {e + 0.3*u + 0.2*w} }"
    delays = LATE % ("u", "y", 0.01) + LATE % ("w", "y", 0.0137)
    found = rbsolve.solve(
        DECK % ("@SIGNAL_NAME {e} { @EXPRESSION {if(t > 0.0233, 3, 0)} }" + sum_of_both + delays, method, 0.01)
    )
    speed = np.zeros_like(found.time)
    for n, k in itertools.product(range(60), repeat=2):
        since = np.maximum(found.time - 0.0233 - (n + 1) * 0.01 - k * 0.0137, 0.0)
        speed += 1.5 * math.comb(n + k, n) * 0.3**n * 0.2**k * since
    np.testing.assert_allclose(found["v"][:, 0], speed, rtol=0, atol=1e-7)
    told = next(finding.message for finding in found.findings if finding.code == "step-mismatch")
    assert told.startswith("delays repeat the changes of e more than 10,000 times")
    last = float(told.partition("repetitions until ")[2].partition(" s after a change")[0])
    # The signals y, u and w repeat the jump at each sum of delays. In an earlier version, all repetitions after 0.46 s
    # were lost.
    sums = sum(n * 0.01 + k * 0.0137 <= last for n, k in itertools.product(range(101), range(74)))
    assert 3 * sums == pytest.approx(10_000, rel=0.02)


@pytest.mark.parametrize("duration", [0.2, 1.0])
def test_many_repetitions_of_the_start_are_told(duration):
    """Two delays in a loop repeat the jump from a given first output. The repetitions are at all sums of both delays."""
    first = LATE.replace("} }", "} @INITIAL_VALUE {1} }")
    loop = "@SIGNAL_NAME {y} { @EXPRESSION {0.3*u + 0.2*w} }" + first % ("u", "y", 0.01) + first % ("w", "y", 0.0137)
    deck = (DECK % (loop, RK44, 0.01)).replace("{0, 1}", f"{{0, {duration}}}")
    told = [found.message for found in rbsolve.check(deck) if found.code == "step-mismatch"]
    if duration < 0.5:
        assert told == []
        return
    (message,) = told
    assert message.startswith(("delays repeat the first output of u", "delays repeat the first output of w"))
    last = float(message.partition("repetitions until ")[2].partition(" s after the start")[0])
    # One of the delays has a given first output, and the output jumps at the end of this first output. The signals y, u
    # and w repeat this end at each sum of both delays.
    sums = sum(n * 0.01 + k * 0.0137 <= last for n, k in itertools.product(range(101), range(74)))
    assert 3 * sums == pytest.approx(10_000, rel=0.05)


def test_a_delayed_bend_is_at_the_end_of_a_step():
    """A lag converts the jump of a function to a bend of the force. The force is 3 (1 - exp(-s/0.05)) from 0.1603 s on."""
    lag = "@SIGNAL_NAME {l} { @SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {e} @TIME_CONSTANT {0.05} }"
    signals = "@SIGNAL_NAME {e} { @EXPRESSION {if(t > 0.0233, 3, 0)} }" + lag + LATE % ("u", "l", 0.137)
    errors = []
    steps = 0.01 / 2.0 ** np.arange(3)
    for step in steps:
        found = rbsolve.solve(DECK % (signals, RK44, float(step)))
        s = np.maximum(found.time - 0.1603, 0.0)
        errors.append(np.abs(found["v"][:, 0] - 1.5 * (s - 0.05 * (1.0 - np.exp(-s / 0.05)))).max())
    assert errors[0] < 1e-5
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(4.0, abs=0.3)


@pytest.mark.parametrize("method", [RK44, ALPHA])
def test_a_delayed_ramp_within_a_step_has_its_impulse(method):
    """The force rises to 3 N between 0.203 and 0.207 s, and acts 0.137 s later."""
    deck = DECK % (_delayed("3*min(max((t - 0.203)/0.004, 0), 1)", 0.137), method, 0.01)
    found = rbsolve.solve(deck)
    np.testing.assert_allclose(found["v"][:, 0], 1.5 * np.maximum(found.time - 0.342, 0.0), rtol=0, atol=1e-10)


def _by_steps(rest, jump, T, times):
    """Return the positions x of 2 x'' = e(t - T) with e = r(t) (1 + sin(5 t)) - 80 x, by the method of steps. Before
    the start, e is `rest`. The reference r rises from 1 to 3 at the time `jump`.
    """
    ends = sorted({0.0, 1.0, *(round(at + k * T, 12) for at in (0.0, jump) for k in range(8) if at + k * T < 1.0)})
    parts, y = [], np.zeros(2)

    def place(t):
        return next((part(t)[0] for end, part in parts if t <= end + 1e-13), 0.0)

    for begin, end in itertools.pairwise(ends):
        middle = 0.5 * (begin + end) - T

        def slope(t, y, middle=middle):
            level = 3.0 if middle > jump else 1.0
            past = rest if middle < 0.0 else level * (1.0 + np.sin(5.0 * (t - T))) - 80.0 * place(max(t - T, 0.0))
            return y[1], past / 2.0

        solution = solve_ivp(slope, (begin, end), y, "DOP853", dense_output=True, rtol=1e-11, atol=1e-13)
        parts.append((end, solution.sol))
        y = solution.y[:, -1]
    return np.array([place(t) for t in times])


@pytest.mark.parametrize(
    ("method", "jump", "order"),
    [
        *((RK44, 0.0, 4.0), (RK44, 0.2, 4.0)),
        (
            RK44,
            0.2033,
            4.0,
        ),  # the second derivative of the position jumps within a step; the second derivative of the force jumps later
        *((ALPHA, 0.0, 2.0), (ALPHA, 0.2033, 2.0), (IN_TREES, 0.2033, 2.0)),
    ],
)
@pytest.mark.parametrize("T", [0.14, 0.137])
def test_a_delayed_feedback_with_a_reference_that_jumps_has_the_order_of_the_method(method, jump, order, T):
    """The input of the delay depends on the motion, and only the times of its jumps are known before the run. Steps of
    RK44 also end where the delayed motion bends. In an earlier version, the orders were 2 and 3.
    """
    errors = []
    for step in (0.01, 0.005):
        found = rbsolve.solve(DECK % (_delayed(f"if(t > {jump}, 3, 1)*(1 + sin(5*t)) - 80*p", T), method, step))
        errors.append(np.abs(found["x"][:, 0] - _by_steps(1.0, jump, T, found.time)).max())
    assert errors[0] < (1e-7 if method == RK44 else 3e-4)
    assert np.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.25)


LAG = "@SIGNAL_NAME {%s} { @SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {%s} @TIME_CONSTANT {0.05} @INITIAL_VALUE {0} }"
SLOPE, BEND = 30.0, 0.2033  # a force that rises by 30 N/s from 0.2033 s on
RAMP = f"{SLOPE}*max(t - {BEND}, 0)"


@pytest.mark.parametrize("delays", [(0.1,), (0.137,), (0.1, 0.0371)])
def test_a_delayed_ramp_has_exact_steps_of_rk44(delays):
    """The position is a cubic polynomial on both sides of the bend, so steps of RK44 are exact. In an earlier version,
    the bend caused an error of up to 2e-4 m/s without a message.
    """
    found = rbsolve.solve(DECK % (_delayed(RAMP, *delays), RK44, 0.01))
    s = np.maximum(found.time - BEND - sum(delays), 0.0)
    np.testing.assert_allclose(found["v"][:, 0], 0.25 * SLOPE * s**2, rtol=0, atol=1e-11)
    np.testing.assert_allclose(found["x"][:, 0], 0.25 * SLOPE / 3.0 * s**3, rtol=0, atol=1e-11)


@pytest.mark.parametrize("method", [RK44, ALPHA])
def test_a_bend_of_equal_sizes_on_both_sides_is_also_located(method):
    """Just before and just after its bend, |t - 0.2033| is the same number. Before the start, the delayed force is
    zero, so the force also bends 0.137 s after the start.
    """
    formula = f"{SLOPE}*(abs(t - {BEND}) - {BEND})"
    found = rbsolve.solve(DECK % (_delayed(formula, 0.137), method, 0.01))
    s = np.maximum(found.time - 0.137, 0.0)
    speeds = 0.25 * SLOPE * (BEND**2 + (s - BEND) * np.abs(s - BEND)) - 0.5 * SLOPE * BEND * s
    np.testing.assert_allclose(found["v"][:, 0], speeds, rtol=0, atol=1e-11 if method == RK44 else 5e-4)


@pytest.mark.parametrize(("method", "order"), [(RK44, 4.0), (ALPHA, 2.0), (IN_TREES, 2.0)])
@pytest.mark.parametrize("lags_first", [True, False])
def test_a_ramp_behind_lags_and_delays_has_the_order_of_the_method(method, order, lags_first):
    """After a lag of 0.05 s, the ramp is s - 0.05 (1 - exp(-s/0.05)) times its slope."""
    delays = 0.1, 0.0371
    if lags_first:
        path = LAG % ("l", "e") + LATE % ("d", "l", delays[0]) + LATE % ("u", "d", delays[1])
    else:
        path = LATE % ("d", "e", delays[0]) + LAG % ("l", "d") + LATE % ("u", "l", delays[1])
    signals = f"@SIGNAL_NAME {{e}} {{ @EXPRESSION {{{RAMP}}} }}" + path
    steps, errors = 0.01 / 2.0 ** np.arange(4), []
    for step in steps:
        found = rbsolve.solve(DECK % (signals, method, float(step)))
        s = np.maximum(found.time - BEND - sum(delays), 0.0)
        impulse = 0.5 * s**2 - 0.05 * (s - 0.05 * (1.0 - np.exp(-s / 0.05)))
        errors.append(np.abs(found["v"][:, 0] - 0.5 * SLOPE * impulse).max())
    assert errors[0] < (1e-6 if method == RK44 else 5e-4)
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(order, abs=0.3)


@pytest.mark.parametrize("method", [RK44, ALPHA])
@pytest.mark.parametrize("period", [0.0131, 0.0071, 0.0031])
def test_a_delay_stores_many_jumps_in_each_step(period, method):
    """In an earlier version, the delay stored at most two entries in each step and lost older entries. The error was
    0.03 m/s for a speed of 0.4 m/s. A delay also does not interpolate across a jump next to a multiple of its delay
    time.
    """
    T = 0.237
    found = rbsolve.solve(DECK % (_delayed(f"3*if(mod(t, {period}) < {period / 2}, 1, 0)", T), method, 0.01))
    s = np.maximum(found.time - T, 0.0)
    whole = np.floor(s / period)
    on = 0.5 * period * whole + np.minimum(s - whole * period, 0.5 * period)
    np.testing.assert_allclose(found["v"][:, 0], 1.5 * (on + np.minimum(found.time, T)), rtol=0, atol=1e-10)


@pytest.mark.parametrize("method", [RK44, HEUN, ALPHA, IN_TREES])
@pytest.mark.parametrize("delays", [(0.137,), (0.137, 0.0371)])
def test_a_given_first_output_ends_exactly_after_the_delay(delays, method):
    """The force is -2 N up to the time of the delays, and then 3 N. The jump may be within a step."""
    signals = _delayed("3", *delays).replace("@DELAY_TIME {0.137}", "@DELAY_TIME {0.137} @INITIAL_VALUE {-2}")
    found = rbsolve.solve(DECK % (signals, method, 0.01))
    before = np.minimum(found.time, sum(delays))
    np.testing.assert_allclose(found["v"][:, 0], -before + 1.5 * (found.time - before), rtol=0, atol=1e-12)
    assert {finding.code for finding in found.findings} <= {"unused-object"}


def test_a_delay_stores_many_switches_in_each_step():
    """The value of `floor` jumps several times in each step. In earlier versions, its delay lost older jumps, and the
    speed was 0.080 m/s instead of 0.319 m/s at a step of 10 ms. Steps did not end at the delayed jumps.
    """
    quantized = "@SIGNAL_NAME {e} { @EXPRESSION {floor(1000*p)} } @SIGNAL_NAME {u} { @EXPRESSION {3 - 0.02*d} }"
    speeds = []
    for step in (0.01, 0.001):
        found = rbsolve.solve(DECK % (quantized + LATE % ("d", "e", 0.2), RK44, step))
        speeds.append(found["v"][-1, 0])
        assert {finding.code for finding in found.findings} <= {"unused-object"}
    assert speeds[0] == pytest.approx(speeds[1], abs=1e-7)
