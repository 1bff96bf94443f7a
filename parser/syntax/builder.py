"""Tokens of `deck.lark` to blocks.

The tokens are known to be well formed, so the patterns here only find their parts. Positions come from offsets: within a
line they are a subtraction, which is what keeps large decks fast.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from rbsolve.parser.diagnostics import Source, Span
from rbsolve.parser.syntax.arguments import NOT_PLAIN, Report, items_of, plain_items
from rbsolve.parser.syntax.text import Places
from rbsolve.parser.syntax.tree import Block, Item

# Deeper decks are mistakes; the limit lets every later stage walk the tree recursively.
MAXIMUM_DEPTH = 64

BLANK = r"(?:\s++|![^\n]*+)*+"
_COMMENTS = rf"(@COMMENTS(?!\w)){BLANK}(\{{[^}}]*+\}}){BLANK}"
_KEYWORD = rf"(@[A-Za-z0-9_]++){BLANK}"
_ARGUMENTS = rf'(\{{(?:[^{{}}@!"]++|![^\n]*+|"[^"\n]*+")*+\}}){BLANK}'
_PARAMETER = re.compile(rf"{_KEYWORD}{_ARGUMENTS}")
_COMMENTS_OR_PARAMETER = re.compile(rf"{_COMMENTS}|{_KEYWORD}{_ARGUMENTS}")
_HEAD = re.compile(rf"{_KEYWORD}(?:{_ARGUMENTS})?(\{{){BLANK}")


class Head:
    """What is known of a block when its body starts."""

    __slots__ = ("brace", "items", "items_span", "keyword", "span")

    def __init__(
        self, keyword: str, span: Span, items: tuple[Item, ...] | None, items_span: Span | None, brace: int
    ) -> None:
        self.keyword = keyword
        self.span = span
        self.items = items
        self.items_span = items_span
        self.brace = brace  # offset of the brace that opens the body

    def close(self, body: list[Block], end: Span) -> Block:
        """The block, now that its body is known."""
        return Block(self.keyword, self.span, self.items, self.items_span, tuple(body), end)


class Builder:
    """Makes the blocks of one source."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.places = Places(source)
        self.report = report
        self.open: list[Head] = []
        self.mended: dict[int, Head | Block] = {}  # by offset: parts that only the repair could read

    def parameters(self, start: int, end: int) -> list[Block]:
        """Blocks of a run of parameters, text[start:end]."""
        if self.mended:
            mended = self.mended.pop(start, None)
            if isinstance(mended, Block):
                return [mended]
        text = self.source.text
        if text.find("@COMMENTS", start, end) < 0:
            matches = _PARAMETER.finditer(text, start, end)
            return self._parameters([match.regs for match in matches], 1)
        blocks = []
        for match in _COMMENTS_OR_PARAMETER.finditer(text, start, end):
            if match[1] is None:
                blocks += self._parameters([match.regs], 3)
            else:
                blocks.append(self.comments(*match.span(1), *match.span(2)))
        return blocks

    def _parameters(self, parameters: list[tuple[tuple[int, int], ...]], first: int) -> list[Block]:
        """Blocks of parameters, given what the pattern found; group `first` is the keyword, the next the arguments."""
        text, source, starts = self.source.text, self.source, self.places.starts
        make = tuple.__new__
        blocks = []
        line = bisect_right(starts, parameters[0][first][0])
        below = starts[line - 1] - 1  # what an offset in this line is more than its column
        above = starts[line] if line < len(starts) else len(text) + 1
        second = first + 1
        for regs in parameters:
            key, key_end = regs[first]
            brace, end = regs[second]
            if key >= above:
                line = bisect_right(starts, key)
                below = starts[line - 1] - 1
                above = starts[line] if line < len(starts) else len(text) + 1
            arguments = text[brace + 1 : end - 1]
            if end > above or NOT_PLAIN.search(arguments):
                blocks.append(self.parameter(key, key_end, brace, end))
                continue
            span = make(Span, (source, line, key - below, line, key_end - below))
            last = end - below
            items_span = make(Span, (source, line, brace - below, line, last))
            items = plain_items(arguments, self.places, line, brace + 1 - below)
            if items is None:
                items = items_of(arguments, brace + 1, self.places, self.report)
            close = make(Span, (source, line, last - 1, line, last))
            blocks.append(make(Block, (text[key + 1 : key_end], span, items, items_span, None, close)))
        return blocks

    def parameter(self, key: int, key_end: int, brace: int, end: int) -> Block:
        """One parameter, from the offsets of its keyword and its braces."""
        text, span = self.source.text, self.places.span
        items = items_of(text[brace + 1 : end - 1], brace + 1, self.places, self.report)
        return Block(text[key + 1 : key_end], span(key, key_end), items, span(brace, end), None, span(end - 1, end))

    def comments(self, key: int, key_end: int, brace: int, end: int) -> Block:
        """A `@COMMENTS` block: one item of free text."""
        text, span = self.source.text, self.places.span
        inside = text[brace + 1 : end - 1]
        free = inside.strip()
        first = brace + 1 + len(inside) - len(inside.lstrip())
        items = (Item(free, span(first, first + len(free))),) if free else ()
        return Block("COMMENTS", span(key, key_end), items, span(brace, end), None, span(end - 1, end))

    def block(self, start: int, end: int) -> Block:
        """A block whose body holds nothing but parameters, text[start:end]."""
        head, body_start = self._head(start)
        body = self.parameters(body_start, end - 1) if body_start < end - 1 else []
        return head.close(body, self.places.span(end - 1, end))

    def open_block(self, start: int) -> Head:
        """Start a block whose head `@KEY {args} {` or `@KEY {` stands at `start`."""
        mended = self.mended.pop(start, None) if self.mended else None
        head = mended if isinstance(mended, Head) else self._head(start)[0]
        self.open.append(head)
        if len(self.open) == MAXIMUM_DEPTH + 1:
            self.report(f"blocks are nested more than {MAXIMUM_DEPTH} deep", head.span, None)
        return head

    def close_block(self, body: list[Block], brace: int) -> Block | None:
        """End the innermost open block; None where it cannot be part of the tree."""
        head = self.open.pop()
        if not head.keyword or len(self.open) >= MAXIMUM_DEPTH:
            return None
        return head.close(body, self.places.span(brace, brace + 1))

    def _head(self, start: int) -> tuple[Head, int]:
        """The head of a block with a body and the offset where its body starts."""
        match = _HEAD.match(self.source.text, start)
        assert match is not None, "the grammar and the builder disagree"
        key, key_end = match.span(1)
        if match[2] is None:
            span = self.places.span(key, key_end)
            return Head(self.source.text[key + 1 : key_end], span, None, None, match.start(3)), match.end()
        (block,) = self._parameters([match.regs], 1)
        return Head(block.keyword, block.span, block.items, block.items_span, match.start(3)), match.end()
