"""Text of one file to its syntax tree."""

from __future__ import annotations

import threading
from importlib.resources import files
from typing import Protocol, cast

from lark import Lark

from rbsolve.parser.diagnostics import Diagnostics, Source
from rbsolve.parser.growth import without_garbage_collection
from rbsolve.parser.syntax.builder import Builder
from rbsolve.parser.syntax.errors import Errors
from rbsolve.parser.syntax.regrouping import regrouped
from rbsolve.parser.syntax.repair import Repair
from rbsolve.parser.syntax.tree import Block, SyntaxTree


def read_tree(source: Source, diagnostics: Diagnostics) -> SyntaxTree:
    """Read one file.

    Every independent syntax error goes to `diagnostics`, at most 20; what could be read is in the tree all the same.
    """
    diagnostics.know_file(source)
    errors = Errors(diagnostics)
    builder = Builder(source, errors.report)
    with without_garbage_collection():
        blocks = tuple(_grammar().parse(builder, Repair(builder, errors)))
    if not errors.found:
        return SyntaxTree(blocks)
    better = regrouped(blocks)
    return SyntaxTree(better, builder.is_whole and better == blocks)


class _Token(Protocol):
    """What the actions read of lark's tokens."""

    start_pos: int
    end_pos: int


_NO_BUILDER = Builder(Source("", ""), Errors(Diagnostics()).report)


class _Grammar:
    """The parser of `deck.lark` with the actions of its rules. It reads one text at a time."""

    def __init__(self) -> None:
        grammar = files("rbsolve.parser.syntax").joinpath("deck.lark").read_text(encoding="utf-8")
        self._parser = Lark(grammar, parser="lalr", lexer="contextual", transformer=self, propagate_positions=False)
        self._builder = _NO_BUILDER

    def parse(self, builder: Builder, repair: Repair) -> list[Block]:
        """Blocks of the builder's source."""
        self._builder = builder
        try:
            return cast("list[Block]", self._parser.parse(builder.source.text, on_error=repair.on_error))
        finally:
            self._builder = _NO_BUILDER

    # Actions, named after the terminals and rules of the grammar. Blocks are built as their tokens come, so that errors
    # are found in the order of the text; the rules put them together.

    def PARAMETERS(self, token: _Token) -> list[Block]:
        return self._builder.parameters(token.start_pos, token.end_pos)

    def BLOCK(self, token: _Token) -> Block:
        return self._builder.block(token.start_pos, token.end_pos)

    def OPEN(self, token: _Token) -> None:
        self._builder.open_block(token.start_pos)

    def start(self, children: list[list[Block]]) -> list[Block]:
        return children[0]

    def empty(self, _: list[object]) -> list[Block]:
        return []

    def parameters(self, children: tuple[list[Block], list[Block]]) -> list[Block]:
        blocks, more = children
        blocks += more
        return blocks

    def block(self, children: tuple[list[Block], Block]) -> list[Block]:
        blocks, block = children
        blocks.append(block)
        return blocks

    def container(self, children: tuple[list[Block], None, list[Block], _Token]) -> list[Block]:
        blocks, _, body, close = children
        block = self._builder.close_block(body, close.start_pos)
        if block is not None:
            blocks.append(block)
        return blocks


_of_thread = threading.local()


def _grammar() -> _Grammar:
    """This thread's parser: making one takes longer than reading a small deck."""
    if not hasattr(_of_thread, "grammar"):
        _of_thread.grammar = _Grammar()
    return cast(_Grammar, _of_thread.grammar)
