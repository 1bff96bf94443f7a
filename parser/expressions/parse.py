"""Text of an expression to its steps in postfix order, so that nothing later needs recursion."""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from typing import Any, cast

from lark import Lark, Token
from lark.exceptions import UnexpectedInput

from rbsolve.parser.diagnostics import Code, Span
from rbsolve.parser.expressions.program import ARGUMENTS, FUNCTIONS, ExpressionError, Opcode, Step

_PLAIN_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_WORD = re.compile(r"[\w.]+|#\w+")
_FORTRAN_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)[dDqQ][+-]?[0-9]+")
_COUNTS = {1: "one argument", 2: "two arguments", 3: "three arguments"}
_CONSTANTS = {"pi": math.pi}


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression with its place in the deck; `steps` are in postfix order."""

    text: str
    span: Span
    steps: tuple[Step, ...]

    def place(self, start: int, end: int) -> Span:
        """The place of text[start:end]."""
        return place_inside(self.text, self.span, start, end)

    @property
    def names(self) -> list[str]:
        """The parameters (`#L`) and variables that the expression reads, each once, in order."""
        return list(dict.fromkeys(step.name for step in self.steps if step.name))


def plain_number(text: str) -> float | None:
    """The value of a text that is a number and no more; None otherwise. Too large a number is infinite."""
    return float(text) if _PLAIN_NUMBER.fullmatch(text) else None


def parse_expression(text: str, span: Span, variables: Collection[str] = ()) -> Expression:
    """Read an expression that stands at `span`, the place of the item whose text it is.

    `variables` are the names that it may use besides `pi` and parameters: `t`, or `x`, of an EXPRESSION function.
    Raises ExpressionError, with the place inside the deck's line.
    """
    value = plain_number(text)
    if value is not None and math.isfinite(value):
        return Expression(text, span, (Step(Opcode.CONSTANT, value, "", 0, len(text)),))
    try:
        steps = _steps(text)
        for step in steps:
            if step.name and step.name[0] != "#" and step.name not in variables:
                raise _unknown_name(step, len(steps) == 1, variables)
    except _Mistake as mistake:
        place = place_inside(text, span, mistake.start, mistake.end)
        raise ExpressionError(mistake.code, mistake.message, place, mistake.hint) from None
    return Expression(text, span, steps)


def place_inside(text: str, span: Span, start: int, end: int) -> Span:
    """The place of text[start:end], where `text` is that of the item at `span`.

    It is the whole item where a value longer than its variable moved what follows.
    """
    width = span.end_column - span.column
    if span.line == span.end_line and len(text) > width:
        return span
    is_quoted = span.line == span.end_line and width == len(text) + 2
    shift = 1 if is_quoted else 0

    def place(offset: int) -> tuple[int, int]:
        newlines = text.count("\n", 0, offset)
        if newlines:
            return span.line + newlines, offset - text.rindex("\n", 0, offset)
        return span.line, span.column + shift + offset

    return Span(span.source, *place(start), *place(end))


class _Mistake(Exception):
    """What is wrong in a text, without its place in a deck."""

    def __init__(self, code: Code, message: str, start: int, end: int, hint: str | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.start, self.end, self.hint = code, message, start, end, hint


@lru_cache(maxsize=4096)
def _steps(text: str) -> tuple[Step, ...]:
    """Steps of a text, wherever it stands: decks repeat their expressions."""
    try:
        return tuple(cast("list[Step]", _parser().parse(text)))
    except UnexpectedInput as error:
        raise _explained(text, error) from None


@lru_cache(maxsize=1)
def _parser() -> Lark:
    grammar = files("rbsolve.parser.expressions").joinpath("expression.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer="contextual", transformer=_Actions(), maybe_placeholders=False)


class _Actions:
    """What the rules of the grammar make: lists of steps. The last step of a list stands for its whole extent."""

    def number(self, children: list[Token]) -> list[Step]:
        token = children[0]
        value = float(token)
        if not math.isfinite(value):
            raise _Mistake(Code.INVALID_VALUE, f"the number `{token}` is too large", *_extent(token))
        return [Step(Opcode.CONSTANT, value, "", *_extent(token))]

    def name(self, children: list[Token]) -> list[Step]:
        token = children[0]
        if token in _CONSTANTS:
            return [Step(Opcode.CONSTANT, _CONSTANTS[token], "", *_extent(token))]
        return [Step(Opcode.VARIABLE, 0.0, str(token), *_extent(token))]

    parameter = name

    def inside(self, children: tuple[Token, list[Step], Token]) -> list[Step]:
        left, steps, right = children
        if steps[-1].opcode.operands:
            steps[-1] = steps[-1]._replace(start=_extent(left)[0], end=_extent(right)[1])
        return steps

    def plus(self, children: list[list[Step]]) -> list[Step]:
        return children[0]

    def negate(self, children: tuple[Token, list[Step]]) -> list[Step]:
        sign, steps = children
        steps.append(Step(Opcode.NEGATE, 0.0, "", _extent(sign)[0], steps[-1].end))
        return steps

    def add(self, children: list[list[Step]]) -> list[Step]:
        return _joined(Opcode.ADD, children)

    def subtract(self, children: list[list[Step]]) -> list[Step]:
        return _joined(Opcode.SUBTRACT, children)

    def multiply(self, children: list[list[Step]]) -> list[Step]:
        return _joined(Opcode.MULTIPLY, children)

    def divide(self, children: list[list[Step]]) -> list[Step]:
        return _joined(Opcode.DIVIDE, children)

    def raised(self, children: list[list[Step]]) -> list[Step]:
        return _joined(Opcode.POWER, children)

    def call(self, children: list[Any]) -> list[Step]:
        name: Token = children[0]
        arguments: list[list[Step]] = children[1:-1]
        start, end = _extent(name)[0], _extent(children[-1])[1]
        opcode = FUNCTIONS.get(name)
        if opcode is None:
            raise _unknown_function(name)
        takes_many = opcode in (Opcode.MIN, Opcode.MAX)
        count = ARGUMENTS.get(opcode, opcode.operands)
        if len(arguments) != count and not (takes_many and len(arguments) > 2):
            wanted = "two or more arguments" if takes_many else _COUNTS[count]
            raise _Mistake(Code.WRONG_COUNT, f"`{name}` takes {wanted}, not {len(arguments)}", start, end)
        step = Step(opcode, 0.0, "", start, end)
        if opcode is Opcode.STEP:
            x, x0, x1 = arguments
            arguments = [_fraction(x, x0, x1, start, end)]
        steps = arguments[0]
        for argument in arguments[1:]:
            steps += argument
            steps.append(step)
        if opcode.operands == 1:
            steps.append(step)
        return steps


def _joined(opcode: Opcode, operands: list[list[Step]]) -> list[Step]:
    start, end = operands[0][-1].start, operands[-1][-1].end
    steps = operands[0]
    for operand in operands[1:]:
        steps += operand
    steps.append(Step(opcode, 0.0, "", start, end))
    return steps


def _fraction(x: list[Step], x0: list[Step], x1: list[Step], start: int, end: int) -> list[Step]:
    """(x - x0)/(x1 - x0), with the extent of the call that means it."""
    subtract, divide = (Step(code, 0.0, "", start, end) for code in (Opcode.SUBTRACT, Opcode.DIVIDE))
    return [*x, *x0, subtract, *x1, *x0, subtract, divide]


def _extent(token: Token) -> tuple[int, int]:
    return cast("tuple[int, int]", (token.start_pos, token.end_pos))


def _unknown_function(name: Token) -> _Mistake:
    close = get_close_matches(name.lower(), FUNCTIONS, 1)
    hint = f"did you mean `{close[0]}`?" if close else "the functions are " + ", ".join(sorted(FUNCTIONS))
    return _Mistake(Code.INVALID_VALUE, f"unknown function `{name}`", *_extent(name), hint)


def _unknown_name(step: Step, is_alone: bool, variables: Collection[str]) -> _Mistake:
    """The mistake of a name that is neither a constant nor a variable."""
    name = step.name
    if name in FUNCTIONS:
        return _Mistake(
            Code.SYNTAX_ERROR, f"the function `{name}` has no arguments", step.start, step.end, f"write `{name}(...)`"
        )
    close = get_close_matches(name.lower(), [*variables, *_CONSTANTS], 1)
    hint = f"did you mean `{close[0]}`?" if close else f"a parameter is written `#{name}`"
    message = f"`{name}` is not a number" if is_alone else f"unknown name `{name}`"
    return _Mistake(Code.WRONG_TYPE, message, step.start, step.end, hint)


def _explained(text: str, error: UnexpectedInput) -> _Mistake:
    """A message a person understands for what the grammar does not accept."""
    stripped = text.strip()
    if not stripped:
        return _Mistake(Code.SYNTAX_ERROR, "a number is missing", 0, len(text))
    if _FORTRAN_NUMBER.fullmatch(stripped):
        hint = f"write `{re.sub('[dDqQ]', 'e', stripped)}`"
        return _Mistake(Code.WRONG_TYPE, f"`{stripped}` is not a number", 0, len(text), hint)
    if _WORD.fullmatch(stripped):
        return _Mistake(Code.WRONG_TYPE, f"`{stripped}` is not a number", 0, len(text))
    start = getattr(error, "pos_in_stream", None)
    token = getattr(error, "token", None)
    if start is None or (token is not None and token.type == "$END"):
        return _explained_end(text)
    found = str(token) if token is not None else text[start]
    end = start + len(found)
    before = text[:start].rstrip()[-1:]
    if found == "*" and before == "*":
        return _Mistake(Code.SYNTAX_ERROR, "unexpected `**`", start - 1, end, "a power is written `^`")
    if found == ")" and text.count(")") > text.count("("):
        return _Mistake(Code.SYNTAX_ERROR, "this `)` has no partner", start, end)
    if found == ",":
        return _Mistake(Code.SYNTAX_ERROR, "unexpected `,`", start, end, "commas separate the arguments of a function")
    if token is not None and token.type in ("NUMBER", "NAME", "PARAMETER", "LPAR"):
        message = f"expected an operator before `{found}`"
        return _Mistake(
            Code.SYNTAX_ERROR, message, start, end, "separate items with commas; a product is written `a*b`"
        )
    message = f"unexpected {_shown(found)}" + (f" after `{before}`" if before in set("+-*/^(,") - {""} else "")
    return _Mistake(Code.SYNTAX_ERROR, message, start, end)


def _explained_end(text: str) -> _Mistake:
    """The mistake of an expression that ends too early."""
    open_parentheses: list[int] = []
    for offset, character in enumerate(text):
        if character == "(":
            open_parentheses.append(offset)
        elif character == ")" and open_parentheses:
            open_parentheses.pop()
    trimmed = text.rstrip()
    if open_parentheses and trimmed[-1] not in "+-*/^,(":
        offset = open_parentheses[-1]
        return _Mistake(Code.SYNTAX_ERROR, "this `(` is never closed", offset, offset + 1)
    last = len(trimmed)
    return _Mistake(Code.SYNTAX_ERROR, f"nothing follows `{trimmed[-1]}`", last - 1, last)


def _shown(text: str) -> str:
    return f"`{text}`" if text.isprintable() else repr(text)
