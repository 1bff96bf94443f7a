"""Formulas that are affine in some inputs. Those are the sums of a constant and of factors times the inputs."""

import pytest
from function_blocks import SPAN

from rbsolve.language.expressions.evaluation import to_program
from rbsolve.language.expressions.parse import parse_expression
from rbsolve.solver.functions.affine import is_affine

NAMES = ("other", "a", "b")  # the inputs are `a` and `b`


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        *((formula, True) for formula in ("2", "t*t", "other*other", "sin(t*other)", "if(t < 1, t, -other)")),
        *(
            (formula, True)
            for formula in ("a", "-a", "3 - b", "a + b - 2*a", "t*t*a", "a*exp(t)", "other*a", "b/other")
        ),
        *((formula, True) for formula in ("a*2/t", "sin(t)*a + cos(t)*b", "if(t < other, a, 2*b)", "if(t < 1, 3, -a)")),
        *((formula, False) for formula in ("a*a", "a*b", "1/a", "other/b", "a^2", "2^b", "sin(a)", "abs(b)")),
        *((formula, False) for formula in ("if(a < 1, t, 2)", "min(a, b)", "step(a, 0, 1)", "t + a*b", "2*sin(t*b)")),
    ],
)
def test_sums_of_factors_times_inputs_are_affine(formula, expected):
    program = to_program(parse_expression(formula, SPAN, ("t", *NAMES)), {}, NAMES)
    assert is_affine([number for step in program for number in flat(step)], {1, 2}) is expected


def flat(step):
    """Return the numbers of an instruction: constants and signals also have an operand."""
    code, number = step
    return (float(code), float(number)) if int(code) in (-1, 0) else (float(code),)
