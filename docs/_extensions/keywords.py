"""The index of keywords: each with the blocks of the deck reference that have it, and the decks of the gallery that use it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path

from rbsolve.language.table import BlockSchema, Keyword
from rbsolve.parser.schema.reference import anchor_of
from rbsolve.parser.schema.registry import ALL_BLOCKS, BY_DEFINITION

MOST_DECKS = 6  # limit of listed decks for a keyword
_KEYWORD = re.compile(r"@([A-Z][A-Z0-9_]+)")


def page(decks: Sequence[Path]) -> str:
    """The index as Markdown; the page is beside the folder of the gallery."""
    used = _decks_by_keyword(decks)
    lines = [
        "# Index of keywords",
        "",
        "Every keyword with the blocks that have it, and example decks that use it.",
        "",
    ]
    places = blocks_by_keyword()
    for letter, names in groupby(sorted(places), key=lambda name: name[0]):
        lines += [f"## {letter}", "", "| keyword | in the deck reference | in decks |", "|---|---|---|"]
        for name in names:
            blocks = ", ".join(dict.fromkeys(link(block, "../") for block in places[name]))
            shown = ", ".join(f"[{stem}](gallery/{stem}.md)" for stem in used[name][:MOST_DECKS])
            lines.append(f"| `@{name}` | {blocks} | {shown} |")
        lines.append("")
    return "\n".join(lines)


def blocks_by_keyword() -> Mapping[str, list[BlockSchema]]:
    """The blocks that have a keyword, by its name without the `@`."""
    found: defaultdict[str, list[BlockSchema]] = defaultdict(list)
    for block in ALL_BLOCKS:
        for name in (block.definition, block.name_keyword, *_names(block.keywords)):
            if name and block not in found[name]:
                found[name].append(block)
    return found


def of_deck(text: str, docs: str) -> str:
    """The blocks of a deck, each linked to the deck reference; `docs` is the relative path of the folder `docs`."""
    names = dict.fromkeys(_KEYWORD.findall(re.sub("![^\n]*", "", text)))
    blocks = [BY_DEFINITION[name] for name in names if name in BY_DEFINITION]
    return ", ".join(link(block, docs) for block in blocks)


def link(block: BlockSchema, docs: str) -> str:
    """A link to the part of the deck reference that describes a block."""
    return f"[{block.title.lower()}]({docs}{anchor_of(block)})"


def _names(keywords: Sequence[Keyword]) -> list[str]:
    return [name for keyword in keywords for name in (keyword.name, *_names(keyword.children))]


def _decks_by_keyword(decks: Sequence[Path]) -> Mapping[str, list[str]]:
    used: defaultdict[str, list[str]] = defaultdict(list)
    for deck in decks:
        for name in dict.fromkeys(_KEYWORD.findall(deck.read_text(encoding="utf-8"))):
            used[name].append(deck.stem)
    return used
