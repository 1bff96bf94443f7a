"""Converts the text of one file to its syntax tree. lark reads the text by `deck.lark`."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from rbsolve.language.diagnostics import Diagnostics, Source
from rbsolve.language.growth import without_garbage_collection
from rbsolve.language.syntax.builder import TreeBuilder
from rbsolve.language.syntax.errors import Errors
from rbsolve.language.syntax.regrouping import regroup
from rbsolve.language.syntax.tree import Block, SyntaxTree

if TYPE_CHECKING:
    from lark import Lark


def read_tree(source: Source, diagnostics: Diagnostics) -> SyntaxTree:
    """Read one file.

    All independent syntax errors are added to `diagnostics`, at most 20. The tree contains all readable parts.
    """
    diagnostics.know_file(source)
    errors = Errors(diagnostics)
    parser, builder = _of_thread.parser()
    builder.begin(source, errors.report)
    with without_garbage_collection():
        blocks = tuple(_read(parser, builder, errors))
    if not errors.found:
        return SyntaxTree(blocks)
    better = regroup(blocks)
    return SyntaxTree(better, builder.is_whole and better == blocks)


class _Parsers(threading.local):
    """The parser of each thread. It is cached, because its creation takes longer than reading a small deck."""

    _made: tuple[Lark, TreeBuilder] | None = None

    def parser(self) -> tuple[Lark, TreeBuilder]:
        """Return the parser, and the builder with the actions of the grammar."""
        if self._made is None:
            from rbsolve.language.grammars.loading import parser_of

            builder = TreeBuilder()
            self._made = parser_of("deck", builder), builder
        return self._made


_of_thread = _Parsers()


def _read(parser: Lark, builder: TreeBuilder, errors: Errors) -> list[Block]:
    """Return the blocks of the builder's source."""
    from lark.exceptions import UnexpectedInput

    reading = parser.parse_interactive(builder.source.text)
    repair = None
    while True:
        try:
            blocks: list[Block] = reading.resume_parse()
            return blocks
        except UnexpectedInput as error:
            if repair is None:
                from rbsolve.language.syntax.repair import (
                    Repair,  # imported only here, because most decks do not need it
                )

                repair = Repair(builder, errors, reading)
            repair.mend(error)
