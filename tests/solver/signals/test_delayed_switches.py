"""Delays of signals that switch with the motion, or of motions that such a signal drives, in steps of a fixed size."""

import itertools

import numpy as np
import pytest
from pushed_cart import CART
from scipy.integrate import solve_ivp

import rbsolve
from rbsolve.solver.integrators.switch_echoes import SwitchEchoes, _insert
from rbsolve.solver.signals.delayed_jumps import ROOM

LOWER, UPPER = -0.02, 0.03  # thresholds of the relay
DECK = (
    CART
    + """@SIGNAL_DEFINITION { @SIGNAL_NAME {p} { @MEASURE {x} } @SIGNAL_NAME {w} { @MEASURE {v} }
  @SIGNAL_NAME {s} { @SIGNAL_TYPE {HYSTERESIS} @INPUT {p} @THRESHOLDS {-0.02, 0.03} @OUTPUT_VALUES {8, -11} @INITIAL_VALUE {8} }
  @SIGNAL_NAME {d} { @SIGNAL_TYPE {DELAY} @INPUT {%s} @DELAY_TIME {%r} }
  @SIGNAL_NAME {u} { @EXPRESSION {%s} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {%s} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {%r} @OUTPUT_STEP_SIZE {0.05}
  @TIME_INTEGRATOR_NAME {i} } }
"""
)


def _by_pieces(force, T, times, end=1.0):
    """Return the positions and velocities of 2 x'' = force(s, x, v, past) with the relay s of x.

    `past` contains s, x and v at the time t - T. Pieces end at switches of s, at their repetitions, and at multiples
    of T.
    """
    breaks, parts, y, begin, is_on = {end, *np.arange(T, end, T)}, [], np.zeros(2), 0.0, False

    def part_of(t):
        found = [part for part in parts if part[0] <= t + 1e-13]
        return found[-1] if found else None

    def past(t, middle):
        if middle < 0.0:
            return 8.0, 0.0, 0.0
        t = max(t, 0.0)
        return (-11.0 if part_of(middle)[2] else 8.0, *part_of(t)[1](t))

    while begin < end - 1e-12:
        until = min(b for b in breaks if b > begin + 1e-12)
        middle = 0.5 * (begin + until) - T

        def slope(t, y, middle=middle, is_on=is_on):
            return y[1], force(-11.0 if is_on else 8.0, *y, past(t - T, middle)) / 2.0

        def distance(t, y, is_on=is_on):
            return y[0] - LOWER if is_on else UPPER - y[0]

        distance.terminal, distance.direction = True, -1.0
        found = solve_ivp(
            slope,
            (begin, until),
            y,
            "DOP853",
            events=distance,
            dense_output=True,
            rtol=1e-11,
            atol=1e-13,
            max_step=0.01,
        )
        parts.append((begin, found.sol, is_on))
        begin, y = found.t[-1], found.y[:, -1]
        if found.status == 1:
            is_on = not is_on
            breaks |= set(begin + T * np.arange(1, 4))
    switches = sum(a[2] != b[2] for a, b in itertools.pairwise(parts))
    return np.array([part_of(t)[1](t) for t in times]), switches


CASES = {
    "velocity": ("w", "s - 8*d", lambda s, x, v, past: s - 8.0 * past[2]),
    "position": ("p", "s - 20*d", lambda s, x, v, past: s - 20.0 * past[1]),
    "relay": ("s", "s + 0.4*d - 3*p", lambda s, x, v, past: s + 0.4 * past[0] - 3.0 * x),
}


@pytest.mark.parametrize(("tableau", "order", "error"), [("HEUN", 2, 3e-3), ("RK33", 3, 1e-5), ("RK44", 4, 1e-6)])
@pytest.mark.parametrize("T", [0.0837, 0.1])
@pytest.mark.parametrize("name", CASES)
def test_steps_end_where_a_delay_repeats_a_switch(name, T, tableau, order, error):
    """A relay pushes a cart, and a delay feeds back its motion or the relay itself. Earlier, RK44 had second order
    without a message, and errors of 1e-4.
    """
    of, formula, force = CASES[name]
    errors, steps = [], 0.01 / 2.0 ** np.arange(3)
    for step in steps:
        found = rbsolve.solve(DECK % (of, T, formula, tableau, float(step)))
        exact, switches = _by_pieces(force, T, found.time)
        assert switches >= 3
        errors.append(np.abs(found["v"][:, 0] - exact[:, 1]).max())
        assert {finding.code for finding in found.findings} <= {"unused-object"}
    assert errors[0] < error
    assert errors[-1] < max(5e-10, 1.5 * errors[0] * 4.0**-order)


@pytest.mark.parametrize(
    "method", ["{EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44}", "{GENERALIZED_ALPHA} @FORMULATION {LIE_R3_SO3}"]
)
def test_a_delayed_switch_is_a_warning_only_without_its_repetition(method):
    """Explicit steps end at the repetition of a switch. In generalized-alpha, the delayed switch has an error of up to a
    step.
    """
    deck = (DECK % ("s", 0.1, "0.4*d - 3*p", "RK44", 0.01)).replace("{EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44}", method)
    told = [found.message for found in rbsolve.check(deck) if found.code == "step-mismatch"]
    if "RK44" in method:
        assert told == []
    else:
        assert len(told) == 1
        assert told[0].startswith("the input of d switches within steps")


def test_repetitions_keep_their_order_and_their_room():
    """Ends of steps are stored in increasing order, and nearby ends are stored once. Ends in the past are removed, so
    later ends have room."""
    ends = np.full(2 * ROOM, np.inf)
    echoes = SwitchEchoes(ends=ends, lost=np.zeros(1, dtype=np.int64))
    times = np.random.default_rng(1).permutation(np.arange(1.0, ROOM + 1.0))
    for t in times:
        _insert(echoes, 0.0, t, 1e-6)
        _insert(echoes, 0.0, t + 5e-7, 1e-6)
    np.testing.assert_array_equal(ends, np.repeat(np.arange(1.0, ROOM + 1.0), 2))
    assert echoes.lost[0] == 0
    _insert(echoes, 0.5, 7.5, 1e-6)
    assert echoes.lost[0] == 1
    _insert(echoes, 3.5, 7.5, 1e-6)
    assert echoes.lost[0] == 1
    expected = sorted([*range(4, ROOM + 1), 7.5])
    np.testing.assert_array_equal(ends[: 2 * len(expected)], np.repeat(expected, 2))
    assert np.all(np.isinf(ends[2 * len(expected) :]))


def test_more_repetitions_than_steps_resolve_are_told():
    """Two delays in a loop repeat each switch at all sums of multiples of both delays. The run has
    too few steps to resolve all these times.
    """
    loop = (
        "@DELAY_TIME {0.0111} } @SIGNAL_NAME {e} { @SIGNAL_TYPE {DELAY} @INPUT {y} @DELAY_TIME {0.0137} } "
        "@SIGNAL_NAME {y} { @EXPRESSION {s + 0.3*d + 0.2*e} }"
    )
    deck = (DECK % ("y", 0.0111, "y", "RK44", 0.01)).replace("@DELAY_TIME {0.0111} }", loop, 1)
    told = [found.message for found in rbsolve.solve(deck).findings if found.code == "unlocated-switches"]
    assert len(told) == 1
    assert told[0].startswith("delays repeat switches of signals more often than steps resolve")
