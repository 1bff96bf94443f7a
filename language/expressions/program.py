"""The operations of expressions, and the steps of programs."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from rbsolve.language.diagnostics import Code, Span


class Opcode(IntEnum):
    """The operation of a step on a stack of numbers. The last operand is on top of the stack."""

    CALLED = -2  # push the result of a call of the model's functions (solver/functions/composed.py)
    SIGNAL = -1  # push one of the signals that a signal's formula names
    CONSTANT = 0  # push the number of the step
    VARIABLE = 1  # push the variable, t or x; in a parsed expression, the name may also be a parameter

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
    RAD = 13  # convert degrees to radians; a program contains a product instead
    DEG = 14  # convert radians to degrees; a program contains a product instead
    TANH = 15
    SIGN = 16  # -1, 0 or 1
    FLOOR = 17
    NOT = 18  # 1 if the operand is 0, otherwise 0

    CALL = 19  # one operand: the argument of the function of the model that the formula names

    ADD = 20  # two operands
    SUBTRACT = 21
    MULTIPLY = 22
    DIVIDE = 23
    POWER = 24
    ATAN2 = 25  # atan2(y, x)
    MIN = 26
    MAX = 27
    MOD = 28  # the remainder of a division, with the sign of the divisor
    LESS = 30  # a comparison is 1 if it is true, otherwise 0
    LESS_OR_EQUAL = 31
    GREATER = 32
    GREATER_OR_EQUAL = 33
    EQUAL = 34
    UNEQUAL = 35
    AND = 36  # 0 if the first operand is 0, for any second operand
    OR = 37  # 1 if the first operand is not 0, for any second operand

    IF = 40  # three operands; if(condition, a, b) is a if the condition is not 0, otherwise b
    STEP = 41  # step(x, x0, x1): a smooth step from 0 at x0 to 1 at x1

    @property
    def operands(self) -> int:
        """Return the number of operands that the step takes from the stack. The step pushes one result."""
        return _OPERANDS[self]


_OPERANDS = {
    code: 0 if code < Opcode.NEGATE else 1 if code < Opcode.ADD else 2 if code < Opcode.IF else 3 for code in Opcode
}

# The functions by their names in the deck language.
FUNCTIONS = {
    code.name.lower(): code
    for code in Opcode
    if Opcode.NEGATE < code < Opcode.NOT or Opcode.POWER < code < Opcode.LESS or code >= Opcode.IF
}

BINARY = {
    "+": Opcode.ADD,
    "-": Opcode.SUBTRACT,
    "*": Opcode.MULTIPLY,
    "/": Opcode.DIVIDE,
    "^": Opcode.POWER,
    "<": Opcode.LESS,
    "<=": Opcode.LESS_OR_EQUAL,
    ">": Opcode.GREATER,
    ">=": Opcode.GREATER_OR_EQUAL,
    "==": Opcode.EQUAL,
    "<>": Opcode.UNEQUAL,
    "and": Opcode.AND,
    "or": Opcode.OR,
}


class Instruction(NamedTuple):
    """A step of an expression in postfix order, and its range in the text."""

    opcode: Opcode
    value: float  # number of a CONSTANT
    name: str  # name of a VARIABLE, as written: "t", "#L"
    start: int
    end: int


class ExpressionError(Exception):
    """An error in an expression, with the fields of a diagnostic. `function` is the name of an unknown function."""

    def __init__(self, code: Code, message: str, span: Span, hint: str | None = None, function: str = "") -> None:
        super().__init__(f"{span}: {message}")
        self.function = function
        self.code = code
        self.message = message
        self.span = span
        self.hint = hint
