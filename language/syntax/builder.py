"""Implements the rules of `deck.lark` as functions, which build blocks with their places from terminals.

Within a line, a column is the difference of two offsets. This makes the reading of large decks fast.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Any, NamedTuple

from rbsolve.language.diagnostics import Source
from rbsolve.language.grammars.lexer import Token
from rbsolve.language.syntax.arguments import Report, items_of, plain_items
from rbsolve.language.syntax.text import Places
from rbsolve.language.syntax.tree import Block, Item

# Deeper nesting is a mistake. Because of this limit, later stages can traverse the tree by recursion.
MAXIMUM_DEPTH = 64

_HEAD_OF_COMMENTS = re.compile(r"@COMMENTS(?:\s++|![^\n]*+)*+")
_needs_a_look = re.compile(r'[!"\n]').search  # finds comments, quotes and line ends in arguments
make_tuple = tuple.__new__  # creates a named tuple without its slow constructor


class Key(NamedTuple):
    """A keyword without its `@`, and its place."""

    keyword: str
    offset: int
    line: int
    column: int


class Arguments(NamedTuple):
    """The items between two braces, and three positions: of the first brace, after the last brace, and of the last
    brace.
    """

    items: tuple[Item, ...]
    line: int
    column: int
    end_line: int
    end_column: int
    last_line: int
    last_column: int


class Open(NamedTuple):
    """The keyword of a block whose body is open, and the offset of the body's brace."""

    key: Key
    brace: int


class TreeBuilder:
    """Creates the blocks of one source after another.

    The actions have the names of the terminals and rules of the grammar. The parser calls the actions in the order of
    the text, so errors are found in this order.
    """

    source: Source
    places: Places
    report: Report
    is_whole: bool
    """The field of the same name in SyntaxTree."""
    open: list[Open]

    def begin(self, source: Source, report: Report) -> None:
        """Start another source."""
        self.source, self.places, self.report = source, Places(source), report
        self.is_whole = True
        self.open = []
        self._key = Key("", 0, 0, 0)
        self._too_deep = -1  # the last keyword that was reported as nested too deeply
        self._line = self._before = self._next_line = 0  # a column in this line is the offset minus `_before`

    # --- terminals

    def KEYWORD(self, token: Token) -> Key:
        """Return the keyword of a block."""
        start = token.start_pos
        name = self.source.text[start + 1 : token.end_pos] if token.value is None else token.value
        self._key = key = make_tuple(Key, (name, start, *self._place(start)))
        return key

    def ARGUMENTS(self, token: Token) -> Arguments:
        """Return the items between the braces of arguments."""
        start, end = token.start_pos, token.end_pos
        line, column = self._place(start)
        if token.value is not None:
            items, is_closed = token.value
            end_line, end_column = self._place(end)
            return Arguments(items, line, column, end_line, end_column, end_line, end_column - is_closed)
        arguments = self.source.text[start + 1 : end - 1]
        items = None if _needs_a_look(arguments) else plain_items(arguments, self.source, line, column + 1)
        if items is None:
            items = items_of(arguments, start + 1, self.places, self.report)
        end_line, end_column = (line, end - self._before) if end < self._next_line else self._place(end)
        return make_tuple(Arguments, (items, line, column, end_line, end_column, end_line, end_column - 1))

    def COMMENTS(self, token: Token) -> Block | None:
        """Return a block with one item of free text, or None for an inserted token without text."""
        start, end = token.start_pos, token.end_pos
        if start == end:
            return None
        place = self.places.place
        head = _HEAD_OF_COMMENTS.match(self.source.text, start)
        assert head is not None
        brace = head.end()
        inside = self.source.text[brace + 1 : end - 1]
        text = inside.strip()
        first = brace + 1 + len(inside) - len(inside.lstrip())
        items = (Item(text, False, *self.places.span(first, first + len(text))),) if text else ()
        return Block("COMMENTS", items, None, self.source, *place(start), *place(brace), *place(end), *place(end - 1))

    def LBRACE(self, token: Token) -> Token:
        """Return the beginning of a body."""
        self.open.append(Open(self._key, token.start_pos))
        key = self._key
        if len(self.open) == MAXIMUM_DEPTH + 1 and self._too_deep != key.offset:
            self.is_whole = False
            self._too_deep = key.offset
            span = self.places.span(key.offset, key.offset + 1 + len(key.keyword))
            self.report(f"blocks are nested more than {MAXIMUM_DEPTH} levels deep", span, None)
        return token

    def RBRACE(self, token: Token) -> tuple[int, int]:
        """Return the end of a body."""
        self.open.pop()
        return self._place(token.start_pos)

    # --- rules

    def deck(self, children: list[Any]) -> list[Block]:
        """Return all blocks of the text."""
        blocks: list[Block] = children[0]
        return blocks

    def nothing(self, children: list[Any]) -> list[Block]:
        """Return the empty list of blocks before the first block."""
        return []

    def comments(self, children: list[Any]) -> list[Block]:
        """Handle `@COMMENTS {...}`."""
        blocks: list[Block]
        block: Block | None
        blocks, block = children
        if block is not None:
            blocks.append(block)
        return blocks

    def parameter(self, children: list[Any]) -> list[Block]:
        """Handle `@KEY {args}`."""
        blocks: list[Block]
        blocks, (keyword, _, line, column), (items, *place) = children
        if keyword:
            blocks.append(make_tuple(Block, (keyword, items, None, self.source, line, column, *place)))
        else:
            self.is_whole = False
        return blocks

    def container(self, children: list[Any]) -> list[Block]:
        """Handle `@KEY {body}`."""
        blocks, key, _, body, end = children
        nowhere = (key.line, key.column)
        return self._with_body(blocks, key, (None, *nowhere, *nowhere, *nowhere), body, end)

    def named_object(self, children: list[Any]) -> list[Block]:
        """Handle `@KEY {args} {body}`."""
        blocks, key, arguments, _, body, end = children
        return self._with_body(blocks, key, arguments, body, end)

    def _with_body(
        self, blocks: list[Block], key: Key, arguments: tuple[Any, ...], body: list[Block], end: tuple[int, int]
    ) -> list[Block]:
        """Return the blocks with one more block, unless the block is nested too deeply."""
        keyword, _, line, column = key
        if keyword and len(self.open) < MAXIMUM_DEPTH:
            items, *place, _, _ = arguments
            blocks.append(make_tuple(Block, (keyword, items, tuple(body), self.source, line, column, *place, *end)))
        return blocks

    def _place(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset. Usually, the previous offset is in the same line."""
        if not self._before < offset < self._next_line:
            starts = self.places.starts
            self._line = bisect_right(starts, offset)
            self._before = starts[self._line - 1] - 1
            self._next_line = starts[self._line] if self._line < len(starts) else len(self.source.text) + 1
        return self._line, offset - self._before
