"""Finds the structure of a deck: foldable ranges, and the list of its objects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from lsprotocol import types

from rbsolve.editor.deck import OpenDeck
from rbsolve.editor.names import PARAMETER, blocks_of, occurrences
from rbsolve.editor.places import position_of, range_of
from rbsolve.language.syntax.tree import Block
from rbsolve.parser.schema.registry import WRITTEN_BY_DEFINITION, WRITTEN_BY_NAME_KEYWORD
from rbsolve.parser.schema.templates import TEMPLATE_NAME

MOST_SYMBOLS = 500  # maximum number of symbols in an answer
_KINDS = {
    "POINT": types.SymbolKind.Number,
    "TRIAD": types.SymbolKind.Array,
    "FRAME": types.SymbolKind.Namespace,
    "BODY": types.SymbolKind.Class,
    "JOINT": types.SymbolKind.Interface,
    "FUNCTION": types.SymbolKind.Function,
    "SENSOR": types.SymbolKind.Event,
    PARAMETER: types.SymbolKind.Constant,
}


def folds(deck: OpenDeck) -> list[types.FoldingRange]:
    """Return the foldable ranges, which are blocks and consecutive comment lines."""
    found = [
        types.FoldingRange(start_line=block.line - 1, end_line=block.end_line - 2)
        for block, _ in blocks_of(deck.tree)
        if block.end_line - 2 >= block.line
    ]
    start = None
    for number, line in enumerate([*deck.lines, ""]):
        if line.lstrip().startswith("!"):
            start = number if start is None else start
            continue
        if start is not None and number - 1 > start:
            found.append(types.FoldingRange(start, number - 1, kind=types.FoldingRangeKind.Comment))
        start = None
    return found


def symbols(deck: OpenDeck) -> list[types.DocumentSymbol]:
    """Return the definition blocks of a deck, each with the objects that it defines."""
    return _symbols(deck, deck.tree.blocks)


def workspace_symbols(decks: Iterable[OpenDeck], query: str) -> list[types.WorkspaceSymbol]:
    """Return objects and parameters of decks. Their names contain the letters of a query in the same order."""
    wanted = query.lower()
    found: dict[tuple[str, int, int], types.WorkspaceSymbol] = {}
    for deck in decks:
        tree, sources = deck.whole
        lines = {source.name: source.text.split("\n") for source in sources}
        for one in occurrences(tree):
            if not one.is_definition or not _contains(one.name.lower(), wanted) or deck.path is None:
                continue
            place = range_of(lines[one.span.source.name], one.span)
            location = types.Location(Path(one.span.source.name).resolve().as_uri(), place)
            family = one.families[0]
            symbol = types.WorkspaceSymbol(location, one.name, _KINDS.get(family, types.SymbolKind.Object))
            symbol.container_name = family.lower().replace("_", " ")
            found[location.uri, place.start.line, place.start.character] = symbol
            if len(found) >= MOST_SYMBOLS:
                return list(found.values())
    return list(found.values())


def _contains(name: str, letters: str) -> bool:
    """Return whether a name contains the letters in the same order, possibly with other letters between them."""
    rest = iter(name)
    return all(letter in rest for letter in letters)


def _symbols(deck: OpenDeck, blocks: Sequence[Block]) -> list[types.DocumentSymbol]:
    found = []
    for block in blocks:
        if block.body is None:
            continue
        is_object = bool(block.items) and block.keyword in WRITTEN_BY_NAME_KEYWORD
        schema = WRITTEN_BY_NAME_KEYWORD.get(block.keyword) if is_object else WRITTEN_BY_DEFINITION.get(block.keyword)
        name = ", ".join(item.text for item in block.items) if block.items else f"@{block.keyword}"
        if block.keyword == "REPEAT" and block.items:
            name = f"@REPEAT {{{', '.join(item.text for item in block.items)}}}"
        whole = types.Range(
            position_of(deck.lines, block.line, block.column),
            position_of(deck.lines, block.end_line, block.end_column + 1),
        )
        found.append(
            types.DocumentSymbol(
                name=name or "(no name)",
                kind=_KINDS.get(schema.family if schema else "", types.SymbolKind.Object)
                if is_object
                else types.SymbolKind.Package,
                range=whole,
                selection_range=range_of(deck.lines, block.span),
                detail=schema.title if schema else None,
                children=[] if is_object and block.keyword != TEMPLATE_NAME else _symbols(deck, block.body),
            )
        )
    return found
