"""Determines whether a formula is affine in some of its inputs, that is, a constant plus a sum of factors times these
inputs.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rbsolve.solver.functions.instructions import (
    ADD,
    CALLED,
    CONSTANT,
    DIVIDE,
    FIRST_BINARY,
    FIRST_TERNARY,
    IF,
    MULTIPLY,
    NEGATE,
    SIGNAL,
    SUBTRACT,
    VARIABLE,
)


def is_affine(program: Sequence[float], inputs: Collection[int]) -> bool:
    """Return whether the program of a formula is affine in the inputs with the given numbers. Programs that are affine
    only after simplification, such as `x*x/x`, do not count.
    """
    stack: list[bool] = []  # for each operand, whether it depends on the inputs
    at = 0
    while at < len(program):
        code = int(program[at])
        at += 1
        if code == VARIABLE:
            stack.append(False)
        elif code in (CONSTANT, SIGNAL, CALLED):
            stack.append(code == SIGNAL and int(program[at]) in inputs)
            at += 1
        else:
            count = 1 if code < FIRST_BINARY else 2 if code < FIRST_TERNARY else 3
            operands = stack[-count:]
            del stack[-count:]
            if any(operands) and not _keeps(code, operands):
                return False
            stack.append(any(operands))
    return True


def _keeps(code: int, depends: Sequence[bool]) -> bool:
    """Return whether the result of an instruction is affine in the inputs if its operands are affine. `depends` lists
    which operands depend on the inputs.
    """
    if code == MULTIPLY:
        return not all(depends)
    if code == DIVIDE:
        return not depends[1]
    if code == IF:
        return not depends[0]
    return code in (NEGATE, ADD, SUBTRACT)
