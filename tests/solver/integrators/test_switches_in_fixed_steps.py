"""Fixed steps locate jumps and corners of formulas of the motion. As the reference, scipy solves the equations of
motion between jumps.
"""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.integrators.registry import make_integrator
from rbsolve.solver.model.memory import capture, restore
from rbsolve.solver.run.chunk_size import chunk_for

MASS, END = 1.5, 2.0
DECK = """
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @AT_POINT {{0, 0, 0}} @MASS {{1.5}} @MOMENTS_OF_INERTIA {{1, 1, 1}}
  @INITIAL_VELOCITY {{{speed}, 0, 0}} }} }}
@SENSOR_DEFINITION {{
  @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{b}} }}
  @SENSOR_NAME {{v}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{b}} }} }}
@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{wave}} {{
  @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{if(mod(3.3*t, 1) < 0.5, 1, -1)}} }} }}
@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{px}} {{ @MEASURE {{x, 1}} }} @SIGNAL_NAME {{vx}} {{ @MEASURE {{v, 1}} }}
  @SIGNAL_NAME {{w}} {{ @FUNCTION_1D_NAME {{wave}} }} {signals} }}
@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{L}} {{ @CONNECTED_TO_BODY {{b}} @FORCE_FUNCTIONS {{F, 0, 0}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ {method} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @TIME_INTEGRATOR_NAME {{i}}
  @SIMULATION_TIME_RANGE {{0, 2}} @TIME_STEP_SIZE {{{step!r}}} @OUTPUT_STEP_SIZE {{0.4}} }} }}
"""
IMPLICIT = "@INTEGRATOR_TYPE {GENERALIZED_ALPHA}"
EXPLICIT = "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {%s}"
SIGN, CHOICE, SEVERAL, CORNERS = (
    f"@SIGNAL_NAME {{F}} {{ @EXPRESSION {{{formula}}} }}"
    for formula in (
        "-6*sign(px - 0.05) - 0.4*vx",
        "if(px > 0.05, -6 - 3*px, 4 - vx)",
        "if(px > 0.05 and not (vx <= 0.2), -6, 0) - 8*px + 2*sign(px + vx*t - 0.3)",
        "-20*abs(px - 0.05) - 2*max(px, -0.1) - 4*min(vx, 0.3)",
    )
)
STAIRS = "@SIGNAL_NAME {F} { @EXPRESSION {-3 - 6*floor(4*px + 0.3) + 0.4*mod(vx + 0.1, 0.5)} }"
LEVELS, SPEEDS = [(k - 0.3) / 4 for k in range(-2, 5)], [0.5 * k - 0.1 for k in range(-4, 5)]
POINTS, FORCES = [-0.3, -0.05, 0.1, 0.4], [9.0, 1.0, -1.0, -8.0]
TABLE = (
    "@SIGNAL_NAME {F} { @SIGNAL_TYPE {LOOKUP_TABLE} @INPUT {px}"
    f" @INPUT_VALUES {{{str(POINTS)[1:-1]}}} @OUTPUT_VALUES {{{str(FORCES)[1:-1]}}} }}"
)
SURFACE = (
    "@SIGNAL_NAME {F} { @SIGNAL_TYPE {LOOKUP_TABLE} @INPUT {px, vx} @INPUT_VALUES {-0.3, 0.1, 0.4}"
    " @SECOND_INPUT_VALUES {-0.8, 0.2, 0.9} @OUTPUT_VALUES {12, 9, 6, 0, -1, -4, -7, -9, -14} }"
)
HELD = "@SIGNAL_NAME {F} { @EXPRESSION {9*sin(3*t) - 6*sign(vx)} }"  # the motion stays on the switch
RELAY = (
    "@SIGNAL_NAME {F} { @SIGNAL_TYPE {HYSTERESIS} @INPUT {px} @THRESHOLDS {-0.05, 0.05} @OUTPUT_VALUES {6, -6}"
    " @INITIAL_VALUE {6} }"
)


def piece(points, values, signs, x):
    """Return the value of a table at x. The signs of x minus the points select the line of the table."""
    k = sum(sign > 0 for sign in signs) - 1
    if k < 0 or k == len(points) - 1:
        return values[max(k, 0)]
    return values[k] + (values[k + 1] - values[k]) * (x - points[k]) / (points[k + 1] - points[k])


