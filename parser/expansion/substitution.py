"""The values of repeated variables put into items: `#i` becomes a number, and a name `tip_#i` ends in it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from rbsolve.parser.diagnostics import Source
from rbsolve.parser.syntax.tree import Block, Item

_PARAMETER = re.compile(r"#([A-Za-z0-9_]+)")


class Substitution:
    """The variables of the repetitions around a block with their values, and the design parameters that keep their names."""

    def __init__(self, values: Mapping[str, int], parameters: Collection[str]) -> None:
        self.values = values
        self._parameters = parameters
        self._instance = ", ".join(f"{name} = {value}" for name, value in values.items())
        self._sources: dict[int, Source] = {}  # by the identity of the source that stands in the file

    def with_value(self, name: str, value: int) -> Substitution:
        """The substitution inside one more repetition."""
        return Substitution({**self.values, name: value}, self._parameters)

    def head(self, block: Block) -> Block:
        """The block with values in its items and without its body; its places say of which instance they are."""
        items = block.items
        if items is not None and block.keyword != "COMMENTS":
            items = tuple(self._item(item) for item in items)
        return block._replace(items=items, source=self._source(block.source))

    def _item(self, item: Item) -> Item:
        text = item.text
        if "#" in text:
            whole = _PARAMETER.fullmatch(text)
            text = _PARAMETER.sub(lambda match: self._value(match, padded=whole is None), text).rstrip()
        return item._replace(text=text, source=self._source(item.source))

    def _value(self, match: re.Match[str], padded: bool) -> str:
        """What a parameter's name becomes; among other text as long as it was, so that places in the text stay true."""
        name: str = match[1]
        if name in self._parameters:
            return match[0]
        start, rest = name, ""
        while start not in self.values:  # P_#i_#j: the longest part that ends before a `_`
            start, bar, tail = start.rpartition("_")
            if not bar:
                return match[0]
            rest = f"_{tail}{rest}"
        before = match.string[: match.start()][-1:]
        value = f"{self.values[start]}{rest}"
        if not padded or rest or before.isalnum() or before == "_":
            return value
        return (f"({value})" if self.values[start] < 0 else value).ljust(len(match[0]))

    def _source(self, source: Source) -> Source:
        found = self._sources.get(id(source))
        if found is None:
            found = self._sources[id(source)] = Source(source.name, source.text, self._instance)
        return found
