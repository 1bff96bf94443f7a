"""Compare equilibria of closed loops with closed forms, differences, and the end of a damped motion."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import brentq
from told import messages_of

from rbsolve.pipeline import check_deck
from rbsolve.solver.analyses.equilibria.static import StaticAnalysis
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.run.loop import simulate

DECKS = Path(__file__).resolve().parents[3] / "decks"
G, M, K = 9.81, 2.0, 100.0
SLIDER = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} } }
@PRISMATIC_JOINT_DEFINITION { @PRISMATIC_JOINT_NAME {J} {
  @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {O} @TRIAD_NAME {TRIAD_INERTIAL} @SPRING {100, 0} @DAMPER {30} @SIGNAL_NAME {u} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@SENSOR_DEFINITION { @SENSOR_NAME {q} { @SENSOR_TYPE {RELATIVE_DISPLACEMENT} @OBJECT_NAME {J} }
 @SENSOR_NAME {f} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {u} } }
"""
PENDULUM = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_313 {0, -90, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} {
  @MASS {2} @CENTRE_OF_MASS_LOCATION {0, 0, -1} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {J} {
  @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {O} @TRIAD_NAME {T} @DAMPER {8} @SIGNAL_NAME {u} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@SENSOR_DEFINITION { @SENSOR_NAME {q} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {J} }
 @SENSOR_NAME {f} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {u} } }
