"""Lists the words of the language by category, for grammars that colour decks. The words come from the table of blocks."""

from __future__ import annotations

from rbsolve.language.expressions.program import FUNCTIONS
from rbsolve.parser.schema import wrappers
from rbsolve.parser.schema.registry import ALL_BLOCKS

FUNCTION_WORDS = tuple(sorted(FUNCTIONS))
# The keywords whose braces contain blocks, without the `@`.
BLOCK_WORDS = tuple(
    sorted(
        {
            *wrappers.WRAPPERS,
            *(word for block in ALL_BLOCKS for word in (block.definition, block.name_keyword)),
            *(keyword.name for block in ALL_BLOCKS for keyword in block.keywords if keyword.children),
        }
    )
)
CHOICE_WORDS = tuple(
    sorted({choice for block in ALL_BLOCKS for keyword in block.keywords for choice in keyword.choices})
)
