"""Collects all blocks of the deck language, and looks them up by name."""

from __future__ import annotations

from collections.abc import Mapping

from rbsolve.language import joints
from rbsolve.language.table import BlockSchema
from rbsolve.parser.schema import (
    analysis,
    bodies,
    events,
    forces,
    functions,
    geometry,
    integrators,
    sensors,
    shapes,
    signals,
    templates,
    wrappers,
)

# The blocks of objects are in the order of the deck reference.
OBJECT_BLOCKS: tuple[BlockSchema, ...] = (
    *geometry.BLOCKS,
    *bodies.BLOCKS,
    *joints.BLOCKS,
    *forces.BLOCKS,
    *functions.BLOCKS,
    *analysis.BLOCKS,
    *integrators.BLOCKS,
    *sensors.BLOCKS,
    *signals.BLOCKS,
    *events.BLOCKS,
    *shapes.BLOCKS,
)
ALL_BLOCKS: tuple[BlockSchema, ...] = (*wrappers.BLOCKS, *templates.BLOCKS, *OBJECT_BLOCKS)

BY_DEFINITION: Mapping[str, BlockSchema] = {block.definition: block for block in OBJECT_BLOCKS}
BY_NAME_KEYWORD: Mapping[str, BlockSchema] = {block.name_keyword: block for block in OBJECT_BLOCKS}

# The blocks of a deck before its expansion. These include templates and instances.
WRITTEN_BY_DEFINITION: Mapping[str, BlockSchema] = {
    **{block.definition: block for block in templates.BLOCKS},
    **BY_DEFINITION,
}
WRITTEN_BY_NAME_KEYWORD: Mapping[str, BlockSchema] = {
    **{block.name_keyword: block for block in templates.BLOCKS},
    **BY_NAME_KEYWORD,
}

# The words that may occur at the top level, from which suggestions are chosen.
TOP_LEVEL: tuple[str, ...] = (*(block.definition for block in ALL_BLOCKS), *wrappers.WRAPPERS)


def kinds_of_family(family: str) -> tuple[str, ...]:
    """Return the kinds of objects that share a family of names."""
    return tuple(dict.fromkeys(block.kind for block in OBJECT_BLOCKS if block.family == family))
