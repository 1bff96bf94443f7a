"""Signals with states and memory along completely prescribed motions. The references are closed forms."""

from __future__ import annotations

import numpy as np
import pytest

import rbsolve

PENDULUM = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_313 {0, -90, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} {
  @MASS {2} @CENTRE_OF_MASS_LOCATION {0, 0, -1} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {turn} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {0.3 + 0.2*sin(3*t)} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {J} {
  @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {O} @TRIAD_NAME {T} @PRESCRIBED_ROTATION {turn} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@SENSOR_DEFINITION { @SENSOR_NAME {q} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {J} }
  @SENSOR_NAME {rate} { @SENSOR_TYPE {RELATIVE_ROTATION_RATE} @OBJECT_NAME {J} }
  @SENSOR_NAME {f} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {u} } }
"""
MEASURES = "@SIGNAL_NAME {angle} { @MEASURE {q} } @SIGNAL_NAME {speed} { @MEASURE {rate} }"


def deck(signals, step=0.1, end=2.0, more=""):
    return (
        f"{PENDULUM}{more}@SIGNAL_DEFINITION {{ {MEASURES} {signals} }}"
        "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @ANALYSIS_TYPE {KINEMATIC}"
        f" @SIMULATION_TIME_RANGE {{0, {end!r}}} @TIME_STEP_SIZE {{{step!r}}} @OUTPUT_STEP_SIZE {{0.2}} }} }}"
    )


def lagged(t, T):
    """Return x of T x' + x = 0.6 cos(3 t), with a steady start."""
    a, b = 0.6 / (1 + (3 * T) ** 2), 0.6 * 3 * T / (1 + (3 * T) ** 2)
    return a * np.cos(3 * t) + b * np.sin(3 * t) + (0.6 - a) * np.exp(-t / T)


def lag(of, T):
    return f"@SIGNAL_NAME {{u}} {{ @SIGNAL_TYPE {{FIRST_ORDER_LAG}} @INPUT {{{of}}} @TIME_CONSTANT {{{T!r}}} }}"


def test_states_are_of_fourth_order(run_deck):
    errors = []
    for step in (0.2, 0.1, 0.05):
        run = run_deck(deck(lag("speed", 0.4), step))
        errors.append(np.max(np.abs(run["f"][:, 0] - lagged(run.time, 0.4))))
    orders = np.log2(np.divide(errors[:-1], errors[1:]))
    assert np.all((orders > 3.8) & (orders < 4.3)), (errors, orders)


def test_an_integral_of_the_motion(run_deck):
    run = run_deck(deck("@SIGNAL_NAME {u} { @SIGNAL_TYPE {INTEGRATOR} @INPUT {angle} @INITIAL_VALUE {5} }", 0.02))
    exact = 5 + 0.3 * run.time + 0.2 * (1 - np.cos(3 * run.time)) / 3
    np.testing.assert_allclose(run["f"][:, 0], exact, atol=1e-9)


def test_a_lag_that_is_fast_against_the_steps_follows_its_input(run_deck):
    run = run_deck(deck(lag("angle", 1e-7), 0.2))
    np.testing.assert_allclose(run["f"][:, 0], 0.3 + 0.2 * np.sin(3 * run.time), atol=1e-6)


def test_reactions_have_what_states_drive(run_deck):
    """The reaction is the prescribed motion's torque minus the torque of the lag, at the same time."""
    load = (
        "@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {l} { @CONNECTED_TO_BODY {B} @APPLIED_MOMENTS {0, 50, 0} @SIGNAL_NAME {u} } }"
        "@SENSOR_DEFINITION { @SENSOR_NAME {r} { @SENSOR_TYPE {REACTION_MOMENT} @OBJECT_NAME {J} } }"
    )
    run = run_deck(deck(lag("speed", 0.4), 0.1, more=load))
    t = run.time
    needed = 2.1 * -1.8 * np.sin(3 * t) + 2 * 9.81 * np.sin(0.3 + 0.2 * np.sin(3 * t))
    np.testing.assert_allclose(run["r"][:, 1] + 50 * run["f"][:, 0], needed, atol=1e-9)


def test_samples_and_delays(run_deck):
    held = run_deck(deck("@SIGNAL_NAME {u} { @SIGNAL_TYPE {SAMPLE_AND_HOLD} @INPUT {angle} @SAMPLE_TIME {0.5} }", 0.1))
    last = 0.5 * np.floor(held.time / 0.5 + 1e-9)
    np.testing.assert_allclose(held["f"][:, 0], 0.3 + 0.2 * np.sin(3 * last), atol=1e-12)
    late = run_deck(deck("@SIGNAL_NAME {u} { @SIGNAL_TYPE {DELAY} @INPUT {angle} @DELAY_TIME {0.37} }", 0.02))
    then = np.maximum(late.time - 0.37, 0.0)
    np.testing.assert_allclose(late["f"][:, 0], 0.3 + 0.2 * np.sin(3 * then), atol=1e-9)


@pytest.mark.parametrize("step", [0.1, 0.05])
def test_a_switch_follows_the_motion(run_deck, step):
    switch = "@SIGNAL_TYPE {HYSTERESIS} @INPUT {angle} @THRESHOLDS {0.2, 0.4} @OUTPUT_VALUES {-1, 7}"
    run = run_deck(deck(f"@SIGNAL_NAME {{u}} {{ {switch} }}", step))
    on, expected = False, []
    for k in range(round(2.0 / step) + 1):
        q = 0.3 + 0.2 * np.sin(3 * k * step)
        on = q > 0.4 or (on and q >= 0.2)
        expected.append(7 if on else -1)
    np.testing.assert_array_equal(run["f"][:, 0], expected[:: round(0.2 / step)])


