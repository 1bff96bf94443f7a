"""Fixed steps that pass over changes of functions of time are reported before the run. Closed forms give the missed
parts.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.interpolate import CubicSpline

from rbsolve.pipeline import check_deck
from rbsolve.solver.functions import dispatch

STEP = 0.01
# a method with function values at both ends of a step
FIXED = "@INTEGRATOR_TYPE {LOBATTO_IIIA_B} @NUMBER_OF_STAGES {2}"
WITH_SIGNALS = (
    "@INTEGRATOR_TYPE {GENERALIZED_ALPHA}",
    "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44}",
)
HEUN = "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {HEUN}"
METHODS = (*WITH_SIGNALS, HEUN, FIXED, "@INTEGRATOR_TYPE {ENERGY_MOMENTUM}")
ADAPTIVE = (
    "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOPRI5} @RELATIVE_TOLERANCE {1e-6}",
    "@INTEGRATOR_TYPE {GENERALIZED_ALPHA} @LOCAL_ERROR_TOLERANCE {1e-6}",
)
DECK = """@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{f}} {{ {function} }} }}
{use}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{ti}} {{ {method} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{
  @SIMULATION_TIME_RANGE {{0, 2}} @TIME_STEP_SIZE {{0.01}} @OUTPUT_STEP_SIZE {{0.1}} @TIME_INTEGRATOR_NAME {{ti}} }} }}
