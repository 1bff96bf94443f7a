"""Finds the blocks on which one object depends. An answer about the object then needs no description of the whole deck."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping

from rbsolve.editor.names import blocks_of
from rbsolve.language.syntax.tree import Block, SyntaxTree
from rbsolve.parser.schema.registry import BY_DEFINITION, BY_NAME_KEYWORD
from rbsolve.parser.schema.shapes import SHAPE
from rbsolve.parser.schema.wrappers import PARAMETERS, WRAPPERS

_WORDS = re.compile(r"\w+").findall


def part_of(tree: SyntaxTree, name: str | None) -> SyntaxTree:
    """Return a tree in which the objects with a name, and all objects that they need, have the same description as in
    the whole deck. Without a name, the result describes the design parameters.

    The tree must not contain repetitions or templates, because these generate names.
    """
    named = _named(tree)
    waiting = [] if name is None else _possible(name)
    waiting += [word for block in tree.blocks if block.keyword == PARAMETERS for word in _words_of(block)]
    known = set(waiting)
    wanted: set[int] = set()
    while waiting:
        for block in named.get(waiting.pop(), ()):
            if id(block) not in wanted:
                wanted.add(id(block))
                fresh = named.keys() & set(_words_of(block)) - known
                known |= fresh
                waiting += fresh
    return tree._replace(blocks=tuple(_with_wanted(tree.blocks, wanted)))


def _possible(name: str) -> list[str]:
    """Return the names of the objects that may define a name. A group of contacts defines names such as `group.a.b`."""
    parts = name.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts) + 1)]


def _named(tree: SyntaxTree) -> Mapping[str, list[Block]]:
    """Return the objects by name. A shape is also under the name of its body, because its density determines the mass
    of the body.
    """
    named: dict[str, list[Block]] = {}
    for definition in _definitions(tree.blocks):
        for block in filter(_is_object, definition.body or ()):
            for item in block.items or ():
                named.setdefault(item.text, []).append(block)
            for child in block.body or () if block.keyword == SHAPE.name_keyword else ():
                for item in child.items or () if child.keyword == "CONNECTED_TO_BODY" else ():
                    named.setdefault(item.text, []).append(block)
    return named


def _definitions(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield the definitions of objects, including definitions in wrappers."""
    for block in blocks:
        if block.keyword in BY_DEFINITION:
            yield block
        elif block.keyword in WRAPPERS:
            yield from _definitions(block.body or ())


def _is_object(block: Block) -> bool:
    return block.body is not None and block.keyword in BY_NAME_KEYWORD


def _words_of(block: Block) -> Iterator[str]:
    """Yield the items of a block and of its inner blocks, and the words of formulas in them."""
    for inner, _ in blocks_of(SyntaxTree((block,))):
        for item in inner.items or ():
            yield item.text
            yield from _WORDS(item.text)


def _with_wanted(blocks: Iterable[Block], wanted: Container[int]) -> Iterator[Block]:
    """Yield the blocks of a level without the objects that are not wanted."""
    for block in blocks:
        if block.keyword in BY_DEFINITION and block.body:
            kept = tuple(child for child in block.body if id(child) in wanted or not _is_object(child))
            if kept:
                yield block._replace(body=kept)
        elif block.keyword in WRAPPERS and block.body:
            yield block._replace(body=tuple(_with_wanted(block.body, wanted)))
        else:
            yield block