def test_steps_that_miss_samples_are_refused():
    from rbsolve.pipeline import check_deck

    text = deck("@SIGNAL_NAME {u} { @SIGNAL_TYPE {SAMPLE_AND_HOLD} @INPUT {angle} @SAMPLE_TIME {0.35} }", 0.1)
    assert "step-mismatch" in [f.code for f in check_deck(text).diagnostics if f.severity == "error"]


JUMP = """@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {steps} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {%s} } }"""


@pytest.mark.parametrize("step", [0.2, 0.05])
@pytest.mark.parametrize("times", [(0.2331, 0.61), (0.2, 0.6), (0.21, 0.23)])
def test_states_are_integrated_up_to_a_jump_of_their_input(run_deck, step, times):
    """The input is 2 between two times, and 0.5 otherwise. Steps end at both times. In an earlier version, the integral
    had errors of up to 0.03 without a message.
    """
    more = JUMP % f"if(t > {times[0]}, if(t > {times[1]}, 0.5, 2), 0.5)"
    signals = "@SIGNAL_NAME {e} { @FUNCTION_1D_NAME {steps} } @SIGNAL_NAME {u} { @SIGNAL_TYPE {INTEGRATOR} @INPUT {e} }"
    run = run_deck(deck(signals, step, more=more))
    exact = 0.5 * run.time + 1.5 * (np.maximum(run.time - times[0], 0) - np.maximum(run.time - times[1], 0))
    np.testing.assert_allclose(run["f"][:, 0], exact, atol=1e-9)


def test_a_lag_keeps_fourth_order_behind_a_jump_and_a_bend(run_deck):
    """The input jumps from 0 to 1 at 0.2331 s, and rises from 0.61 s on."""
    more = JUMP % "if(t > 0.2331, 1, 0) + 3*max(t - 0.61, 0)"
    signals = "@SIGNAL_NAME {e} { @FUNCTION_1D_NAME {steps} }" + lag("e", 0.3)
    errors = []
    for step in (0.2, 0.1, 0.05):
        run = run_deck(deck(signals, step, more=more))
        since, later = (np.maximum(run.time - t, 0.0) for t in (0.2331, 0.61))
        exact = 1 - np.exp(-since / 0.3) + 3 * (later - 0.3 * (1 - np.exp(-later / 0.3)))
        errors.append(np.max(np.abs(run["f"][:, 0] - exact)))
    orders = np.log2(np.divide(errors[:-1], errors[1:]))
    assert errors[-1] < 1e-5
    assert np.all(orders > 3.5), (errors, orders)


def test_an_integral_of_a_prescribed_rate_that_jumps(run_deck):
    """The rate of the joint jumps from 1 to 3 rad/s at 0.2331 s. Its integral is the rotation."""
    text = deck("@SIGNAL_NAME {u} { @SIGNAL_TYPE {INTEGRATOR} @INPUT {speed} @INITIAL_VALUE {0} }", 0.2)
    run = run_deck(text.replace("0.3 + 0.2*sin(3*t)", "t + 2*max(t - 0.2331, 0)"))
    np.testing.assert_allclose(run["f"][:, 0], run.time + 2 * np.maximum(run.time - 0.2331, 0), atol=1e-9)


INTEGRAL, LATE = (
    "@SIGNAL_NAME {u} { @SIGNAL_TYPE {INTEGRATOR} @INPUT {e} }",
    "@SIGNAL_NAME {u} { @SIGNAL_TYPE {DELAY} @INPUT {e} @DELAY_TIME {0.37} }",
)
RELAY = "@SIGNAL_NAME {e} { @SIGNAL_TYPE {HYSTERESIS} @INPUT {angle} @THRESHOLDS {0.2, 0.4} @OUTPUT_VALUES {0, 1} }"
FORMULA, OF_TIME = "@SIGNAL_NAME {e} { @EXPRESSION {sign(speed)} }", "@SIGNAL_NAME {e} { @FUNCTION_1D_NAME {steps} }"
SMOOTH = "@SIGNAL_NAME {e} { @EXPRESSION {abs(speed)} }"


@pytest.mark.parametrize(
    ("source", "reader", "is_told"),
    [
        *((source, reader, True) for source in (RELAY, FORMULA) for reader in (INTEGRAL, LATE)),
        (OF_TIME, INTEGRAL, False),
        (OF_TIME, LATE, True),
        (SMOOTH, INTEGRAL, False),
        (RELAY, "@SIGNAL_NAME {u} { @EXPRESSION {2*e} }", False),
    ],
)
def test_a_jump_at_which_no_step_ends_is_a_warning(source, reader, is_told):
    """Steps end at jumps of functions of time. Integrals and delays of other jumps have errors of first order."""
    told = [
        f.message
        for f in rbsolve.check(deck(source + reader, more=JUMP % "if(t > 0.2331, 1, 0)"))
        if f.code == "step-mismatch"
    ]
    expected = "e jumps within steps of 0.1 s, and u depends on its past: the error of u is proportional to the step"
    assert told == [expected] * is_told
