"""Signals in decks, and how explicit integrators integrate their states."""

import numpy as np
import pytest
from scipy.interpolate import RegularGridInterpolator
from scipy.optimize import brentq
from signal_decks import LOOP, PENDULUM, analysis, explicit, pid_pendulum, signals

from rbsolve.pipeline import check_deck


def findings(text):
    checked = check_deck(PENDULUM + text + analysis(explicit(), 0.01))
    return [finding for finding in checked.diagnostics if finding.severity == "error"]


def test_a_pid_loop_against_scipy(run_deck):
    run = run_deck(PENDULUM + LOOP + analysis(explicit(), 1e-3))
    exact = pid_pendulum(run.time)
    np.testing.assert_allclose(run["q"][:, 0], exact[0], atol=2e-11)
    np.testing.assert_allclose(run["v"][:, 0], exact[1], atol=2e-10)
    np.testing.assert_allclose(run["u"][:, 0], exact[4], atol=4e-9)


@pytest.mark.parametrize(("tableau", "order"), [("HEUN", 2), ("RK44", 4), ("RK67", 6)])
def test_states_of_signals_move_at_the_order_of_the_tableau(run_deck, tableau, order):
    steps = {2: (4e-3, 2e-3, 1e-3), 4: (1e-2, 5e-3, 2.5e-3), 6: (2e-2, 1e-2, 5e-3)}[order]
    errors = []
    for h in steps:
        run = run_deck(PENDULUM + LOOP + analysis(explicit(tableau), h, 0.4, 0.4))
        exact = pid_pendulum(run.time)
        errors.append(np.abs([run["q"][-1, 0] - exact[0, -1], (run["u"][-1, 0] - exact[4, -1]) / 80]).max())
    slope = np.polyfit(np.log(steps), np.log(errors), 1)[0]
    assert slope == pytest.approx(order, abs=0.35), errors


def test_adaptive_steps_hold_the_tolerance_of_signals_too(run_deck):
    more = "@RELATIVE_TOLERANCE {1e-8} @ABSOLUTE_TOLERANCE {1e-10}"
    run = run_deck(PENDULUM + LOOP + analysis(explicit("DOPRI5", more), 1e-3))
    exact = pid_pendulum(run.time)
    np.testing.assert_allclose(run["q"][:, 0], exact[0], atol=1e-7)
    np.testing.assert_allclose(run["u"][:, 0], exact[4], atol=1e-5)


def test_the_integral_of_a_pid_waits_at_its_limits(run_deck):
    """With y = 2 e + I, I' = 5 e, e = cos 2t and -1 <= y <= 1, the integral I waits until 2 e < 1. From y = -1 on, the
    integral waits until 2 e has the same value again.
    """
    text = "@SIGNAL_NAME {e} { @EXPRESSION {cos(2*t)} } @SIGNAL_NAME {motor} { @SIGNAL_TYPE {PID} @INPUT {e}"
    text += " @PROPORTIONAL_GAIN {2} @INTEGRAL_GAIN {5} @OUTPUT_LIMITS {-1, 1} }"
    more = "@RELATIVE_TOLERANCE {1e-9} @ABSOLUTE_TOLERANCE {1e-11}"
    run = run_deck(PENDULUM + signals(text) + analysis(explicit("DOPRI5", more), 1e-3, 2.5, 0.05))
    angle, free = 2 * run.time, np.pi / 3
    held = brentq(lambda x: 2 * np.cos(x) + 2.5 * (np.sin(x) - np.sin(free)) + 1, np.pi / 2, np.pi)
    integral = 2.5 * (np.sin(np.clip(angle, free, held)) - np.sin(free))
    again = np.maximum(angle, 2 * np.pi - held)
    integral += 2.5 * (np.sin(again) - np.sin(2 * np.pi - held))
    np.testing.assert_allclose(run["u"][:, 0], np.clip(2 * np.cos(angle) + integral, -1, 1), atol=1e-7)


def test_loops_are_named():
    text = signals(
        "@SIGNAL_NAME {motor} { @EXPRESSION {a + 1} } @SIGNAL_NAME {a} { @EXPRESSION {b*2} } @SIGNAL_NAME {b} { @EXPRESSION {motor - a} }"
    )
    [finding] = findings(text)
    assert finding.code == "circular-reference"
    assert all(f"{name} (line" in finding.message for name in ("motor", "a", "b"))


