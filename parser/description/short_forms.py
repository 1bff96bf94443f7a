"""Expands short forms of objects into their long forms.

A point that is given by its coordinates becomes a named point. A body in one block becomes a frame, a mass property and
a body. A contact between many shapes becomes a contact for each pair. A block of several sensors becomes a block for
each sensor. The result contains only long forms, so later stages need not handle short forms. Generated names, such as
`hinge@AT_POINT`, contain `@` and therefore cannot occur in a deck. Generated objects have the places of the original
items.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from rbsolve.language.syntax.tree import Block, Item, MadeItem
from rbsolve.language.table import INERTIAL_TRIAD, BlockSchema
from rbsolve.parser.description.contact_groups import MOST_PAIRS, is_group, written_pairs
from rbsolve.parser.description.report import Checked, Report
from rbsolve.parser.description.sensor_lists import SensorLists, is_list
from rbsolve.parser.description.survey import CHECKED, Found
from rbsolve.parser.schema.bodies import IN_PLACE_OF_FRAME, IN_PLACE_OF_MASS_PROPERTY, RIGID_BODY
from rbsolve.parser.schema.geometry import FIXED_FRAME, POINT
from rbsolve.parser.schema.registry import OBJECT_BLOCKS
from rbsolve.parser.schema.sensors import SENSOR
from rbsolve.parser.schema.shapes import SHAPE
from rbsolve.solver.forces.contact.blocks import CONTACT, MATERIAL

_is_parameter = re.compile(r"#[A-Za-z0-9_]+").fullmatch
_POINT_KEYWORDS = {
    block.name_keyword: frozenset(keyword.name for keyword in block.keywords if keyword.takes_places)
    for block in OBJECT_BLOCKS
}
_ORIGIN = ("0", "0", "0")
_NONE: Mapping[str, str] = {}
DENSITY = "DENSITY"
_OF_A_WHOLE_MASS = (DENSITY, "MASS_PROPERTY_NAME", "MOMENTS_OF_INERTIA", "MASS_MATRIX")


def write_out(found: Found, report: Report) -> Found:
    """Return the contents of a deck with its short forms expanded. Each generated object precedes the objects that name
    it.
    """
    found = _with_pairs(_with_sensors(found, report), report)
    heavy = _heavy_bodies(found)
    if not any(_is_short(block, heavy) for _, blocks in found.definitions for block in blocks):
        return found
    return Found(list(_ShortForms(heavy).definitions(found)), found.parameters)


def _with_sensors(found: Found, report: Report) -> Found:
    """Return the contents with a block for each sensor."""
    if not any(is_list(block) for checked, blocks in found.definitions if checked.block is SENSOR for block in blocks):
        return found
    lists = SensorLists(report)
    definitions = [
        (checked, tuple(lists.single_sensors(blocks)) if checked.block is SENSOR else blocks)
        for checked, blocks in found.definitions
    ]
    return Found(definitions, found.parameters)


def _with_pairs(found: Found, report: Report) -> Found:
    """Return the contents with the contacts of groups and materials expanded."""
    if not any(
        is_group(block) for checked, blocks in found.definitions if checked.block is CONTACT for block in blocks
    ):
        return found
    shapes: dict[str, Item | None] = {}
    materials: dict[str, Block] = {}
    for checked, blocks in found.definitions:
        for block in blocks:
            if checked.block is SHAPE:
                named = [child for child in block.body or () if child.keyword == "CONNECTED_TO_BODY" and child.items]
                shapes[_name(block)] = (named[0].items or (None,))[0] if named else None
            elif checked.block is MATERIAL:
                materials.setdefault(_name(block), block)
    definitions, written = [], 0
    for checked, blocks in found.definitions:
        if checked.block is CONTACT:
            contacts: list[Block] = []
            for block in blocks:
                pairs = written_pairs(block, shapes, materials, MOST_PAIRS - written, report)
                written += len(pairs)
                contacts += pairs
            blocks = tuple(contacts)
        definitions.append((checked, blocks))
    return Found(definitions, found.parameters)


def in_place(items: Sequence[Item]) -> tuple[Sequence[Item], Item | None] | None:
    """Return the coordinates and the frame of a point that is given in place, or None for the name of a point."""
    if len(items) > 4 or not items:
        return None
    count = 1 if _is_parameter(items[0].text) and len(items) < 3 else 3
    if len(items) < count:
        return None
    return items[:count], items[count] if len(items) > count else None


def _is_short(block: Block, heavy: Container[str]) -> bool:
    """Return whether a block must be expanded. `heavy` contains the bodies with at least one shape that has its own
    density.
    """
    keywords = _POINT_KEYWORDS.get(block.keyword)
    if not keywords or not block.body:
        return False
    if block.keyword == RIGID_BODY.name_keyword:
        given = {child.keyword for child in block.body}
        return _name(block) in heavy or not (
            given.isdisjoint(IN_PLACE_OF_FRAME) and given.isdisjoint(IN_PLACE_OF_MASS_PROPERTY)
        )
    return any(child.keyword in keywords and in_place(child.items or ()) is not None for child in block.body)


class _ShortForms:
    """Expands the short forms of one deck."""

    def __init__(self, heavy: Container[str]) -> None:
        self._heavy = heavy
        self._names: dict[tuple[str, str], int] = {}

    def definitions(self, found: Found) -> Iterator[tuple[Checked, Sequence[Block]]]:
        """Yield the definitions of the deck. The definitions generated from a definition precede it."""
        for checked, blocks in found.definitions:
            made: list[Block] = []
            whole = tuple(self._write_out(block, made) if _is_short(block, self._heavy) else block for block in blocks)
            for schema_keyword in dict.fromkeys(block.keyword for block in made):
                schema = _SCHEMAS[schema_keyword]
                yield CHECKED[schema.definition], tuple(block for block in made if block.keyword == schema_keyword)
            yield checked, whole

    def _write_out(self, block: Block, made: list[Block], written: Mapping[str, str] = _NONE) -> Block:
        """Return the long form of an object. Generated objects are added to `made`.

        `written` maps keywords of the long form to the keywords in the deck, where the two differ.
        """
        body: Iterable[Block] = block.body or ()
        if block.keyword == RIGID_BODY.name_keyword:
            body = self._body_in_one_block(block, made)
        keywords = _POINT_KEYWORDS[block.keyword]
        return block._replace(
            body=tuple(
                self._point(block, child, made, written) if child.keyword in keywords else child for child in body
            )
        )

    def _point(self, block: Block, child: Block, made: list[Block], written: Mapping[str, str]) -> Block:
        """Return a keyword that names a point. If the point is given by coordinates, the name is generated."""
        place = in_place(child.items or ())
        if place is None or child.body is not None:
            return child
        coordinates, frame = place
        body = [_with(child, "COORDINATES", coordinates)]
        if frame is not None:
            body.append(_with(child, "IS_DEFINED_IN_FRAME", (frame,)))
        named = self._make(POINT, block, child, written.get(child.keyword, child.keyword), body, made)
        return named._replace(keyword=child.keyword)

    def _body_in_one_block(self, block: Block, made: list[Block]) -> list[Block]:
        """Return the keywords of a body. The keywords of its frame and of its mass property are replaced by the names
        of generated objects.
        """
        rest: list[Block] = []
        of_frame: list[Block] = []
        of_mass: list[Block] = []
        given = {child.keyword for child in block.body or ()}
        if _name(block) in self._heavy and given.isdisjoint(_OF_A_WHOLE_MASS):
            # the density of all shapes that have no density of their own
            rest.append(_with(block, DENSITY, (_item(block, "0"),)))
            given.add(DENSITY)
        for child in block.body or ():
            if child.keyword in IN_PLACE_OF_FRAME and "FRAME_NAME" not in given:
                of_frame.append(child)
            elif child.keyword in IN_PLACE_OF_MASS_PROPERTY and given.isdisjoint(("MASS_PROPERTY_NAME", DENSITY)):
                of_mass.append(child)
            else:
                rest.append(child)
        if of_frame:
            rest.append(self._frame(block, of_frame, made))
        if of_mass:
            mass_property = _SCHEMAS["MASS_PROPERTY_NAME"]
            rest.append(self._make(mass_property, block, of_mass[0], "MASS_PROPERTY_NAME", of_mass, made))
        return rest

    def _frame(self, block: Block, children: Sequence[Block], made: list[Block]) -> Block:
        """Return the keyword that names a body's frame. By default, the frame has the origin and the axes of the
        inertial frame.

        Default values have the place of the body's name.
        """
        place = children[0]
        body = [child._replace(keyword=IN_PLACE_OF_FRAME[child.keyword]) for child in children]
        given = {child.keyword for child in body}
        if "POINT1_NAME" not in given:
            origin = tuple(_item(block, text) for text in _ORIGIN)
            body.insert(0, _with(block, "POINT1_NAME", origin))
        if given.isdisjoint(("TRIAD_NAME", "POINT2_NAME", "POINT3_NAME")):
            body.append(_with(block, "TRIAD_NAME", (_item(block, INERTIAL_TRIAD),)))
        frame = block._replace(keyword=FIXED_FRAME.name_keyword, body=tuple(body))
        written = {IN_PLACE_OF_FRAME[child.keyword]: child.keyword for child in children}
        whole = self._write_out(frame, made, written).body or ()
        return self._make(FIXED_FRAME, block, place, "FRAME_NAME", whole, made)

    def _make(
        self,
        schema: BlockSchema,
        block: Block,
        place: Block,
        keyword: str,
        body: Iterable[Block],
        made: list[Block],
    ) -> Block:
        """Add an object of the kind `schema` to `made`. Return the keyword with which `block` names this object. This
        keyword has the position of the block `place`.
        """
        name = f"{_name(block)}@{keyword}"
        count = self._names[schema.family, name] = self._names.get((schema.family, name), 0) + 1
        item = _item(place, name if count == 1 else f"{name}.{count}", MadeItem)
        made.append(place._replace(keyword=schema.name_keyword, items=(item,), body=tuple(body)))
        return _with(place, keyword, (item,))


_SCHEMAS = {block.name_keyword: block for block in OBJECT_BLOCKS}


def _heavy_bodies(found: Found) -> frozenset[str]:
    """Return the bodies with at least one shape that has its own density."""
    return frozenset(
        child.items[0].text
        for _, blocks in found.definitions
        for block in blocks
        if block.keyword == SHAPE.name_keyword and any(child.keyword == DENSITY for child in block.body or ())
        for child in block.body or ()
        if child.keyword == "CONNECTED_TO_BODY" and child.items
    )


def _name(block: Block) -> str:
    return block.items[0].text if block.items else ""


def _with(place: Block, keyword: str, items: Iterable[Item]) -> Block:
    """Return a copy of a keyword with other items, at the same place."""
    return place._replace(keyword=keyword, items=tuple(items), body=None)


def _item(place: Block, text: str, kind: type[Item] = Item) -> Item:
    """Return an item at the place of a keyword's items, or at the place of the keyword if it has no items."""
    return kind(text, False, *(place.items_span or place.span))
