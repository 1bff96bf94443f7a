"""Where names are defined and where they are used: to go there, to find all, to give another name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from lsprotocol import types

from rbsolve.editor.deck import Deck, blocks_of
from rbsolve.editor.places import range_of
from rbsolve.parser.diagnostics import Span
from rbsolve.parser.expressions.parse import place_inside
from rbsolve.parser.schema.registry import BY_DEFINITION, BY_NAME_KEYWORD, OBJECT_BLOCKS
from rbsolve.parser.schema.table import FAMILIES, Keyword, Type
from rbsolve.parser.schema.wrappers import PARAMETER_NAME, REPEAT
from rbsolve.parser.syntax.tree import Block, Item, SyntaxTree

PARAMETER = "DESIGN_PARAMETER"
_PARAMETER = re.compile(r"#[A-Za-z0-9_]+")
_NAME = re.compile(r"[A-Za-z0-9_#][A-Za-z0-9_.\-#]*")
_CHILDREN = {
    keyword.name: {child.name: child for child in keyword.children}
    for block in OBJECT_BLOCKS
    for keyword in block.keywords
    if keyword.type is Type.CONTAINER
}


class Occurrence(NamedTuple):
    """One place of a name: the families that it may belong to, and whether it is defined there."""

    name: str
    families: tuple[str, ...]
    span: Span
    is_definition: bool


def keyword_of(block: Block, around: tuple[Block, ...]) -> Keyword | None:
    """What the table says of a keyword in an object or container; None where it says nothing."""
    for outer in reversed(around):
        if outer.keyword == REPEAT:
            continue
        if outer.keyword in BY_NAME_KEYWORD:
            return BY_NAME_KEYWORD[outer.keyword].keyword(block.keyword)
        return _CHILDREN.get(outer.keyword, {}).get(block.keyword)
    return None


def occurrences(tree: SyntaxTree) -> Iterator[Occurrence]:
    """Every place of every name in a tree, repetitions as written."""
    for block, around in blocks_of(tree):
        items = block.items
        if not items or block.keyword == "COMMENTS":
            continue
        if block.keyword == PARAMETER_NAME:
            yield Occurrence(items[0].text, (PARAMETER,), items[0].span, is_definition=True)
            continue
        if block.body is not None and block.keyword in BY_NAME_KEYWORD:
            family = BY_NAME_KEYWORD[block.keyword].family
            yield Occurrence(items[0].text, (family,), items[0].span, is_definition=True)
            continue
        keyword = keyword_of(block, around)
        if keyword is not None and keyword.type is Type.REFERENCE and keyword.target in FAMILIES:
            for item in items:
                yield Occurrence(item.text, FAMILIES[keyword.target].members, item.span, is_definition=False)
        else:
            for item in items:
                yield from _parameters(item)


def _parameters(item: Item) -> Iterator[Occurrence]:
    if "#" in item.text:
        for match in _PARAMETER.finditer(item.text):
            yield Occurrence(
                match[0], (PARAMETER,), place_inside(item.text, item.span, *match.span()), is_definition=False
            )


def same(tree: SyntaxTree, wanted: Occurrence) -> list[Occurrence]:
    """All places of what a place names; a name with `#i` stands for each that it may become."""
    return [other for other in occurrences(tree) if _is_same(other, wanted)]


def _is_same(a: Occurrence, b: Occurrence) -> bool:
    if set(a.families).isdisjoint(b.families):
        return False
    return a.name == b.name or (
        a.families[0] != PARAMETER and (may_become(a.name, b.name) or may_become(b.name, a.name))
    )


def may_become(pattern: str, name: str) -> bool:
    """Whether a name with repeated variables, `tip_#i`, is another one for some value."""
    if "#" not in pattern:
        return False
    parts = _PARAMETER.split(pattern)
    return re.fullmatch("-?[0-9]+(?:_-?[0-9]+)*".join(map(re.escape, parts)), name) is not None


def occurrence_at(tree: SyntaxTree, name: str, line: int, column: int) -> Occurrence | None:
    """The name at a place of a file; the innermost, where a parameter stands in a name."""
    found = None
    for occurrence in occurrences(tree):
        span = occurrence.span
        if span.source.name == name and (span.line, span.column) <= (line, column) <= (span.end_line, span.end_column):
            found = occurrence
    return found


def names_of(tree: SyntaxTree, target: str) -> list[str]:
    """The names that a reference to a target may have, those of the deck before the predefined ones."""
    family = FAMILIES[target]
    kinds = set(family.kinds)
    found: dict[str, None] = {}
    for definition in tree.blocks:
        for block in _objects(definition):
            schema = BY_NAME_KEYWORD[block.keyword]
            if schema.family in family.members and (not kinds or schema.kind in kinds) and block.items:
                found[block.items[0].text] = None
    return [*found, *(name for name in family.predefined if name not in found)]


def _objects(block: Block) -> Iterator[Block]:
    """The named objects in a block of the top level, its wrappers and repetitions."""
    for child in block.body or ():
        if child.keyword in BY_NAME_KEYWORD and child.body is not None:
            yield child
        elif child.keyword in BY_DEFINITION or child.keyword == REPEAT or block.keyword not in BY_DEFINITION:
            yield from _objects(child)


def locations(places: Iterable[Occurrence], master: Deck, uri: str) -> list[types.Location]:
    """The places as the protocol has them."""
    texts = {source.name: source.text.split("\n") for source in master.whole[1]}
    return [
        types.Location(uri_of(place.span.source.name, master, uri), range_of(texts[place.span.source.name], place.span))
        for place in places
    ]


def uri_of(name: str, master: Deck, uri: str) -> str:
    """The address of a file of a deck; the asking document's own where the deck is no file."""
    return uri if master.path is None else Path(name).resolve().as_uri()


def renaming(places: Iterable[Occurrence], name: str, master: Deck, uri: str) -> types.WorkspaceEdit | None:
    """What gives all places another name, in all files; None when it is no name, or nothing is defined here."""
    places = list(places)
    if not any(place.is_definition for place in places):
        return None
    is_parameter = places[0].families == (PARAMETER,)
    if is_parameter and not name.startswith("#"):
        name = f"#{name}"
    if not (_PARAMETER if is_parameter else _NAME).fullmatch(name):
        return None
    changes: dict[str, list[types.TextEdit]] = {}
    for location in locations(places, master, uri):
        changes.setdefault(location.uri, []).append(types.TextEdit(location.range, name))
    return types.WorkspaceEdit(changes=changes)
