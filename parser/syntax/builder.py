"""Tokens of `reader.py` to blocks.

The tokens are known to be well formed, so the patterns here only find their parts. Within a line, a position is an
offset minus that of the line's start, which is what keeps large decks fast.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from rbsolve.parser.diagnostics import Source
from rbsolve.parser.syntax.arguments import Report, items_of, plain_items
from rbsolve.parser.syntax.text import Places
from rbsolve.parser.syntax.tree import Block, Item

# Deeper decks are mistakes; the limit lets every later stage walk the tree recursively.
MAXIMUM_DEPTH = 64

# A group is possessive only where none of its alternatives can fail after its first character: elsewhere Python before 3.11.5
# goes on behind what the alternative that failed had read (gh-106052).
BLANK = r"(?:\s++|![^\n]*+)*+"
_KEYWORD = rf"(@[A-Za-z0-9_]++){BLANK}"
# The second group holds the braces; the third is there when nothing but commas and white space needs a second look.
_ARGUMENTS = rf'(\{{(?:([^{{}}@!"(\n]*+)(?=\}})|(?:[^{{}}@!"]++|![^\n]*+|"[^"\n]*+")*)\}}){BLANK}'
_PARAMETER = re.compile(rf"{_KEYWORD}{_ARGUMENTS}")
_COMMENTS = re.compile(rf"(@COMMENTS(?!\w)){BLANK}(\{{[^}}]*+\}}){BLANK}")
_HEAD = re.compile(rf"{_KEYWORD}(?:{_ARGUMENTS})?(\{{){BLANK}")


class Head(NamedTuple):
    """What is known of a block when its body starts: offsets of keyword and braces, and the items."""

    key: int
    keyword: str
    items: tuple[Item, ...] | None
    items_start: int
    items_end: int
    brace: int


class TreeBuilder:
    """Makes the blocks of one source."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.places = Places(source)
        self.report = report
        self.is_whole = True  # see SyntaxTree
        self.open: list[Head] = []
        self.mended: dict[int, Head] = {}  # by offset: blocks and beginnings of blocks that only the repair could read

    def parameters(self, start: int, end: int) -> list[Block]:
        """Blocks of a run of parameters, text[start:end]."""
        text = self.source.text
        if start in self.mended:
            head = self.mended.pop(start)
            if head.keyword:
                return [self.close(head, None, head.brace)]
            self.is_whole = False
            return []
        if text.find("@COMMENTS", start, end) < 0:
            return self._plain_run(_PARAMETER.finditer(text, start, end))
        blocks = []
        while start < end:
            match = _COMMENTS.match(text, start, end)
            if match is not None:
                blocks.append(self._comments(*match.span(1), *match.span(2)))
            else:
                match = _PARAMETER.match(text, start, end)
                assert match is not None, "the reader and the builder disagree"
                blocks += self._plain_run([match])
            start = match.end()
        return blocks

    def block(self, start: int, end: int) -> Block:
        """A block whose body holds nothing but parameters, text[start:end]."""
        head, body_start = self._head(start)
        body = self.parameters(body_start, end - 1) if body_start < end - 1 else []
        return self.close(head, tuple(body), end - 1)

    def open_block(self, start: int) -> None:
        """Start a block whose head `@KEY {args} {` or `@KEY {` stands at `start`."""
        head = self.mended.pop(start, None) or self._head(start)[0]
        self.open.append(head)
        if len(self.open) == MAXIMUM_DEPTH + 1:
            self.is_whole = False
            span = self.places.span(head.key, head.key + 1 + len(head.keyword))
            self.report(f"blocks are nested more than {MAXIMUM_DEPTH} deep", span, None)

    def close_block(self, body: list[Block], brace: int) -> Block | None:
        """End the innermost open block; None where it cannot be part of the tree."""
        head = self.open.pop()
        if not head.keyword or len(self.open) >= MAXIMUM_DEPTH:
            return None
        return self.close(head, tuple(body), brace)

    def close(self, head: Head, body: tuple[Block, ...] | None, brace: int) -> Block:
        """The block of a head, given its body and the offset of its last brace."""
        place = self.places.place
        items = (*place(head.items_start), *place(head.items_end))
        return Block(head.keyword, head.items, body, self.source, *place(head.key), *items, *place(brace))

    def _plain_run(self, matches: Iterable[re.Match[str]]) -> list[Block]:
        """Blocks of parameters in the order of the text, given what their pattern found."""
        text, source, starts, places, report = (
            self.source.text,
            self.source,
            self.places.starts,
            self.places,
            self.report,
        )
        make = tuple.__new__
        blocks = []
        before = next_line = line = 0  # columns are offsets minus `before` in the line that ends before `next_line`
        for match in matches:
            _, (key, key_end), (brace, end), (plain, _) = match.regs[:4]
            if key >= next_line:
                line = bisect_right(starts, key)
                before = starts[line - 1] - 1
                next_line = starts[line] if line < len(starts) else len(text) + 1
            keyword = text[key + 1 : key_end]
            if plain < 0 or end > next_line:
                mixed = items_of(text[brace + 1 : end - 1], brace + 1, places, report)
                blocks.append(self.close(Head(key, keyword, mixed, brace, end, end), None, end - 1))
                continue
            items = plain_items(text[plain : end - 1], source, line, plain - before)
            if items is None:
                items = items_of(text[plain : end - 1], plain, places, report)
            last = end - before
            place = (keyword, items, None, source, line, key - before, line, brace - before, line, last, line, last - 1)
            blocks.append(make(Block, place))
        return blocks

    def _comments(self, key: int, key_end: int, brace: int, end: int) -> Block:
        """A `@COMMENTS` block: one item of free text."""
        inside = self.source.text[brace + 1 : end - 1]
        text = inside.strip()
        start = brace + 1 + len(inside) - len(inside.lstrip())
        items = (Item(text, False, *self.places.span(start, start + len(text))),) if text else ()
        return self.close(Head(key, "COMMENTS", items, brace, end, 0), None, end - 1)

    def _head(self, start: int) -> tuple[Head, int]:
        """The head of a block with a body and the offset where its body starts."""
        text = self.source.text
        match = _HEAD.match(text, start)
        assert match is not None, "the reader and the builder disagree"
        key, key_end = match.span(1)
        brace, end = match.span(2)
        items: tuple[Item, ...] | None = None
        if brace >= 0:
            arguments = text[brace + 1 : end - 1]
            if match[3] is not None:
                line, column = self.places.place(brace + 1)
                items = plain_items(arguments, self.source, line, column)
            if items is None:
                items = items_of(arguments, brace + 1, self.places, self.report)
        return Head(key, text[key + 1 : key_end], items, brace, end, match.start(4)), match.end()
