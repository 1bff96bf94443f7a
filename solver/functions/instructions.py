"""The instructions in the program of an EXPRESSION, as plain numbers for the kernel. They are the opcodes of the
parser.

A program is a list of these codes in postfix order. The value follows CONSTANT, the index of an input follows SIGNAL,
and the index of a call follows CALLED.
"""

from __future__ import annotations

from rbsolve.language.expressions.program import Opcode

CALLED = int(Opcode.CALLED)
SIGNAL = int(Opcode.SIGNAL)
CONSTANT = int(Opcode.CONSTANT)
VARIABLE = int(Opcode.VARIABLE)

NEGATE = int(Opcode.NEGATE)
SIN = int(Opcode.SIN)
COS = int(Opcode.COS)
TAN = int(Opcode.TAN)
ASIN = int(Opcode.ASIN)
ACOS = int(Opcode.ACOS)
ATAN = int(Opcode.ATAN)
SQRT = int(Opcode.SQRT)
EXP = int(Opcode.EXP)
LOG = int(Opcode.LOG)
ABS = int(Opcode.ABS)
TANH = int(Opcode.TANH)
SIGN = int(Opcode.SIGN)
FLOOR = int(Opcode.FLOOR)
NOT = int(Opcode.NOT)

FIRST_BINARY = int(Opcode.ADD)
ADD = int(Opcode.ADD)
SUBTRACT = int(Opcode.SUBTRACT)
MULTIPLY = int(Opcode.MULTIPLY)
DIVIDE = int(Opcode.DIVIDE)
POWER = int(Opcode.POWER)
ATAN2 = int(Opcode.ATAN2)
MIN = int(Opcode.MIN)
MAX = int(Opcode.MAX)
MOD = int(Opcode.MOD)
LESS = int(Opcode.LESS)
LESS_OR_EQUAL = int(Opcode.LESS_OR_EQUAL)
GREATER = int(Opcode.GREATER)
GREATER_OR_EQUAL = int(Opcode.GREATER_OR_EQUAL)
EQUAL = int(Opcode.EQUAL)
UNEQUAL = int(Opcode.UNEQUAL)
AND = int(Opcode.AND)
OR = int(Opcode.OR)

FIRST_TERNARY = int(Opcode.IF)
IF = int(Opcode.IF)

DEEPEST_STACK = 64  # largest number of operands on the stack, which `a + (b + (c + ...))` reaches with 64 terms
