"""Arithmetic inside items: `2*#L + sqrt(2)/2`, and the formulas of EXPRESSION functions.

`parse.py` reads a text by the grammar `expression.lark`; `evaluation.py` gives its value, or a program for the solver's
stack machine; `program.py` lists the operations.
"""

from rbsolve.parser.expressions.evaluation import evaluate, to_program
from rbsolve.parser.expressions.parse import Expression, parse_expression, plain_number
from rbsolve.parser.expressions.program import ExpressionError, Opcode, Step

__all__ = [
    "Expression",
    "ExpressionError",
    "Opcode",
    "Step",
    "evaluate",
    "parse_expression",
    "plain_number",
    "to_program",
]
