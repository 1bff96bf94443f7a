"""Every block of the language is supported by all functions of the editor."""

import json
import re
from pathlib import Path

import pytest
from pygments.token import Token

from rbsolve.editor import names
from rbsolve.editor.answers import colours, completion, hover, outline, renaming
from rbsolve.editor.deck import OpenDeck
from rbsolve.editor.lexer import DeckLexer
from rbsolve.language.table import FAMILIES, Type
from rbsolve.parser.schema.registry import ALL_BLOCKS, OBJECT_BLOCKS
from rbsolve.parser.schema.words import BLOCK_WORDS

TEXT = "\n".join(block.example for block in ALL_BLOCKS) + "\n"
DECK = OpenDeck(TEXT)
GRAMMAR = Path(__file__).parents[2] / "editors" / "vscode" / "syntaxes" / "rbsolve.tmLanguage.json"
every_block = pytest.mark.parametrize("block", OBJECT_BLOCKS, ids=lambda block: block.definition)


def example(block):
    """Return the object of a block's example in the tree of all examples."""
    definitions = [one for one in DECK.tree.blocks if one.keyword == block.definition]
    return next(child for one in definitions for child in one.body if child.keyword == block.name_keyword)


def labels_at(written):
    line, column = written.count("\n") + 1, len(written) - written.rfind("\n")
    return [item.label for item in completion.completions(OpenDeck(written), DECK, line, column, snippets=True)]


def hover_text(span):
    found = hover.hover(DECK, span.line, span.column + 1)
    return "" if found is None else found[0]


@every_block
def test_hover(block):
    named = example(block)
    assert block.title in hover_text(named.span)
    assert block.meaning in hover_text(named.span)
    assert named.items[0].text in hover_text(named.items[0].span)
    for child in named.body:
        assert block.keyword(child.keyword).meaning in hover_text(child.span)


@every_block
def test_completion(block):
    assert f"@{block.definition}" in labels_at("@")
    assert f"@{block.name_keyword}" in labels_at(f"@{block.definition} {{ @")
    start = f"@{block.definition} {{ @{block.name_keyword} {{new}} {{ "
    governed = block.variants.governed if block.variants else frozenset()
    keywords = {f"@{keyword.name}" for keyword in block.keywords if keyword.name not in governed}
    assert keywords <= set(labels_at(start + "@"))
    for keyword in block.keywords:
        labels = set(labels_at(f"{start}@{keyword.name} {{"))
        if keyword.choices:
            assert labels == set(keyword.choices)
        elif keyword.type is Type.REFERENCE and keyword.target != "OBJECT":
            assert labels == {*DECK.names(keyword.target), *keyword.words}, keyword.name
            assert labels or not FAMILIES[keyword.target].predefined


@every_block
def test_names(block):
    name = example(block).items[0]
    occurrence = names.occurrence_at(DECK.tree, DECK.name, name.span.line, name.span.column + 1)
    assert (occurrence.name, occurrence.is_definition) == (name.text, True)
    edit = renaming.edits(names.same(DECK.tree, occurrence), "another", DECK, "untitled:a")
    lines = TEXT.split("\n")
    for change in sorted(edit.changes["untitled:a"], key=lambda one: one.range.start.character, reverse=True):
        line, start, end = change.range.start.line, change.range.start.character, change.range.end.character
        assert lines[line][start:end] == name.text
        lines[line] = lines[line][:start] + change.new_text + lines[line][end:]
    renamed = OpenDeck("\n".join(lines))
    found = [
        one.as_json() for one in renamed.checked.diagnostics if one.code in ("unresolved-reference", "duplicate-name")
    ]
    assert found == [
        one.as_json() for one in DECK.checked.diagnostics if one.code in ("unresolved-reference", "duplicate-name")
    ]


@every_block
def test_outline(block):
    definitions = [symbol for symbol in outline.symbols(DECK) if symbol.name == f"@{block.definition}"]
    assert example(block).items[0].text in [child.name for symbol in definitions for child in symbol.children]
    assert {symbol.detail for symbol in definitions} == {block.title}


@every_block
def test_colours(block):
    kinds = dict(reversed([(word, kind) for kind, word in DeckLexer().get_tokens(TEXT)]))
    patterns = [
        re.compile(one["match"])
        for one in json.loads(GRAMMAR.read_text())["patterns"]
        if "keyword.control" in one["name"]
    ]
    for word in (f"@{block.definition}", f"@{block.name_keyword}"):
        assert kinds[word] is Token.Keyword
        assert patterns[0].fullmatch(word)
        [_, _, length, kind, _] = colours.semantic_tokens([word])
        assert (length, colours.LEGEND.token_types[kind]) == (len(word), "keyword")
    for keyword in block.keywords:
        if f"@{keyword.name}" in kinds and keyword.name not in BLOCK_WORDS:
            assert kinds[f"@{keyword.name}"] is Token.Name.Attribute
