"""Computes semantic tokens. They give each kind of word in a deck its own colour."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lsprotocol import types

from rbsolve.editor.places import units
from rbsolve.language.expressions.program import FUNCTIONS
from rbsolve.parser.schema.registry import OBJECT_BLOCKS, TOP_LEVEL, WRITTEN_BY_NAME_KEYWORD

LEGEND = types.SemanticTokensLegend(
    token_types=[
        "comment",
        "keyword",
        "property",
        "class",
        "variable",
        "number",
        "string",
        "function",
        "parameter",
        "operator",
    ],
    token_modifiers=["definition"],
)
_TYPE = {name: index for index, name in enumerate(LEGEND.token_types)}
_PIECE = re.compile(
    r'(?P<comment>![^\n]*)|(?P<string>"[^"\n]*"?)|(?P<keyword>@\w*)|(?P<parameter>#\w+)'
    r"|(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.]))|(?P<word>\w[\w.\-]*)|(?P<brace>[{}])|(?P<operator>[-+*/^])"
)
_COMMENT_BLOCK = re.compile(r"@COMMENTS\s*\{")
_TOP = frozenset(TOP_LEVEL)
_CONTAINERS = frozenset(k.name for block in OBJECT_BLOCKS for k in block.keywords if k.children)


def semantic_tokens(lines: Sequence[str]) -> list[int]:
    """Return the tokens of a text in the encoding of the protocol. A token consists of five numbers. Its position is
    stored relative to the previous token.
    """
    data: list[int] = []
    previous_line = previous_start = 0
    for number, start, length, kind, modifiers in _tokens(lines):
        delta = number - previous_line
        data += (delta, start if delta else start - previous_start, length, kind, modifiers)
        previous_line, previous_start = number, start
    return data


def _tokens(lines: Sequence[str]) -> Iterator[tuple[int, int, int, int, int]]:
    in_text = False  # whether the line is inside a comment block
    named = False  # whether the next braces name an object
    for number, line in enumerate(lines):
        at = 0
        if in_text:
            at, in_text = _text_end(line, 0)
            if at:
                yield number, 0, units(line, at), _TYPE["comment"], 0
        while at < len(line):
            match = _PIECE.search(line, at)
            if match is None:
                break
            at = match.end()
            kind = match.lastgroup or ""
            text = match[0]
            if kind == "brace":
                named = named and text == "{"
                continue
            start, length = match.start(), len(text)
            if not line.isascii():
                start, length = units(line, match.start()), units(line, at) - units(line, match.start())
            if kind == "keyword":
                name = text[1:]
                named = name in WRITTEN_BY_NAME_KEYWORD
                is_block = name in _TOP or named or name in _CONTAINERS
                yield number, start, length, _TYPE["keyword" if is_block else "property"], 0
                block = _COMMENT_BLOCK.match(line, match.start())
                if block is not None:
                    at, in_text = _text_end(line, block.end())
                    if at > block.end():
                        yield number, units(line, block.end()), units(line, at) - units(line, block.end()), 0, 0
                continue
            if kind == "word":
                kind = (
                    "function" if text in FUNCTIONS and line[at : at + 1] == "(" else "class" if named else "variable"
                )
            yield number, start, length, _TYPE[kind], int(named and kind == "class")


def _text_end(line: str, start: int) -> tuple[int, bool]:
    """Return the end of a comment block's text on a line, and whether the text continues on the next line."""
    end = line.find("}", start)
    return (len(line), True) if end < 0 else (end, False)
