"""Converts the table of blocks to a JSON schema, for editors and for scripts that write decks.

A deck maps to JSON as follows. Each `_DEFINITION` becomes an object whose properties are the named objects of the deck.
Each keyword (without `@`) becomes a property of its object. A list of items becomes an array. A repeated keyword or
container also becomes an array. The braces of a repetition become an object with the variable and its bounds in
`RANGE`, and the repeated blocks in `CONTENTS`. A template is an object with its parameters and its blocks.

Names in repetitions and templates contain variables, such as `tip_#i` and `link_#(i - 1)`. The schema permits such
names everywhere. Only `rbsolve check` reports a variable outside of its repetition.
"""

from __future__ import annotations

from typing import Any

from rbsolve.language.table import BlockSchema, Keyword, Type
from rbsolve.parser.schema import templates, wrappers
from rbsolve.parser.schema.registry import OBJECT_BLOCKS

_VARIABLE = r"#[A-Za-z0-9_]+|#\(.+\)"
NAME_PATTERN = rf"^([A-Za-z0-9_]|{_VARIABLE})([A-Za-z0-9_.\-]|{_VARIABLE})*$"
PARAMETER_PATTERN = r"^#[A-Za-z0-9_]+$"
_FORMULA = {"type": "string", "description": "An expression, which may contain design parameters."}


def json_schema() -> dict[str, Any]:
    """Return the schema of a whole deck (JSON Schema, draft 2020-12)."""
    blocks = _blocks()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "rbsolve deck",
        "description": "Blocks and keywords of the deck language, without `@`.",
        "type": "object",
        "properties": blocks | {templates.TEMPLATES: _named(templates.TEMPLATE)},
        "additionalProperties": False,
        "$defs": {
            **{_reference(block): _object(block) for block in OBJECT_BLOCKS},
            wrappers.REPEAT: _repetition(blocks),
            _reference(templates.TEMPLATE): _template(blocks),
            _reference(templates.INSTANCE): _instance(),
        },
    }


def _blocks() -> dict[str, Any]:
    """Return the blocks of a deck, a repetition and a template."""
    blocks: dict[str, Any] = {
        wrappers.PARAMETERS: {
            "description": wrappers.DESIGN_PARAMETERS.meaning,
            "type": "object",
            "propertyNames": {"pattern": PARAMETER_PATTERN},
            "additionalProperties": {"anyOf": [_number({}), {"type": "array", "items": _number({}), "minItems": 1}]},
        }
    }
    for block in (*OBJECT_BLOCKS, templates.INSTANCE):
        blocks[block.definition] = _named(block)
        if block.alone:
            blocks[block.definition]["maxProperties"] = 1
    repetitions = {"type": "array", "items": {"$ref": f"#/$defs/{wrappers.REPEAT}"}, "minItems": 1}
    blocks[wrappers.REPEAT] = {"description": wrappers.REPETITION.meaning, **repetitions}
    return blocks


def _reference(block: BlockSchema) -> str:
    return block.name_keyword.removesuffix("_NAME")


def _named(block: BlockSchema) -> dict[str, Any]:
    """Return the schema of a definition, which contains objects by name."""
    return {
        "description": block.meaning,
        "type": "object",
        "propertyNames": {"pattern": NAME_PATTERN},
        "additionalProperties": {"$ref": f"#/$defs/{_reference(block)}"},
    }


def _repetition(blocks: dict[str, Any]) -> dict[str, Any]:
    variable = {"type": "string", "pattern": "^#?[A-Za-z0-9_]+$", "description": "The variable."}
    bounds = {"anyOf": [{"type": "integer"}, _FORMULA]}
    contents = {"type": "object", "properties": blocks, "additionalProperties": False}
    return {
        "title": wrappers.REPETITION.title,
        "description": wrappers.REPETITION.meaning,
        "type": "object",
        "properties": {
            "RANGE": {
                "description": "The variable, its first value and its last value.",
                "type": "array",
                "prefixItems": [variable, bounds, bounds],
                "minItems": 3,
                "maxItems": 3,
            },
            "CONTENTS": {"description": "The repeated blocks.", **contents},
        },
        "required": ["RANGE", "CONTENTS"],
        "additionalProperties": False,
    }


def _template(blocks: dict[str, Any]) -> dict[str, Any]:
    properties = {templates.PARAMETER: _parameters(templates.TEMPLATE), **blocks, "COMMENTS": {"type": "string"}}
    return {
        "title": templates.TEMPLATE.title,
        "description": templates.TEMPLATE.meaning,
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }


def _instance() -> dict[str, Any]:
    schema = _object(templates.INSTANCE)
    schema["properties"][templates.PARAMETER] = _parameters(templates.INSTANCE)
    return schema


