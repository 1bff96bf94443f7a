"""Formulas that call functions. The tests compare values and derivatives with mpmath. The tests also check functions
beyond the ends of their range, and circular calls.
"""

import math

import mpmath
import numpy as np
import pytest
from readings import RUN

from rbsolve.pipeline import check_deck
from rbsolve.solver.functions.dispatch import corners_of, value_at
from rbsolve.solver.functions.evaluate import function_value
from rbsolve.solver.functions.jumps import first_jump
from rbsolve.solver.functions.law import SpringLaw

DECK = """
@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#a}} @SCALAR_VALUE {{0.7}} }}
@FUNCTION_1D_DEFINITION {{ {} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
"""
FORMULA = "@FUNCTION_1D_NAME {{{}}} {{ @EXPRESSION {{{}}} {} }}"
OTHERS = """
@FUNCTION_1D_NAME {lift} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {1, -2, 0.5, 0.25} }
@FUNCTION_1D_NAME {wave} { @FUNCTION_1D_TYPE {HARMONIC} @HARMONIC { @AMPLITUDE {2} @PERIOD {1.3} @PHASE {0.1} } }
@FUNCTION_1D_NAME {ramp} { @FUNCTION_1D_TYPE {TABULATED}
  @TABLE_ENTRIES { @TIME {0} @FUNCTION_VALUE {0} @TIME {1} @FUNCTION_VALUE {3} @TIME {2} @FUNCTION_VALUE {1} } }
"""


def formula(name, text, more=""):
    return FORMULA.format(name, text, more if "TYPE" in more else f"@FUNCTION_1D_TYPE {{EXPRESSION}} {more}")


def functions_of(*formulas):
    """Return the functions of a deck, and the number of the function named main."""
    checked = check_deck(DECK.format(OTHERS + " ".join(formulas)) + RUN + " } }")
    errors = [finding.message for finding in checked.diagnostics if finding.severity == "error"]
    assert errors == []
    return checked.compiled.model.functions, list(checked.description.of_kind("FUNCTION_1D")).index("main")


def lift(t):
    return 1 - 2 * t + t**2 / 2 + t**3 / 4


def wave(t):
    return 2 * mpmath.sin(2 * mpmath.pi * (t / mpmath.mpf("1.3") + mpmath.mpf("0.1")))


def inner(t):
    return mpmath.exp(-lift(t) / 3) * mpmath.cos(t)


CASES = [
    ("0.1*lift(t) + wave(2*t)", lambda t: lift(t) / 10 + wave(2 * t)),
    ("lift(wave(t^2))*#a", lambda t: mpmath.mpf("0.7") * lift(wave(t**2))),
    ("inner(sin(t)) - lift(inner(t))/(2 + wave(1))", lambda t: inner(mpmath.sin(t)) - lift(inner(t)) / (2 + wave(1))),
    ("if(t < 0.4, lift(t), wave((t)))", lambda t: lift(t) if t < 0.4 else wave(t)),
]


@pytest.mark.parametrize(("text", "exact"), CASES, ids=[text for text, _ in CASES])
def test_value_and_derivatives_by_the_chain_rule(text, exact):
    functions, main = functions_of(formula("main", text), formula("inner", "exp(-lift(t)/3)*cos(t)"))
    for t in (-0.3, 0.2, 0.9):
        with mpmath.workdps(40):
            expected = [float(mpmath.diff(exact, mpmath.mpf(t), order)) for order in range(3)]
        assert value_at(functions, main, t) == pytest.approx(expected, rel=1e-12, abs=1e-12)
        assert function_value(functions, main, t) == pytest.approx(value_at(functions, main, t), rel=1e-14, abs=1e-14)


def test_a_called_function_is_held_at_its_ends():
    functions, main = functions_of(
        formula("main", "late(t - 1)"), formula("late", "2*t", "@START_TIME {1} @END_TIME {2}")
    )
    assert [function_value(functions, main, t) for t in (0.0, 2.5, 9.0)] == [(2, 0, 0), (3, 2, 0), (4, 0, 0)]


def test_corners_of_what_is_called_are_corners():
    """The function ramp has its corners at 0, 1 and 2. Therefore its mirror image at half the speed has corners at 2, 0
    and -2.
    """
    functions, main = functions_of(formula("main", "ramp(1 - t/2) + wave(t)"))
    assert {-2.0, 0.0, 2.0} <= {corner for corner in corners_of(functions, main) if math.isfinite(corner)}
    jump = first_jump(functions, main, -1, 1)
    assert jump.t == pytest.approx(0, abs=1e-12)
    assert jump.after - jump.before == pytest.approx(-1.5 - 1.0)  # -ramp'(1 -)/2 + ramp'(1 +)/2


def test_the_energy_of_a_force_law_that_calls_a_table():
    """The energy is the integral of ramp(x + 1) from 0. Its straight lines give the integral by hand."""
    functions, main = functions_of(formula("main", "ramp(x + 1)"))
    law = SpringLaw(functions, main)
    assert law.energy(np.array([1.0, -1.0, 0.5])) == pytest.approx([2.0, -1.5, 1.25])


CIRCLES = [
    (formula("main", "main(t)"), "main (line 3) -> main (line 3)"),
    (
        formula("main", "first(t)") + "\n" + formula("first", "main(2*t)"),
        "main (line 8) -> first (line 9) -> main (line 8)",
    ),
]


@pytest.mark.parametrize(("text", "members"), CIRCLES)
def test_a_circle_names_all_its_members(text, members):
    others = OTHERS if "first" in text else ""
    [found] = [f for f in check_deck(DECK.format(others + text)).diagnostics if f.severity == "error"]
    assert (found.code, found.message.partition(": ")[2]) == ("circular-reference", members)


WRONG = [
    ("lifts(t)", "unresolved-reference", "did you mean `lift`?"),
    ("sine(t)", "unresolved-reference", "did you mean `sin`?"),
    ("lift(t, 2)", "invalid-value", "write `lift(t)`"),
    ("+".join(["lift(t)"] * 65), "invalid-value", "move parts of it into other functions"),
]


@pytest.mark.parametrize(("text", "code", "hint"), WRONG, ids=[case[0][:12] for case in WRONG])
def test_what_cannot_be_called_is_told(text, code, hint):
    found = [f for f in check_deck(DECK.format(OTHERS + formula("main", text))).diagnostics if f.severity == "error"]
    assert [(f.code, hint in f.hint) for f in found] == [(code, True)]


def test_functions_call_each_other_only_so_deep():
    chain = "".join(formula(f"f{k}", f"f{k + 1}(t)") for k in range(60)) + formula("f60", "t")
    [found] = [
        f for f in check_deck(DECK.format(chain + formula("main", "f0(t)"))).diagnostics if f.severity == "error"
    ]
    assert "more than 40 levels" in found.message
