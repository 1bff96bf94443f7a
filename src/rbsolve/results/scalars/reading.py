"""Converts texts of scalars to steps. The grammar is the grammar of expressions, with additional calls such as
`max(tip.x3)`, which are numbers from histories.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rbsolve.language.diagnostics import Code
from rbsolve.language.expressions.parse import explain
from rbsolve.language.expressions.program import FUNCTIONS, Instruction, Opcode
from rbsolve.language.expressions.reading import TAKING_MANY, Extent, Mistake, Reader, Steps, Unexpected
from rbsolve.results.scalars.reductions import KINDS

if TYPE_CHECKING:
    from rbsolve.language.grammars.lexer import Token


class ScalarError(ValueError):
    """The error that a scalar cannot be computed. str() returns the reason and a remedy."""


class ScalarTextError(ScalarError):
    """The error that the text of a scalar is invalid. str() returns the place and a remedy."""

    def __init__(
        self, text: str, message: str, start: int = 0, end: int | None = None, hint: str | None = None
    ) -> None:
        self.text, self.message, self.hint = text, message, hint
        self.start, self.end = start, len(text) if end is None else end
        place = "" if (self.start, self.end) == (0, len(text)) else f", column {self.start + 1}"
        super().__init__(f"scalar `{text}`{place}: {message}" + (f" (hint: {hint})" if hint else ""))


@dataclass(frozen=True, slots=True)
class Call:
    """A call such as `max(tip.x3)` in the text of a scalar, from `start` to `end`."""

    kind: str
    reference: str
    """The name of a sensor with one component, or of a component of a sensor."""
    number: tuple[Instruction, ...]
    """The steps of the argument before the sensor, or no steps if the function has no such argument."""
    start: int
    end: int


class _ScalarSteps(Steps):
    """Collects the steps of scalars. A number from a history is one step, and its name is the text of the call."""

    def begin(self, text: str) -> list[Instruction]:
        """Start another text."""
        self.calls: dict[str, Call] = {}
        self._starts: list[list[int]] = []  # for each open function, positions of the steps of each argument
        self._extents: list[list[Extent]] = []
        return super().begin(text)

    def function(self, children: tuple[Token, Token]) -> None:
        """Handle the name of a function with the parenthesis after it."""
        super().function(children)
        self._starts.append([len(self._steps)])
        self._extents.append([])

    def arguments(self, children: list[Any]) -> None:
        """Count one more argument."""
        super().arguments(children)
        self._starts[-1].append(len(self._steps))
        self._extents[-1].append(children[-1])

    def called(self, children: list[Any]) -> Extent:
        """Handle a function with all its arguments."""
        function, starts, extents = self._functions[-1], self._starts.pop(), self._extents.pop()
        kind = KINDS.get(function.name)
        is_of_numbers = function.opcode in TAKING_MANY and function.arguments > 1
        if kind is None and function.opcode is None:
            hint = _hint_of_function(function.name)
            message = f"unknown function `{function.name}`"
            raise Mistake(Code.INVALID_VALUE, message, function.start, function.end, hint)
        if kind is None or is_of_numbers:
            return super().called(children)
        self._functions.pop()
        start, end = function.start, children[-1].end_pos
        if len(extents) != kind.arguments:
            wanted = f"{kind.number} and a sensor" if kind.number else "a sensor"
            raise Mistake(Code.WRONG_COUNT, f"`{function.name}` takes {wanted}", start, end, _example(function.name))
        number = self._steps[starts[0] : starts[1]] if kind.number else []
        has_names = [
            any(step.opcode is Opcode.VARIABLE for step in self._steps[slice(*place)]) for place in pairwise(starts)
        ]
        if has_names == [True, False]:
            message = f"`{function.name}` takes {kind.number} before the sensor"
            raise Mistake(Code.WRONG_TYPE, message, start, end, _example(function.name))
        if any(step.name in self.calls for step in self._steps[starts[0] :]):
            message = f"`{function.name}` takes a sensor, not a number"
            raise Mistake(Code.WRONG_TYPE, message, *extents[-1], _example(function.name))
        del self._steps[starts[0] :]
        name = self._text[start:end]
        reference = self._text[slice(*extents[-1])].strip('"')
        self.calls[name] = Call(function.name, reference, tuple(number), start, end)
        return self._value(Opcode.VARIABLE, 0.0, name, start, end)


class _ScalarReader(Reader):
    steps: _ScalarSteps

    def __init__(self) -> None:
        super().__init__(_ScalarSteps)


_reader = _ScalarReader()


def read(text: str) -> tuple[tuple[Instruction, ...], dict[str, Call]]:
    """Return the steps of a scalar in postfix order. Also return the calls that read numbers from histories, by the
    names of their steps. Raise ScalarTextError for an invalid text.
    """
    try:
        return tuple(_reader.read(text)), _reader.steps.calls
    except Unexpected as unexpected:
        mistake = explain(text, unexpected)
    except Mistake as found:
        mistake = found
    raise ScalarTextError(text, str(mistake), mistake.start, mistake.end, mistake.hint) from None


def _example(kind: str) -> str:
    number = KINDS[kind].example
    return f"write `{kind}({number + ', ' if number else ''}sensor.component)`"


def _hint_of_function(name: str) -> str:
    close = get_close_matches(name.lower(), (*KINDS, *FUNCTIONS), 1)
    return f"did you mean `{close[0]}`?" if close else "numbers of a sensor are " + ", ".join(KINDS)