def _parameters(block: BlockSchema) -> dict[str, Any]:
    """Return the schema of parameters, each of which is a name with its values."""
    keyword = next(keyword for keyword in block.keywords if keyword.name == templates.PARAMETER)
    name = {"type": "string", "pattern": "^#?[A-Za-z0-9_]+$"}
    values = {"type": "array", "prefixItems": [name], "items": {"type": ["number", "string"]}, "minItems": 1}
    return {"description": keyword.meaning, "type": "array", "items": {"anyOf": [values, name]}, "minItems": 1}


def _object(block: BlockSchema) -> dict[str, Any]:
    schema: dict[str, Any] = {
        "title": block.title,
        "description": block.meaning,
        "type": "object",
        "properties": {keyword.name: _keyword(keyword) for keyword in block.keywords}
        | {"COMMENTS": {"type": "string"}},
        "additionalProperties": False,
    }
    required = [keyword.name for keyword in block.keywords if keyword.required]
    if required:
        schema["required"] = required
    rules: list[dict[str, Any]] = [{"anyOf": [{"required": [name]} for name in group]} for group in block.one_of]
    rules += [{"not": {"required": [keyword.name, other]}} for keyword in block.keywords for other in keyword.excludes]
    rules += _variants(block)
    if rules:
        schema["allOf"] = rules
    return schema


def _variants(block: BlockSchema) -> list[dict[str, Any]]:
    """Return the rules for each choice of a type: its required keywords and its invalid keywords."""
    if block.variants is None:
        return []
    rules = []
    for variant in block.variants.table:
        idle = sorted(block.variants.governed - {*variant.required, *variant.optional, *variant.defaults})
        chosen = {
            "properties": {block.variants.selector: {"const": variant.choice}},
            "required": [block.variants.selector],
        }
        then: dict[str, Any] = {}
        if variant.required:
            then["required"] = list(variant.required)
        if idle:
            then["properties"] = dict.fromkeys(idle, False)
        if then:
            rules.append({"if": chosen, "then": then})
    return rules


def _keyword(keyword: Keyword) -> dict[str, Any]:
    schema = _value(keyword)
    if keyword.repeats and keyword.type is not Type.TEXT:
        schema = {"type": "array", "items": schema, "minItems": 1}
    described: dict[str, Any] = {"description": keyword.meaning, **schema}
    if keyword.unit:
        described["x-unit"] = keyword.unit
    if keyword.default is not None:
        default = keyword.default
        described["default"] = list(default) if isinstance(default, tuple) else default
    return described


def _value(keyword: Keyword) -> dict[str, Any]:
    if keyword.type is Type.CONTAINER:
        return _container(keyword)
    item = _item(keyword)
    if keyword.takes_places:
        frame = {"type": "string", "pattern": NAME_PATTERN, "description": "The fixed frame of the coordinates."}
        place = [_number({})] * 3
        in_place = {"type": "array", "prefixItems": [*place, frame], "minItems": 3, "maxItems": 4}
        parameter = {"type": "string", "pattern": PARAMETER_PATTERN}
        in_frame = {"type": "array", "prefixItems": [parameter, frame], "minItems": 2, "maxItems": 2}
        return {"anyOf": [item, parameter, in_place, in_frame]}
    if keyword.is_scalar:
        return item
    sizes = keyword.counts
    if not sizes:
        array = {"type": "array", "items": item, "minItems": 1}
    else:
        array = {"type": "array", "items": item, "minItems": min(sizes), "maxItems": max(sizes)}
    # A list with a single item may be written as this item, and a vector parameter replaces a whole list.
    alone = [item] if not sizes or 1 in sizes else []
    if keyword.type is Type.NUMBER and not alone:
        alone = [{"type": "string", "pattern": PARAMETER_PATTERN}]
    return {"anyOf": [array, *alone]} if alone else array


def _container(keyword: Keyword) -> dict[str, Any]:
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {child.name: _keyword(child) for child in keyword.children},
        "additionalProperties": False,
    }
    required = [child.name for child in keyword.children if child.required]
    if required:
        schema["required"] = required
    return schema


def _item(keyword: Keyword) -> dict[str, Any]:
    bounds: dict[str, Any] = {}
    if keyword.minimum is not None:
        bounds["minimum"] = keyword.minimum
    if keyword.above is not None:
        bounds["exclusiveMinimum"] = keyword.above
    if keyword.maximum is not None:
        bounds["maximum"] = keyword.maximum
    match keyword.type:
        case Type.NUMBER | Type.NUMBER_OR_WORD:
            return _number(bounds)
        case Type.INTEGER:
            return {"anyOf": [{"type": "integer", **bounds}, _FORMULA]}
        case Type.CHOICE:
            return {"enum": list(keyword.choices)}
        case Type.FLAG:
            return {"type": "boolean"}
        case Type.NAME | Type.REFERENCE:
            return {"type": "string", "pattern": NAME_PATTERN}
        case Type.POINTS:
            return _number({})
        case _:
            return {"type": "string"}


def _number(bounds: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [{"type": "number", **bounds}, _FORMULA]}
