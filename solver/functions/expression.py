"""EXPRESSION: a formula in t (or x, for a force law). A small stack machine evaluates the formula
(`expression_kernel.py`).

The data are the program in postfix order, as listed in `instructions.py`.
"""

from __future__ import annotations

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Code, Diagnostics, Span
from rbsolve.language.expressions.program import Opcode
from rbsolve.language.table import Keyword, Type, Variant
from rbsolve.solver.functions.expression_kernel import evaluate
from rbsolve.solver.functions.instructions import DEEPEST_STACK
from rbsolve.solver.functions.kind import FunctionType


def encode(described: Described, diagnostics: Diagnostics) -> list[float] | None:
    """Return the data of a function from its block."""
    place = described.span_of("EXPRESSION")
    return flatten(described["EXPRESSION"], f"function '{described.name}'", place, diagnostics)


def flatten(
    program: list[tuple[Opcode, float]], owner: str, place: Span, diagnostics: Diagnostics
) -> list[float] | None:
    """Convert a program to numbers. The parser has already checked the formula, so only the depth of the stack is
    checked here.
    """
    numbers: list[float] = []
    depth = deepest = 0
    for opcode, operand in program:
        numbers.append(float(opcode))
        if opcode in (Opcode.CONSTANT, Opcode.SIGNAL, Opcode.CALLED):
            numbers.append(operand)
        depth += 1 - opcode.operands
        deepest = max(deepest, depth)
    if deepest > DEEPEST_STACK:
        diagnostics.error(
            Code.INVALID_VALUE,
            f"the formula of {owner} has more than {DEEPEST_STACK} nested levels",
            place,
            "write nested parts first: (b + c) + a, not a + (b + c)",
        )
        return None
    return numbers


EXPRESSION = FunctionType(
    Variant("EXPRESSION", "A formula in t (or x, for a force law).", ("EXPRESSION",)),
    (Keyword("EXPRESSION", Type.EXPRESSION, "The formula, in t or x."),),
    encode,
    evaluate,
)
