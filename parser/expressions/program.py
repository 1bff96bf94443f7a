"""The operations of an expression, and the steps that it is made of."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from rbsolve.parser.diagnostics import Code, Span


class Opcode(IntEnum):
    """What a step does to a stack of numbers; the last operand is on top."""

    SIGNAL = -1  # push one of the signals that a signal's formula names
    CONSTANT = 0  # push the step's number
    VARIABLE = 1  # push the variable, t or x (in a parsed expression also: push a parameter)

    NEGATE = 2  # one operand
    SIN = 3
    COS = 4
    TAN = 5
    ASIN = 6
    ACOS = 7
    ATAN = 8
    SQRT = 9
    EXP = 10
    LOG = 11
    ABS = 12
    RAD = 13  # degrees to radians; not in a program, which multiplies instead
    DEG = 14  # radians to degrees; the same
    TANH = 15
    SIGN = 16  # -1, 0 or 1
    FLOOR = 17
    STEP = 18  # smoothly from 0 at 0 to 1 at 1; step(x, x0, x1) is that of (x - x0)/(x1 - x0)

    ADD = 20  # two operands
    SUBTRACT = 21
    MULTIPLY = 22
    DIVIDE = 23
    POWER = 24
    ATAN2 = 25  # atan2(y, x)
    MIN = 26
    MAX = 27
    MOD = 28  # the rest of a division, of the sign of the divisor

    @property
    def operands(self) -> int:
        """How many numbers the step takes from the stack; it puts one back."""
        return 0 if self < Opcode.NEGATE else 1 if self < Opcode.ADD else 2


# The functions by the names of the deck language.
FUNCTIONS = {
    code.name.lower(): code
    for code in Opcode
    if code not in (Opcode.SIGNAL, Opcode.CONSTANT, Opcode.VARIABLE, Opcode.NEGATE)
    and not Opcode.ADD <= code <= Opcode.POWER
}

# The only one that is written with other arguments than its step takes
ARGUMENTS = {Opcode.STEP: 3}


class Instruction(NamedTuple):
    """One step of an expression in postfix order, and the part of the text that asks for it."""

    opcode: Opcode
    value: float  # of a CONSTANT
    name: str  # of a VARIABLE, as written: "t", "#L"
    start: int
    end: int


class ExpressionError(Exception):
    """What is wrong with an expression: the parts of a diagnostic."""

    def __init__(self, code: Code, message: str, span: Span, hint: str | None = None) -> None:
        super().__init__(f"{span}: {message}")
        self.code = code
        self.message = message
        self.span = span
        self.hint = hint
