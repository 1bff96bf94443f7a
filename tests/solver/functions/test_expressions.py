"""Functions of time given by expressions. The tests compare values and derivatives with mpmath. They also check
singular places, jumps and depth.
"""

from __future__ import annotations

import math

import mpmath
import pytest
from function_blocks import SPAN, evaluator, of_type

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Diagnostics
from rbsolve.language.expressions.evaluation import to_program
from rbsolve.language.expressions.parse import parse_expression
from rbsolve.solver.functions.dispatch import value_at
from rbsolve.solver.functions.encode import encode_functions
from rbsolve.solver.functions.jumps import first_jump

FORMULAS = {
    "x * x - 3": lambda x: x * x - 3,
    "(2 + x) / (-x - 5)": lambda x: (2 + x) / (-x - 5),
    "x^3": lambda x: x**3,
    "(x^2)^2": lambda x: x**4,
    "2^x": lambda x: mpmath.mpf(2) ** x,
    "(x + 2)^sin(x)": lambda x: (x + 2) ** mpmath.sin(x),
    "sin(x*x)": lambda x: mpmath.sin(x * x),
    "cos(x*x)": lambda x: mpmath.cos(x * x),
    "tan(x*x)": lambda x: mpmath.tan(x * x),
    "asin(x / 2)": lambda x: mpmath.asin(x / 2),
    "acos(x*x / 4)": lambda x: mpmath.acos(x * x / 4),
    "atan(x*x)": lambda x: mpmath.atan(x * x),
    "sqrt(x + 3)": lambda x: mpmath.sqrt(x + 3),
    "exp(x*x)": lambda x: mpmath.exp(x * x),
    "log(x*x + 1)": lambda x: mpmath.log(x * x + 1),
    "abs(x^3)": lambda x: abs(x**3),
    "rad(x*x)": lambda x: mpmath.radians(x * x),
    "deg(x*x)": lambda x: mpmath.degrees(x * x),
    "atan2(sin(x), exp(x))": lambda x: mpmath.atan2(mpmath.sin(x), mpmath.exp(x)),
    "x * atan2(exp(x), 2 - x)": lambda x: x * mpmath.atan2(mpmath.exp(x), 2 - x),
    "min(x*x, x + 1)": lambda x: min(x * x, x + 1),
    "max(x*x, x + 1)": lambda x: max(x * x, x + 1),
    "tanh(x*x)": lambda x: mpmath.tanh(x * x),
    "x * sign(x*x*x)": lambda x: x * mpmath.sign(x),
    "x * floor(2*x)": lambda x: x * mpmath.floor(2 * x),
    "mod(3*x*x, x + 2)": lambda x: 3 * x * x - (x + 2) * mpmath.floor(3 * x * x / (x + 2)),
    "mod(x, -0.3)": lambda x: x + mpmath.mpf("0.3") * mpmath.floor(-x / mpmath.mpf("0.3")),
    "step(x, -2, x*x)": lambda x: smooth_step((x + 2) / (x * x + 2)),
    "step(x, 1, -1)": lambda x: smooth_step((1 - x) / 2),
    "step(sin(x), x - 2, exp(x))": lambda x: smooth_step((mpmath.sin(x) - x + 2) / (mpmath.exp(x) - x + 2)),
    "if(x < 0.5, x^3, sin(x))": lambda x: x**3 if x < 0.5 else mpmath.sin(x),
    "if(x > 0, sqrt(x), 0*x)": lambda x: mpmath.sqrt(x) if x > 0 else mpmath.mpf(0),
    "if(x <= 0.4 and not x > 0, 1/x, if(x >= 1, x*x, 3*x))": lambda x: 1 / x if x < 0 else x * x if x > 1 else 3 * x,
    "x^2*(x < 1 or x > 1.5) + exp(x)*(-1 < x and x < 1)": lambda x: (
        x**2 * (x < 1 or x > 1.5) + mpmath.exp(x) * (-1 < x < 1)
    ),
    "(x <> 1)*x^2 + (x == 1)": lambda x: x**2,
}


def smooth_step(u):
    """Return the fifth-degree polynomial of `step()`. By definition, it is 30 times the integral of `u^2 (1 - u)^2`."""
    u = min(max(u, mpmath.mpf(0)), mpmath.mpf(1))
    return 30 * (u**3 / 3 - u**4 / 2 + u**5 / 5)


def formula(text: str) -> Described:
    return of_type("EXPRESSION", EXPRESSION=to_program(parse_expression(text, SPAN, ("t", "x")), {}))


@pytest.mark.parametrize("text", FORMULAS)
@pytest.mark.parametrize("x", [-1.3, 0.4, 1.7])
def test_expression_and_its_derivatives_match_mpmath(text: str, x: float) -> None:
    with mpmath.workdps(40):
        expected = [float(mpmath.diff(FORMULAS[text], mpmath.mpf(x), order)) for order in range(3)]
    assert evaluator(formula(text))(x) == pytest.approx(expected, rel=1e-13, abs=1e-13)


@pytest.mark.parametrize("text", FORMULAS)
def test_expressions_are_the_same_in_a_check_as_in_a_run(text: str) -> None:
    functions, _ = encode_functions([formula(text)], Diagnostics())
    for x in (-1.3, 0.4, 1.7):
        assert value_at(functions, 0, x) == pytest.approx(evaluator(formula(text))(x), rel=1e-15)


