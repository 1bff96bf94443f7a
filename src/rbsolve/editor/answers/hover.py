"""Writes hover texts for the word under the pointer: the meaning of a keyword, the numbers of an object, or the value
of an expression.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from rbsolve.editor.answers.wording import block_text, keyword_text, number, rotation_text, vector
from rbsolve.editor.deck import OpenDeck
from rbsolve.editor.names import (
    PARAMETER,
    Occurrence,
    keyword_of,
    may_become,
    occurrence_at,
    parameters_of,
    scope,
)
from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Span
from rbsolve.language.expressions.evaluation import evaluate
from rbsolve.language.expressions.parse import parse_expression
from rbsolve.language.expressions.program import ExpressionError
from rbsolve.language.syntax.tree import Block, Item
from rbsolve.language.table import INERTIAL_FRAME, Keyword, Type
from rbsolve.parser.schema.registry import ALL_BLOCKS, WRITTEN_BY_NAME_KEYWORD
from rbsolve.parser.schema.sensors import SENSOR_TYPE

LONGEST = 200  # maximum length of a shown value
MOST_INSTANCES = 4  # maximum number of listed instances of a repeated name
_RESOLVED = frozenset({"POINT", "TRIAD", "FRAME"})  # families of names whose objects have numbers to show
_MADE_PARTS = {
    "FRAME_NAME": "FIXED_FRAME",
    "MASS_PROPERTY_NAME": "MASS_PROPERTY",
}  # kinds of objects that a body's block can contain
_BLOCKS = {block.definition: block for block in ALL_BLOCKS}


def hover(deck: OpenDeck, line: int, column: int, whole: OpenDeck | None = None) -> tuple[str, Span] | None:
    """Return the hover text in Markdown, and the range of the deck that the text describes. Return None if there is no
    text.

    `whole` is the deck that includes the file. The numbers in the text are from this deck.
    """
    whole = whole or deck
    path, item = deck.at(line, column)
    if not path:
        return None
    block = path[-1]
    around = tuple(path[:-1])
    span = block.span
    if span.line == line and span.column <= column <= span.end_column:
        text = _of_keyword(block, around)
        return (text, span) if text else None
    occurrence = occurrence_at(deck.tree, deck.name, line, column)
    if occurrence is not None:
        text = _of_name(whole, occurrence)
        if text and occurrence.families != (PARAMETER,):
            return text, occurrence.span
    if item is None:
        return None
    text = _of_item(whole, keyword_of(block, around), block, item)
    return (text, item.span) if text else None


def _of_keyword(block: Block, around: Sequence[Block]) -> str | None:
    if block.keyword in _BLOCKS:
        return block_text(_BLOCKS[block.keyword])
    if block.body is not None and block.keyword in WRITTEN_BY_NAME_KEYWORD:
        return block_text(WRITTEN_BY_NAME_KEYWORD[block.keyword])
    keyword = keyword_of(block, tuple(around))
    return None if keyword is None else keyword_text(keyword)


def _of_name(deck: OpenDeck, occurrence: Occurrence) -> str | None:
    """Return the text for a name, with the kind of the object, and its numbers in inertial components."""
    name = occurrence.name
    if occurrence.families == (PARAMETER,):
        value = deck.parameters.get(name)
        return None if value is None else f"`{name}` = {_show(value)}"
    for template in deck.templates.values():
        said = _of_template(template, occurrence)
        if said:
            return said
    description, _ = deck.about(name)
    parts, is_resolved = [], False
    for kind, objects in description.objects.items():
        schema = next((block for block in ALL_BLOCKS if block.kind == kind), None)
        if schema is None or schema.family not in occurrence.families:
            continue
        own = [name] if name in objects else [other for other in objects if may_become(name, other)]
        is_resolved |= bool(own) and schema.family in _RESOLVED
        parts += [_object_text(kind, one, objects[one], description) for one in own[:MOST_INSTANCES]]
    if parts and not is_resolved:
        return "\n\n".join(parts)
    return "\n\n".join(list(_geometry_texts(deck, occurrence)) or parts) or None


def _geometry_texts(deck: OpenDeck, occurrence: Occurrence) -> Iterator[str]:
    """Yield the numbers of a point, a triad or a frame. Only these objects need resolved geometry."""
    name = occurrence.name
    geometry = None if _RESOLVED.isdisjoint(occurrence.families) else deck.geometry(name)
    if geometry is None:
        return
    known = {
        "POINT": (geometry.points, _point_text),
        "TRIAD": (geometry.triads, rotation_text),
        "FRAME": (geometry.frames, _frame_text),
    }
    for family, (arrays, text) in known.items():
        if family in occurrence.families:
            own = [name] if name in arrays else [other for other in arrays if may_become(name, other)]
            yield from (f"{family.lower()} **{one}**\n```\n{text(arrays[one])}\n```" for one in own[:MOST_INSTANCES])


def _object_text(kind: str, name: str, described: Described, description: Description) -> str:
    """Return the text for an object. The text gives the kind of the object, and the content of its block."""
    lines = "\n".join(_lines(described, description))
    return f"{kind.lower().replace('_', ' ')} **{name}**\n```\n{lines}\n```"


def _lines(described: Described, description: Description) -> Iterator[str]:
    """Yield the keywords of an object with their values. Objects that a short form generates are replaced by their
    contents.
    """
    for keyword, value in described.values.items():
        data = value.data
        if isinstance(data, str) and "@" in data and keyword in _MADE_PARTS:
            yield from _lines(description.of_kind(_MADE_PARTS[keyword])[data], description)
        elif isinstance(data, str) and data in description.of_kind("POINT") and "@" in data:
            yield f"{data.partition('@')[2].partition('.')[0]} = {_place(description.of_kind('POINT')[data])}"
        elif isinstance(data, str | int | float | tuple) and len(shown := _show(data)) < LONGEST:
            yield f"{keyword} = {shown}"


def _place(point: Described) -> str:
    """Return the coordinates of a point that is given in place. They are followed by their frame, unless it is the
    inertial frame.
    """
    frame = point["IS_DEFINED_IN_FRAME"]
    return _show(point["COORDINATES"]) + ("" if frame == INERTIAL_FRAME else f" in {frame}")


def _of_template(template: Block, occurrence: Occurrence) -> str | None:
    """Return the text for a template or one of its parameters, or None for other names."""
    name = (template.items or ())[0].text
    lines = {
        item.text.removeprefix("#"): ", ".join(value.text for value in default) or "(every instance gives it)"
        for item, *default in parameters_of(template)
    }
    if "TEMPLATE" in occurrence.families and occurrence.name == name:
        listed = "\n".join(f"{parameter} = {value}" for parameter, value in lines.items())
        return f"template **{name}**\n```\n{listed}\n```"
    if scope(name) in occurrence.families and occurrence.name in lines:
        return f"parameter of template **{name}**\n```\n{occurrence.name} = {lines[occurrence.name]}\n```"
    return None


def _point_text(point: NDArray[np.float64]) -> str:
    return f"x = {vector(point)} m, inertial"


def _frame_text(frame: NDArray[np.float64]) -> str:
    return f"{_point_text(frame[:3, 3])}\n{rotation_text(frame[:3, :3])}"


def _of_item(deck: OpenDeck, keyword: Keyword | None, block: Block, item: Item) -> str | None:
    """Return the value of an expression, or the meaning of a word."""
    if keyword is not None and item.text in keyword.words:
        return keyword_text(keyword)
    if keyword is not None and keyword.choices:
        return _of_choice(block, item.text) or keyword_text(keyword)
    if (
        keyword is not None
        and not keyword.takes_places
        and keyword.type not in (Type.NUMBER, Type.INTEGER, Type.NUMBER_OR_WORD)
    ):
        return None
    value = value_of(deck, item)
    if value is None:
        return None
    unit = f" {keyword.unit}" if keyword is not None and keyword.unit else ""
    return f"`{' '.join(item.text.split())}` = {_show(value)}{unit}"


def value_of(deck: OpenDeck, item: Item) -> float | tuple[float, ...] | None:
    """Return the value of an item, or None if the item is not an expression with a value."""
    parameters = deck.parameters
    if item.text in parameters:
        return parameters[item.text]
    try:
        return evaluate(parse_expression(item.text, item.span), parameters)
    except ExpressionError:
        return None


def _of_choice(block: Block, word: str) -> str | None:
    for schema in ALL_BLOCKS:
        if schema.variants is not None and schema.variants.selector == block.keyword:
            variant = schema.variants.of(word)
            if variant is not None:
                takes = ", ".join(f"`@{name}`" for name in (*variant.required, *variant.optional))
                return f"**`{word}`** {variant.meaning}" + (f"\n\ntakes {takes}" if takes else "")
    sensor = SENSOR_TYPE.get(word)
    if sensor is not None and block.keyword == "SENSOR_TYPE":
        return f"**`{word}`** {sensor.meaning}\n\n{sensor.columns} columns" + (
            f" in {sensor.unit}" if sensor.unit else ""
        )
    return None


def _show(value: object) -> str:
    if isinstance(value, bool):
        return "YES" if value else "NO"
    if isinstance(value, float | int):
        return number(float(value))
    if isinstance(value, tuple):
        shown = [_show(item) for item in value]
        return " ".join(shown) if any(isinstance(item, Described) for item in value) else f"({', '.join(shown)})"
    if isinstance(value, Described):  # blocks inside, such as the points of a table
        return " ".join(f"@{keyword} {{{_show(one.data).strip('()')}}}" for keyword, one in value.values.items())
    return str(value)
