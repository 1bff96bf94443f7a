"""Assigns the lines of a deck to the Python calls that added them. Diagnostics then name the file and line of the call."""

from __future__ import annotations

import linecache
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from rbsolve.language.diagnostics import Source, Span
from rbsolve.language.syntax.tree import Block, Item, SyntaxTree

_PACKAGE = os.path.dirname(__file__) + os.sep


@dataclass(frozen=True, slots=True)
class Script(Source):
    """A Python file that builds a deck. Relative paths in the deck are relative to `folder`, not to the folder of the
    script.
    """

    folder: str = ""

    def file(self, name: str) -> str:
        """Return the path of a file that is named in the deck."""
        return os.path.join(self.folder, name)


def place_of_call(folder: Path) -> Span:
    """Return the place of the innermost call that comes from outside this package. Relative paths in the deck are
    relative to `folder`.
    """
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame = frame.f_back
    if frame is None:
        return Span(Script("<python>", "", folder=os.fspath(folder)), 1, 1, 1, 1)
    name = frame.f_code.co_filename
    source = Script(_show(name), "".join(linecache.getlines(name, frame.f_globals)), folder=os.fspath(folder))
    place = list(frame.f_code.co_positions())[frame.f_lasti // 2]
    line, end_line, column, end_column = (frame.f_lineno if number is None else number for number in place)
    if None in place:
        return Span(source, frame.f_lineno, 1, frame.f_lineno, 1 + len(source.line(frame.f_lineno)))
    return Span(source, line, column + 1, end_line, end_column + 1)


def with_places(tree: SyntaxTree, places: Sequence[Span | None]) -> SyntaxTree:
    """Return the tree with the places of the Python calls. `places[k]` is the place of the call that added line k + 1."""
    return tree._replace(blocks=tuple(_block(block, places) for block in tree.blocks))


def line_place(span: Span, places: Sequence[Span | None]) -> Span:
    """Return the place of the call that added the line at `place`. If no call added the line, return `place` unchanged."""
    return (places[span.line - 1] if span.line <= len(places) else None) or span


def _block(block: Block, places: Sequence[Span | None]) -> Block:
    items = None if block.items is None else tuple(_item(item, places) for item in block.items)
    body = None if block.body is None else tuple(_block(child, places) for child in block.body)
    place = line_place(block.span, places)
    if place.source is block.source:
        return block._replace(items=items, body=body)
    start, end = place[1:3], place[3:5]
    return Block(block.keyword, items, body, place.source, *start, *start, *end, *end)


def _item(item: Item, places: Sequence[Span | None]) -> Item:
    return Item(item.text, item.quoted, *line_place(item.span, places))


def _show(name: str) -> str:
    """Return the path of a file for messages. The path is relative to the current folder if the file is below this
    folder.
    """
    try:
        relative = os.path.relpath(name)
    except (OSError, ValueError):
        return name
    return name if name.startswith("<") or relative.startswith(os.pardir) else relative
