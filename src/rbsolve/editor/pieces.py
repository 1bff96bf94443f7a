"""Reads only the changed pieces of a deck after a small change.

A piece is a sequence of whole blocks at the top level, or of whole objects in a definition. The keyword and the closing
brace of such a definition must be on separate lines. A piece is read like a file, after empty lines that replace the
preceding lines of the deck. Therefore the places in a piece are also correct for the whole deck. If a piece has a
syntax error, the whole text is read, so that diagnostics do not depend on pieces.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rbsolve.language.diagnostics import Diagnostics, Source
from rbsolve.language.syntax.reader import read_tree
from rbsolve.language.syntax.tree import Block, SyntaxTree
from rbsolve.parser.description.memory import Memory

LINES = 100  # minimum number of lines of a piece
_OPENING = re.compile(r"@(?!COMMENTS\b)([A-Za-z0-9_]+) *\{").fullmatch


class PieceReader:
    """Reads successive versions of a document. The reader caches the pieces of the last version with their
    descriptions.
    """

    def __init__(self) -> None:
        self.memory = Memory()
        self._known: dict[tuple[int, str], tuple[Block, ...]] = {}

    def read(self, source: Source, diagnostics: Diagnostics) -> SyntaxTree:
        """Read a source, with the same tree and diagnostics as `read_tree`."""
        blocks = self._read(source)
        if blocks is None:
            return read_tree(source, diagnostics)
        diagnostics.know_file(source)
        return SyntaxTree(tuple(blocks))

    def _read(self, source: Source) -> list[Block] | None:
        """Return the blocks, read by pieces. Return None if the pieces cannot be separated, or if a piece has an error."""
        lines = source.text.split("\n")
        bounds = _bounds(lines)
        if bounds is None:
            return None
        fresh: dict[tuple[int, str], tuple[Block, ...]] = {}
        blocks: list[Block] = []
        inside: list[Block] = []
        is_open, head = False, ("", 0)  # keyword and line of the open definition
        for start, stop, kind in bounds:
            if kind.startswith("@"):
                is_open, head, inside = True, (kind[1:], start), []
            elif kind == "close":
                if not inside:
                    return None  # empty braces have no body, because they are an empty list of items
                blocks.append(_definition(source, lines, head, start, tuple(inside)))
                is_open = False
            else:
                text = "\n".join(lines[start:stop])
                found = self._known.get((start, text))
                if found is None:
                    syntax = Diagnostics()
                    tree = read_tree(Source(source.name, "\n" * start + text), syntax)
                    if len(syntax):
                        return None
                    found = tree.blocks
                fresh[start, text] = found
                (inside if is_open else blocks).extend(found)
        self._known = fresh
        return blocks


def _definition(
    source: Source, lines: Sequence[str], head: tuple[str, int], end: int, body: tuple[Block, ...]
) -> Block:
    """Return the block that contains the objects of some pieces, as if the whole text had been read."""
    keyword, start = head
    line = lines[start]
    brace = line.index("{") + 1
    nowhere = (start + 1, brace, start + 1, brace)
    place = (start + 1, line.index("@") + 1, *nowhere, end + 1, lines[end].index("}") + 1)
    return Block(keyword, None, body, source, *place)


def _bounds(lines: Sequence[str]) -> list[tuple[int, int, str]] | None:
    """Return the pieces as ranges of lines (the end is exclusive). Also return the lines between pieces that open or
    close a definition. The word of a range is `piece`, `close`, or `@` and the keyword of the opened definition. Return
    None if the text cannot be divided.
    """
    bounds: list[tuple[int, int, str]] = []
    depth = base = start = 0
    for number, line in enumerate(lines):
        if "{" not in line and "}" not in line:
            if "@" in line and "!" not in line:
                return None  # the keyword and its braces are on different lines
            continue
        if "!" in line or '"' in line or "@COMMENTS" in line:
            line = re.sub(r'"[^"]*"?|!.*', "", line)
            if "@COMMENTS" in line and line.count("{") != line.count("}"):
                return None
        opened, closed = line.count("{"), line.count("}")
        opening = _OPENING(lines[number].strip()) if depth == base == 0 and opened == 1 and not closed else None
        if opening:
            bounds += [(start, number, "piece"), (number, number + 1, f"@{opening[1]}")]
            base = depth = 1
            start = number + 1
        elif base == 1 and depth == 1 and closed == 1 and not opened and lines[number].strip() == "}":
            bounds += [(start, number, "piece"), (number, number + 1, "close")]
            base = depth = 0
            start = number + 1
        else:
            depth += opened - closed
            if depth < base:
                return None
            if depth == base and number + 1 - start >= LINES and not _goes_on(lines, number + 1):
                bounds.append((start, number + 1, "piece"))
                start = number + 1
    if depth or base:
        return None
    return [*bounds, (start, len(lines), "piece")]


def _goes_on(lines: Sequence[str], number: int) -> bool:
    """Return whether the next line with code, at or after `number`, starts with a brace."""
    while number < len(lines):
        stripped = lines[number].strip()
        if stripped and not stripped.startswith("!"):
            return stripped.startswith("{")
        number += 1
    return False