"""
STATIC = "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @ANALYSIS_TYPE {STATIC} } }"
ERROR = "@SIGNAL_NAME {place} { @MEASURE {q} } @SIGNAL_NAME {e} { @EXPRESSION {%s - place} }"
P = "@SIGNAL_NAME {u} { @EXPRESSION {50*%s} }"
PID = "@SIGNAL_NAME {u} { @SIGNAL_TYPE {PID} @INPUT {e} @PROPORTIONAL_GAIN {50} @INTEGRAL_GAIN {30} %s }"
DROOP = (50 * 0.3 - M * G) / (K + 50)


def signals(*texts):
    return f"@SIGNAL_DEFINITION {{ {' '.join(texts)} }}"


def control_deck(*texts, reference="0.3"):
    return SLIDER + signals(ERROR % reference, *texts) + STATIC


def failure(text):
    """Return the reason why a deck has no equilibrium."""
    checked = check_deck(text)
    summary = simulate(checked.compiled, [], NoRows())
    assert summary.outcome is Outcome.NO_EQUILIBRIUM
    return summary.detail


class NoRows:
    """A sink for a run that has no rows."""

    def write(self, *rows):
        raise AssertionError(rows)


def lag(name, of, more="@GAIN {2}"):
    return (
        f"@SIGNAL_NAME {{{name}}} {{ @SIGNAL_TYPE {{FIRST_ORDER_LAG}} @INPUT {{{of}}} @TIME_CONSTANT {{0.3}} {more} }}"
    )


def test_an_integral_brings_its_input_to_zero(run_deck):
    run = run_deck(control_deck(PID % ""))
    assert run["q"][0, 0] == pytest.approx(0.3, abs=1e-12)
    assert run["f"][0, 0] == pytest.approx(M * G + K * 0.3, rel=1e-12)
    assert messages_of(run) == ["the equilibrium is stable"]


@pytest.mark.parametrize(
    "loop",
    [
        P % "e",
        lag("slow", "e", "") + P % "slow",
        lag("slow", "e", "@GAIN {0.5}") + lag("slower", "slow") + P % "slower",
        "@SIGNAL_NAME {s} { @SIGNAL_TYPE {TRANSFER_FUNCTION} @INPUT {e} @NUMERATOR {1, 8} @DENOMINATOR {0.1, 3, 8} }"
        + P % "s",
        "@SIGNAL_NAME {s} { @SIGNAL_TYPE {SAMPLE_AND_HOLD} @INPUT {e} @SAMPLE_TIME {0.1} }" + P % "s",
        "@SIGNAL_NAME {s} { @SIGNAL_TYPE {DELAY} @INPUT {e} @DELAY_TIME {0.1} @INITIAL_VALUE {7} }" + P % "s",
        "@SIGNAL_NAME {s} { @SIGNAL_TYPE {DELAY} @INPUT {e} @DELAY_TIME {0.1} @PADE_ORDER {3} }" + P % "s",
        "@SIGNAL_NAME {s} { @SIGNAL_TYPE {LOOKUP_TABLE} @INPUT {e} @INPUT_VALUES {-1, 1} @OUTPUT_VALUES {-1, 1} }"
        + P % "s",
    ],
    ids=["at-once", "lag", "two-lags", "transfer-function", "sample-and-hold", "delay", "pade", "table"],
)
def test_a_proportional_loop_droops(run_deck, loop):
    run = run_deck(control_deck(loop))
    assert run["q"][0, 0] == pytest.approx(DROOP, abs=1e-12)
    assert run["f"][0, 0] == pytest.approx(50 * (0.3 - DROOP), rel=1e-11)


def test_what_drives_by_what_it_remembers_is_not_called_stable(run_deck):
    held = "@SIGNAL_NAME {s} { @SIGNAL_TYPE {SAMPLE_AND_HOLD} @INPUT {e} @SAMPLE_TIME {0.1} }"
    [note] = messages_of(run_deck(control_deck(held + P % "s")))
    assert "because signal s drives a force and depends on the past" in note


def test_limits_hold_an_integral(run_deck):
    """At the set point, the weight and the spring of the joint require 49.6 N. The controller is limited to 20 N, so its
    integral stays constant.
    """
    run = run_deck(control_deck(PID % "@OUTPUT_LIMITS {-20, 20}"))
    assert run["q"][0, 0] == pytest.approx((20 - M * G) / K, abs=1e-12)
    assert run["f"][0, 0] == pytest.approx(20, rel=1e-12)


def test_a_pendulum_is_held_at_an_angle(run_deck):
    text = PENDULUM + signals(ERROR % "2", PID.replace("{50}", "{5}") % "") + STATIC
    run = run_deck(text)
    assert run["q"][0, 0] == pytest.approx(2, abs=1e-11)
    assert run["f"][0, 0] == pytest.approx(M * G * np.sin(2), rel=1e-11)
    assert run.summary.newton_iterations < 15


def test_a_loop_holds_what_would_fall_without_it(run_deck):
    """A pole on a cart stays upright and does not hang down. The cart is at the end of the rail that the loop requires."""
    deck = (DECKS / "inverted_pendulum.deck").read_text()
    deck = deck[: deck.index("@TIME_INTEGRATOR_DEFINITION")] + STATIC
    run = run_deck(deck)
    assert abs(run["angle"][0, 0]) < 1e-12
    assert abs(run["place"][0, 0]) < 1e-11
    assert messages_of(run) == ["the equilibrium is stable"]


def test_an_equilibrium_that_does_not_hold_is_left_for_one_that_does(run_deck):
    """A weak loop acts on a pendulum near its highest point. The pendulum falls to the position where the spring of the
    loop balances its weight.
    """
    text = PENDULUM.replace("@DAMPER {8}", "@DAMPER {8} @INITIAL_COORDINATE {3}")
    run = run_deck(text + signals(ERROR % "0", P.replace("50*", "") % "e") + STATIC)
    assert abs(run["q"][0, 0]) < 1e-10
    assert messages_of(run) == ["the equilibrium is stable"]


def test_turns_count(run_deck):
    """A spring of a loop is wound up by a whole rotation, so the equation is `m g sin q + q = 0` near 2 pi."""
    text = PENDULUM.replace("@DAMPER {8}", "@DAMPER {8} @INITIAL_COORDINATE {7}")
    run = run_deck(text + signals(ERROR % "0", P.replace("50*", "") % "e") + STATIC)
    assert run["q"][0, 0] == pytest.approx(brentq(lambda q: M * G * np.sin(q) + q, 5.5, 6.2, xtol=1e-15), abs=1e-11)


def test_states_rest_where_nothing_can_move(run_deck):
    turn = "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {t} { @FUNCTION_1D_TYPE {CONSTANT} @VALUE {0.4} } }"
    text = PENDULUM.replace("@DAMPER {8} @SIGNAL_NAME {u}", "@PRESCRIBED_ROTATION {t} @INITIAL_COORDINATE {0.4}") + turn
    load = "@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {l} { @CONNECTED_TO_BODY {B} @APPLIED_MOMENTS {0, 50, 0} @SIGNAL_NAME {u} } }"
    run = run_deck(text + load + signals(ERROR % "1", lag("u", "e", "@INITIAL_VALUE {9}")) + STATIC)
    assert run["f"][0, 0] == pytest.approx(0.6, abs=1e-12)
    assert messages_of(run) == ["the equilibrium is stable: nothing can move"]


def test_positive_feedback_is_unstable(run_deck):
    run = run_deck(control_deck(P.replace("50*", "-200*") % "e"))
    assert run["q"][0, 0] == pytest.approx((-200 * 0.3 - M * G) / (K - 200), rel=1e-12)
    assert messages_of(run)[0].startswith("the equilibrium is unstable: it diverges in joint J sliding")


def test_a_loop_that_is_too_fast_flutters(run_deck):
    """By Routh and Hurwitz, the equation `m q'' + c q' + (k + P) q + K integral` is unstable if `m K > c (k + P)`."""
    critical = 30 * (K + 50) / M
    for gain, stable in ((0.99 * critical, True), (1.01 * critical, False)):
        text = control_deck(PID.replace("{30}", f"{{{gain!r}}}") % "")
        [note] = messages_of(run_deck(text))
        frequency = max(np.roots([M, 30, K + 50, gain]).imag) / (2 * np.pi)
        flutters = f"the equilibrium is unstable: it flutters at {frequency:.4g} Hz under the forces that signals drive"
        assert note == ("the equilibrium is stable" if stable else flutters)


def test_what_never_rests_is_named():
    grows = "@SIGNAL_NAME {one} { @EXPRESSION {0.25} } @SIGNAL_NAME {ramp} { @SIGNAL_TYPE {INTEGRATOR} @INPUT {one} @GAIN {2} }"
    detail = failure(control_deck(grows, "@SIGNAL_NAME {u} { @EXPRESSION {ramp + 50*e} }"))
    assert "signal ramp keeps changing, by 0.5 per second" in detail


def test_what_looks_on_need_not_rest(run_deck):
    more = "@SIGNAL_NAME {travel} { @SIGNAL_TYPE {INTEGRATOR} @INPUT {place} @INITIAL_VALUE {4} }" + lag(
        "seen", "place"
    )
    sensors = "".join(
        f"@SENSOR_DEFINITION {{ @SENSOR_NAME {{{name}}} {{ @SENSOR_TYPE {{SIGNAL}} @OBJECT_NAME {{{name}}} }} }}"
        for name in ("travel", "seen")
    )
    run = run_deck(sensors + control_deck(P % "e", more))
    assert run["seen"][0, 0] == pytest.approx(2 * DROOP, rel=1e-12)
    assert run["travel"][0, 0] == 4
    assert messages_of(run)[1].endswith("have no steady value; they keep their initial value: travel")


def test_integrals_of_the_same_input_share_what_is_needed(run_deck):
    """Only the sum of the integrals affects the force, so the equilibrium has many possible values."""
    two = "".join(
        f"@SIGNAL_NAME {{{n}}} {{ @SIGNAL_TYPE {{INTEGRATOR}} @INPUT {{e}} @GAIN {{30}} }}" for n in ("one", "two")
    )
    run = run_deck(control_deck(two, "@SIGNAL_NAME {u} { @EXPRESSION {one + two} }"))
    assert run["q"][0, 0] == pytest.approx(0.3, abs=1e-12)
    assert run["f"][0, 0] == pytest.approx(M * G + K * 0.3, rel=1e-11)
    assert "another value of signal one; another value of signal two" in messages_of(run)[0]


@pytest.mark.parametrize(("low", "high", "switches"), [(-0.15, -0.1, False), (-0.17, -0.12, True)])
def test_a_switch_that_does_not_stay(run_deck, low, high, switches):
    """A thermostat gives 8 N while it is on. At -0.196 m, the switch of the hanging body turns on. At -0.116 m, the
    switch turns off again in one case, and stays on in the other case.
    """
    text = (
        f"@SIGNAL_NAME {{s}} {{ @SIGNAL_TYPE {{HYSTERESIS}} @INPUT {{down}} @THRESHOLDS {{{-high!r}, {-low!r}}} @OUTPUT_VALUES {{0, 1}} }}"
        "@SIGNAL_NAME {down} { @EXPRESSION {-place} } @SIGNAL_NAME {u} { @EXPRESSION {8*s} }"
    )
    if switches:
        assert "signal s switches back and forth" in failure(control_deck(text))
    else:
        run = run_deck(control_deck(text))
        assert run["q"][0, 0] == pytest.approx((8 - M * G) / K, rel=1e-12)


def test_springs_follow_signals(run_deck):
    """The rest length and stiffness of a hanging spring follow the position of the body. So k (1 + z^2) (l - l0 - z/4)
    = m g with l = 1 - z.
    """
    text = SLIDER.replace("@SPRING {100, 0} @DAMPER {30} @SIGNAL_NAME {u}", "@DAMPER {30}").replace("{u}", "{rest}")
    spring = (
        "@POINT_DEFINITION { @POINT_NAME {top} { @COORDINATES {0, 0, 1} } }"
        "@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, B} @POINT1_NAME {top} @POINT2_NAME {O}"
        " @STIFFNESS {100} @SIGNAL_NAME {rest} @STIFFNESS_SIGNAL_NAME {factor} } }"
    )
    laws = "@SIGNAL_NAME {z} { @MEASURE {q} } @SIGNAL_NAME {rest} { @EXPRESSION {0.7 + 0.25*z} }"
    laws += "@SIGNAL_NAME {factor} { @EXPRESSION {1 + z^2} }"
    run = run_deck(text + spring + signals(laws) + STATIC)
    z = brentq(lambda z: K * (1 + z * z) * (1 - z - 0.7 - 0.25 * z) - M * G, -1, 1, xtol=1e-15)
    assert run["q"][0, 0] == pytest.approx(z, abs=1e-12)


def test_a_sequence_follows_its_functions(run_deck):
    """At each time, lags and controllers have the values that a constant reference would give after infinite time."""
    ramp = "@SIGNAL_NAME {wanted} { @EXPRESSION {0.1*t} }"
    text = control_deck(ramp, PID % "", reference="wanted").replace(
        "{STATIC}", "{STATIC} @SIMULATION_TIME_RANGE {0, 5} @OUTPUT_STEP_SIZE {1}"
    )
    run = run_deck(text)
    np.testing.assert_allclose(run["q"][:, 0], 0.1 * run.time, atol=1e-12)


def test_a_damped_motion_ends_at_the_equilibrium(run_deck):
    loop = (
        ERROR % "1.1",
        lag("slow", "e", ""),
        "@SIGNAL_NAME {u} { @SIGNAL_TYPE {PID} @INPUT {slow} @PROPORTIONAL_GAIN {9} @INTEGRAL_GAIN {6} }",
    )
    still = run_deck(PENDULUM + signals(*loop) + STATIC)
    moving = STATIC.replace(
        "{STATIC}", "{DYNAMIC} @SIMULATION_TIME_RANGE {0, 120} @TIME_STEP_SIZE {0.02} @OUTPUT_STEP_SIZE {40}"
    )
    method = (
        "@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} {"
        " @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @FORMULATION {MINIMAL_COORDINATES} } }"
    )
    end = run_deck(PENDULUM + signals(*loop) + method + moving)
    np.testing.assert_allclose(still["q"][0], end["q"][-1], atol=1e-9)
    np.testing.assert_allclose(still["f"][0], end["f"][-1], rtol=1e-9)


def test_derivatives_of_forces_and_slopes():
    """Compare the derivatives with respect to coordinates and states with differences."""
    controller = PID.replace("{u}", "{c}").replace("{e}", "{slow}") % "@DERIVATIVE_GAIN {2} @DERIVATIVE_TIME {0.1}"
    loop = ERROR % "1.1", lag("slow", "e"), controller, "@SIGNAL_NAME {u} { @EXPRESSION {c*cos(place)} }"
    engine = StaticAnalysis(check_deck(PENDULUM + signals(*loop) + STATIC).compiled)
    search = engine._search
    state = search.move(engine.state, np.array([0.7]), 0.0)
    state = state._replace(element=np.array([0.3, -0.2, 0.9]))

    def equations(change):
        there = search.move(state, np.array([change[0]]), 0.0)._replace(element=state.element + change[1:])
        point = search.at(there, 0.0)
        return np.concatenate([point.unbalanced, point.steering.slopes])

    here = search.at(state, 0.0).steering
    J = np.block([[-here.held, here.by_state], [here.slope_by_place, here.slope_by_state]])
    h = 1e-5
    differences = np.array([(equations(h * unit) - equations(-h * unit)) / (2 * h) for unit in np.eye(4)]).T
    np.testing.assert_allclose(J, differences, atol=1e-8 * np.max(np.abs(J)))
