"""EXPRESSION: a formula in t (or x, for a force law), run by a small stack machine (`expression_kernel.py`).

Data: the program in postfix order, as listed in `instructions.py`.
"""

from __future__ import annotations

import math

from rbsolve.parser.description.described import Described
from rbsolve.parser.diagnostics import Code, Diagnostics
from rbsolve.solver.functions import instructions

_DEGREE = math.pi / 180
# Conversions of angles become multiplications.
_FACTORS = {"RAD": _DEGREE, "DEG": 1.0 / _DEGREE}


def encode(described: Described, diagnostics: Diagnostics) -> list[float] | None:
    """Data of the function; the parser has checked the formula, only its depth is checked here."""
    program: list[float] = []
    depth = deepest = 0
    for opcode, operand in described["EXPRESSION"]:
        if opcode.name in _FACTORS:
            program += [instructions.CONSTANT, _FACTORS[opcode.name], instructions.MULTIPLY]
            deepest = max(deepest, depth + 1)
            continue
        code = getattr(instructions, opcode.name)
        program.append(code)
        if code == instructions.CONSTANT:
            program.append(operand)
        if code <= instructions.VARIABLE:
            depth += 1
        elif code >= instructions.FIRST_BINARY:
            depth -= 1
        deepest = max(deepest, depth)
    if deepest > instructions.DEEPEST_STACK:
        diagnostics.error(
            Code.INVALID_VALUE,
            f"the formula of function '{described.name}' is nested more than {instructions.DEEPEST_STACK} deep",
            described.span_of("EXPRESSION"),
            "put the nested parts first: (b + c) + a, not a + (b + c)",
        )
        return None
    return program
