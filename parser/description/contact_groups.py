"""Expands contacts between many shapes. Each pair of shapes becomes a separate contact, with the keywords of the
material.

The contact of the shapes `a` and `b` of group `c` is named `c.a.b`. If the deck does not give the two bodies of a
contact, they are the bodies of its shapes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, product

from rbsolve.language.diagnostics import Code
from rbsolve.language.syntax.tree import Block, Item, MadeItem
from rbsolve.language.table import GROUND
from rbsolve.parser.description.expected import shorten_text
from rbsolve.parser.description.report import Report
from rbsolve.parser.description.values import NAMES, is_name
from rbsolve.solver.forces.contact.blocks import AGAINST, CONTACT, ITSELF, MATERIAL, SHAPES

MOST_PAIRS = 20_000
_KNOWN = {keyword.name for keyword in CONTACT.keywords}
MOST_COMBINED = 1_000_000  # maximum number of pairs of shape names, including pairs on one body
_BODIES = "CONNECTED_TO_BODIES"
Shapes = Mapping[str, Item | None]
"""The body of each shape, or None for GROUND."""


def is_group(block: Block) -> bool:
    """Return whether the contact must be expanded."""
    given = {child.keyword for child in block.body or ()}
    return block.keyword == CONTACT.name_keyword and (
        AGAINST in given or MATERIAL.name_keyword in given or _BODIES not in given
    )


def written_pairs(
    block: Block, shapes: Shapes, materials: Mapping[str, Block], limit: int, report: Report
) -> tuple[Block, ...]:
    """Return the contacts that a block defines. After an error, return an empty tuple. More than `limit` contacts are
    an error.
    """
    given = {child.keyword: child for child in reversed(block.body or ())}
    body = (*(block.body or ()), *_of_material(given, materials))
    if AGAINST not in given:
        named = (given[SHAPES].items or ()) if SHAPES in given else ()
        return (block._replace(body=(*body, *_bodies(given, named, shapes))),)
    combined = _combinations(given)
    pairs = list(_pairs(given, shapes)) if combined <= MOST_COMBINED else []
    count = combined if combined > MOST_COMBINED else len(pairs)
    if count > limit or not block.items or _BODIES in given or not pairs:
        _report(block, given, count, limit, report)
        return ()
    name, kept = block.items[0], list(_once(body, given, block.items[0].text, report))
    if not is_name(name.text):
        report.error(Code.WRONG_TYPE, f"`{shorten_text(name.text)}` is not a name", name.span, NAMES)
    names = [f"{name.text}.{one.text}.{other.text}" for one, other in pairs]
    report.groups.update(dict.fromkeys(names, name.text))
    return tuple(
        block._replace(
            items=(_name_of_pair(name, text),),
            body=(
                *kept,
                given[SHAPES]._replace(items=(one, other)),
                *_bodies(given, (one, other), shapes),
            ),
        )
        for text, (one, other) in zip(names, pairs, strict=True)
    )


def _name_of_pair(group: Item, text: str) -> Item:
    """Return the name of a contact. An invalid name needs no message here, because the invalid name of the group or
    shape is reported.
    """
    name = group._replace(text=text)
    return name if is_name(text) else MadeItem(*name)


def _of_material(given: Mapping[str, Block], materials: Mapping[str, Block]) -> Iterator[Block]:
    """Yield the keywords that a contact takes from its material. Keywords in the contact have priority."""
    named = given.get(MATERIAL.name_keyword)
    material = materials.get(named.items[0].text) if named is not None and named.items else None
    keywords = {child.keyword: child for child in reversed((() if material is None else material.body) or ())}
    for child in () if material is None else material.body or ():
        # The diagnostics of repeated or unknown keywords of the material are reported at the material.
        if child.keyword in _KNOWN and child.keyword not in given and keywords[child.keyword] is child:
            yield child


def _once(body: Sequence[Block], given: Mapping[str, Block], name: str, report: Report) -> Iterator[Block]:
    """Yield the keywords that all pairs of a group share. If the group gives a keyword twice, report the error once,
    not for each pair.
    """
    for child in body:
        if child.keyword != "COMMENTS" and child is not given.get(child.keyword, child):
            report.error(Code.REPEATED_KEYWORD, f"`@{child.keyword}` occurs twice in contact {name}", child.span)
        elif child.keyword not in (SHAPES, AGAINST):
            yield child


def _combinations(given: Mapping[str, Block]) -> int:
    """Return the number of pairs of names in a group, including pairs on one body."""
    group = len(given[SHAPES].items or ()) if SHAPES in given else 0
    others, itself = _others(given)
    return group * len(others) + (group * (group - 1) // 2 if itself else 0)


def _others(given: Mapping[str, Block]) -> tuple[list[Item], bool]:
    """Return the shapes that the shapes of a group can touch outside the group. Also return whether the shapes of the
    group can touch each other.
    """
    against = given[AGAINST].items or ()
    others = [item for item in against if item.text != ITSELF]
    return others, len(others) < len(against)


def _pairs(given: Mapping[str, Block], shapes: Shapes) -> Iterator[tuple[Item, Item]]:
    """Yield the pairs of shapes of a group that are on different bodies. Pairs with an unknown shape are included, so
    that its name is reported.
    """
    group = given[SHAPES].items or () if SHAPES in given else ()
    others, itself = _others(given)
    found: set[frozenset[str]] = set()
    for one, other in chain(combinations(group, 2) if itself else (), product(group, others)):
        pair = frozenset((one.text, other.text))
        if len(pair) == 1 or pair in found:
            continue
        found.add(pair)
        if one.text not in shapes or other.text not in shapes or _body(shapes[one.text]) != _body(shapes[other.text]):
            yield one, other


def _body(item: Item | None) -> str:
    return GROUND if item is None else item.text


def _bodies(given: Mapping[str, Block], named: Sequence[Item], shapes: Shapes) -> Iterator[Block]:
    """Yield the keyword `@CONNECTED_TO_BODIES` with the bodies of the two shapes, unless the deck gives this keyword or
    a shape is unknown.
    """
    if _BODIES in given or SHAPES not in given or len(named) != 2 or any(item.text not in shapes for item in named):
        return
    items = tuple(item._replace(text=_body(shapes[item.text])) for item in named)
    yield given[SHAPES]._replace(keyword=_BODIES, items=items)


def _report(block: Block, given: Mapping[str, Block], count: int, limit: int, report: Report) -> None:
    place = given[AGAINST].span
    name = block.items[0].text if block.items else ""
    if _BODIES in given:
        message, hint = (
            f"contact {name} has many shapes, and the shapes determine its bodies",
            "remove @CONNECTED_TO_BODIES",
        )
        report.error(Code.CONFLICTING_KEYWORDS, message, given[_BODIES].span, hint)
    elif count == 0:
        message = f"contact {name} has no pair of shapes on different bodies"
        report.error(Code.INVALID_VALUE, message, place, "name shapes of several bodies")
    elif count > limit:
        message = f"contact {name} has {count:,} pairs of shapes; at most {limit:,} are allowed"
        if limit < MOST_PAIRS:
            message += f", because earlier groups use the rest of the {MOST_PAIRS:,} pairs"
        report.error(Code.INVALID_VALUE, message, place, "group only shapes that can touch each other")
