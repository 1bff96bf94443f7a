"""Converts a text to its steps in postfix order. lark reads the text by `expression.lark`, and the rules of the grammar
call these actions.

A value is interpreted only after the next symbol has been read and found valid. Therefore the first mistake in a text
is reported, and not a later mistake.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from lark.exceptions import UnexpectedInput

from rbsolve.language.diagnostics import Code
from rbsolve.language.expressions.program import BINARY, FUNCTIONS, Instruction, Opcode

if TYPE_CHECKING:
    from lark import Lark

    from rbsolve.language.grammars.lexer import Token

CONSTANTS = {"pi": math.pi}

_COUNTS = {1: "one argument", 2: "two arguments", 3: "three arguments"}
END = "$END"
MOST_NAMED = 10  # largest number of a deck's functions in a hint
TAKING_MANY = (Opcode.MIN, Opcode.MAX)
make_tuple = tuple.__new__  # creates a named tuple without its slow constructor

Extent = tuple[int, int]
"""The start and end of a value in the text."""


class Mistake(Exception):
    """An error in a text, without its place in a deck. `function` is the name of an unknown function."""

    def __init__(
        self, code: Code, message: str, start: int, end: int, hint: str | None = None, function: str = ""
    ) -> None:
        super().__init__(message)
        self.function = function
        self.code, self.message, self.start, self.end, self.hint = code, message, start, end, hint


class Unexpected(Exception):
    """An unexpected symbol: a terminal of the grammar, the END of the text, or an invalid character ("")."""

    def __init__(self, kind: str, start: int, end: int) -> None:
        super().__init__(f"{kind} from {start} to {end}")
        self.kind, self.start, self.end = kind, start, end


@dataclass(slots=True)
class _Function:
    """A function whose arguments are being read. `opcode` is None if the language has no function of this name."""

    name: str
    start: int
    end: int
    opcode: Opcode | None
    arguments: int = 0


class Steps:
    """Collects the steps of one text after another.

    The actions have the names of the grammar's rules. Each action returns the range of its value in the text.
    """

    def begin(self, text: str) -> list[Instruction]:
        """Start another text. Its steps are appended to `steps`."""
        self._text = text
        self._functions: list[_Function] = []
        self._steps: list[Instruction] = []
        return self._steps

    # --- values

    def number(self, children: list[Token]) -> Extent:
        """Return a constant that is written with digits."""
        start, end = children[0].start_pos, children[0].end_pos
        value = float(self._text[start:end])
        if not math.isfinite(value):
            raise Mistake(Code.INVALID_VALUE, f"the number `{self._text[start:end]}` is too large", start, end)
        return self._value(Opcode.CONSTANT, value, "", start, end)

    def name(self, children: list[Token]) -> Extent:
        """Return a named constant, a variable or a parameter."""
        start, end = children[0].start_pos, children[0].end_pos
        name = self._text[start:end]
        if name in CONSTANTS:
            return self._value(Opcode.CONSTANT, CONSTANTS[name], "", start, end)
        return self._value(Opcode.VARIABLE, 0.0, name, start, end)

    def _value(self, opcode: Opcode, value: float, name: str, start: int, end: int) -> Extent:
        self._steps.append(make_tuple(Instruction, (opcode, value, name, start, end)))
        return start, end

    def inside(self, children: tuple[Token, Extent, Token]) -> Extent:
        """Return a value in parentheses. The range of the last operation in the value includes the parentheses."""
        left, extent, right = children
        last = self._steps[-1]
        if not last.opcode.operands:
            return extent
        extent = left.start_pos, right.end_pos
        self._steps[-1] = last._replace(start=extent[0], end=extent[1])
        return extent

    # --- operators

    def _operate(self, opcode: Opcode, start: int, end: int) -> Extent:
        self._steps.append(make_tuple(Instruction, (opcode, 0.0, "", start, end)))
        return start, end

    def _join(self, children: tuple[Extent, Token, Extent]) -> Extent:
        left, sign, right = children
        opcode = BINARY[self._text[sign.start_pos : sign.end_pos]]
        self._steps.append(make_tuple(Instruction, (opcode, 0.0, "", left[0], right[1])))
        return left[0], right[1]

    either = both = compared = added = subtracted = multiplied = divided = raised = _join

    def negated(self, children: tuple[Token, Extent]) -> Extent:
        """`-a`."""
        return self._operate(Opcode.NEGATE, children[0].start_pos, children[1][1])

    def denied(self, children: tuple[Token, Extent]) -> Extent:
        """Handle `not a`."""
        return self._operate(Opcode.NOT, children[0].start_pos, children[1][1])

    def unchanged(self, children: tuple[Token, Extent]) -> Extent:
        """`+a`."""
        return children[1]

    # --- functions

    def function(self, children: tuple[Token, Token]) -> None:
        """Handle the name of a function with the parenthesis after it."""
        start, end = children[0].start_pos, children[0].end_pos
        name = self._text[start:end]
        self._functions.append(_Function(name, start, end, FUNCTIONS.get(name)))

    def arguments(self, children: list[Any]) -> None:
        """Count one more argument. Two arguments of `min` and `max` are combined immediately, so that the stack stays
        small.
        """
        function = self._functions[-1]
        function.arguments += 1
        if function.arguments > 1 and function.opcode is not None and function.opcode in TAKING_MANY:
            self._operate(function.opcode, function.start, children[-1][1])

    def called(self, children: list[Any]) -> Extent:
        """Handle a function with all its arguments."""
        function = self._functions.pop()
        start, end = function.start, children[-1].end_pos
        opcode = function.opcode
        if opcode is None and function.arguments == 1:
            return self._operate(Opcode.CALL, start, end)
        if opcode is None:
            raise unknown_function(function.name, start, end)
        takes_many = opcode in TAKING_MANY
        if function.arguments != opcode.operands and not (takes_many and function.arguments > 2):
            wanted = "two or more arguments" if takes_many else _COUNTS[opcode.operands]
            message = f"`{function.name}` takes {wanted}, not {function.arguments}"
            raise Mistake(Code.WRONG_COUNT, message, start, end)
        if takes_many:
            self._steps.pop()  # n arguments need only n - 1 combinations
        return self._operate(opcode, start, end)


class Reader(threading.local):
    """Reads texts by the grammar. Each thread has its own parser, which is created before the first text."""

    def __init__(self, make: Callable[[], Steps] = Steps) -> None:
        """`make` creates the object that collects the steps."""
        self._make = make
        self._parser: Lark | None = None
        self.steps = make()

    def _start(self) -> Lark:
        from rbsolve.language.grammars.loading import parser_of

        self._parser = parser_of("expression", self.steps)
        return self._parser

    def read(self, text: str) -> list[Instruction]:
        """Read the steps of a text. The last step of a value has the range of the whole value.

        Raise Mistake, or Unexpected at the first wrong symbol.
        """
        parser = self._parser or self._start()
        steps = self.steps.begin(text)
        try:
            parser.parse(text)
        except UnexpectedInput as error:
            raise _find_unexpected(text, error) from None
        return steps


steps_of = Reader().read


def _find_unexpected(text: str, error: UnexpectedInput) -> Unexpected:
    """Return the symbol at which the parser stopped."""
    token = getattr(error, "token", None)
    if token is None:
        start = error.pos_in_stream or 0
        return Unexpected("", start, start + 1)
    if token.type == END:
        return Unexpected(END, len(text), len(text))
    return Unexpected(token.type, token.start_pos, token.end_pos)


def unknown_function(name: str, start: int, end: int) -> Mistake:
    """Return the error for a call of an unknown function."""
    return Mistake(Code.INVALID_VALUE, f"unknown function `{name}`", start, end, hint_of_function(name), name)


def hint_of_function(name: str, of_deck: Collection[str] = ()) -> str:
    """Return a hint with the function that was probably meant, or with all functions. `of_deck` contains the functions
    of the deck that the formula may call.
    """
    close = get_close_matches(name.lower(), FUNCTIONS, 1)
    if close:
        return f"did you mean `{close[0]}`?"
    hint = "the functions are " + ", ".join(sorted(FUNCTIONS))
    if of_deck:
        listed = list(of_deck)[:MOST_NAMED]
        hint += f"; and of this deck {', '.join(listed)}" + (", ..." if len(of_deck) > MOST_NAMED else "")
    return hint
