"""The check of any deck ends with diagnostics, and raises no exception."""

import random
import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st
from readings import read_description

from rbsolve.language.diagnostics import Diagnostics, Source
from rbsolve.language.syntax.tree import Block, Item, SyntaxTree
from rbsolve.parser.description.builder import describe
from rbsolve.parser.schema.dymore import UNSUPPORTED
from rbsolve.parser.schema.registry import ALL_BLOCKS, OBJECT_BLOCKS
from rbsolve.parser.schema.wrappers import WRAPPERS

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

TEXTS = [*WORDS, *CHOICES]


# The module `random` generates trees from a number that hypothesis draws. Drawing every part of a tree from hypothesis
# takes much longer than its description.


def heads(choose):
    return choose.random() < 0.5


def some_letter(choose):
    letter = chr(choose.randrange(128) if heads(choose) else choose.randrange(0x110000))
    return "?" if unicodedata.category(letter) == "Cs" else letter  # UTF-8 text contains no half of a surrogate pair


def some_text(choose):
    return choose.choice(TEXTS) if heads(choose) else "".join(some_letter(choose) for _ in range(choose.randrange(9)))


def some_item(choose):
    return Item(some_text(choose), heads(choose), SOURCE, *(choose.randrange(1, 10) for _ in range(4)))


def some_arguments(choose):
    return tuple(some_item(choose) for _ in range(choose.randrange(5))) if heads(choose) else None


def block_of(keyword, arguments, body):
    return Block(keyword, arguments, body, SOURCE, *range(1, 9))


def some_body(choose, depth):
    return some_blocks(choose, depth) if heads(choose) else None


def some_blocks(choose, depth=4):
    """Return a random tree without the form of a block."""
    return tuple(
        block_of(choose.choice(KEYWORDS), some_arguments(choose), some_body(choose, depth - 1))
        for _ in range(choose.randrange(5) if depth else 0)
    )


def some_object(choose, block):
    keywords = [*(keyword.name for keyword in block.keywords), "COMMENTS"]
    body = tuple(
        block_of(choose.choice(keywords), some_arguments(choose), some_body(choose, depth=4))
        for _ in range(choose.randrange(9))
    )
    return block_of(block.name_keyword, (some_item(choose),), body)


def some_definition(choose):
    """Return a random tree with the form of a block, so that the checks of objects run."""
    block = choose.choice(ALL_BLOCKS)
    return block_of(block.definition, None, tuple(some_object(choose, block) for _ in range(choose.randrange(4))))


def some_definitions(choose):
    return tuple(some_definition(choose) for _ in range(choose.randrange(5)))


@settings(max_examples=400)
@given(st.integers(0, 2**32))
def test_no_tree_raises(seed):
    choose = random.Random(seed)
    blocks = some_blocks(choose) if heads(choose) else some_definitions(choose)
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


def swap(tokens, choose):
    first, second = choose.randrange(len(tokens)), choose.randrange(len(tokens))
    tokens[first], tokens[second] = tokens[second], tokens[first]


@settings(max_examples=100)
@given(st.integers(0, 2**32), st.integers(1, 6))
def test_no_exchange_of_words_raises(seed, count):
    choose = random.Random(seed)
    tokens = DECK.replace("{", " { ").replace("}", " } ").replace(",", " , ").split(" ")
    for _ in range(count):
        swap(tokens, choose)
    description, diagnostics = read_description(" ".join(tokens))
    assert (description is None) == diagnostics.has_errors
