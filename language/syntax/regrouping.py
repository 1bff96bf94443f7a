"""Repairs the nesting after a missing `}`. The keywords of blocks show which blocks must be moved out of other blocks.

In every deck, the keywords follow a pattern: objects `@X_NAME {name} {...}` are in a definition `@X_DEFINITION {...}`.
Neither an object nor a definition of objects contains a definition. After a damaged place, the next definition
therefore shows where reading can continue normally.
"""

from __future__ import annotations

from collections.abc import Iterable

from rbsolve.language.syntax.tree import Block

DEFINITION, COMMAND, NAME = "_DEFINITION", "_COMMAND", "_NAME"


def regroup(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """Return the blocks of a damaged file, with misplaced definitions and objects moved out of the blocks around them."""
    result: list[Block] = []
    for block in blocks:
        whole, lifted = _part(block)
        result.append(whole)
        result += lifted
    return tuple(result)


def _part(block: Block) -> tuple[Block, list[Block]]:
    """Return a block without misplaced blocks, and the misplaced blocks in the order of the text."""
    if not block.body:
        return block, []
    body: list[Block] = []
    lifted: list[Block] = []
    is_object = _is_object(block)
    # A definition that contains definitions, such as the definition of a whole model, starts with a definition.
    holds_objects = block.items is None and not block.body[0].keyword.endswith(DEFINITION)
    for child in block.body:
        whole, from_child = _part(child)
        for one in (whole, *from_child):
            is_definition = one.body is not None and one.items is None and one.keyword.endswith((DEFINITION, COMMAND))
            is_sibling = is_object and _is_object(one)
            if is_sibling or (is_definition and (is_object or holds_objects)):
                lifted.append(one)
            else:
                body.append(one)
    return block._replace(body=tuple(body)), lifted


def _is_object(block: Block) -> bool:
    """Return whether a block is a named object with a body."""
    return block.body is not None and bool(block.items) and block.keyword.endswith(NAME)
