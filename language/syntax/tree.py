"""The syntax tree: blocks and argument lists with spans. It knows no keyword and no type.

A large deck makes millions of these records, so they are flat tuples that hold the numbers of their spans and make a
`Span` when asked for one.
"""

from __future__ import annotations

from typing import NamedTuple

from rbsolve.language.diagnostics import Source, Span


class Item(NamedTuple):
    """One comma-separated argument: its `text` without surrounding white space and comments, quotes removed (`quoted`
    remembers them), and its place `span`.

    A comment in the middle of an item is blanked out, so that `text[k]` stands k characters after the start of `span`
    (after the quote, when quoted).
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
        """The place of the item, with its quotes."""
        return Span(*self[2:])


class MadeItem(Item):
    """A name that no text has: that of an object for which a short form stands."""

    __slots__ = ()


class Block(NamedTuple):
    """`@KEY {args}`, `@KEY {body}` or `@KEY {args} {body}`.

    `keyword` is without the `@`. `items` is None when there are no argument braces, `body` is None when there is no
    body brace (`{}` reads as an empty argument list). The places are `span`, `items_span` and `end`.
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
        """The place of the keyword, with its `@`."""
        return Span(self.source, self.line, self.column, self.line, self.column + 1 + len(self.keyword))

    @property
    def items_span(self) -> Span | None:
        """The place of the argument list with its braces; None when there is none."""
        return None if self.items is None else Span(self.source, *self[6:10])

    @property
    def end(self) -> Span:
        """The place of the last closing brace."""
        return Span(self.source, self.end_line, self.end_column, self.end_line, self.end_column + 1)


class SyntaxTree(NamedTuple):
    """All blocks of a deck, in order, after includes have been put in their places.

    `is_whole` is False after errors that may have lost blocks or put them into others where they do not belong: what
    is then missing, unknown or not used says little. `lacks_files` says that an included file or a
    repetition is missing.
    """

    blocks: tuple[Block, ...]
    is_whole: bool = True
    lacks_files: bool = False