def surface(y, signs):
    rows = np.reshape([12, 9, 6, 0, -1, -4, -7, -9, -14], (3, 3))
    at_points = [piece([-0.8, 0.2, 0.9], row, signs[3:], y[1]) for row in rows]
    return piece([-0.3, 0.1, 0.4], at_points, signs[:3], y[0])


def passes(index, values):
    """Return numbers whose signs show which values a coordinate has passed."""
    return [lambda t, y, value=value: y[index] - value for value in values]


def stairs(t, y, signs):
    passed = [sum(sign > 0 for sign in part) for part in (signs[:7], signs[7:])]
    return -3 - 6 * (passed[0] - 3) + 0.4 * (y[1] + 0.1 - 0.5 * (passed[1] - 5))


CASES = {
    # The tuples contain signals, the force for the signs of some numbers, and these numbers.
    "sign": (SIGN, lambda t, y, s: -6 * s[0] - 0.4 * y[1], [lambda t, y: y[0] - 0.05]),
    "choice": (CHOICE, lambda t, y, s: -6 - 3 * y[0] if s[0] > 0 else 4 - y[1], [lambda t, y: y[0] - 0.05]),
    "several": (
        SEVERAL,
        lambda t, y, s: -6 * (s[0] > 0 and s[1] > 0) - 8 * y[0] + 2 * s[2],
        [lambda t, y: y[0] - 0.05, lambda t, y: y[1] - 0.2, lambda t, y: y[0] + y[1] * t - 0.3],
    ),
    "corners": (
        CORNERS,
        lambda t, y, s: -20 * s[0] * (y[0] - 0.05) - 2 * (y[0] if s[1] > 0 else -0.1) - 4 * (y[1] if s[2] < 0 else 0.3),
        [lambda t, y: y[0] - 0.05, lambda t, y: y[0] + 0.1, lambda t, y: y[1] - 0.3],
    ),
    "stairs": (STAIRS, stairs, [*passes(0, LEVELS), *passes(1, SPEEDS)]),
    "table": (TABLE, lambda t, y, s: piece(POINTS, FORCES, s, y[0]), passes(0, POINTS)),
    "surface": (SURFACE, lambda t, y, s: surface(y, s), [*passes(0, [-0.3, 0.1, 0.4]), *passes(1, [-0.8, 0.2, 0.9])]),
}


def exact_end(force, numbers):
    """Return the position and velocity at the end, for a force that depends on the signs of numbers."""
    y, t, switches = np.array([0.0, 1.0]), 0.0, 0
    signs = [np.sign(number(t, y)) for number in numbers]
    while t < END:
        events = []
        for number, sign in zip(numbers, signs, strict=True):

            def passes(t, y, number=number):
                return number(t, y)

            passes.terminal, passes.direction = True, -sign
            events.append(passes)
        part = solve_ivp(
            lambda t, y, signs=tuple(signs): [y[1], force(t, y, signs) / MASS],
            (t, END),
            y,
            "DOP853",
            rtol=1e-12,
            atol=1e-13,
            events=events,
        )
        y, t = part.y[:, -1], part.t[-1]
        signs = [-sign if len(found) else sign for sign, found in zip(signs, part.t_events, strict=True)]
        switches += part.status
    assert switches >= 4
    return y


def relay_end():
    """Return the final position and velocity of a run whose deck has the hysteresis. The force is constant between its
    switches.
    """
    x, v, t, a = 0.0, 1.0, 0.0, 6 / MASS
    while True:
        goal = 0.05 if a > 0 else -0.05
        late = (-v + np.sign(a) * np.sqrt(v * v + 2 * a * (goal - x))) / a
        if t + late > END:
            late = END - t
            return x + v * late + 0.5 * a * late**2, v + a * late
        x, v, t, a = goal, v + a * late, t + late, -a


def deck(signals, method, step, speed=1.0):
    return DECK.format(signals=signals, method=method, step=step, speed=speed)


@pytest.fixture(scope="module")
def exact():
    ends = {name: (signals, exact_end(force, numbers)) for name, (signals, force, numbers) in CASES.items()}
    return {**ends, "relay": (RELAY, np.array(relay_end()))}


