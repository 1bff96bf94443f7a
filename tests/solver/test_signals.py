"""Signals: what a deck says of them, and how explicit integrators carry their states."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from rbsolve.pipeline import check_deck

PENDULUM = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_313 {0, 90, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} {
  @MASS {2} @CENTRE_OF_MASS_LOCATION {0, 0, -1} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {J} {
  @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {O} @TRIAD_NAME {T} @SIGNAL_NAME {motor} @INITIAL_COORDINATE {0.3} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {q} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {J} }
  @SENSOR_NAME {v} { @SENSOR_TYPE {RELATIVE_ROTATION_RATE} @OBJECT_NAME {J} }
  @SENSOR_NAME {u} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {motor} }
}
"""
LOOP = """
@SIGNAL_DEFINITION {
  @SIGNAL_NAME {motor} { @SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {torque} @TIME_CONSTANT {0.02} }
  @SIGNAL_NAME {torque} { @SIGNAL_TYPE {PID} @INPUT {error} @PROPORTIONAL_GAIN {80} @INTEGRAL_GAIN {20}
    @DERIVATIVE_GAIN {6} @DERIVATIVE_TIME {0.05} }
  @SIGNAL_NAME {error} { @EXPRESSION {0.5 + 0.1*sin(t) - angle} }
  @SIGNAL_NAME {angle} { @MEASURE {q} }
}
"""
M, L, J_O, G = 2.0, 1.0, 0.1 + 2.0, 9.81


def analysis(method, h, end=1.0, out=0.1):
    return (
        f"@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{ti}} {{ {method} }} }}"
        f"@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{ @SIMULATION_TIME_RANGE {{0, {end}}} @TIME_STEP_SIZE {{{h!r}}}"
        f" @OUTPUT_STEP_SIZE {{{out!r}}} @TIME_INTEGRATOR_NAME {{ti}} }} }}"
    )


def explicit(tableau="RK44", more=""):
    return (
        f"@INTEGRATOR_TYPE {{EXPLICIT_RUNGE_KUTTA}} @FORMULATION {{MINIMAL_COORDINATES}} @TABLEAU {{{tableau}}} {more}"
    )


def signals(text):
    return "@SIGNAL_DEFINITION { " + text + " }"


def findings(text):
    checked = check_deck(PENDULUM + text + analysis(explicit(), 0.01))
    return [finding for finding in checked.diagnostics if finding.severity == "error"]


def pid_pendulum(times):
    """The pendulum with its loop as equations of its own."""

    def slopes(t, y):
        q, v, integral, x, motor = y
        e = 0.5 + 0.1 * np.sin(t) - q
        torque = 80 * e + integral + 6 * (e - x) / 0.05
        return [v, (motor - M * G * L * np.sin(q)) / J_O, 20 * e, (e - x) / 0.05, (torque - motor) / 0.02]

    start = [0.3, 0.0, 0.0, 0.2, 80 * 0.2]  # steady: the filter at its input, the lag at its
    return solve_ivp(slopes, (0, times[-1]), start, t_eval=times, rtol=1e-12, atol=1e-13).y


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
    np.testing.assert_allclose(compiled.initial.element, [0.5], atol=1e-12)  # where lag = 1 - lag


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


@pytest.mark.parametrize("kind", ["REACTION_FORCE", "DRIVE_FORCE"])
def test_what_follows_from_forces_is_not_measured(kind):
    text = f"@SENSOR_DEFINITION {{ @SENSOR_NAME {{r}} {{ @SENSOR_TYPE {{{kind}}} @OBJECT_NAME {{J}} }} }}"
    [finding] = findings(text + signals("@SIGNAL_NAME {motor} { @MEASURE {r, 1} }"))
    assert finding.code == "invalid-value"
    assert "measure positions and velocities" in finding.hint


def test_a_signal_that_nothing_uses_is_warned_of():
    text = signals("@SIGNAL_NAME {motor} { @EXPRESSION {0} } @SIGNAL_NAME {idle} { @EXPRESSION {t} }")
    checked = check_deck(PENDULUM + text + analysis(explicit(), 0.01))
    assert [f.message for f in checked.diagnostics if f.code == "unused-object"] == ["nothing uses signal idle"]
