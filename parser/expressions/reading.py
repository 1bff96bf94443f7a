"""A text by the rules of operators to its steps in postfix order, with two stacks and no recursion.

    sum:     products with `+` and `-` between them
    product: signed values with `*` and `/` between them
    signed:  `-` or `+` and a signed value, or a power
    power:   a value, or a value `^` a signed value: -2^2 = -4, 2^-1 = 0.5, 2^3^2 = 512
    value:   a number, a name, a parameter `#L`, a sum in parentheses, or a function `name(sum, ...)`

What a value means is looked at when it is known that something may follow it that does: so the first mistake of a text is the one told.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from typing import NamedTuple

from rbsolve.parser.diagnostics import Code
from rbsolve.parser.expressions.program import ARGUMENTS, FUNCTIONS, Instruction, Opcode

CONSTANTS = {"pi": math.pi}

_COUNTS = {1: "one argument", 2: "two arguments", 3: "three arguments"}
_TOKEN = re.compile(
    r"\s*+(?:(?P<NUMBER>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)|(?P<NAME>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<PARAMETER>#[A-Za-z0-9_]+)|(?P<SIGN>[-+*/^(),])|(?P<END>\Z))"
)
_SIGN = 3  # the precedence of `-` and `+` before a value
_BINARY = {  # precedence and meaning
    "+": (1, Opcode.ADD),
    "-": (1, Opcode.SUBTRACT),
    "*": (2, Opcode.MULTIPLY),
    "/": (2, Opcode.DIVIDE),
    "^": (4, Opcode.POWER),
}
_AFTER_A_VALUE = {*_BINARY, ")", ",", "END"}


class Mistake(Exception):
    """What is wrong in a text, without its place in a deck."""

    def __init__(self, code: Code, message: str, start: int, end: int, hint: str | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.start, self.end, self.hint = code, message, start, end, hint


class Token(NamedTuple):
    """A piece of a text: NUMBER, NAME, PARAMETER, END, or a sign, which is its own kind; "" for a character that is none of these."""

    kind: str
    text: str
    start: int
    end: int


class Unexpected(Exception):
    """A token that cannot stand where it does."""

    def __init__(self, token: Token) -> None:
        super().__init__(token.text)
        self.token = token


class _Open(NamedTuple):
    """What waits on the stack: an operator, an open parenthesis, or a function's."""

    precedence: int
    """0 for parentheses."""
    opcode: Opcode | None
    """None for parentheses and for a `+` before a value."""
    token: Token
    function: Token | None = None
    below: int = 0
    """How many values stood before the function's arguments."""


def steps_of(text: str) -> list[Instruction]:
    """Steps of a text. The last step of a value stands for its whole extent.

    Raises Mistake, or Unexpected at the first token that cannot stand there.
    """
    return _Reader().read(text)


def _tokens(text: str) -> Iterator[Token]:
    place = 0
    while True:
        found = _TOKEN.match(text, place)
        if found is None:
            start = place + len(text[place:]) - len(text[place:].lstrip())
            yield Token("", text[start], start, start + 1)
            return
        group = found.lastgroup or ""
        piece = found[group]
        yield Token(piece if group == "SIGN" else group, piece, found.start(group), found.end())
        if group == "END":
            return
        place = found.end()


