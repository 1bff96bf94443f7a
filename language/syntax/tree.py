"""Defines the syntax tree, which consists of blocks and argument lists with spans. Keywords and types have no meaning
in this module.

A large deck has millions of these records. A record is therefore a flat tuple with the numbers of its spans, and
creates a `Span` only on request.
"""

from __future__ import annotations

from typing import NamedTuple

from rbsolve.language.diagnostics import Source, Span


class Item(NamedTuple):
    """An item of a comma-separated list. `text` has no surrounding white space, comments or quotes. `quoted` is True if
    the argument has quotes. `span` is the place of the argument.

    A comment in the middle of an item is replaced by blanks. `text[k]` is therefore k characters after the start of
    `span` (after the quote, if quoted).
    """

    text: str
    quoted: bool
    source: Source
    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def span(self) -> Span:
        """Return the place of the item, with its quotes."""
        return Span(*self[2:])


class MadeItem(Item):
    """A name without a place in the text, for an object that a short form creates."""

    __slots__ = ()


class Block(NamedTuple):
    """A block `@KEY {args}`, `@KEY {body}` or `@KEY {args} {body}`.

    `keyword` does not include the `@`. `items` is None if there are no argument braces. `body` is None if there are no
    body braces (`{}` is an empty argument list). The places are `span`, `items_span` and `end`.
    """

    keyword: str
    items: tuple[Item, ...] | None
    body: tuple[Block, ...] | None
    source: Source
    line: int
    column: int
    items_line: int
    items_column: int
    items_end_line: int
    items_end_column: int
    end_line: int
    end_column: int

    @property
    def span(self) -> Span:
        """Return the place of the keyword, with its `@`."""
        return Span(self.source, self.line, self.column, self.line, self.column + 1 + len(self.keyword))

    @property
    def items_span(self) -> Span | None:
        """Return the place of the argument list with its braces, or None without a list."""
        if self.items is None:
            return None
        return Span(self.source, self.items_line, self.items_column, self.items_end_line, self.items_end_column)

    @property
    def end(self) -> Span:
        """Return the place of the last closing brace."""
        return Span(self.source, self.end_line, self.end_column, self.end_line, self.end_column + 1)


class SyntaxTree(NamedTuple):
    """All blocks of a deck in order, after includes have been inserted.

    `is_whole` is False if blocks may be lost or misplaced because of errors. In this case, reports of missing, unknown
    or unused objects are unreliable. `lacks_files` is True if an included file or a repetition is missing.
    """

    blocks: tuple[Block, ...]
    is_whole: bool = True
    lacks_files: bool = False
