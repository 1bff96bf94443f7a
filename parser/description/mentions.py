"""Finds the design parameters that items of a deck name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rbsolve.language.syntax.tree import Block
from rbsolve.parser.description.definitions import Definition

_parameters_in = re.compile(r"#[A-Za-z0-9_]+").findall
_words_in = re.compile(r"[A-Za-z_][A-Za-z0-9_]*").findall


def names_needed_by(definition: Definition) -> set[str]:
    """Return the parameters that the value of a parameter names."""
    return {name for item in definition.items for name in _parameters_in(item.text)}


def names_in(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield the names of parameters (words that start with `#`) in the items of blocks. A name is yielded once for each
    place. In a formula inside a name, such as `rod_#(i + 1)`, every word counts as a parameter.
    """
    waiting = list(blocks)
    while waiting:
        block = waiting.pop()
        for item in block.items or ():
            if "#" in item.text and block.keyword != "COMMENTS":
                yield from _parameters_in(item.text)
                if "#(" in item.text:
                    yield from (f"#{word}" for word in _words_in(item.text))
        waiting.extend(block.body or ())