def test_a_state_breaks_a_loop():
    text = signals(
        "@SIGNAL_NAME {motor} { @EXPRESSION {1 - lag} }"
        "@SIGNAL_NAME {lag} { @SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {motor} @TIME_CONSTANT {1} }"
    )
    assert findings(text) == []
    compiled = check_deck(PENDULUM + text + analysis(explicit(), 0.01)).compiled
    np.testing.assert_allclose(compiled.initial.element, [0.5], atol=1e-12)  # at the start, lag = 1 - lag


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        (
            "@SIGNAL_NAME {motor} { @EXPRESSION {2*angel} } @SIGNAL_NAME {angle} { @MEASURE {q} }",
            "unresolved-reference",
            "did you mean `angle`",
        ),
        ("@SIGNAL_NAME {motor} { @MEASURE {q, x1} }", "invalid-value", "angle"),
        ("@SIGNAL_NAME {motor} { @MEASURE {qq} }", "unresolved-reference", "did you mean `q`"),
        ("@SIGNAL_NAME {motor} { @SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {motor} }", "missing-keyword", ""),
        (
            "@SIGNAL_NAME {motor} { @SIGNAL_TYPE {PID} @INPUT {motor} @DERIVATIVE_GAIN {1} }",
            "missing-keyword",
            "give T",
        ),
        (
            "@SIGNAL_NAME {motor} { @SIGNAL_TYPE {TRANSFER_FUNCTION} @INPUT {motor} @NUMERATOR {1, 0} @DENOMINATOR {1} }",
            "invalid-value",
            "",
        ),
        (
            "@SIGNAL_NAME {motor} { @EXPRESSION {t} } @SIGNAL_NAME {t} { @EXPRESSION {motor} }",
            "invalid-value",
            "another name",
        ),
        ("@SIGNAL_NAME {motor} { @EXPRESSION {1} @SIGNAL_TYPE {PID} @INPUT {motor} }", "conflicting-keywords", ""),
    ],
)
def test_what_is_wrong_is_said(text, code, words):
    found = findings(signals(text))
    assert [finding.code for finding in found] == [code]
    assert words in f"{found[0].message} {found[0].hint}"


def test_a_drive_does_not_follow_its_own_force():
    text = "@SENSOR_DEFINITION { @SENSOR_NAME {r} { @SENSOR_TYPE {DRIVE_FORCE} @OBJECT_NAME {J} } }"
    [finding] = findings(text + signals("@SIGNAL_NAME {motor} { @MEASURE {r, 1} }"))
    assert finding.code == "circular-reference"
    assert "FIRST_ORDER_LAG" in finding.hint


REST = "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @ANALYSIS_TYPE {STATIC} @SIMULATION_TIME_RANGE {0, 1} } }"
LOOKING = "@SIGNAL_NAME {angle} { @MEASURE {q} } @SIGNAL_NAME {motor} { @EXPRESSION {3*sin(angle)} }"


def test_signals_that_look_on_at_rest(run_deck):
    still = PENDULUM.replace("@SIGNAL_NAME {motor} @INITIAL", "@SPRING {2, 0.5} @INITIAL")

    run = run_deck(still + signals(LOOKING) + REST)
    q = run["q"][-1, 0]
    assert 2 * (0.5 - q) == pytest.approx(2 * 9.81 * np.sin(q), abs=1e-9)
    assert run["u"][-1, 0] == pytest.approx(3 * np.sin(q), abs=1e-12)


def test_signals_drive_a_prescribed_mechanism(run_deck):
    """With KINEMATIC, the driving torque is the torque of the prescribed motion minus the torque of the signal."""
    turn = (
        "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {0.3 + t^2} } }"
    )
    held = PENDULUM.replace(
        "@SIGNAL_NAME {motor} @INITIAL_COORDINATE {0.3}", "@PRESCRIBED_ROTATION {f} @INITIAL_COORDINATE {0.3}"
    )
    load = (
        "@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {l} { @CONNECTED_TO_BODY {B} @APPLIED_MOMENTS {0, 1, 0} @SIGNAL_NAME {motor} } }"
        "@SENSOR_DEFINITION { @SENSOR_NAME {r} { @SENSOR_TYPE {REACTION_MOMENT} @OBJECT_NAME {J} } }"
    )
    moving = REST.replace("STATIC", "KINEMATIC").replace("{0, 1}", "{0, 1} @OUTPUT_STEP_SIZE {0.1}")
    run = run_deck(held + load + signals(LOOKING) + moving + turn)
    np.testing.assert_allclose(run["u"][:, 0], 3 * np.sin(0.3 + run.time**2), atol=1e-12)
    inertia, weight = 2.1, 2 * 9.81
    needed = inertia * 2.0 + weight * np.sin(0.3 + run.time**2)
    about = -run["r"][:, 1]  # about the joint's e3, which points along -y
    np.testing.assert_allclose(about - run["u"][:, 0], needed, atol=1e-9)


