"""Formulas that switch in fixed steps. The numbers that decide the switch stay at zero, are infinite or undefined, or
switch endlessly.
"""

import re
from pathlib import Path

import numpy as np
import pytest

import rbsolve
from rbsolve.ensemble.case import CaseSolver
from rbsolve.ensemble.variation import Variation
from rbsolve.pipeline import Options, check_deck, parse_deck

DECKS = Path(__file__).parents[3] / "decks"
CART = """
@POINT_DEFINITION {{ @POINT_NAME {{O}} {{ @COORDINATES {{0, 0, 0}} }} }}
@TRIAD_DEFINITION {{ @TRIAD_NAME {{X}} {{ @ORIENTATION_E3 {{1, 0, 0}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{B}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
@PRISMATIC_JOINT_DEFINITION {{ @PRISMATIC_JOINT_NAME {{J}} {{
  @CONNECTED_TO_BODIES {{GROUND, B}} @AT_POINT {{O}} @TRIAD_NAME {{X}} @INITIAL_RATE {{{rate}}} @SIGNAL_NAME {{f}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{p}} {{ @SENSOR_TYPE {{RELATIVE_DISPLACEMENT}} @OBJECT_NAME {{J}} }}
  @SENSOR_NAME {{u}} {{ @SENSOR_TYPE {{RELATIVE_DISPLACEMENT_RATE}} @OBJECT_NAME {{J}} }} }}
@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{x}} {{ @MEASURE {{p}} }} @SIGNAL_NAME {{v}} {{ @MEASURE {{u}} }} {signals} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{
  @SIMULATION_TIME_RANGE {{0, {end}}} @TIME_STEP_SIZE {{0.01}} @OUTPUT_STEP_SIZE {{0.1}} @TIME_INTEGRATOR_NAME {{i}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ {method} }} }}
"""
METHODS = {"RK44": "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA}", "alpha": "@INTEGRATOR_TYPE {GENERALIZED_ALPHA}"}
FLAT = """@SIGNAL_NAME {T} { @SIGNAL_TYPE {LOOKUP_TABLE} @INPUT {x} @INPUT_VALUES {-9, 0, 9} @OUTPUT_VALUES {0, 0, 9} }
@SIGNAL_NAME {f} { @EXPRESSION {if(T > 0, -1, -0.1)} }"""
TO_COLLISION = "@SIGNAL_NAME {f} { @EXPRESSION {if((1 - x)/v < 0.5, -1, 1)} }"
RELAY = """@SIGNAL_NAME {g} { @EXPRESSION {x + h} }
@SIGNAL_NAME {h} { @SIGNAL_TYPE {HYSTERESIS} @INPUT {g} @THRESHOLDS {-0.1, 0.1} @OUTPUT_VALUES {0, -1} }
@SIGNAL_NAME {f} { @EXPRESSION {1 + h} }"""


def deck(signals, method, rate=1.0, end=2.0):
    return CART.format(signals=signals, method=METHODS[method], rate=rate, end=end)


@pytest.mark.parametrize("method", METHODS)
def test_a_number_may_stay_at_zero_behind_a_switch(method):
    """The cart returns to x = 0 at t = 2 u with the speed -u. At this position, the table becomes zero and stays zero.
    Explicit methods locate this corner of the table.
    """
    u = 1.0337
    end = rbsolve.solve(deck(FLAT, method, rate=u, end=4.0))["p"][-1, 0]
    late = 4.0 - 2.0 * u
    assert end == pytest.approx(-u * late - 0.05 * late**2, abs=1e-9 if method == "RK44" else 0.03)


@pytest.mark.parametrize("method", METHODS)
def test_a_compared_number_may_be_infinite(method):
    """A cart starts from rest, so its time to collision is infinite. The cart brakes from t = 1 s, at x = 0.5 m."""
    results = rbsolve.solve(deck(TO_COLLISION, method, rate=0.0))
    assert results["p"][-1, 0] == pytest.approx(1.0, abs=2e-4)
    assert {finding.code for finding in results.findings} <= {"unexplained-energy"}


@pytest.mark.parametrize("method", METHODS)
def test_a_sign_without_a_value_ends_the_run(method):
    with pytest.raises(
        rbsolve.SolveError, match=r"sign\(sqrt\(0.5 - x\)\) has no finite value at t = 0.\d+ s, where x = 0.5"
    ):
        rbsolve.solve(deck("@SIGNAL_NAME {f} { @EXPRESSION {sign(sqrt(0.5 - x))} }", method))


def test_no_message_names_a_hidden_signal():
    signals = "@SIGNAL_NAME {f} { @EXPRESSION {if(1/max(x, 0) < 5, -1, 1) + floor(x)} }"
    told = [finding.message for finding in check_deck(deck(signals, "RK44"), Options()).diagnostics]
    assert told
    assert not any("switch " in message for message in told)


def test_a_relay_that_switches_without_end_is_named_and_the_run_continues():
    """The output of the relay moves its input across the other threshold in 179 of 300 steps."""
    results = rbsolve.solve(deck(RELAY, "RK44", rate=0.0, end=3.0))
    assert results.time[-1] == 3.0
    assert "unlocated-switches" in {finding.code for finding in results.findings}


