"""The value of an expression, and its program for the solver's stack machine."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from rbsolve.parser.diagnostics import Code
from rbsolve.parser.expressions.parse import Expression
from rbsolve.parser.expressions.program import ExpressionError, Instruction, Opcode

WHOLE_ABOVE = 2.0**52  # doubles of this size are whole numbers
Program = list[tuple[Opcode, float]]


def _smooth_step(u: float) -> float:
    return u * u * u * (10.0 + u * (6.0 * u - 15.0))


_OPERATIONS: dict[Opcode, Callable[..., float]] = {
    Opcode.NEGATE: lambda a: -a,
    Opcode.SIN: math.sin,
    Opcode.COS: math.cos,
    Opcode.TAN: math.tan,
    Opcode.ASIN: math.asin,
    Opcode.ACOS: math.acos,
    Opcode.ATAN: math.atan,
    Opcode.SQRT: math.sqrt,
    Opcode.EXP: math.exp,
    Opcode.LOG: math.log,
    Opcode.ABS: abs,
    Opcode.RAD: math.radians,
    Opcode.DEG: math.degrees,
    Opcode.TANH: math.tanh,
    Opcode.SIGN: lambda a: 0.0 if a == 0.0 else math.copysign(1.0, a),
    Opcode.FLOOR: lambda a: a if abs(a) >= WHOLE_ABOVE else float(math.floor(a)),
    Opcode.STEP: lambda a: _smooth_step(min(max(a, 0.0), 1.0)),
    Opcode.ADD: lambda a, b: a + b,
    Opcode.SUBTRACT: lambda a, b: a - b,
    Opcode.MULTIPLY: lambda a, b: a * b,
    Opcode.DIVIDE: lambda a, b: a / b,
    Opcode.POWER: math.pow,
    Opcode.ATAN2: math.atan2,
    Opcode.MIN: min,
    Opcode.MAX: max,
    Opcode.MOD: lambda a, b: a % b,
}
_DOMAINS = {
    Opcode.LOG: "the logarithm of {0:g}: it needs a positive number",
    Opcode.SQRT: "the square root of {0:g}: it needs a number that is not negative",
    Opcode.ASIN: "the arc sine of {0:g}: it needs a number between -1 and 1",
    Opcode.ACOS: "the arc cosine of {0:g}: it needs a number between -1 and 1",
    Opcode.POWER: "{0:g} to the power of {1:g} is not a real number",
}


def evaluate(expression: Expression, names: Mapping[str, Any]) -> float:
    """The value of an expression; `names` gives parameters and variables as written: `{"#L": 0.3, "t": 1.0}`.

    Raises ExpressionError for a name without a value (undeclared-parameter), a parameter that is a list (wrong-type)
    and anything that is not a finite number (invalid-value).
    """
    stack: list[float] = []
    for step in expression.steps:
        count = step.opcode.operands
        if count:
            operands = stack[-count:]
            del stack[-count:]
            stack.append(_applied(step, operands, expression))
        else:
            stack.append(step.value if step.opcode is Opcode.CONSTANT else _looked_up(step, names, expression))
    return stack[0]


def value_of(program: Program, variable: float) -> float:
    """The value of a program at `variable`; NaN where it has none."""
    stack: list[float] = []
    try:
        for opcode, operand in program:
            count = opcode.operands
            if count:
                operands = stack[-count:]
                del stack[-count:]
                stack.append(float(_OPERATIONS[opcode](*operands)))
            else:
                stack.append(operand if opcode is Opcode.CONSTANT else variable)
    except (ArithmeticError, ValueError):
        return math.nan
    return stack[0]


def to_program(expression: Expression, names: Mapping[str, Any], signals: Sequence[str] = ()) -> Program:
    """The expression as (opcode, number) pairs in postfix order, for the solver's stack machine.

    `names` gives the parameters, as for `evaluate`; the variable (`t` or `x`) is what it does not give, the `signals` are numbered.
    Whatever does not depend on these is one CONSTANT. RAD and DEG become products.
    """
    stack: list[Program] = []
    for step in expression.steps:
        count = step.opcode.operands
        if not count:
            stack.append([_leaf(step, names, signals, expression)])
            continue
        operands = stack[-count:]
        del stack[-count:]
        constants = [operand[0][1] for operand in operands if operand[-1][0] is Opcode.CONSTANT]
        if len(constants) == count:
            stack.append([(Opcode.CONSTANT, _applied(step, constants, expression))])
        elif step.opcode is Opcode.DIVIDE and operands[1] == [(Opcode.CONSTANT, 0.0)]:
            place = expression.place(step.start, step.end)
            raise ExpressionError(Code.INVALID_VALUE, "division by zero", place)
        else:
            stack.append(_composed(step.opcode, operands))
    return stack[0]


def _composed(opcode: Opcode, operands: list[Program]) -> Program:
    program = operands[0]
    for operand in operands[1:]:
        program += operand
    if opcode in (Opcode.RAD, Opcode.DEG):
        factor = math.pi / 180 if opcode is Opcode.RAD else 180 / math.pi
        program += [(Opcode.CONSTANT, factor), (Opcode.MULTIPLY, 0.0)]
    else:
        program.append((opcode, 0.0))
    return program


def _leaf(
    step: Instruction, names: Mapping[str, Any], signals: Sequence[str], expression: Expression
) -> tuple[Opcode, float]:
    if step.opcode is Opcode.CONSTANT:
        return Opcode.CONSTANT, step.value
    if step.name[0] != "#" and step.name not in names:
        return (Opcode.SIGNAL, float(signals.index(step.name))) if step.name in signals else (Opcode.VARIABLE, 0.0)
    return Opcode.CONSTANT, _looked_up(step, names, expression)


def _looked_up(step: Instruction, names: Mapping[str, Any], expression: Expression) -> float:
    """The value of a parameter or variable."""
    value = names.get(step.name)
    if isinstance(value, float | int):
        return float(value)
    span = expression.place(step.start, step.end)
    if value is None:
        folded = {name.lower(): name for name in names}
        close = get_close_matches(step.name.lower(), folded, 1)
        hint = f"did you mean `{folded[close[0]]}`?" if close else "declare it in `@DESIGN_PARAMETERS_DEFINITION`"
        raise ExpressionError(Code.UNDECLARED_PARAMETER, f"`{step.name}` is not declared", span, hint)
    message = f"`{step.name}` is a list of {len(value)} numbers; it can only stand for a whole list"
    raise ExpressionError(Code.WRONG_TYPE, message, span)


def _applied(step: Instruction, operands: list[float], expression: Expression) -> float:
    """The result of one operation on numbers."""
    try:
        value = float(_OPERATIONS[step.opcode](*operands))
    except ZeroDivisionError:
        message = "division by zero"
    except OverflowError:
        message = "the result is too large for a number"
    except ValueError:
        is_inverse_of_zero = step.opcode is Opcode.POWER and operands[0] == 0.0
        message = "division by zero" if is_inverse_of_zero else _DOMAINS[step.opcode].format(*operands)
    else:
        if math.isfinite(value):
            return value
        message = "the result is too large for a number"
    raise ExpressionError(Code.INVALID_VALUE, message, expression.place(step.start, step.end))
