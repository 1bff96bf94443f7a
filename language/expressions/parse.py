"""Converts the text of an expression to steps in postfix order, which later stages process without recursion."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from rbsolve.language.diagnostics import Code, Source, Span
from rbsolve.language.expressions.program import FUNCTIONS, ExpressionError, Instruction, Opcode
from rbsolve.language.expressions.reading import CONSTANTS, END, Mistake, Unexpected, steps_of, unknown_function

_PLAIN_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_WORD = re.compile(r"[\w.]+|#\w+")
_NAME = re.compile(r"[\s(]*([A-Za-z_]\w*)").match
_FORTRAN_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)[dDqQ][+-]?[0-9]+")
_WITH_UNIT = re.compile(
    rf"({_PLAIN_NUMBER.pattern})\s*(?:(°|degrees?|deg)|[mck]?m|[km]?g|[mu]?s|ms|min|[kM]?N(?:\s?m)?|rad(?:/s)?|Hz|rpm|[kMG]?Pa|m/s|in|ft|lbs?)"
)
_OTHER_SIGNS = {
    **dict.fromkeys("\u2212\u2013\u2014", "`-`"),
    **dict.fromkeys("\u00d7\u00b7", "`*`"),
    "\u00f7": "`/`",
    "%": "`mod(a, b)`",
    "&": "`and`",
    "|": "`or`",
    "!": "`<>` for unequal",
}
_WANTS_A_VALUE = re.compile(r"(?:^|\b(?:and|or|not)|[-+*/^(,<>=])\s*\Z")


LONGEST_KEPT = 200  # largest length of an expression whose steps are cached [characters]


class _EveryName(tuple[str, ...]):
    """The variables of a formula in which any name may be a variable. A later stage checks the names, when all names
    are known.
    """

    __slots__ = ()

    def __contains__(self, name: object) -> bool:
        return True


EVERY_NAME = _EveryName()


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression with its place in the deck. `steps` are in postfix order."""

    text: str
    span: Span
    steps: tuple[Instruction, ...]

    def place(self, start: int, end: int) -> Span:
        """Return the place of text[start:end]."""
        return place_inside(self.text, self.span, start, end)

    def call_of(self, step: Instruction) -> tuple[str, int, int]:
        """Return the name of the function of the model that a CALL names, and its place in the text."""
        match = _NAME(self.text, step.start)
        assert match is not None
        return match[1], match.start(1), match.end(1)

    @property
    def names(self) -> list[str]:
        """Return the parameters (`#L`) and variables that the expression reads. Each is listed once, in order."""
        return list(dict.fromkeys(step.name for step in self.steps if step.name))


def plain_number(text: str) -> float | None:
    """Return the value of a text that is only a number, or None for other texts. If the number is too large, the value
    is infinity.
    """
    return float(text) if _PLAIN_NUMBER.fullmatch(text) else None


@lru_cache(maxsize=1024)  # the cases of a study repeat a few expressions as values of parameters
def finite_number(text: str) -> float | None:
    """Return the value of a text that is only a finite number, or None for other texts."""
    value = plain_number(text)
    return value if value is not None and math.isfinite(value) else None


def plain_numbers(texts: Iterable[str]) -> list[float] | None:
    """Return the values of texts. Return None unless every text is only a finite number."""
    values = []
    for text in texts:
        value = plain_number(text)
        if value is None:
            return None
        values.append(value)
    return values if math.inf not in values and -math.inf not in values else None


def parse_expression(text: str, span: Span, variables: Collection[str] = (), *, calls: bool = False) -> Expression:
    """Read an expression at `span`, which is the place of the item with this text.

    `variables` contains the permitted names in addition to `pi` and parameters, such as `t` or `x` for an EXPRESSION
    function. With `calls`, the expression may call functions of the model. Raise ExpressionError with a place inside
    the line of the deck.
    """
    value = finite_number(text)
    if value is not None:
        return Expression(text, span, (Instruction(Opcode.CONSTANT, value, "", 0, len(text)),))
    try:
        steps = _steps(text)
        for step in steps:
            if step.name and step.name[0] != "#" and step.name not in variables:
                raise _unknown_name(step, len(steps) == 1, variables, span.source)
            if step.opcode is Opcode.CALL and not calls:
                raise unknown_function(*Expression(text, span, steps).call_of(step))
    except Mistake as mistake:
        place = place_inside(text, span, mistake.start, mistake.end)
        raise ExpressionError(mistake.code, mistake.message, place, mistake.hint, mistake.function) from None
    return Expression(text, span, steps)


