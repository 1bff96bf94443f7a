"""Reads the items in the braces of a keyword, as the type that the table specifies."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from rbsolve.language.described import Described, Value
from rbsolve.language.diagnostics import Code, Span
from rbsolve.language.expressions.parse import finite_number, plain_numbers
from rbsolve.language.many import KINDS
from rbsolve.language.syntax.tree import Block, Item, MadeItem
from rbsolve.language.table import LARGEST_NUMBER, READY_TRIADS, SCALAR, Keyword, Type
from rbsolve.parser.description.expected import broken_bound, decimal_commas, expected_count, is_open, shorten_text
from rbsolve.parser.description.parameters import Parameters
from rbsolve.parser.description.report import ContainerSchema, NameReference, Report, keyword_in_text
from rbsolve.parser.schema.misnomers import guess_sensor_types

is_name = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.\-]*").fullmatch
NAMES = "a name consists of letters from a to z, digits, `_`, `.` and `-`, and does not start with `.` or `-`"
_CONTAINER = Type.CONTAINER
_VARIABLE = re.compile(r"[A-Za-z0-9_.\-]*#([A-Za-z0-9]+)").match


class Values:
    """Reads values. An error is reported, and the value is then None."""

    def __init__(self, report: Report, parameters: Parameters) -> None:
        self.report = report
        self.parameters = parameters
        self._containers: dict[str, ContainerSchema] = {}
        self._without_value: set[str] = (
            set()
        )  # variables that occur in names outside of repetitions and were already reported

    def read(self, keyword: Keyword, block: Block) -> Value | None:
        """Return the value of a keyword. A scalar has the place of its item, and a tuple the place of its braces."""
        if keyword.type is _CONTAINER:
            return self._container(keyword, block)
        items = block.items
        if block.body is not None or items is None:
            self._report_braces(keyword, block)
            return None
        counts = keyword.counts
        if len(items) not in counts and (counts or not items) and not self._fits_by_parameter(keyword, items):
            self._report_count(keyword, block)
            return None
        data = _READERS[keyword.type](self, keyword, items)
        if data is None:
            return None
        if counts == SCALAR:
            return Value(data[0], items[0].span)
        return Value(data, block.items_span or block.span)

    # --- numbers

    def _fits_by_parameter(self, keyword: Keyword, items: Sequence[Item]) -> bool:
        """Return whether a single vector parameter replaces the whole list. The number of its values is checked later."""
        return len(items) == 1 and keyword.type is Type.NUMBER and self.parameters.is_list(items[0])

    def _numbers(self, keyword: Keyword, items: Sequence[Item]) -> tuple[float, ...] | None:
        values: Sequence[float | None] | None = plain_numbers([item.text for item in items])
        if values is None:
            values = self._evaluate(keyword, items)
        is_plain = None not in values and KINDS.isdisjoint(
            map(type, values)
        )  # `max` requires that the values have the same order in all cases
        if keyword.minimum is None and keyword.above is None and is_plain:
            good: tuple[float, ...] = tuple(values)  # type: ignore[arg-type]  # plain numbers
            if max(good) <= LARGEST_NUMBER and min(good) >= -LARGEST_NUMBER:
                return good
        return self._in_range(keyword, items, values)

    def _evaluate(self, keyword: Keyword, items: Sequence[Item]) -> list[float | None]:
        parameters = self.parameters
        if len(items) == 1 and parameters.is_list(items[0]):
            vector = parameters.list_of(items[0])
            if vector is None:
                return [None]
            if keyword.counts and len(vector) not in keyword.counts:
                wanted = expected_count(keyword)
                message = f"`@{keyword.name}` needs {wanted}, but the parameter {items[0].text} has {len(vector)}"
                self.report.error(Code.WRONG_COUNT, message, items[0].span)
                return [None]
            return list(vector)
        return [parameters.number(item) for item in items]

    def _in_range(
        self, keyword: Keyword, items: Sequence[Item], values: Sequence[float | None]
    ) -> tuple[float, ...] | None:
        good: list[float] = []
        for index, value in enumerate(values):
            if value is None:
                continue
            wanted = broken_bound(keyword, value)
            if wanted is None:
                good.append(value)
                continue
            item = items[index] if len(items) == len(values) else items[0]
            self.report.error(
                Code.INVALID_VALUE, f"`@{keyword.name}` must be {wanted}, but {value:g} is given", item.span
            )
        return tuple(good) if len(good) == len(values) else None

    def _integers(self, keyword: Keyword, items: Sequence[Item]) -> tuple[int, ...] | None:
        values = [self.parameters.number(item) for item in items]
        whole: list[int] = []
        for item, value in zip(items, values, strict=True):
            if value is None:
                continue
            if value != math.floor(value):
                message = f"`@{keyword.name}` needs a whole number, but {value:g} is given"
                self.report.error(Code.WRONG_TYPE, message, item.span)
                continue
            whole.append(int(value))
        if len(whole) != len(items) or self._in_range(keyword, items, values) is None:
            return None
        return tuple(whole)

    def _numbers_or_word(self, keyword: Keyword, items: Sequence[Item]) -> tuple[Any, ...] | None:
        first = items[0].text
        if len(items) == 1 and first in keyword.words:
            return (first,)
        if is_name(first) and not first[0].isdigit():
            words = " or ".join(keyword.words)
            hint = self.report.suggestions.did_you_mean(first, keyword.words) or f"write {words}, or a number"
            self.report.error(Code.INVALID_VALUE, f"`{first}` is neither a number nor {words}", items[0].span, hint)
            return None
        return self._numbers(keyword, items)

    # --- words

    def _names(self, keyword: Keyword, items: Sequence[Item]) -> tuple[str, ...] | None:
        if False not in [self.is_name(item) for item in items]:
            return tuple(item.text for item in items)
        return None

    def _references(self, keyword: Keyword, items: Sequence[Item]) -> tuple[str, ...] | None:
        names = self._names(keyword, items)
        # the families of the sensor's object depend on the type of sensor
        if names is not None and keyword.target != "OBJECT":
            targets = (keyword.target,)
            # The first item names a sensor, the second item a component of this sensor.
            named = items[:1] if keyword.target == "SENSOR" else items
            self.report.references.extend([NameReference(targets, item, keyword.name) for item in named])
        return names

    def is_name(self, item: Item) -> bool:
        """Return whether an item is a name. If it is not, report it."""
        if is_name(item.text) or isinstance(item, MadeItem):
            return True
        variable = _VARIABLE(item.text)
        if variable is not None:
            if variable[1] in self._without_value:
                return False
            self._without_value.add(variable[1])  # only one diagnostic for all names with this variable
        hint = NAMES
        if variable is not None:
            hint = f"put the block inside `@REPEAT {{{variable[1]}, 1, 4}} {{...}}`, which gives values to `#{variable[1]}`"
        elif "#(" in item.text:
            hint = "use `#(...)` only inside of `@REPEAT` and templates"
        elif _numbers_in(item.text) is not None:
            hint = "separate the items with commas"
        # In a damaged tree, the name may be outside of its repetition because of a misplaced brace.
        is_doubtful = variable is not None and not self.report.is_whole
        tell = self.report.hold_back if is_doubtful else self.report.error
        tell(Code.WRONG_TYPE, f"`{shorten_text(item.text)}` is not a name", item.span, hint)
        return False

    def _choices(self, keyword: Keyword, items: Sequence[Item]) -> tuple[str, ...] | None:
        good = True
        for item in items:
            if item.text not in keyword.choices:
                self._report_choice(keyword, item)
                good = False
        return tuple(item.text for item in items) if good else None

    def _flags(self, keyword: Keyword, items: Sequence[Item]) -> tuple[bool, ...] | None:
        words = self._choices(keyword, items)
        return None if words is None else tuple(word == "YES" for word in words)

    def _report_choice(self, keyword: Keyword, item: Item) -> None:
        listed = ", ".join(keyword.choices)
        meant = guess_sensor_types(item.text) if keyword.name == "SENSOR_TYPE" else ()
        near = self.report.suggestions.did_you_mean(item.text, keyword.choices)
        if meant:
            listed_types = " or ".join(f"`{name}`" for name in meant)
            near = f"did you mean {listed_types}?" if len(meant) == 1 else f"use {listed_types}"
        hint = near if near and len(keyword.choices) > 6 else f"{near + ' ' if near else ''}possible values: {listed}"
        message = f"`{shorten_text(item.text)}` is not a value of `@{keyword.name}`"
        self.report.error(Code.INVALID_VALUE, message, item.span, hint)

    def _texts(self, keyword: Keyword, items: Sequence[Item]) -> tuple[str, ...]:
        return tuple(item.text for item in items)

    def _points(self, keyword: Keyword, items: Sequence[Item]) -> tuple[Any, ...] | None:
        """Return the names of points, or three coordinates for each point."""
        if any(is_name(item.text) and not item.text[0].isdigit() for item in items):
            names = self._names(keyword, items)
            self.report.references.extend([NameReference(("POINT",), item, keyword.name) for item in items])
            return names
        return self._numbers(keyword, items)

    def _expressions(self, keyword: Keyword, items: Sequence[Item]) -> tuple[Any, ...] | None:
        found = self.parameters.program(items[0])
        if found is None:
            return None
        program, calls = found
        self.report.references.extend([NameReference(("FUNCTION",), call, keyword.name) for call in calls])
        return (program,)

    def _signal_expressions(self, keyword: Keyword, items: Sequence[Item]) -> tuple[Any, ...] | None:
        """Return the program of a formula of signals, and the names of these signals."""
        found = self.parameters.signal_program(items[0])
        if found is None:
            return None
        program, names, places = found
        self.report.references.extend([NameReference(("SIGNAL",), place, keyword.name) for place in places])
        return ((program, names),)

    # --- containers

    def _container(self, keyword: Keyword, block: Block) -> Value | None:
        if block.items or (block.items is None and block.body is None):
            message = f"`@{keyword.name}` needs keywords in its braces, not values"
            self.report.error(Code.WRONG_TYPE, message, block.items_span or block.span)
            return None
        schema = self._containers.get(keyword.name)
        if schema is None:
            schema = self._containers[keyword.name] = ContainerSchema(keyword)
        body = block.body or ()
        values = self._table(schema, block, body) if keyword.children_alternate else self._record(schema, block, body)
        if values is None:
            return None
        return Value((Described(keyword.name, "", block.span, values),), block.span)

    def _child(self, schema: ContainerSchema, child: Block) -> Keyword | None:
        keyword = schema.keywords.get(child.keyword)
        if keyword is None:
            self.report.unknown_keyword(child.keyword, child.span, f"`@{schema.keyword.name}`", schema.keywords)
        return keyword

    def _record(self, schema: ContainerSchema, block: Block, body: Sequence[Block]) -> dict[str, Value] | None:
        given: set[str] = set()
        values: dict[str, Value] = {}
        good = True
        for child in body:
            keyword = self._child(schema, child)
            if keyword is None:
                good = False
            elif keyword.name in given and not keyword.repeats:
                self.report.error(Code.REPEATED_KEYWORD, f"`@{keyword.name}` is given twice", child.span)
                good = False
            elif child.keyword != "COMMENTS":
                given.add(keyword.name)
                value = self.read(keyword, child)
                if value is not None:
                    values[keyword.name] = value
        for name in schema.keywords:
            if name in schema.required and name not in given:
                message = f"`@{schema.keyword.name}` lacks `@{name}`"
                self.report.error(Code.MISSING_KEYWORD, message, block.span)
                good = False
        for name, default in schema.defaults:
            if name not in given:
                values[name] = Value(default, block.span)
        return values if good and len(values) >= len(given) else None

    def _table(self, schema: ContainerSchema, block: Block, body: Sequence[Block]) -> dict[str, Value] | None:
        """Return the columns of a table whose keywords alternate. The first column must increase."""
        names = [child.name for child in schema.keyword.children]
        columns: list[list[float]] = [[] for _ in names]
        spans: list[Span] = []
        turn, good = 0, True
        previous = block
        for child in body:
            keyword = self._child(schema, child)
            if keyword is None or keyword.name == "COMMENTS":
                good = good and keyword is not None
                continue
            column = names.index(keyword.name)
            if column != turn:
                good = False
                lonely = child if column > turn else previous
                message = (
                    f"this `@{lonely.keyword}` has no `@{names[turn]}` {'before' if column > turn else 'after'} it"
                )
                self.report.error(Code.MISSING_KEYWORD, message, lonely.span)
            turn = (column + 1) % len(names)
            previous = child
            value = self.read(keyword, child)
            if value is None:
                good = False
                continue
            columns[column].append(value.data)
            if column == 0:
                spans.append(value.span)
        if turn != 0:
            good = False
            message = f"this `@{previous.keyword}` has no `@{names[turn]}` after it"
            self.report.error(Code.MISSING_KEYWORD, message, previous.span)
        if not good or not self._grows(names[0], columns[0], spans, block):
            return None
        return {name: Value(tuple(column), block.span) for name, column in zip(names, columns, strict=True)}

    def _grows(self, name: str, column: Sequence[float], spans: Sequence[Span], block: Block) -> bool:
        if len(column) < 2:
            self.report.error(
                Code.WRONG_COUNT,
                f"`@{block.keyword}` needs at least two values, but has {len(column)}",
                block.span,
            )
            return False
        for (before, here), span in zip(pairwise(column), spans[1:], strict=True):
            if here <= before:
                message = f"`@{name}` must increase from value to value, but {here:g} follows {before:g}"
                self.report.error(Code.INVALID_VALUE, message, span)
                return False
        return True

    # --- errors of braces

    def _report_braces(self, keyword: Keyword, block: Block) -> None:
        if block.items is None and block.body is None:
            message = f"`@{keyword_in_text(block)}` has no value"
        elif block.items is None:
            message = f"`@{keyword_in_text(block)}` needs a value in its braces, not keywords"
        else:
            message = f"`@{keyword_in_text(block)}` has two pairs of braces, but needs only one"
        self.report.error(Code.WRONG_TYPE, message, block.span)

    def _report_count(self, keyword: Keyword, block: Block) -> None:
        items = block.items or ()
        if keyword.type is Type.NUMBER:
            parameters = self.parameters
            culprits = [i for i in items if parameters.is_list(i) or is_open(i.text)]
            if len(items) == 1 and parameters.is_undeclared(items[0]):
                culprits.append(items[0])
            if culprits:
                parameters.number(culprits[0])  # this call reports the error
                return
        wanted = expected_count(keyword)
        message = f"`@{keyword_in_text(block)}` needs {wanted}, but has {len(items) or 'none'}"
        hint = None
        most = max(keyword.counts, default=0)
        span = items[most].span if most and len(items) > most else block.items_span or block.span
        if len(items) == 1 and len(re.split(r"[\s;]+", items[0].text)) > 1:
            hint = "separate the items with commas"
        elif keyword.type is Type.NUMBER:
            hint = decimal_commas(keyword, items)
        elif keyword.takes_places:
            hint = "a point in place consists of three coordinates and, optionally, their frame"
        elif keyword.target == "TRIAD" and len(items) == 3:
            hint = f"define a triad, or name {', '.join(READY_TRIADS)}, whose e3 is an inertial axis"
        self.report.error(Code.WRONG_COUNT, message, span, hint)


def _numbers_in(text: str) -> list[str] | None:
    """Return the numbers of a text in which the commas between numbers are missing, or None for any other text."""
    parts = re.split(r"[\s;]+", text)
    return parts if len(parts) > 1 and all(finite_number(part) is not None for part in parts) else None


_READERS: dict[Type, Callable[[Values, Keyword, Sequence[Item]], Any]] = {
    Type.NUMBER: Values._numbers,
    Type.INTEGER: Values._integers,
    Type.NUMBER_OR_WORD: Values._numbers_or_word,
    Type.NAME: Values._names,
    Type.REFERENCE: Values._references,
    Type.CHOICE: Values._choices,
    Type.FLAG: Values._flags,
    Type.TEXT: Values._texts,
    Type.POINTS: Values._points,
    Type.EXPRESSION: Values._expressions,
    Type.SIGNAL_EXPRESSION: Values._signal_expressions,
}
