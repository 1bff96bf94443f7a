"""Puts the values of variables into items. `#i` becomes its value, and `tip_#i` becomes a name with the value. `tip_#(i
- 1)` becomes a name with a computed value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from rbsolve.language.diagnostics import Code, Source, Span
from rbsolve.language.expressions.evaluation import evaluate
from rbsolve.language.expressions.parse import EVERY_NAME, finite_number, parse_expression, place_inside
from rbsolve.language.expressions.program import ExpressionError
from rbsolve.language.syntax.tree import Block, Item
from rbsolve.parser.description.parameters import Parameters
from rbsolve.parser.description.report import Report
from rbsolve.parser.expansion.budget import Budget

_PARAMETER = re.compile(r"#([A-Za-z0-9_]+)")
_PARENTHESIS = re.compile(r"[()]")
_NAME_BEFORE = re.compile(r"(?:.*[^A-Za-z0-9_.\-#])?[A-Za-z0-9_.\-#]*[A-Za-z_.][A-Za-z0-9_.\-#]*\Z", re.DOTALL).match
_NAME_AFTER = re.compile(r"[A-Za-z0-9_.]").match


class Text(NamedTuple):
    """The text that replaces a variable. The record also tells whether the text has quotes."""

    text: str
    quoted: bool = False


class Substitution:
    """The values of the variables of all surrounding repetitions and templates. Design parameters are not replaced.

    `instance` describes the values in diagnostics.
    """

    def __init__(
        self,
        values: Mapping[str, Sequence[Text]],
        parameters: Parameters,
        report: Report,
        budget: Budget,
        instance: str = "",
    ) -> None:
        self.values = values
        self._budget = budget
        self.instance = instance
        self._parameters = parameters
        self._report = report
        self._lists: set[str] = set()
        self._sources: dict[int, Source] = {}  # new sources, by the id of the original source

    def with_value(self, name: str, value: str) -> Substitution:
        """Return the substitution inside an additional repetition. Diagnostics describe the instance by the value of
        the new variable.
        """
        return self.inside({**self.values, name: (Text(value),)}, name, value)

    def inside(self, values: Mapping[str, Sequence[Text]], name: str, value: str) -> Substitution:
        """Return the substitution with other variables. Diagnostics describe the instance by the given name and value."""
        instance = f"{self.instance}, {name} = {value}" if self.instance else f"{name} = {value}"
        return Substitution(values, self._parameters, self._report, self._budget, instance)

    def head(self, block: Block) -> Block:
        """Return the block with the values put into its items. The sources of its places describe the instance."""
        items = block.items
        if items is not None and block.keyword != "COMMENTS":
            items = self.items(items)
        return block._replace(items=items, source=self._source(block.source))

    def items(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return the items, with variables replaced by their values. A variable with several values becomes several
        items. Raise Full if the result is too large.
        """
        result: list[Item] = []
        for item in items:
            filled = self._fill(item)
            self._budget.take_items(filled)
            result += filled
        return tuple(result)

    def _fill(self, item: Item) -> Sequence[Item]:
        text, source = item.text, self._source(item.source)
        if "#" not in text:
            return (item._replace(source=source),)
        if "#(" in text:
            text = self._compute(item)
        whole = _PARAMETER.fullmatch(text)
        if whole is not None and whole[1] in self.values and whole[1] not in self._parameters.names:
            return [
                item._replace(text=value.text, quoted=item.quoted or value.quoted, source=source)
                for value in self.values[whole[1]]
            ]
        text = _PARAMETER.sub(lambda match: self._value(match, item, padded=whole is None), text).rstrip()
        return (item._replace(text=text, source=source),)

    def _compute(self, item: Item) -> str:
        """Return the text of an item, with each formula in `#(...)` replaced by its value."""
        text, pieces, done = item.text, [], 0
        while (start := text.find("#(", done)) >= 0:
            end = _partner(text, start + 1)
            if end < 0:
                break
            span = place_inside(text, item.span, start + 2, end)._replace(source=self._source(item.source))
            value = self._number(text[start + 2 : end], span)
            is_in_name = _NAME_BEFORE(text, 0, start) is not None or _NAME_AFTER(text, end + 1) is not None
            if value is not None and is_in_name and (value < 0.0 or value != int(value)):
                message = f"a number in a name must be a whole number of at least 0, but {value:g} is given"
                self._report.error(Code.INVALID_VALUE, message, span)
                value = None
            if value is None:
                self._budget.lacks_names = True
            shown = "0" if value is None else number_text(value)
            pieces += [text[done:start], shown if is_in_name or shown[0] != "-" else f"({shown})"]
            done = end + 1
        return "".join([*pieces, text[done:]])

    def _number(self, formula: str, span: Span) -> float | None:
        """Return the value of a formula of variables and design parameters. Their names may start with `#`."""
        try:
            expression = parse_expression(formula, span, EVERY_NAME)
            known = {name: self._number_of(name.removeprefix("#")) for name in expression.names}
            return evaluate(expression, {name: value for name, value in known.items() if value is not None})
        except ExpressionError as error:
            self._report.error(error.code, error.message, error.span, error.hint)
            return None

    def _number_of(self, name: str) -> float | None:
        if name in self.values and name not in self._parameters.names:
            values = self.values[name]
            return finite_number(values[0].text) if len(values) == 1 else None
        return self._parameters.scalar(name)

    def _value(self, match: re.Match[str], item: Item, padded: bool) -> str:
        """Return the text that replaces the name of a parameter. Inside other text, it is padded to the length of the
        name, so that places in the text remain correct.
        """
        name: str = match[1]
        if name in self._parameters.names:
            return match[0]
        start, rest = name, ""
        while start not in self.values:  # remove the last part after `_` until the name is known, for `P_#i_#j`
            start, bar, tail = start.rpartition("_")
            if not bar:
                return match[0]
            rest = f"_{tail}{rest}"
        value = self._one(start, item)
        before = match.string[: match.start()][-1:]
        if not padded or rest or before.isalnum() or before == "_":
            return value + rest
        return (f"({value})" if value[:1] == "-" else value).ljust(len(match[0]))

    def _one(self, name: str, item: Item) -> str:
        """Return the value of a variable that occurs within other text. The variable must have one value."""
        values = self.values[name]
        if len(values) > 1 and name not in self._lists:
            self._lists.add(name)  # only one diagnostic for all places of the name
            message = f"#{name} is a list of numbers, but one number is needed here"
            hint = "this parameter replaces a whole list: remove the other items of the list"
            span = item.span._replace(source=self._source(item.source))
            self._report.error(Code.WRONG_TYPE, message, span, hint)
        return values[0].text

    def _source(self, source: Source) -> Source:
        if not self.instance:
            return source
        found = self._sources.get(id(source))
        if found is None:
            found = self._sources[id(source)] = replace(source, instance=self.instance)
        return found


def number_text(value: float) -> str:
    """Return a number as text of a deck. A whole number has no decimal point, because it may become part of a name."""
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def _partner(text: str, start: int) -> int:
    """Return the position of the parenthesis that closes the parenthesis at `start`, or -1 if it is not closed."""
    depth = 0
    for match in _PARENTHESIS.finditer(text, start):
        depth += 1 if match[0] == "(" else -1
        if depth == 0:
            return match.start()
    return -1
