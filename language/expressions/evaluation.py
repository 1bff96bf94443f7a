"""Computes the value of an expression, or its program for the solver's stack machine."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from rbsolve.language.diagnostics import Code
from rbsolve.language.expressions.parse import Expression
from rbsolve.language.expressions.program import ExpressionError, Instruction, Opcode
from rbsolve.language.many import KINDS, Many, of_cases

WHOLE_ABOVE = 2.0**52  # all doubles of at least this size are integers
Program = list[tuple[Opcode, Any]]
"""The steps of a program with their numbers. The number of a CALL is the name of the function."""


class _NoValue:
    """A placeholder for a missing number: the step that has no value, and the reason. A missing number is an error only
    if a later step needs it.
    """

    def __init__(self, step: Instruction | None, message: str) -> None:
        self.step, self.message = step, message

    def __bool__(self) -> bool:
        raise TypeError(self.message)


_Number = float | _NoValue


def _smooth_step(x: float, x0: float, x1: float) -> float:
    u = min(max((x - x0) / (x1 - x0), 0.0), 1.0)
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
    Opcode.NOT: lambda a: a == 0.0,
    Opcode.ADD: lambda a, b: a + b,
    Opcode.SUBTRACT: lambda a, b: a - b,
    Opcode.MULTIPLY: lambda a, b: a * b,
    Opcode.DIVIDE: lambda a, b: a / b,
    Opcode.POWER: math.pow,
    Opcode.ATAN2: math.atan2,
    Opcode.MIN: min,
    Opcode.MAX: max,
    Opcode.MOD: lambda a, b: a % b,
    Opcode.LESS: lambda a, b: a < b,
    Opcode.LESS_OR_EQUAL: lambda a, b: a <= b,
    Opcode.GREATER: lambda a, b: a > b,
    Opcode.GREATER_OR_EQUAL: lambda a, b: a >= b,
    Opcode.EQUAL: lambda a, b: a == b,
    Opcode.UNEQUAL: lambda a, b: a != b,
    Opcode.AND: lambda a, b: bool(a and b),
    Opcode.OR: lambda a, b: bool(a or b),
    Opcode.IF: lambda condition, a, b: a if condition else b,
    Opcode.STEP: _smooth_step,
}
_DOMAINS = {
    Opcode.LOG: "the logarithm of {0:g} does not exist: the number must be positive",
    Opcode.SQRT: "the square root of {0:g} does not exist: the number must not be negative",
    Opcode.ASIN: "the arc sine of {0:g} does not exist: the number must be between -1 and 1",
    Opcode.ACOS: "the arc cosine of {0:g} does not exist: the number must be between -1 and 1",
    Opcode.POWER: "{0:g} to the power of {1:g} is not a real number",
}


def evaluate(expression: Expression, names: Mapping[str, Any]) -> float:
    """Return the value of an expression. `names` contains parameters and variables as written: `{"#L": 0.3, "t": 1.0}`.

    Raise ExpressionError for a name without a value (undeclared-parameter), and for a parameter that is a list
    (wrong-type). Also raise it for a result that is not a finite number (invalid-value), unless an `if`, `and` or `or`
    makes this result irrelevant.
    """
    stack: list[_Number] = []
    for step in expression.steps:
        count = step.opcode.operands
        if count:
            operands = stack[-count:]
            del stack[-count:]
            stack.append(_finite(step, operands))
        else:
            stack.append(step.value if step.opcode is Opcode.CONSTANT else _look_up(step, names, expression))
    return _need(stack[0], expression)


def value_of(program: Program, variable: float) -> float:
    """Return the value of a program at `variable`, or NaN if the value is undefined."""
    stack: list[_Number] = []
    for opcode, operand in program:
        count = opcode.operands
        if count:
            operands = stack[-count:]
            del stack[-count:]
            stack.append(_operate(opcode, operands))
        else:
            stack.append(operand if opcode is Opcode.CONSTANT else variable)
    return math.nan if isinstance(stack[0], _NoValue) else stack[0]


def to_program(expression: Expression, names: Mapping[str, Any], signals: Sequence[str] = ()) -> Program:
    """Return the expression as pairs (opcode, number) in postfix order, for the solver's stack machine.

    `names` contains the parameters as written: `{"#L": 0.3}`. All other names are the variable (`t` or `x`) or signals.
    `signals` are numbered. A subexpression without variables and signals becomes one CONSTANT. RAD and DEG become
    products.
    """
    numbers = {name: float(number) for number, name in enumerate(signals)}
    program: list[tuple[Opcode, Any]] = []
    starts: list[int] = []  # positions at which the operands on the stack start
    for step in expression.steps:
        count = step.opcode.operands
        if step.opcode is Opcode.CALL:
            program.append((Opcode.CALL, expression.call_of(step)[0]))
        elif count:
            _compose(step, program, starts[-count:])
            del starts[len(starts) - count + 1 :]
        else:
            starts.append(len(program))
            program.append(_leaf(step, names, numbers, expression))
    for _, number in program:
        _need(number, expression)
    return program


def _compose(step: Instruction, program: list[tuple[Opcode, Any]], starts: Sequence[int]) -> None:
    """Add an operation to a program that ends with its operands. `starts` contains the positions at which the operands
    start.
    """
    opcode, begin = step.opcode, starts[0]
    length = len(program) - begin
    if length == len(starts) and all(code is Opcode.CONSTANT for code, _ in program[begin:]):
        program[begin:] = [(Opcode.CONSTANT, _finite(step, [number for _, number in program[begin:]]))]
    elif opcode is Opcode.IF and program[begin][0] is Opcode.CONSTANT and starts[1] == begin + 1:
        condition = program[begin][1]
        if isinstance(condition, _NoValue):
            program[begin:] = [(Opcode.CONSTANT, condition)]
        elif condition:
            del program[starts[2] :], program[begin]
        else:
            del program[begin : starts[2]]
    elif opcode is Opcode.DIVIDE and starts[1] == len(program) - 1 and program[-1] == (Opcode.CONSTANT, 0.0):
        program[begin:] = [(Opcode.CONSTANT, _NoValue(step, "division by zero"))]
    elif opcode in (Opcode.RAD, Opcode.DEG):
        factor = math.pi / 180 if opcode is Opcode.RAD else 180 / math.pi
        program += [(Opcode.CONSTANT, factor), (Opcode.MULTIPLY, 0.0)]
    else:
        program.append((opcode, 0.0))


def _leaf(
    step: Instruction, names: Mapping[str, Any], signals: Mapping[str, float], expression: Expression
) -> tuple[Opcode, float]:
    if step.opcode is Opcode.CONSTANT:
        return Opcode.CONSTANT, step.value
    if step.name[0] != "#" and step.name not in names:
        number = signals.get(step.name)
        return (Opcode.VARIABLE, 0.0) if number is None else (Opcode.SIGNAL, number)
    return Opcode.CONSTANT, _look_up(step, names, expression)


def _look_up(step: Instruction, names: Mapping[str, Any], expression: Expression) -> float:
    """Return the value of a parameter or variable."""
    value = names.get(step.name)
    if isinstance(value, float | int):
        return float(value)
    if isinstance(value, Many):
        return value  # type: ignore[return-value]  # a float for each case
    span = expression.place(step.start, step.end)
    if value is None:
        folded = {name.lower(): name for name in names}
        close = get_close_matches(step.name.lower(), folded, 1)
        hint = f"did you mean `{folded[close[0]]}`?" if close else "declare it in `@DESIGN_PARAMETERS_DEFINITION`"
        raise ExpressionError(Code.UNDECLARED_PARAMETER, f"`{step.name}` is not declared", span, hint)
    message = f"`{step.name}` is a list of {len(value)} numbers, which can only replace a whole list"
    raise ExpressionError(Code.WRONG_TYPE, message, span)


def _need(number: _Number, expression: Expression) -> float:
    """Return the value of a required number. Raise ExpressionError if the number is missing."""
    if not isinstance(number, _NoValue):
        return number
    assert number.step is not None
    place = expression.place(number.step.start, number.step.end)
    raise ExpressionError(Code.INVALID_VALUE, number.message, place)


def _finite(step: Instruction, operands: Sequence[_Number]) -> _Number:
    """Return the result of a step on numbers, or a placeholder if the result is not finite."""
    value = _operate(step.opcode, operands, step)
    if isinstance(value, _NoValue | Many) or math.isfinite(value):
        return value
    return _NoValue(step, "the result is too large for a number")


def _operate(opcode: Opcode, operands: Sequence[_Number], step: Instruction | None = None) -> _Number:
    """Return the result of an operation on numbers. If a needed number is missing, return its placeholder."""
    if not KINDS.isdisjoint(map(type, operands)):
        of_each: _Number = _operate_on_many(opcode, operands)
        return of_each
    try:
        value = _OPERATIONS[opcode](*operands)
        return value if isinstance(value, _NoValue) else float(value)
    except TypeError:
        return next(operand for operand in operands if isinstance(operand, _NoValue))
    except ZeroDivisionError:
        message = "division by zero"
    except OverflowError:
        message = "the result is too large for a number"
    except ValueError:
        is_inverse_of_zero = opcode is Opcode.POWER and operands[0] == 0.0
        message = "division by zero" if is_inverse_of_zero else _DOMAINS.get(opcode, "no value").format(*operands)
    return _NoValue(step, message)


_EXACT = frozenset((Opcode.NEGATE, Opcode.ADD, Opcode.SUBTRACT, Opcode.MULTIPLY, Opcode.DIVIDE, Opcode.ABS))
"""Operations whose result for all cases at once is bitwise identical to the result for each case alone."""


def _operate_on_many(opcode: Opcode, operands: Sequence[Any]) -> Any:
    """Return the result of an operation on numbers of many cases. An error in one case raises its exception, and a
    missing number raises TypeError.
    """
    if any(isinstance(operand, _NoValue) for operand in operands):
        raise TypeError("a number of many cases beside a missing one")
    operation = _OPERATIONS[opcode]
    if opcode in _EXACT:
        return operation(*operands)
    return of_cases(lambda *numbers: float(operation(*numbers)), *operands)