@pytest.mark.parametrize(
    ("text", "x", "expected"),
    [
        ("x^2", 0.0, (0.0, 0.0, 2.0)),
        ("(x - 1)^2", 0.0, (1.0, -2.0, 2.0)),
        ("x^1", 0.0, (0.0, 1.0, 0.0)),
        ("x^0", 0.0, (1.0, 0.0, 0.0)),
        ("(-x)^3", 2.0, (-8.0, -12.0, -12.0)),
        ("sqrt(0*x) + x", 3.0, (3.0, 1.0, 0.0)),
        ("abs(x)", 0.0, (0.0, 0.0, 0.0)),
        ("sqrt(x)", 0.0, (0.0, math.inf, -math.inf)),
        ("sign(x)", 0.0, (0.0, 0.0, 0.0)),
        ("floor(-x)", 0.5, (-1.0, 0.0, 0.0)),
        ("floor(x)", 1e300, (1e300, 0.0, 0.0)),
        ("step(x, 1, 2)", 1.0, (0.0, 0.0, 0.0)),
        ("step(x, 1, 2)", 1.5, (0.5, 1.875, 0.0)),
        ("step(x, 1, 2)", 2.0, (1.0, 0.0, 0.0)),
        ("mod(-x, 3)", 1.0, (2.0, -1.0, 0.0)),
        ("x < 1", 1.0, (0.0, 0.0, 0.0)),
        ("x <= 1", 1.0, (1.0, 0.0, 0.0)),
        ("x > 1", 1.0, (0.0, 0.0, 0.0)),
        ("x >= 1", 1.0, (1.0, 0.0, 0.0)),
        ("x == 1", 1.0, (1.0, 0.0, 0.0)),
        ("x <> 1", 1.0, (0.0, 0.0, 0.0)),
        ("not x", 0.0, (1.0, 0.0, 0.0)),
        ("not x", 0.5, (0.0, 0.0, 0.0)),
        ("2 and x", 0.5, (1.0, 0.0, 0.0)),
        ("x and 0", 0.5, (0.0, 0.0, 0.0)),
        ("0 or x", -0.5, (1.0, 0.0, 0.0)),
        ("0*x or 0", -0.5, (0.0, 0.0, 0.0)),
        ("if(x, 3*x, 1/x)", 0.0, (math.inf, -math.inf, math.inf)),
        # a branch that the condition does not choose may have no value
        ("if(x == 0, 1, sin(x)/x)", 0.0, (1.0, 0.0, 0.0)),
        ("x > 0 and log(x) > 1", -1.0, (0.0, 0.0, 0.0)),
        ("x < 0 or log(x) > 1", -1.0, (1.0, 0.0, 0.0)),
    ],
)
def test_expressions_at_their_singular_places(text: str, x: float, expected: tuple[float, ...]) -> None:
    assert evaluator(formula(text))(x) == expected


@pytest.mark.parametrize(
    "text", ["sqrt(x) < 1", "1 + (1 == sqrt(x))", "not sqrt(x)", "if(sqrt(x), 1, 2)", "sqrt(x) or 1"]
)
def test_what_has_no_value_compares_with_nothing(text: str) -> None:
    """A comparison with NaN is false in other languages, which would give a wrong number without a message."""
    functions, _ = encode_functions([formula(text)], Diagnostics())
    assert math.isnan(value_at(functions, 0, -1.0)[0])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0.2*min(t, 0.7)", (0.7, 0.2, 0.0)),
        ("max(t^2, t + 1)", ((1 + math.sqrt(5)) / 2, 1.0, 1 + math.sqrt(5))),
        ("sin(3*abs(t - 1.1))", (1.1, -3.0, 3.0)),
        ("abs(t - 1)^3 + sin(20*t)", None),  # the function is continuous and curved at t = 1
        ("sin(50*t)*exp(-t)", None),
        ("max(t, 5)", None),
        ("t*sign(t - 1.3)", (1.3, -1.0, math.inf)),
        ("floor(t/0.9)", (0.9, 0.0, math.inf)),
        ("mod(2*t, 3)", (1.5, 2.0, -math.inf)),
        ("mod(abs(t - 0.5), 3)", (0.5, -1.0, 1.0)),
        ("step(t, 0.5, 1) + tanh(4*t)", None),
        ("if(t < 0.7, 0, t - 0.7)", (0.7, 0.0, 1.0)),
        ("t^2*(t > 1)", (1.0, 0.0, math.inf)),
    ],
)
def test_jumps_of_the_rate_of_an_expression(text: str, expected: tuple[float, ...] | None) -> None:
    functions, _ = encode_functions([formula(text)], Diagnostics())
    found = first_jump(functions, 0, 0.0, 2.0)
    assert found == (None if expected is None else pytest.approx(expected, abs=1e-9))


@pytest.mark.parametrize("terms", [64, 65])
def test_expressions_nest_up_to_the_depth_of_the_stack(terms: int) -> None:
    described = formula("x + (" * (terms - 1) + "x" + ")" * (terms - 1))
    if terms == 64:
        assert evaluator(described)(0.5) == (32.0, 64.0, 0.0)
        return
    diagnostics = Diagnostics()
    encode_functions([described], diagnostics)
    assert [finding.code.value for finding in diagnostics] == ["invalid-value"]