class _Reader:
    def __init__(self) -> None:
        self._values: list[list[Instruction]] = []
        self._waiting: list[_Open] = []
        self._finish: Callable[[], list[Instruction]] | None = None
        """Makes the value that was read last, or finishes it; None where a value must follow."""
        self._name: Token | None = None  # the name that was read last, which may be a function's

    def read(self, text: str) -> list[Instruction]:
        for token in _tokens(text):
            if self._finish is None:
                self._begin_value(token)
            elif token.kind == "(" and self._name is not None:
                self._waiting.append(_Open(0, None, token, self._name, len(self._values)))
                self._finish = self._name = None
            elif token.kind in _AFTER_A_VALUE:
                self._values.append(self._finish())
                self._finish = self._name = None
                self._go_on(token)
            else:
                raise Unexpected(token)
        return self._values[0]

    def _begin_value(self, token: Token) -> None:
        kind = token.kind
        if kind == "NUMBER":
            self._finish = lambda: _number(token)
        elif kind in ("NAME", "PARAMETER"):
            self._finish = lambda: _name(token)
            self._name = token if kind == "NAME" else None
        elif kind == "(":
            self._waiting.append(_Open(0, None, token))
        elif kind in ("+", "-"):
            self._waiting.append(_Open(_SIGN, Opcode.NEGATE if kind == "-" else None, token))
        elif kind == ")" and self._has_no_arguments():
            self._end_parentheses(token)
        else:
            raise Unexpected(token)

    def _has_no_arguments(self) -> bool:
        """Whether what is open is a function whose first argument would come now."""
        last = self._waiting[-1] if self._waiting else None
        return last is not None and last.function is not None and len(self._values) == last.below

    def _go_on(self, token: Token) -> None:
        """What follows a value."""
        precedence, opcode = _BINARY.get(token.kind, (0, None))
        while self._waiting and self._waiting[-1].precedence > 0:
            over = self._waiting[-1].precedence
            if over < precedence or (over == precedence and opcode is Opcode.POWER):
                break
            self._apply(self._waiting.pop())
        parentheses = self._waiting[-1] if self._waiting else None
        if opcode is not None:
            self._waiting.append(_Open(precedence, opcode, token))
        elif token.kind == ")" and parentheses is not None:
            self._end_parentheses(token)
        elif not (
            (token.kind == "END" and parentheses is None)
            or (token.kind == "," and parentheses is not None and parentheses.function is not None)
        ):
            raise Unexpected(token)

    def _apply(self, operator: _Open) -> None:
        values, opcode = self._values, operator.opcode
        if operator.precedence == _SIGN:
            if opcode is not None:
                values[-1].append(Instruction(opcode, 0.0, "", operator.token.start, values[-1][-1].end))
        elif opcode is not None:
            right = values.pop()
            start, end = values[-1][-1].start, right[-1].end
            values[-1] += right
            values[-1].append(Instruction(opcode, 0.0, "", start, end))

    def _end_parentheses(self, close: Token) -> None:
        opening = self._waiting.pop()
        if opening.function is not None:
            name, arguments = opening.function, self._values[opening.below :]
            del self._values[opening.below :]
            self._finish = lambda: _call(name, arguments, close)
        else:
            steps = self._values.pop()
            self._finish = lambda: _inside(opening.token, steps, close)


def _number(token: Token) -> list[Instruction]:
    value = float(token.text)
    if not math.isfinite(value):
        raise Mistake(Code.INVALID_VALUE, f"the number `{token.text}` is too large", token.start, token.end)
    return [Instruction(Opcode.CONSTANT, value, "", token.start, token.end)]


def _name(token: Token) -> list[Instruction]:
    if token.text in CONSTANTS:
        return [Instruction(Opcode.CONSTANT, CONSTANTS[token.text], "", token.start, token.end)]
    return [Instruction(Opcode.VARIABLE, 0.0, token.text, token.start, token.end)]


def _inside(opening: Token, steps: list[Instruction], close: Token) -> list[Instruction]:
    if steps[-1].opcode.operands:
        steps[-1] = steps[-1]._replace(start=opening.start, end=close.end)
    return steps


def _call(name: Token, arguments: list[list[Instruction]], close: Token) -> list[Instruction]:
    start, end = name.start, close.end
    opcode = FUNCTIONS.get(name.text)
    if opcode is None:
        raise _unknown_function(name)
    takes_many = opcode in (Opcode.MIN, Opcode.MAX)
    count = ARGUMENTS.get(opcode, opcode.operands)
    if len(arguments) != count and not (takes_many and len(arguments) > 2):
        wanted = "two or more arguments" if takes_many else _COUNTS[count]
        raise Mistake(Code.WRONG_COUNT, f"`{name.text}` takes {wanted}, not {len(arguments)}", start, end)
    step = Instruction(opcode, 0.0, "", start, end)
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


def _fraction(
    x: list[Instruction], x0: list[Instruction], x1: list[Instruction], start: int, end: int
) -> list[Instruction]:
    """(x - x0)/(x1 - x0), with the extent of the call that means it."""
    subtract, divide = (Instruction(code, 0.0, "", start, end) for code in (Opcode.SUBTRACT, Opcode.DIVIDE))
    return [*x, *x0, subtract, *x1, *x0, subtract, divide]


def _unknown_function(name: Token) -> Mistake:
    close = get_close_matches(name.text.lower(), FUNCTIONS, 1)
    hint = f"did you mean `{close[0]}`?" if close else "the functions are " + ", ".join(sorted(FUNCTIONS))
    return Mistake(Code.INVALID_VALUE, f"unknown function `{name.text}`", name.start, name.end, hint)