def errors_of(run_deck, signals, end, method, steps):
    runs = [run_deck(deck(signals, method, 0.4 / n)) for n in steps]
    for run in runs:
        assert not run.summary.findings
        assert {str(found.code) for found in run.checked.diagnostics} <= {"unused-object"}
        assert len(run.time) == 6  # output times do not change
    return [max(abs(run["x"][-1, 0] - end[0]), abs(run["v"][-1, 0] - end[1])) for run in runs]


@pytest.mark.parametrize("name", [*CASES, "relay"])
@pytest.mark.parametrize(("tableau", "order"), [("HEUN", 2), ("RK33", 3), ("RK44", 4), ("CF4", 4)])
def test_explicit_steps_keep_their_order(run_deck, exact, name, tableau, order):
    signals, end = exact[name]
    steps, floor = [20, 41, 82, 165], 3e-9  # a switch is located up to 1e-9 of a step, which limits the accuracy
    errors = errors_of(run_deck, signals, end, EXPLICIT % tableau, steps)
    above = [k for k, error in enumerate(errors) if error > 10 * floor]
    if len(above) > 2:
        assert np.polyfit(np.log(np.take(steps, above)), np.log(np.take(errors, above)), 1)[0] < -order + 0.3
    assert errors[-1] < max(floor, {2: 3e-3, 3: 3e-5, 4: 2e-7}[order])


@pytest.mark.parametrize("name", ["sign", "choice", "several", "stairs"])
def test_generalized_alpha_keeps_its_order(run_deck, exact, name):
    signals, end = exact[name]
    steps = [20, 41, 82, 165, 331]
    errors = errors_of(run_deck, signals, end, IMPLICIT, steps)
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(-2.0, abs=0.35)
    assert errors[-1] < 2e-3


@pytest.mark.parametrize("method", [IMPLICIT, EXPLICIT % "RK44"])
def test_a_hysteresis_switches_with_the_jump_of_its_input(run_deck, method):
    """The force reverses within a step at each jump of the wave, and is constant between jumps. Therefore steps are
    exact."""
    relay = RELAY.replace("{px}", "{w}").replace("{-0.05, 0.05}", "{-0.5, 0.5}").replace("{6, -6}", "{-6, 6}")
    run = run_deck(deck(relay, method, 0.4 / 17))
    x, v, a, t = 0.0, 1.0, 6 / MASS, 0.0
    for end in [*(k / 6.6 for k in range(1, 14)), END]:
        x, v, a, t = x + v * (end - t) + 0.5 * a * (end - t) ** 2, v + a * (end - t), -a, end
    np.testing.assert_allclose([run["x"][-1, 0], run["v"][-1, 0]], [x, v], rtol=0, atol=1e-12)
    assert not run.summary.findings


@pytest.mark.parametrize("method", [IMPLICIT, EXPLICIT % "RK44"])
def test_a_body_at_rest_stays_at_rest(run_deck, method):
    run = run_deck(deck("@SIGNAL_NAME {F} { @EXPRESSION {-6*sign(vx)} }", method, 0.01, speed=0.0))
    assert not run["x"][:, 0].any()
    assert not run.summary.findings


@pytest.mark.parametrize("method", [IMPLICIT, EXPLICIT % "RK44"])
@pytest.mark.parametrize("signals", [SEVERAL, RELAY, HELD, TABLE])
def test_a_run_continues_from_any_call(signals, method):
    """Each call takes one step, or one piece of a step, and everything except the memory is overwritten."""
    compiled = check_deck(deck(signals, method, 0.02), Options()).compiled
    engine = make_integrator(compiled)
    whole, parts = chunk_for(compiled, engine, 20), chunk_for(compiled, engine, 20)
    while engine.advance(whole, 1000) is None:
        pass
    engine, other = make_integrator(compiled), make_integrator(compiled)
    while engine.advance(parts, 1) is None:
        restore(other, *capture(engine))
        engine, other = other, engine
    for name, ours, theirs in zip(whole._fields, whole, parts, strict=True):
        np.testing.assert_array_equal(ours, theirs, err_msg=name)


