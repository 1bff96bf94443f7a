"""The syntax tree: blocks and argument lists with spans. It knows no keyword and no type.

The records are named tuples because a large deck makes millions of them and a tuple is the cheapest record to make.
"""

from __future__ import annotations

from typing import NamedTuple

from rbsolve.parser.diagnostics import Span


class Item(NamedTuple):
    """One comma-separated argument: its text without surrounding white space and comments; quotes are removed
    (`quoted` remembers them).

    A comment in the middle of an item is blanked out, so that `text[k]` stands k characters after the start of `span`
    (after the quote, when quoted).
    """

    text: str
    span: Span
    quoted: bool = False


class Block(NamedTuple):
    """`@KEY {args}`, `@KEY {body}` or `@KEY {args} {body}`.

    `keyword` is without the `@`; `span` is the place of the keyword itself, with the `@`. `items` is None when there are
    no argument braces, `body` is None when there is no body brace (`{}` reads as an empty argument list). `items_span`
    is the place of the argument list with its braces, `end` that of the last closing brace.
    """

    keyword: str
    span: Span
    items: tuple[Item, ...] | None
    items_span: Span | None
    body: tuple[Block, ...] | None
    end: Span


class Tree(NamedTuple):
    """All blocks of a deck, in order, after includes have been put in their places."""

    blocks: tuple[Block, ...]
