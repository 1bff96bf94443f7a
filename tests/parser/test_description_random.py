"""Whatever a deck holds, checking it ends in findings and never in an exception."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from readings import read_description

from rbsolve.parser.description.builder import describe
from rbsolve.parser.diagnostics import Diagnostics, Source
from rbsolve.parser.schema.registry import ALL_BLOCKS, OBJECT_BLOCKS
from rbsolve.parser.schema.wrappers import UNSUPPORTED, WRAPPERS
from rbsolve.parser.syntax.tree import Block, Item, SyntaxTree

SOURCE = Source("random.deck", "")
DECK = "\n".join(block.example for block in ALL_BLOCKS)
KEYWORDS = sorted(
    {block.definition for block in ALL_BLOCKS}
    | {block.name_keyword for block in ALL_BLOCKS}
    | {keyword.name for block in ALL_BLOCKS for keyword in block.keywords}
    | {child.name for block in ALL_BLOCKS for keyword in block.keywords for child in keyword.children}
    | {*WRAPPERS, *sorted(UNSUPPORTED)[:3], "COMMENTS", "UNKNOWN"}
)
CHOICES = sorted({choice for block in OBJECT_BLOCKS for keyword in block.keywords for choice in keyword.choices})
WORDS = [
    "0",
    "1",
    "-1.5",
    "1e999",
    "#a",
    "#b",
    "2*#a",
    "sin(t)",
    "P",
    "GROUND",
    "SYSTEM",
    "INERTIAL",
    "",
    "(",
    "x y",
    "é",
]

texts = st.sampled_from([*WORDS, *CHOICES]) | st.text(max_size=8)
items = st.builds(Item, texts, st.booleans(), st.just(SOURCE), *[st.integers(1, 9)] * 4)
arguments = st.none() | st.lists(items, max_size=4).map(tuple)


def block_of(keyword, arguments, body):
    return Block(keyword, arguments, body, SOURCE, *range(1, 9))


def blocks_with(bodies):
    return st.builds(block_of, st.sampled_from(KEYWORDS), arguments, bodies)


trees = st.recursive(
    st.just(()), lambda bodies: st.lists(blocks_with(st.none() | bodies), max_size=4).map(tuple), max_leaves=12
)


def objects_of(block):
    """Trees that have the form of a block, so that the checks of objects are reached."""
    names = [*(keyword.name for keyword in block.keywords), "COMMENTS"]
    keywords = st.builds(block_of, st.sampled_from(names), arguments, st.none() | trees)
    body = st.lists(keywords, max_size=8).map(tuple)
    named = st.builds(block_of, st.just(block.name_keyword), st.lists(items, min_size=1, max_size=1).map(tuple), body)
    return st.lists(named, max_size=3).map(lambda inside: block_of(block.definition, None, tuple(inside)))


@settings(max_examples=200)
@given(trees | st.lists(st.sampled_from(ALL_BLOCKS).flatmap(objects_of), max_size=4).map(tuple))
def test_no_tree_raises(blocks):
    diagnostics = Diagnostics()
    description = describe(SyntaxTree(blocks), (SOURCE,), {"a": "1"}, diagnostics)
    assert all(finding.message and finding.span.source for finding in diagnostics)
    assert all(
        described.kind == kind for kind, objects in description.objects.items() for described in objects.values()
    )


@settings(max_examples=150)
@given(st.integers(0, 2**32), st.integers(1, 8))
def test_no_mutation_of_a_good_deck_raises(seed, count):
    choose = random.Random(seed)
    text = DECK
    for _ in range(count):
        start = choose.randrange(len(text))
        stop = min(len(text), start + choose.choice((0, 1, 1, 2, 5, 40)))
        piece = choose.choice((*WORDS, "{", "}", ",", "@", "!", "\n", '"', "-", "NAME", text[stop : stop + 20]))
        text = text[:start] + piece + text[stop:]
    description, diagnostics = read_description(text)
    assert (description is None) == diagnostics.has_errors


def swapped(tokens, choose):
    first, second = choose.randrange(len(tokens)), choose.randrange(len(tokens))
    tokens[first], tokens[second] = tokens[second], tokens[first]


@settings(max_examples=100)
@given(st.integers(0, 2**32), st.integers(1, 6))
def test_no_exchange_of_words_raises(seed, count):
    choose = random.Random(seed)
    tokens = DECK.replace("{", " { ").replace("}", " } ").replace(",", " , ").split(" ")
    for _ in range(count):
        swapped(tokens, choose)
    description, diagnostics = read_description(" ".join(tokens))
    assert (description is None) == diagnostics.has_errors
