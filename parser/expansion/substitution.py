"""The values of variables put into items: `#i` becomes its value, and a name `tip_#i` ends in it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from rbsolve.parser.description.report import Report
from rbsolve.parser.diagnostics import Code, Source
from rbsolve.parser.expansion.room import Room
from rbsolve.parser.syntax.tree import Block, Item

_PARAMETER = re.compile(r"#([A-Za-z0-9_]+)")


class Text(NamedTuple):
    """What stands for a variable: an item's text, and whether it is quoted."""

    text: str
    quoted: bool = False


class Substitution:
    """The variables of the repetitions and templates around a block with their values, and the design parameters, which keep their names.

    `instance` says in findings which values are meant.
    """

    def __init__(
        self,
        values: Mapping[str, Sequence[Text]],
        parameters: Collection[str],
        report: Report,
        room: Room,
        instance: str = "",
    ) -> None:
        self.values = values
        self._room = room
        self.instance = instance
        self._parameters = parameters
        self._report = report
        self._lists: set[str] = set()
        self._sources: dict[int, Source] = {}  # by the identity of the source that stands in the file

    def with_value(self, name: str, value: str) -> Substitution:
        """The substitution inside one more repetition or template, which findings name by this variable."""
        return self.inside({**self.values, name: (Text(value),)}, name, value)

    def inside(self, values: Mapping[str, Sequence[Text]], name: str, value: str) -> Substitution:
        """The substitution with other values, called by one of them."""
        instance = f"{self.instance}, {name} = {value}" if self.instance else f"{name} = {value}"
        return Substitution(values, self._parameters, self._report, self._room, instance)

    def head(self, block: Block) -> Block:
        """The block with values in its items and without its body; its places say of which instance they are."""
        items = block.items
        if items is not None and block.keyword != "COMMENTS":
            items = self.items(items)
        return block._replace(items=items, source=self._source(block.source))

    def items(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """The items with values; a variable that stands for several becomes several. Raises Full."""
        result: list[Item] = []
        for item in items:
            filled = self._filled(item)
            self._room.take_items(filled)
            result += filled
        return tuple(result)

    def _filled(self, item: Item) -> Sequence[Item]:
        text, source = item.text, self._source(item.source)
        if "#" not in text:
            return (item._replace(source=source),)
        whole = _PARAMETER.fullmatch(text)
        if whole is not None and whole[1] in self.values and whole[1] not in self._parameters:
            return [
                item._replace(text=value.text, quoted=item.quoted or value.quoted, source=source)
                for value in self.values[whole[1]]
            ]
        text = _PARAMETER.sub(lambda match: self._value(match, item, padded=whole is None), text).rstrip()
        return (item._replace(text=text, source=source),)

    def _value(self, match: re.Match[str], item: Item, padded: bool) -> str:
        """What a parameter's name becomes; among other text at least as long as it was, so that places in the text stay true."""
        name: str = match[1]
        if name in self._parameters:
            return match[0]
        start, rest = name, ""
        while start not in self.values:  # P_#i_#j: the longest part that ends before a `_`
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
        """The one value of a variable that stands among other text."""
        values = self.values[name]
        if len(values) > 1 and name not in self._lists:
            self._lists.add(name)  # one finding for all places
            message = f"#{name} stands for a list of numbers, and one number belongs here"
            hint = "a list replaces a whole list: nothing may stand beside it"
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
