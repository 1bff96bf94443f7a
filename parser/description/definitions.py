"""Reads the definitions of design parameters in a deck: names, units, descriptions and values. The values are not
evaluated yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rbsolve.language.described import ParameterNote
from rbsolve.language.diagnostics import Code, Span
from rbsolve.language.expressions.parse import plain_numbers
from rbsolve.language.syntax.tree import Block, Item
from rbsolve.parser.description.report import Report
from rbsolve.parser.schema.wrappers import (
    DESCRIPTION,
    DESIGN_PARAMETERS,
    PARAMETER_NAME,
    PARAMETERS,
    SCALAR_VALUE,
    UNIT,
    VECTOR_VALUE,
)

_KNOWN = dict.fromkeys((PARAMETER_NAME, *(keyword.name for keyword in DESIGN_PARAMETERS.keywords)))
_VALUES = (SCALAR_VALUE, VECTOR_VALUE)
is_parameter = re.compile(r"#[A-Za-z0-9_]+").fullmatch


@dataclass
class Definition:
    """A design parameter as given in the deck or on the command line. `name` includes the `#` of the parameter."""

    name: str
    span: Span
    items: Sequence[Item]
    is_list: bool
    item: Item | None = None
    """The item of the parameter's name, if the deck defines the parameter."""

    @cached_property
    def numbers(self) -> list[float] | None:
        """Return the values of the items if all are plain numbers. Otherwise return None."""
        return plain_numbers([item.text for item in self.items])


class Definitions:
    """The design parameters of a deck before evaluation. Each mistake is reported at its place."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.by_name: dict[str, Definition] = {}
        """Definitions by name, including the `#`."""
        self.notes: dict[str, ParameterNote] = {}
        """Units and descriptions of parameters, by name without the `#`."""

    def define(self, blocks: Sequence[Block]) -> None:
        """Read the contents of parameter blocks. The value of a parameter follows its name, or is in the second braces
        of the name.
        """
        waiting: Item | None = None
        is_named = False  # whether there is a name before the value, even an invalid name
        valued: Block | None = None  # the value of the preceding name
        name: str | None = None  # the current parameter, or an empty string if its name is invalid
        for block in in_line(blocks):
            if block.keyword == PARAMETER_NAME:
                self._report_without_value(waiting)
                waiting, is_named, valued = self._name(block), True, None
                name = waiting.text if waiting is not None else ""
            elif block.keyword in (UNIT, DESCRIPTION):
                self._note(name, block)
            elif block.keyword == "COMMENTS":
                continue
            elif is_named:
                waiting, is_named, valued = self._value(waiting, block), False, block
            elif self._is_value(block):
                self._report_without_name(block, valued)
        self._report_without_value(waiting)

    def _note(self, name: str | None, block: Block) -> None:
        """Store the unit or the description of the preceding parameter."""
        items = block.items or ()
        if name is None:
            self._report_without_name(block, None)
        elif block.body is not None or not items or (block.keyword == UNIT and len(items) > 1):
            message = f"`@{block.keyword}` takes {'one text' if block.keyword == UNIT else 'words'} in its braces"
            self.report.error(Code.WRONG_COUNT, message, items[1].span if len(items) > 1 else block.span)
        else:
            note = self.notes.get(name[1:], ParameterNote())
            key = block.keyword.lower()
            if getattr(note, key):
                message = f"`@{block.keyword}` occurs twice for one parameter"
                self.report.error(Code.REPEATED_KEYWORD, message, block.span)
            self.notes[name[1:]] = note._replace(**{key: ", ".join(item.text for item in items)})

    def _report_without_name(self, block: Block, valued: Block | None) -> None:
        """Report a value without a preceding name. `valued` is the value that the preceding name already has."""
        tell = self.report.hold_back if self.report.mentioned and block.keyword in _VALUES else self.report.error
        if valued is None:
            tell(Code.MISSING_KEYWORD, f"`@{block.keyword}` must follow a `@{PARAMETER_NAME}`", block.span)
        elif valued.keyword == block.keyword:
            tell(Code.REPEATED_KEYWORD, f"`@{block.keyword}` occurs twice for one parameter", block.span)
        elif valued.keyword in _VALUES:
            message = f"`@{valued.keyword}` and `@{block.keyword}` exclude each other"
            tell(Code.CONFLICTING_KEYWORDS, message, block.span, "keep one of the two")

    def _name(self, block: Block) -> Item | None:
        items = block.items or ()
        if len(items) != 1:
            message = f"`@{block.keyword}` needs one name, but has {len(items) or 'none'}"
            self.report.error(Code.WRONG_COUNT, message, items[1].span if items else block.span)
        elif not is_parameter(items[0].text):
            hint = (
                f"write `#{items[0].text}`"
                if is_parameter(f"#{items[0].text}")
                else "the name of a design parameter must start with `#`"
            )
            message = f"`{items[0].text}` is not the name of a design parameter"
            self.report.error(Code.WRONG_TYPE, message, items[0].span, hint)
        else:
            return items[0]
        return None

    def _value(self, name: Item | None, block: Block) -> Item | None:
        """Store the value of the preceding name. Return the name if it still has no value. Otherwise return None."""
        if not self._is_value(block):
            return None
        is_list = block.keyword == VECTOR_VALUE
        items = block.items or ()
        if block.body is not None or block.items is None:
            self.report.error(Code.WRONG_TYPE, f"`@{block.keyword}` needs numbers in its braces", block.span)
        elif not items or (len(items) > 1 and not is_list):
            message = f"`@{block.keyword}` needs {'at least ' * is_list}one number, but has {len(items) or 'none'}"
            hint = f"write several numbers with `@{VECTOR_VALUE}`" if items else None
            self.report.error(
                Code.WRONG_COUNT, message, items[1].span if items else block.items_span or block.span, hint
            )
        elif name is None:
            return None
        if name is not None:
            self._file(Definition(name.text, name.span, items, is_list, name))
        return None

    def _is_value(self, block: Block) -> bool:
        if block.keyword in _VALUES:
            return True
        self.report.unknown_keyword(block.keyword, block.span, f"`@{PARAMETERS}`", _KNOWN)
        self.report.mentioned.update(item.text for item in block.items or ())
        return False

    def _file(self, definition: Definition) -> None:
        first = self.by_name.get(definition.name)
        if first is None:
            self.by_name[definition.name] = definition
            return
        if first.item and definition.item and self.report.is_included_twice(definition.item, first.item):
            return
        if not self.report.is_whole and first.span[1:] == definition.span[1:]:
            return  # if the closing brace of a repetition is missing, everything after it is repeated
        place = first.span.relative_to(definition.span)
        message = f"the parameter {definition.name} is defined twice; the first definition is at {place}"
        self.report.error(Code.DUPLICATE_NAME, message, definition.span, "remove one of the two")

    def _report_without_value(self, name: Item | None) -> None:
        if name is not None:
            hint = f"write `@{SCALAR_VALUE} {{...}}` or `@{VECTOR_VALUE} {{...}}` after the name"
            self.report.missing_value(f"the parameter {name.text} has no value", name.span, hint)
            self.by_name.setdefault(name.text, Definition(name.text, name.span, (), False))


def in_line(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield names and values in one sequence. If a name has second braces, their contents follow the name."""
    for block in blocks:
        yield block
        if block.keyword == PARAMETER_NAME:
            yield from block.body or ()
