"""The instructions of an EXPRESSION's program as numbers, as the kernel reads them.

A program is a postfix list of these codes; CONSTANT is followed by its number.
"""

from __future__ import annotations

CONSTANT = 0
VARIABLE = 1

NEGATE = 2
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

FIRST_BINARY = 20
ADD = 20
SUBTRACT = 21
MULTIPLY = 22
DIVIDE = 23
POWER = 24
ATAN2 = 25
MIN = 26
MAX = 27

DEEPEST_STACK = 64  # how many operands may wait at once; `a + (b + (c + ...))` reaches it with 64 terms