def test_an_error_names_the_signal_of_the_deck(run_deck):
    signals = "@SIGNAL_NAME {F} { @EXPRESSION {if(sqrt(0.5 - px) > 0.1, 1, 2)} }"
    run = run_deck(deck(signals, EXPLICIT % "RK44", 0.01))
    (found,) = [found for found in run.summary.findings if found.code == "undefined-signal"]
    assert found.object == "signal F"


@pytest.mark.parametrize("method", [IMPLICIT, EXPLICIT % "RK44"])
def test_many_levels_in_a_step_are_told(run_deck, method):
    """At 1 m/s, the argument of the formula passes 20 levels in a step."""
    text = deck("@SIGNAL_NAME {F} { @EXPRESSION {0.1*mod(floor(2000*px), 2)} }", method, 0.01)
    assert {str(found.code) for found in check_deck(text, Options()).diagnostics} <= {"unused-object"}
    (found,) = [found for found in run_deck(text).summary.findings if found.code == "unlocated-switches"]
    assert found.object == "signal F"


PI = (
    "@SIGNAL_NAME {{e}} {{ @EXPRESSION {{0.8*cos(1.3*t) - px - 0.35*vx}} }}"
    "@SIGNAL_NAME {{F}} {{ @SIGNAL_TYPE {{PID}} @INPUT {{e}} @PROPORTIONAL_GAIN {{4}} @INTEGRAL_GAIN {{{gain}}}"
    " @OUTPUT_LIMITS {{-2, 2}} @INITIAL_VALUE {{0}} }}"
)


def controlled_end(gain):
    """Return the final position and velocity under a PI controller with limits. Its integral does not change while the
    output is at a limit and the input would move the output beyond this limit.
    """

    def error(t, y):
        return 0.8 * np.cos(1.3 * t) - y[0] - 0.35 * y[1]

    y, t, side, sides = np.array([0.0, 1.0, 0.0]), 0.0, 0, []
    while t < 2 * END:

        def rates(t, y, side=side):
            e = error(t, y)
            waits = side * e > 0.0
            force = 2.0 * side if side else 4.0 * e + y[2]
            return [y[1], force / MASS, 0.0 if waits else gain * e]

        def upper(t, y):
            return 4.0 * error(t, y) + y[2] - 2.0

        def lower(t, y):
            return 4.0 * error(t, y) + y[2] + 2.0

        upper.terminal = lower.terminal = True
        upper.direction, lower.direction = (1, -1) if side == 0 else (-1, 1)
        events = [upper, lower] if side == 0 else [upper] if side > 0 else [lower]
        part = solve_ivp(rates, (t, 2 * END), y, "DOP853", rtol=1e-12, atol=1e-13, events=events)
        y, t = part.y[:, -1], part.t[-1]
        sides.append(side)
        side = 0 if side else 1 if len(part.t_events[0]) else -1
    assert sides == [0, -1, 0, 1]
    return y


@pytest.mark.parametrize(("method", "order"), [(IMPLICIT, 2), (EXPLICIT % "RK33", 3), (EXPLICIT % "RK44", 4)])
def test_the_limits_of_a_controller_keep_the_order(run_deck, method, order):
    steps, end, errors = [20, 40, 81, 161], controlled_end(2.0), []
    for n in steps:
        text = deck(PI.format(gain=2), method, 0.8 / n).replace("{0, 2}", "{0, 4}").replace("{0.4}", "{0.8}")
        run = run_deck(text)
        assert not run.summary.findings
        errors.append(max(abs(run["x"][-1, 0] - end[0]), abs(run["v"][-1, 0] - end[1])))
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(-order, abs=0.6)
    assert errors[-1] < {2: 1e-3, 3: 1e-6, 4: 1e-9}[order]


@pytest.mark.parametrize("method", [IMPLICIT, EXPLICIT % "RK44"])
def test_a_controller_that_stays_at_its_limit_is_named(run_deck, method):
    """A large integral gain returns the output to its limit at once, so the integral starts and stops in each step."""
    findings = {
        found.code: found
        for found in run_deck(deck(PI.format(gain=12).replace("{-2, 2}", "{-3, 3}"), method, 0.01)).summary.findings
    }
    assert findings["unlocated-switches"].object == "signal F"
