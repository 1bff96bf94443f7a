"""EXPRESSION: a formula in t (or x, for a force law), run by a small stack machine (`expression_kernel.py`).

Data: [depth of the stack, program ..., stack ...], the program in postfix order as listed in `instructions.py`; the stack is room for
value, first and second derivative at each depth, so that the kernel allocates nothing.
"""

from __future__ import annotations

import math

from rbsolve.parser.description.described import Described
from rbsolve.parser.diagnostics import Diagnostics
from rbsolve.solver.functions import instructions

_DEGREE = math.pi / 180
# What the parser's opcodes become here, by name; conversions of angles become multiplications.
_FACTORS = {"RAD": _DEGREE, "DEG": 1.0 / _DEGREE}


def encode(described: Described, diagnostics: Diagnostics) -> list[float] | None:
    """Data of the function; the parser has checked the formula."""
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
    return [float(deepest), *program, *([0.0] * (3 * deepest))]