def test_a_signal_that_nothing_uses_is_warned_of():
    text = signals("@SIGNAL_NAME {motor} { @EXPRESSION {0} } @SIGNAL_NAME {idle} { @EXPRESSION {t} }")
    checked = check_deck(PENDULUM + text + analysis(explicit(), 0.01))
    assert [f.message for f in checked.diagnostics if f.code == "unused-object"] == ["nothing uses signal idle"]


def test_a_transfer_function_of_first_order_against_its_closed_form(run_deck):
    """With y' = 2 (e - y) and e = cos 3t, from the equilibrium y = e, y = (4 cos 3t + 6 sin 3t + 9 exp(-2t))/13."""
    text = "@SIGNAL_NAME {e} { @EXPRESSION {cos(3*t)} }"
    text += " @SIGNAL_NAME {motor} { @SIGNAL_TYPE {TRANSFER_FUNCTION} @INPUT {e} @NUMERATOR {1} @DENOMINATOR {0.5, 1} }"
    run = run_deck(PENDULUM + signals(text) + analysis(explicit(), 1e-3, 1.0, 0.05))
    exact = (4 * np.cos(3 * run.time) + 6 * np.sin(3 * run.time) + 9 * np.exp(-2 * run.time)) / 13
    np.testing.assert_allclose(run["u"][:, 0], exact, atol=1e-10)


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        ("2*lift(t) - angle", "cannot call the function of time lift"),
        ("sine(t) - angle", "unknown function `sine`"),
        ("angle(t)", "unknown function `angle`"),
    ],
)
def test_a_formula_of_signals_calls_no_function_of_time(formula, words):
    """The diagnostics do not report the names in the formula as unused."""
    text = (
        signals(f"@SIGNAL_NAME {{motor}} {{ @EXPRESSION {{{formula}}} }} @SIGNAL_NAME {{angle}} {{ @MEASURE {{q}} }}")
        + "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {lift} { @FUNCTION_1D_TYPE {CONSTANT} @VALUE {1} } }"
    )
    checked = check_deck(PENDULUM + text + analysis(explicit(), 0.01))
    [found] = [finding for finding in checked.diagnostics if finding.severity == "error"]
    assert words in found.message
    unused = [finding.message for finding in checked.diagnostics if finding.code == "unused-object"]
    assert [message for message in unused if "signal" in message] == []
    if "lift" in formula:
        assert found.hint == "give the function a signal, `@FUNCTION_1D_NAME {lift}`, and name that signal here"
        assert unused == []


def test_a_table_of_two_inputs_is_that_of_scipy(run_deck):
    """The inputs also leave the table, where its values are those of its edge."""
    first, second, values = [-1.0, 0.5, 2.0], [0.0, 1.0, 1.5, 3.0], [[1, 4, 2, -3], [0, 2, 5, 1], [-2, 3, 3, 6]]
    listed = ", ".join(str(value) for row in values for value in row)
    text = "@SIGNAL_NAME {x} { @EXPRESSION {0.5 + 1.8*sin(9*t)} } @SIGNAL_NAME {y} { @EXPRESSION {1.5 + 1.9*cos(7*t)} }"
    text += " @SIGNAL_NAME {motor} { @SIGNAL_TYPE {LOOKUP_TABLE} @INPUT {x, y} @INPUT_VALUES {-1, 0.5, 2}"
    text += f" @SECOND_INPUT_VALUES {{0, 1, 1.5, 3}} @OUTPUT_VALUES {{{listed}}} }}"
    run = run_deck(PENDULUM + signals(text) + analysis(explicit(), 0.01))
    x, y = 0.5 + 1.8 * np.sin(9 * run.time), 1.5 + 1.9 * np.cos(7 * run.time)
    at = np.stack([np.clip(x, first[0], first[-1]), np.clip(y, second[0], second[-1])], axis=1)
    expected = RegularGridInterpolator((first, second), np.array(values, float))(at)
    np.testing.assert_allclose(run["u"][:, 0], expected, rtol=0, atol=1e-12)
