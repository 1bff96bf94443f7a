"""Reads numbers: plain numbers, expressions and design parameters, whose values the command line can override."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from rbsolve.language.described import ParameterNote
from rbsolve.language.diagnostics import Code, Source, Span
from rbsolve.language.expressions.evaluation import evaluate, to_program
from rbsolve.language.expressions.parse import (
    EVERY_NAME,
    LONGEST_KEPT,
    Expression,
    finite_number,
    parse_expression,
    place_inside,
)
from rbsolve.language.expressions.program import ExpressionError, Opcode
from rbsolve.language.many import Many
from rbsolve.language.syntax.tree import Block, Item
from rbsolve.parser.description.calls import call_in_signals, hint_of_word, wrong_call
from rbsolve.parser.description.definitions import Definition, Definitions, is_parameter
from rbsolve.parser.description.mentions import _parameters_in, names_in, names_needed_by
from rbsolve.parser.description.overrides import Override, items_of, override_text
from rbsolve.parser.description.report import Report
from rbsolve.parser.schema.wrappers import PARAMETERS

OVERRIDES = "<parameters>"
TIME = "t"
VARIABLES = (TIME, "x")

MOST_CONSTANTS = 4096
_word = re.compile(r"[A-Za-z_][A-Za-z0-9_]*").fullmatch


class Parameters:
    """Evaluates the design parameters, and reads all items that depend on them.

    An error is reported once, at its place. If a parameter has no value, the values that depend on it are missing too,
    without a further message.
    """

    def __init__(self, report: Report) -> None:
        self.report = report
        self.functions: Collection[str] = ()
        """The names of the functions of time in the deck."""
        self._of_deck = Definitions(report)
        self._definitions = self._of_deck.by_name  # overrides replace some of these definitions
        self._names: frozenset[str] = frozenset()
        self._scalars: dict[str, float] = {}
        self._lists: dict[str, tuple[float, ...]] = {}
        self._constants: dict[
            str, float
        ] = {}  # values of expressions without parameters; many decks repeat such expressions
        self._missing: set[str] = set()

    def fresh(self, report: Report) -> Parameters:
        """Return a copy with the same definitions, another report and no values."""
        other = Parameters(report)
        other._of_deck.by_name = other._definitions = self._definitions
        return other

    def forget(self) -> None:
        """Restore the definitions of the deck, and discard all values."""
        self._definitions = self._of_deck.by_name
        self._scalars, self._lists = {}, {}

    @property
    def notes(self) -> dict[str, ParameterNote]:
        """Return the units and descriptions of parameters, by name without the `#`."""
        return self._of_deck.notes

    def define(self, blocks: Sequence[Block]) -> None:
        """Read the contents of parameter blocks."""
        self._of_deck.define(blocks)

    @property
    def names(self) -> frozenset[str]:
        """Return the names of all parameters, without the `#`."""
        if len(self._names) != len(self._definitions):
            self._names = frozenset(name[1:] for name in self._definitions)
        return self._names

    def that_follow(self, given: Collection[str]) -> frozenset[str]:
        """Return the given parameters and all parameters that depend on them. All names are without the `#`."""
        found = {f"#{name}" for name in given}
        waiting = {
            name: names_needed_by(definition) for name, definition in self._definitions.items() if name not in found
        }
        more = found
        while more:
            more = {name for name, needs in waiting.items() if name not in found and not found.isdisjoint(needs)}
            found |= more
        return frozenset(name[1:] for name in found)

    def report_unused(self, blocks: Iterable[Block], overrides: Mapping[str, Override]) -> None:
        """Report each parameter that no item of `blocks` names. The diagnostic is a warning if the parameter has an
        override.

        If the deck names an undeclared parameter, report nothing, because the name may be a misspelt parameter.
        """
        defined = [definition for definition in self._of_deck.by_name.values() if definition.item is not None]
        if not defined or self._missing:
            return
        named = Counter(names_in(blocks))
        named.update(word for value in overrides.values() if isinstance(value, str) for word in _parameters_in(value))
        given = {name.removeprefix("#") for name in overrides}
        for definition in defined:
            name = definition.name
            if named[name] > 1:  # the definition itself is one of the mentions
                continue
            message = f"nothing uses design parameter {name}"
            if name[1:] in given:
                hint = "its value has no effect"
                self.report.diagnostics.warning(Code.UNUSED_OBJECT, message, definition.span, hint)
            else:
                self.report.diagnostics.note(Code.UNUSED_OBJECT, message, definition.span)

    def override(self, overrides: Mapping[str, Override]) -> None:
        """Replace values by values from the command line or a script. A string is parsed like text in a deck."""
        for given, value in overrides.items():
            name = given if given.startswith("#") else f"#{given}"
            definition = self._definitions.get(name)
            number = float(value) if isinstance(value, (float, int)) else math.nan
            if definition is not None and not definition.is_list and math.isfinite(number):
                self._scalars[name] = number  # a plain number needs no check
                continue
            if definition is not None and _is_of_many(value, definition.is_list):
                (self._lists if definition.is_list else self._scalars)[name] = value  # type: ignore[assignment]  # floats for each case
                continue
            self._scalars.pop(name, None)
            written = override_text(value)
            first = len(name) + 3  # the column at which the value begins
            source = Source(OVERRIDES, f"{name[1:]} = {written}")
            span = Span(source, 1, 1, 1, len(name))
            if definition is None:
                declared = [known[1:] for known in self._definitions]
                hint = self.report.suggestions.did_you_mean(name[1:], declared)
                hint = hint or (
                    f"the parameters of the deck are {', '.join(declared[:20])}"
                    if declared
                    else "the deck has no design parameters"
                )
                message = f"the deck declares no design parameter {name}"
                self.report.error(Code.UNDECLARED_PARAMETER, message, span, hint)
                continue
            items = (
                (Item(written, False, source, 1, first, 1, first + len(written)),)
                if isinstance(value, float | int)
                else items_of(source, written, first)
            )
            if not items:
                hint = f"in the deck it is {', '.join(item.text for item in definition.items)}"
                self.report.error(Code.WRONG_COUNT, f"the parameter {name} has no value", span, hint)
                continue
            if definition.is_list or len(items) == 1:
                replaced = Definition(name, span, items, definition.is_list)
                self._definitions = {**self._definitions, name: replaced}
            else:
                message = f"the parameter {name} needs one number, but has {len(items) or 'none'}"
                self.report.error(Code.WRONG_COUNT, message, span)

    # --- resolution

    def resolve(self) -> None:
        """Compute the values of all parameters. A parameter is computed after the parameters on which it depends.
        Report cycles.
        """
        done = {*self._scalars, *self._lists}  # the parameters that were overridden by numbers
        for name, definition in self._definitions.items():
            if name in done:
                continue
            numbers = definition.numbers
            if not numbers:
                self._resolve(name, done)
                continue
            if definition.is_list:
                self._lists[name] = tuple(numbers)
            else:
                self._scalars[name] = numbers[0]
            done.add(name)

    def _resolve(self, start: str, done: set[str]) -> None:
        path: dict[str, tuple[list[Expression | None], list[str]]] = {}
        stack = [start]
        while stack:
            name = stack[-1]
            if name in done:
                stack.pop()
                continue
            if name not in path:
                path[name] = self._parse(self._definitions[name])
            expressions, needs = path[name]
            waiting = next((need for need in needs if need not in done), None)
            if waiting is None:
                self._settle(self._definitions[name], expressions)
                done.add(name)
                stack.pop()
                path.pop(name)
            elif waiting in path:
                members = list(path)[list(path).index(waiting) :]
                self._report_cycle(members)
                done.update(members)
            else:
                needs[:] = needs[needs.index(waiting) :]
                stack.append(waiting)

    def _parse(self, definition: Definition) -> tuple[list[Expression | None], list[str]]:
        expressions = [self._expression(item) for item in definition.items]
        needs = {name: None for e in expressions if e is not None for name in e.names if name in self._definitions}
        return expressions, list(needs)

    def _settle(self, definition: Definition, expressions: Sequence[Expression | None]) -> None:
        name = definition.name
        if len(expressions) == 1 and definition.is_list and expressions[0] and self.is_list(definition.items[0]):
            if definition.items[0].text in self._lists:
                self._lists[name] = self._lists[definition.items[0].text]
            return
        values = [None if expression is None else self._evaluate(expression) for expression in expressions]
        good = [value for value in values if value is not None]
        if not good or len(good) < len(values):
            return
        if definition.is_list:
            self._lists[name] = tuple(good)
        else:
            self._scalars[name] = good[0]

    def _report_cycle(self, names: Sequence[str]) -> None:
        spans = [self._definitions[name].span for name in names]
        listed = " -> ".join(f"{name} (line {span.line})" for name, span in zip(names, spans, strict=True))
        message = f"design parameters depend on each other in a cycle: {listed} -> {names[0]}"
        self.report.error(Code.CIRCULAR_REFERENCE, message, spans[0], "replace one of these parameters by a number")

    def values(self) -> dict[str, float | tuple[float, ...]]:
        """Return all values by name without the `#`, in the order of the deck."""
        both: dict[str, float | tuple[float, ...]] = {**self._scalars, **self._lists}
        return {name[1:]: both[name] for name in self._definitions if name in both}

    # --- reading

    def is_list(self, item: Item) -> bool:
        """Return whether an item is only the name of a vector parameter."""
        definition = self._definitions.get(item.text)
        return definition is not None and definition.is_list

    def is_undeclared(self, item: Item) -> bool:
        """Return whether an item is only the name of a parameter that the deck does not declare."""
        return is_parameter(item.text) is not None and item.text not in self._definitions

    def list_of(self, item: Item) -> tuple[float, ...] | None:
        """Return the values of the vector parameter that an item names, or None if the values could not be read."""
        return self._lists.get(item.text)

    def scalar(self, name: str) -> float | None:
        """Return the value of the parameter with this name (without its `#`), or None if the value is not a number."""
        return self._scalars.get(f"#{name}")

    def look_up(self, item: Item) -> float | None:
        """Return the value of a number or a parameter. For any other item, return None without a message."""
        value = self._scalars.get(item.text)
        return finite_number(item.text) if value is None else value

    def number(self, item: Item) -> float | None:
        """Return the value of a number or an expression. For any other item, add a diagnostic and return None."""
        text = item.text
        known = self._scalars.get(text)
        if known is None:
            known = self._constants.get(text)
        if known is None:
            known = finite_number(text)
        if known is not None:
            return known
        expression = self._expression(item)
        value = None if expression is None else self._evaluate(expression)
        if (
            value is not None
            and "#" not in text
            and len(self._constants) < MOST_CONSTANTS
            and len(text) <= LONGEST_KEPT
        ):
            self._constants[text] = value
        return value

    def program(self, item: Item) -> tuple[Any, list[Item]] | None:
        """Compile a formula in t or x into a program, with the values of its parameters. Also return the items that
        name functions of the model.

        If the formula is invalid, add a diagnostic and return None.
        """
        expression = self._expression(item, VARIABLES, calls=True)
        if expression is None or not self._are_known(expression):
            return None
        used = [name for name in expression.names if name in VARIABLES]
        if len(used) > 1:
            message = "a formula can have only one variable, t or x; this formula has both"
            self.report.error(Code.INVALID_VALUE, message, item.span)
            return None
        try:
            program = to_program(expression, self._scalars)
        except ExpressionError as error:
            self.report.error(error.code, error.message, error.span, error.hint)
            return None
        calls = [expression.call_of(step) for step in expression.steps if step.opcode is Opcode.CALL]
        return program, [_part(item, expression, *call[1:]) for call in calls]

    def signal_program(self, item: Item) -> tuple[Any, tuple[str, ...], list[Item]] | None:
        """Compile a formula of signals and the time t into a program. Also return the names of these signals, each with
        its first place.
        """
        expression = self._expression(item, EVERY_NAME, calls=True)
        if expression is None or self._calls_functions(expression) or not self._are_known(expression):
            return None
        places = {step.name: step for step in reversed(expression.steps) if step.name and step.name[0] != "#"}
        names = tuple(name for name in expression.names if name in places and name != TIME)
        try:
            program = to_program(expression, self._scalars, names)
        except ExpressionError as error:
            self.report.error(error.code, error.message, error.span, error.hint)
            return None
        return program, names, [_part(item, expression, *places[name][3:]) for name in names]

    def _calls_functions(self, expression: Expression) -> bool:
        """Report that a formula of signals calls a function. All names in such a formula then count as used."""
        calls = [expression.call_of(step) for step in expression.steps if step.opcode is Opcode.CALL]
        if not calls:
            return False
        name, start, end = calls[0]
        message, hint = call_in_signals(name, self.functions, self.report.suggestions)
        place = place_inside(expression.text, expression.span, start, end)
        self.report.error(Code.INVALID_VALUE, message, place, hint)
        self.report.mentioned.update(expression.names, (called for called, *_ in calls))
        return True

    def _expression(self, item: Item, variables: Collection[str] = (), *, calls: bool = False) -> Expression | None:
        text = item.text
        if _word(text) and text != "pi" and text not in variables:
            hint = hint_of_word(item, self._definitions, self.functions if calls else ())
            self.report.error(Code.WRONG_TYPE, f"expected a number, found `{text}`", item.span, hint)
            return None
        try:
            return parse_expression(text, item.span, variables, calls=calls)
        except ExpressionError as error:
            self.report.mentioned.add(error.function)
            message, hint = wrong_call(error, calls, self.functions)
            self.report.error(error.code, message, error.span, hint)
            return None

    def _are_known(self, expression: Expression) -> bool:
        """Return whether the value of each parameter of an expression is one number. Report the other parameters."""
        good = True
        for step in expression.steps:
            name = step.name
            if not name or name[0] != "#" or name in self._scalars:
                continue
            good = False
            definition = self._definitions.get(name)
            if definition is None:
                if name in self._missing:
                    continue
                self._missing.add(name)  # only one diagnostic for all places of the name
                hint = self.report.suggestions.did_you_mean(name, self._definitions)
                hint = hint or f"declare it in `@{PARAMETERS}`"
                message = f"the design parameter {name} is not declared"
                tell = self.report.hold_back if name in self.report.mentioned else self.report.error
                tell(Code.UNDECLARED_PARAMETER, message, expression.place(step.start, step.end), hint)
            elif definition.is_list:
                message = f"{name} is a list of numbers, but one number is needed here"
                hint = "a vector parameter replaces a whole list: remove the other items of the list"
                self.report.error(Code.WRONG_TYPE, message, expression.place(step.start, step.end), hint)
        return good

    def _evaluate(self, expression: Expression) -> float | None:
        if not self._are_known(expression):
            return None
        try:
            value = evaluate(expression, self._scalars)
        except ExpressionError as error:
            self.report.error(error.code, error.message, error.span, error.hint)
            return None
        return value


def _is_of_many(value: Any, is_list: bool) -> bool:
    """Return whether an override is a number with values for many cases, or a list with such a number."""
    return (
        isinstance(value, tuple) and any(isinstance(item, Many) for item in value)
        if is_list
        else isinstance(value, Many)
    )


def _part(item: Item, expression: Expression, start: int, end: int) -> Item:
    """Return the item for a name inside a formula."""
    span = expression.place(start, end)
    return Item(expression.text[start:end], False, item.source, span.line, span.column, span.end_line, span.end_column)
