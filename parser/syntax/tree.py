"""The syntax tree: blocks and argument lists with spans. It knows no keyword and no type."""

from __future__ import annotations

from dataclasses import dataclass

from rbsolve.parser.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Item:
    """One comma-separated argument: its text without surrounding white space and comments; quotes are removed
    (`quoted` remembers them)."""

    text: str
    span: Span
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """`@KEY {args}`, `@KEY {body}` or `@KEY {args} {body}`.

    `keyword` is without the `@`; `span` is the place of the keyword itself. `items` is None when there are no argument
    braces, `body` is None when there is no body brace (`{}` reads as an empty argument list). `end` is the place of
    the closing brace.
    """

    keyword: str
    span: Span
    items: tuple[Item, ...] | None
    items_span: Span | None
    body: tuple[Block, ...] | None
    end: Span


@dataclass(frozen=True, slots=True)
class Tree:
    """All blocks of a deck, in order, after includes have been put in their places."""

    blocks: tuple[Block, ...]
