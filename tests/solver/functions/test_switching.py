"""Compare the times at which formulas switch with closed forms."""

from __future__ import annotations

import numpy as np
import pytest

from rbsolve.pipeline import check_deck
from rbsolve.solver.functions.switching import MOST, switches

DECK = """@FUNCTION_1D_DEFINITION {{ {functions} }}
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{ball}} {{ @MASS_PROPERTY_NAME {{m}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{ti}} {{
  @INTEGRATOR_TYPE {{EXPLICIT_RUNGE_KUTTA}} @TABLEAU {{DOPRI5}} @RELATIVE_TOLERANCE {{1e-6}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, 2}} @TIME_STEP_SIZE {{0.1}} @TIME_INTEGRATOR_NAME {{ti}} }} }}
"""
HALF = "g: if(t > 0.5, t, 0)"  # another function calls this function


def check(*formulas):
    functions = [formula.split(": ") for formula in formulas]
    blocks = [
        f"@FUNCTION_1D_NAME {{{name}}} {{ @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{{formula}}} }}"
        for name, formula in functions
    ]
    found = check_deck(DECK.format(functions="\n".join(blocks)))
    assert not found.has_errors
    return found


def find_switches(*formulas):
    functions = check(*formulas).compiled.model.functions
    return switches(functions, 0.0, 2.0, lambda ahead: ahead.function(len(formulas) - 1, ahead.time()))


@pytest.mark.parametrize(
    ("formula", "times"),
    [
        ("if(t > 0.7 and t < 0.71, 100, 0)", [0.7, 0.71]),
        ("if(not(t <= 0.7) or 3 < t, 1, 0)", [0.7]),
        ("100*max(0, 1 - abs(t - 0.3)/0.001)", [0.299, 0.3, 0.301]),
        ("(mod(t, 0.5) < 0.01) - min(1 - t, 2)", [0.01, 0.5, 0.51, 1.0, 1.01, 1.5, 1.51]),
        ("floor(2*t) + mod(1.7 - t, -1)", [0.5, 0.7, 1.0, 1.5, 1.7]),
        ("step(t, 0.7, 0.705)", [0.7, 0.7025, 0.705]),
        ("step(1.5 - t, 0, 0.2)", [1.3, 1.4, 1.5]),
        ("max(0, sin(20*t))", np.pi / 20 * np.arange(1, 13)),
        ("if(cos(pi*t) > 0.999999, 5, 0)", [np.arccos(0.999999) / np.pi, 2 - np.arccos(0.999999) / np.pi]),
        ("if(exp(-((t - 0.777)/1e-3)^2) > 0.5, 1, 0)", 0.777 + 1e-3 * np.sqrt(np.log(2)) * np.array([-1, 0, 1])),
        ("exp(-((t - 0.777)/1e-3)^2)", [0.777]),  # the top of a narrow peak
        ("if(t^2 - t^2 > 0, 1, 0) + abs(1 - cos(t)) + sqrt(t + 1)", []),
        ("sign(t - 0.25) + if(t == 1, 5, 0)", [0.25, 1.0]),
    ],
)
def test_formulas_switch_where_they_say(formula, times):
    switching = find_switches(f"f: {formula}")
    assert switching.are_all
    np.testing.assert_allclose(switching.times, times, rtol=0, atol=1e-11)


def test_functions_are_called_forwards_backwards_and_along_curves():
    switching = find_switches(HALF, "f: g(2*t) + g(1.5 - t) + g(t^2 - 0.5)")
    np.testing.assert_allclose(switching.times, [0.25, 1.0], rtol=0, atol=1e-12)
    switching = find_switches(HALF, "f: if(g(t) > 1.2, 1, 0) + g(t^2)")
    np.testing.assert_allclose(switching.times, [0.5, np.sqrt(0.5), 1.2], rtol=0, atol=1e-12)


@pytest.mark.parametrize("formula", ["if(sin(1e5*t) > 0.5, 1, 0)", "floor(1e5*t)"])
def test_a_note_tells_of_formulas_that_switch_too_often(formula):
    assert not find_switches(f"f: {formula}").are_all
    assert len(find_switches(f"f: {formula}").times) <= MOST
    (note,) = [each for each in check(f"f: {formula}").diagnostics if "switches too often" in each.message]
    assert note.severity == "note"
