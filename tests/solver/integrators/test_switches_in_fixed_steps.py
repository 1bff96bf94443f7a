"""Fixed steps locate jumps and corners of formulas of the motion. As the reference, scipy solves the equations of
motion between jumps.
"""

import numpy as np
import pytest
from continued import continued_by_other_engines
from switched_body import CASES, END, HELD, MASS, PI, RELAY, SEVERAL, TABLE, controlled_end, deck, exact_end, relay_end

from rbsolve.pipeline import Options, check_deck

IMPLICIT = "@INTEGRATOR_TYPE {GENERALIZED_ALPHA}"
EXPLICIT = "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {%s}"


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


@pytest.mark.parametrize("name", ["corners", "table"])
def test_corners_keep_the_second_order_of_generalized_alpha(run_deck, exact, name):
    """The error at a corner is of second order. Its factor depends on the place of the corner within a step, so the
    errors of two step sizes do not show the order. The factors of a method of first order would become 5 times larger.
    """
    signals, end = exact[name]
    steps = [20, 27, 36, 49, 66, 89, 120, 162, 219, 296, 400]
    factors = np.array(errors_of(run_deck, signals, end, IMPLICIT, steps)) * np.square(steps)
    assert factors[6:].max() < 2.5 * factors[:6].max()


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
    continued_by_other_engines(compiled)


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