def place_inside(text: str, span: Span, start: int, end: int) -> Span:
    """Return the place of text[start:end], in the `text` of the item at `span`.

    If the replacement of a variable has shifted the text, return the place of the whole item.
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


def _steps(text: str) -> tuple[Instruction, ...]:
    """Return the steps of a text, from a cache if possible."""
    return _known_steps(text) if len(text) <= LONGEST_KEPT else _read_steps(text)


def _read_steps(text: str) -> tuple[Instruction, ...]:
    try:
        return tuple(steps_of(text))
    except Unexpected as unexpected:
        raise explain(text, unexpected) from None


_known_steps = lru_cache(maxsize=4096)(_read_steps)  # many decks repeat their expressions


def _unknown_name(step: Instruction, is_alone: bool, variables: Collection[str], source: Source) -> Mistake:
    """Return the error for a name that is neither a constant nor a variable."""
    name = step.name
    if name in FUNCTIONS:
        return Mistake(
            Code.SYNTAX_ERROR, f"the function `{name}` has no arguments", step.start, step.end, f"write `{name}(...)`"
        )
    close = get_close_matches(name.lower(), [*variables, *CONSTANTS], 1)
    hint = f"did you mean `{close[0]}`?" if close else f"write a parameter as `#{name}`"
    if source.value_of(name) is not None:
        hint = hint_of_variable(name)
    message = f"`{name}` is not a number" if is_alone else f"unknown name `{name}`"
    return Mistake(Code.WRONG_TYPE, message, step.start, step.end, hint)


def hint_of_variable(name: str) -> str:
    """Return the hint for a variable of a repetition without its `#`."""
    return f"write the variable of the repetition as `#{name}`"


def explain(text: str, unexpected: Unexpected) -> Mistake:
    """Explain a character or word at a wrong place."""
    stripped = text.strip()
    if not stripped:
        return Mistake(Code.SYNTAX_ERROR, "a number is missing", 0, len(text))
    if _FORTRAN_NUMBER.fullmatch(stripped):
        hint = f"write `{re.sub('[dDqQ]', 'e', stripped)}`"
        return Mistake(Code.WRONG_TYPE, f"`{stripped}` is not a number", 0, len(text), hint)
    unit = _hint_of_unit(stripped)
    if _WORD.fullmatch(stripped):
        return Mistake(Code.WRONG_TYPE, f"`{stripped}` is not a number", 0, len(text), unit)
    start, end = unexpected.start, unexpected.end
    if unexpected.kind == END:
        return _explained_end(text)
    found = text[start:end]
    before = text[:start].rstrip()[-1:]
    if found == "*" and before == "*":
        return Mistake(Code.SYNTAX_ERROR, "unexpected `**`", start - 1, end, "write a power with `^`")
    if found == ")" and text.count(")") > text.count("("):
        return Mistake(Code.SYNTAX_ERROR, "this `)` has no matching `(`", start, end)
    if found == ",":
        return Mistake(
            Code.SYNTAX_ERROR, "unexpected `,`", start, end, "use commas only between the arguments of a function"
        )
    if found == "=":
        return Mistake(Code.SYNTAX_ERROR, "unexpected `=`", start, end, "write equality as `==`")
    if unexpected.kind == "COMPARISON" and _WANTS_A_VALUE.search(text[:start]) is None:
        hint = "write `a < b and b < c`"
        return Mistake(Code.SYNTAX_ERROR, f"`{found}` follows another comparison", start, end, hint)
    if unexpected.kind in ("NUMBER", "NAME", "PARAMETER", "LPAR", "NOT"):
        message = f"expected an operator before `{found}`"
        hint = unit or "separate items with commas; write a product as `a*b`"
        return Mistake(Code.SYNTAX_ERROR, message, start, end, hint)
    message = f"unexpected {_show(found)}" + (f" after `{before}`" if before in set("+-*/^(,") - {""} else "")
    sign = _OTHER_SIGNS.get(found)
    return Mistake(Code.SYNTAX_ERROR, message, start, end, f"write {sign}" if sign else unit)


def _hint_of_unit(text: str) -> str | None:
    """Return the hint for a number with a unit."""
    found = _WITH_UNIT.fullmatch(text)
    if found is None:
        return None
    number, degrees = found.groups()
    if degrees:
        return f"write `{number}` where angles are in degrees, `rad({number})` elsewhere"
    return "remove the unit: all numbers are in SI units"


def _explained_end(text: str) -> Mistake:
    """Return the error for an expression that ends too early."""
    open_parentheses: list[int] = []
    for offset, character in enumerate(text):
        if character == "(":
            open_parentheses.append(offset)
        elif character == ")" and open_parentheses:
            open_parentheses.pop()
    trimmed = text.rstrip()
    if open_parentheses and trimmed[-1] not in "+-*/^,(":
        offset = open_parentheses[-1]
        return Mistake(Code.SYNTAX_ERROR, "this `(` has no matching `)`", offset, offset + 1)
    last = len(trimmed)
    return Mistake(Code.SYNTAX_ERROR, f"an operand is missing after `{trimmed[-1]}`", last - 1, last)


def _show(text: str) -> str:
    return f"`{text}`" if text.isprintable() else repr(text)
