"""Text of one file to its syntax tree.

A deck is a sequence of blocks of three shapes; no keyword is known but @COMMENTS, whose text may hold anything but `}`.

    @KEY {args}         a parameter
    @KEY {body}         a container
    @KEY {args} {body}  a named object

Tokens are coarse, because the cost of reading is a cost per token: a run of parameters is one token, and so is a block whose body holds
nothing but parameters. The quantifiers are possessive (`*+`), so that matching takes linear time.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rbsolve.parser.diagnostics import Diagnostics, Source
from rbsolve.parser.growth import without_garbage_collection
from rbsolve.parser.syntax.builder import BLANK, TreeBuilder
from rbsolve.parser.syntax.errors import Errors, Repaired
from rbsolve.parser.syntax.regrouping import regrouped
from rbsolve.parser.syntax.tree import Block, SyntaxTree

if TYPE_CHECKING:
    from rbsolve.parser.syntax.repair import Repair

_KEYWORD = rf"@(?!COMMENTS\b)[A-Za-z0-9_]++{BLANK}"
_ARGUMENTS = rf'\{{(?:[^{{}}@!"]++|![^\n]*+|"[^"\n]*+")*\}}{BLANK}'
_COMMENTS = rf"@COMMENTS(?!\w){BLANK}\{{[^}}]*+\}}{BLANK}"
_PARAMETER = rf"(?:{_KEYWORD}{_ARGUMENTS}(?!\{{)|{_COMMENTS})"
_OPEN = rf"(?:{_KEYWORD}{_ARGUMENTS}\{{{BLANK}(?=[@}}])|{_KEYWORD}\{{{BLANK}(?=@))"
# Blanks and comments after a parameter and after an opening brace belong to the token before them; the last ones are the others.
_TOKEN = re.compile(rf"({_PARAMETER}+)|({_OPEN}{_PARAMETER}*\}})|({_OPEN})|(\}})|((?:\s++|![^\n]*+)++)")
_PARAMETERS, _BLOCK, _HEAD, _CLOSE = range(1, 5)


def read_tree(source: Source, diagnostics: Diagnostics) -> SyntaxTree:
    """Read one file.

    Every independent syntax error goes to `diagnostics`, at most 20; what could be read is in the tree all the same.
    """
    diagnostics.know_file(source)
    errors = Errors(diagnostics)
    builder = TreeBuilder(source, errors.report)
    with without_garbage_collection():
        blocks = tuple(_read(source.text, builder, errors))
    if not errors.found:
        return SyntaxTree(blocks)
    better = regrouped(blocks)
    return SyntaxTree(better, builder.is_whole and better == blocks)


def _read(text: str, builder: TreeBuilder, errors: Errors) -> list[Block]:
    """The blocks of a text. They are built as their tokens come, so that errors are found in the order of the text."""
    outer: list[list[Block]] = []  # what stands before the blocks that are open
    blocks: list[Block] = []
    repair: Repair | None = None
    place, last = 0, len(text)
    while place < last:
        token = _TOKEN.match(text, place)
        kind, start = 0 if token is None else token.lastindex, place
        if token is not None:
            place = token.end()
        if kind == _PARAMETERS:
            blocks += builder.parameters(start, place)
        elif kind == _BLOCK:
            blocks.append(builder.block(start, place))
        elif kind == _HEAD:
            builder.open_block(start)
            outer.append(blocks)
            blocks = []
        elif kind == _CLOSE and outer:
            blocks = _closed(builder, outer.pop(), blocks, start)
        elif kind == _CLOSE:
            repair = repair or _begin_repair(builder, errors)
            place = repair.after_unexpected_close(start)
        elif kind == 0:
            repair = repair or _begin_repair(builder, errors)
            place, read_as = repair.mend(start)
            if read_as == Repaired.PARAMETER:
                blocks += builder.parameters(start, start)
            elif read_as == Repaired.HEAD:
                builder.open_block(start)
                outer.append(blocks)
                blocks = []
            place = repair.next_place(place)
    if outer:
        (repair or _begin_repair(builder, errors)).report_open_blocks()
    while outer:
        blocks = _closed(builder, outer.pop(), blocks, last)
    return blocks


def _begin_repair(builder: TreeBuilder, errors: Errors) -> Repair:
    from rbsolve.parser.syntax.repair import Repair  # which most decks need not

    return Repair(builder, errors)


def _closed(builder: TreeBuilder, before: list[Block], body: list[Block], brace: int) -> list[Block]:
    """The blocks up to the end of the innermost open one."""
    block = builder.close_block(body, brace)
    if block is not None:
        before.append(block)
    return before