"""
LOAD = """@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {l} {
  @CONNECTED_TO_BODY {b} @APPLIED_FORCES {1, 0, 0} @FUNCTION_1D_NAME {f} } }"""
FRAME = """@MOVING_FRAME_DEFINITION { @MOVING_FRAME_NAME {m} {
  @IS_DEFINED_IN_FRAME {FXDFRAME_INERTIAL} @DISPLACEMENT_FUNCTIONS {f, 0, 0} } }"""
PULSE = "if(t > 0.5031 and t < 0.5051, 500, 0)"


def formula(text):
    return f"@FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{{text}}}"


def table(times, values, interpolation="LINEAR"):
    places = " ".join(f"@TIME {{{t!r}}} @FUNCTION_VALUE {{{f!r}}}" for t, f in zip(times, values, strict=True))
    return f"@FUNCTION_1D_TYPE {{TABULATED}} @TABLE_ENTRIES {{ {places} }} @INTERPOLATION {{{interpolation}}}"


def messages(function, use=LOAD, method=FIXED):
    found = check_deck(DECK.format(function=function, use=use, method=method))
    assert not found.has_errors, found.diagnostics
    return [each.message for each in found.diagnostics if each.code == "step-mismatch"]


@pytest.mark.parametrize(
    ("start", "end", "base", "height"),
    [(0.5031, 0.5051, 0.0, 500.0), (0.502, 0.507, 1.0, 3.0), (0.503, 0.504, 1.0, -1.0), (0.501, 0.505, -3.0, 2.0)],
)
def test_pulses_within_a_step_are_told_with_their_missed_part(start, end, base, height):
    """Each pulse has 12 lines. Steps resolve up to 8 pieces that are shorter than a step."""
    times, rise = np.linspace(start, end, 13), height * np.sin(np.linspace(0.0, np.pi, 13))
    missed = abs(np.trapezoid(rise, times)) / (abs(np.trapezoid(rise, times) + base * STEP))
    (message,) = messages(table([0.0, *times.tolist(), 2.0], [base, *(base + rise).tolist(), base]))
    assert f"at t = {start:g} s: steps of 0.01 s miss up to {100.0 * missed:.0f} % of its integral there" in message
    assert message.startswith("function f changes within")


SMOOTH = np.arange(2001) * 1e-3


@pytest.mark.parametrize(
    "function",
    [
        table(SMOOTH.tolist(), (10.0 + np.sin(9.0 * SMOOTH)).tolist()),  # a step contains ten points, and resolves them
        # a rise instead of a pulse, which starts late by a part of a step
        table([0.0, 0.501, 0.503, 2.0], [0.0, 0.0, 5.0, 5.0]),
        formula("sin(20*t)"),
        "@FUNCTION_1D_TYPE {HARMONIC} @HARMONIC { @AMPLITUDE {1} @PERIOD {0.1} }",
    ],
)
def test_resolved_functions_are_not_told(function):
    assert messages(function) == []


SPEED = "@SENSOR_DEFINITION { @SENSOR_NAME {v} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {b} } }"


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("function", "impulse"),
    [
        (formula("if(t > 0.5 and t < 0.51, 500, 0)"), 5.0),
        (formula(PULSE), 1.0),
        (formula("1000*max(0, 1 - abs(t - 1.2345)/0.001)"), 1.0),
        (formula("if(t > 0.701, 1e4*(t - 0.701)*max(0.709 - t, 0), 0)"), 1e4 * 0.008**3 / 6),
        (formula("if(mod(13*t, 1) < 0.5, 3, -3)"), 0.0),
        (table([0.0, 0.5031, 0.5041, 0.5051, 2.0], [0.0, 0.0, 1000.0, 0.0, 0.0]), 1.0),
        (table([0.0, 0.501, 0.503, 2.0], [0.0, 0.0, 5.0, 5.0]), 5 * 1.498),
        ("@FUNCTION_1D_TYPE {STEP} @START_VALUE {0} @END_VALUE {7} @RANGE {0.7023, 0.7043}", 7 * 1.2967),
    ],
)
def test_steps_that_resolve_changes_give_their_impulse_and_are_not_told(run_deck, function, impulse, method):
    assert messages(function, method=method) == []
    run = run_deck(DECK.format(function=function, use=LOAD + SPEED, method=method))
    assert run["v"][-1, 0] == pytest.approx(impulse, rel=1e-3, abs=1e-9)
    if method != HEUN:  # the stages of HEUN have predicted velocities, which do not give the work of a short pulse
        assert not run.summary.findings


@pytest.mark.parametrize("method", METHODS)
def test_more_jumps_than_steps_resolve_are_told(method):
    (message,) = messages(formula("if(mod(20000*t, 1) < 0.5, 3, -3)"), method=method)
    assert message.startswith(
        "function f jumps or bends more than 10,000 times: steps resolve only its jumps until t = 0.25"
    )
    assert messages(formula("if(mod(1200*t, 1) < 0.5, 3, -3)"), method=method) == []


@pytest.mark.parametrize("method", METHODS)
def test_a_noisy_table_keeps_its_warning(method):
    times = np.arange(1001) * 2e-3
    values = np.where(np.arange(1001) % 5 == 2, 300.0, 0.0)  # the function is zero at the ends of all steps
    (message,) = messages(table(times.tolist(), values.tolist()), method=method)
    assert message.startswith("function f changes within 2 s")


@pytest.mark.parametrize("periods", [0.5, 1.0, 0.9, 2.3])
@pytest.mark.parametrize("kind", ["HARMONIC", "EXPRESSION"])
def test_oscillations_faster_than_steps_are_told(periods, kind):
    period = periods * STEP
    if kind == "HARMONIC":
        function = (
            f"@FUNCTION_1D_TYPE {{HARMONIC}} @HARMONIC {{ @AMPLITUDE {{3}} @PERIOD {{{period}}} @PHASE {{0.2}} }}"
        )
    else:
        function = formula(f"2 + 3*cos(2*pi*t/{period})")
    assert messages(function) == ["function f oscillates faster than steps of 0.01 s can follow"]


def oscillates(times, values, is_cubic, step):
    """Return the result of the check's rule, point by point. The function must differ by 40 % of its size from the
    chords of sampled steps. After its last point, a table is constant.
    """
    spline = CubicSpline(times, values)
    at = (lambda t: spline(np.minimum(t, times[-1]))) if is_cubic else lambda t: np.interp(t, times, values)
    rows = []
    for a, b in itertools.pairwise([t for t in times if t < 2.0] + [2.0]):
        first, last = math.ceil(a / step - 1e-9), math.floor(b / step + 1e-9)
        n = last - first
        for k in range(min(n, 24)):
            begin = (first + (k if n <= 24 else int(n * (0.6180339887498949 * k % 1.0)))) * step
            rows.append(at(begin + step * np.arange(9) / 8))
    f = np.array(rows).reshape(-1, 9)
    away = f - f[:, :1] - (f[:, 8:] - f[:, :1]) * np.arange(9) / 8
    part = np.sum(away**2) / np.sum((f - f.mean()) ** 2) if f.size and np.ptp(f) > 1e-9 else 0.0
    return None if abs(part / 0.16 - 1.0) < 1e-3 else part > 0.16


@settings(max_examples=60, deadline=None)
@given(
    counts=st.lists(st.integers(1, 60), min_size=3, max_size=12),
    values=st.lists(st.floats(-1.0, 1.0), min_size=12, max_size=12),
    is_cubic=st.booleans(),
    is_coarse=st.booleans(),
)
def test_tables_are_judged_as_their_points_say(counts, values, is_cubic, is_coarse):
    """The tables are random, with pieces of 1 to 60 steps, or of a few steps."""
    times = np.concatenate([[0.0], np.cumsum(counts)]) * (STEP if is_coarse else 0.21 * STEP) * 1.013
    heights = (np.array([*values, 0.3])[: len(times)] + np.arange(len(times)) % 2).tolist()
    expected = oscillates(times.tolist(), heights, is_cubic, STEP)
    told = messages(table(times.tolist(), heights, "CUBIC" if is_cubic else "LINEAR"), method=WITH_SIGNALS[0])
    if expected is not None and not [each for each in told if "oscillates" not in each]:
        assert bool(told) == expected


def test_a_check_of_a_table_evaluates_it_a_few_times_for_each_point(monkeypatch):
    """In an earlier version, a table of 100 points needed 21,000 evaluations, which took most of the time of a check."""
    calls = []
    evaluate_one = dispatch.evaluate_one
    monkeypatch.setattr(dispatch, "evaluate_one", lambda *args: calls.append(args) or evaluate_one(*args))
    times = np.linspace(0.0, 2.0, 100)
    for interpolation in ("LINEAR", "CUBIC"):
        calls.clear()
        text = table(times.tolist(), np.sin(7.0 * times).tolist(), interpolation)
        deck = DECK.replace("@TIME_STEP_SIZE {{0.01}}", "@TIME_STEP_SIZE {{0.001}}")
        found = check_deck(deck.format(function=text, use=LOAD, method=WITH_SIGNALS[0]))
        assert not found.has_errors
        assert 0 < len(calls) < 300


def test_formulas_of_signals_are_judged_as_well():
    use = f"""@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{s}} {{ @EXPRESSION {{exp(-((t - 0.5031)/0.001)^2)}} }} }}
    {LOAD.replace("@FUNCTION_1D_NAME {f}", "@SIGNAL_NAME {s}")}"""
    (message,) = messages(formula("t"), use, WITH_SIGNALS[0])
    assert message.startswith("signal s has a peak at t = 0.5031 s")


@pytest.mark.parametrize("method", ADAPTIVE)
def test_steps_of_their_own_size_end_at_pulses(method):
    assert messages(formula(PULSE), method=method) == []


def test_a_function_that_only_an_observer_follows_is_not_stepped():
    assert messages(formula("if(t > 0.5031, (t - 0.5031)^3, 0) - if(t > 0.5051, (t - 0.5051)^3, 0)"), FRAME) == []


def test_a_function_without_a_value_somewhere_does_not_oscillate():
    """The function has no value at the start, which is a separate error, and is steep after the start."""
    found = check_deck(DECK.format(function=formula("log(t)"), use=LOAD, method=FIXED))
    assert [each.code for each in found.diagnostics if each.severity != "note"] == ["invalid-value"]


@pytest.mark.parametrize("method", WITH_SIGNALS)
@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("-3*sign(x)", False),  # steps locate signs and comparisons
        ("if(x > 0.3, -1, 2*x)", False),
        ("-5*(abs(y) > 0.02)*y", False),
        ("floor(x)", False),
        ("mod(x, 0.1) + sign(y)", False),
        ("-3*tanh(1e6*x)", False),
        ("-sign(x)*x", False),
        ("if(x > 0.3, 3*(x - 0.3), 0) + min(x, 1) + abs(y)", False),
        ("if(t < 0.5, 3, 0)*x", False),
        ("-3*sign(kept)", False),
    ],
)
def test_formulas_that_jump_with_the_motion_are_told(text, is_told, method):
    use = f"""@SENSOR_DEFINITION {{ @SENSOR_NAME {{p}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{b}} }} }}
    @SIGNAL_DEFINITION {{ @SIGNAL_NAME {{x}} {{ @MEASURE {{p, 1}} }} @SIGNAL_NAME {{y}} {{ @MEASURE {{p, 2}} }}
      @SIGNAL_NAME {{kept}} {{ @SIGNAL_TYPE {{SAMPLE_AND_HOLD}} @INPUT {{x}} @SAMPLE_TIME {{0.1}} }}
      @SIGNAL_NAME {{s}} {{ @EXPRESSION {{{text}}} }} }}
    {LOAD.replace("@FUNCTION_1D_NAME {f}", "@SIGNAL_NAME {s}")}"""
    found = messages(formula("t"), use, method)
    assert [message.partition(":")[0] for message in found] == ["s jumps with the motion"] * is_told