def test_a_delayed_sign_is_told():
    signals = """@SIGNAL_NAME {g} { @EXPRESSION {sign(0.5 - x)} }
    @SIGNAL_NAME {f} { @SIGNAL_TYPE {DELAY} @INPUT {g} @DELAY_TIME {0.05} }"""
    for method, is_told in (("alpha", True), ("RK44", False)):
        told = [finding.message for finding in check_deck(deck(signals, method), Options()).diagnostics]
        assert any("the delayed switch has an error of up to a step" in message for message in told) == is_told


def test_tangents_do_not_follow_the_limits_of_a_controller():
    """The time at which the controller stops its integral depends on the parameter. The tangents of RK44 cannot include
    this dependence, so RK44 has no tangents. At this step size, the derivative by RK44 differs from the tangent of
    generalized-alpha by at most 3 %.
    """
    signals = """@SIGNAL_NAME {f} { @SIGNAL_TYPE {PID} @INPUT {e} @PROPORTIONAL_GAIN {3} @INTEGRAL_GAIN {4} @OUTPUT_LIMITS {-1, 1}
      @DERIVATIVE_GAIN {1} @DERIVATIVE_TIME {0.05} } @SIGNAL_NAME {e} { @EXPRESSION {#r - x} }"""
    declared = "@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#r} @SCALAR_VALUE {1} }\n"
    found = {method: rbsolve.sensitivities(declared + deck(signals, method, rate=0.0), ["r"]) for method in METHODS}
    assert "no-tangent" in {finding.code for finding in found["RK44"].findings}
    assert "no-tangent" not in {finding.code for finding in found["alpha"].findings}
    one, other = (found[method].sensitivity("p", "r")[-1] for method in METHODS)
    np.testing.assert_allclose(one, other, rtol=3e-2)


def test_a_case_keeps_no_message_of_the_case_before():
    """A four-bar with a rate of 1e5 rad/s cannot keep its loop closed. The next case completes, without a message."""
    text = (DECKS / "four_bar_rod.deck").read_text()
    joint = "@AT_POINT {A} @TRIAD_NAME {TRIAD_INERTIAL}"
    assert joint in text
    text = text.replace(joint, joint + " @INITIAL_RATE {#rate}", 1)
    text = "@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#rate} @SCALAR_VALUE {0} }\n" + text
    options = Options(integrator="EXPLICIT_RUNGE_KUTTA", formulation="MINIMAL_COORDINATES")
    cases = [{"rate": rate} for rate in (0.0, 1e5, 3000.0)]
    found = list(CaseSolver(Variation(parse_deck(text, options), options)).solve_all(cases))
    assert "does not close" in found[1].message
    assert (found[2].status, found[2].message) == ("complete", found[0].message)


@pytest.mark.parametrize(("method", "largest"), [("RK44", 2e-5), ("alpha", 2e-3)])
@pytest.mark.parametrize("quantum", [1e-3, 1e-5])
def test_a_fine_quantizer_costs_few_searches(method, largest, quantum):
    """A spring force of 100 N/m is rounded down to multiples of the quantum [N]. In most steps, the rounded force
    jumps many times. The motion is x = 0.1 sin(10 t). The tolerance contains the error of the steps, and a hundredth of
    the quantum.
    """
    fine = f"@SIGNAL_NAME {{f}} {{ @EXPRESSION {{-{quantum}*floor(100*x/{quantum})}} }}"
    results = rbsolve.solve(deck(fine, method))
    exact = 0.1 * np.sin(10.0 * results.time)
    assert np.abs(results["p"][:, 0] - exact).max() < largest
    steps = results.attributes["steps"]
    assert results.attributes["rejected_steps"] < 2 * steps
    for finding in results.findings:
        if finding.code == "unlocated-switches":
            assert int(re.match(r"in (\d+) of \d+ steps", finding.message)[1]) <= steps


@pytest.mark.parametrize("width", [0.02, 0.002, 0.0002])
def test_a_step_may_pass_both_corners_of_a_steep_table(width):
    """The force -6 N sign(x) is linear for |x| < width, so the cart of 1 kg oscillates there as a harmonic oscillator.
    The cart stays there for less than a step of 10 ms.
    """
    table = "@SIGNAL_NAME {{f}} {{ @SIGNAL_TYPE {{LOOKUP_TABLE}} @INPUT {{x}} @INPUT_VALUES {{-{0}, {0}}} @OUTPUT_VALUES {{6, -6}} }}"
    results = rbsolve.solve(deck(table.format(width), "RK44"))
    rate = np.sqrt(6.0 / width)
    inner, speed = np.arcsin(rate * width) / rate, np.sqrt(1.0 - 6.0 * width)
    outer = speed / 3.0
    halves, late = divmod(2.0, 2.0 * inner + outer)
    if inner < late < inner + outer:
        late -= inner
        expected = width + speed * late - 3.0 * late**2
    else:
        late = min(late, 2.0 * inner + outer - late)
        expected = np.sin(rate * late) / rate
    assert results["p"][-1, 0] == pytest.approx((-1.0) ** halves * expected, abs=1e-5)
