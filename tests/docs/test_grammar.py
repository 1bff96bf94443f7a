"""The grammar in the documentation is the language that is read."""

import random
import re
import sys
from pathlib import Path

import lark
import pytest

from rbsolve.parser.diagnostics import Diagnostics, Source
from rbsolve.parser.expressions.reading import Mistake, Unexpected, steps_of
from rbsolve.parser.syntax.reader import read_tree

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "benchmarks"))
from deck_mutations import mutant  # noqa: E402

DECK, EXPRESSION = re.findall(
    r"^```text\n(.*?)^```", (ROOT / "docs" / "grammar.md").read_text(), re.MULTILINE | re.DOTALL
)
DECKS = sorted((ROOT / "decks").glob("*.d*"))


@pytest.fixture(scope="module")
def deck_grammar():
    return lark.Lark(DECK, parser="lalr", start="deck")


def follows(grammar, text):
    try:
        grammar.parse(text)
    except lark.exceptions.UnexpectedInput:
        return False
    return True


def is_read(text):
    diagnostics = Diagnostics()
    read_tree(Source("a.deck", text), diagnostics)
    return not diagnostics.has_errors


def has_partners(text):
    """Whether each parenthesis of each argument list has one."""
    changes = 1
    while changes:
        text, changes = re.subn(r"\([^(){}]*\)", "", text)
    return not re.search(r"[()]", text)


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.name)
def test_texts_follow_the_grammar_when_they_are_read(deck_grammar, path):
    sound = path.read_text(encoding="utf-8")
    assert follows(deck_grammar, sound)
    chance = random.Random(path.name)
    blocks = re.split(r"^(?=@)", sound, flags=re.MULTILINE)
    answers = []
    for _ in range(60):
        first = chance.randrange(len(blocks))
        text = mutant("".join(blocks[first : first + 3]), chance)[1]
        if "\0" not in text and has_partners(re.sub(r"![^\n]*", "", text)):
            answers.append(follows(deck_grammar, text))
            assert answers[-1] == is_read(text), text
    assert {True, False} <= set(answers)


SMALL = [
    *(
        "",
        "@A {}",
        "@A { }",
        "@A {1,}",
        "@A {,}",
        "@A {1} {}",
        "@A {@B {1}}",
        "@A {} {@B {1}}",
        "@A {x} {@B {1}} {}",
        "@A",
        "A",
        "@ {1}",
    ),
    *(
        '@A {"a,b"}',
        '@A {"a" b}',
        '@A {b "a"}',
        '@A {"a}',
        "@A {atan2(1, 2), 3}",
        "@A {f(g(1, 2), 3)}",
        "@A {1 ! x\n, 2}",
        "@A {1 ! }\n}",
    ),
    *(
        "@COMMENTS {a { b @ }",
        "@COMMENTSX {1}",
        "@COMMENTS",
        "@A { @COMMENTS {x} }",
        "@A {1 @B {2}}",
        "@A {{1}}",
        "@A ! c\n {1}",
        "}",
        "@A {1}}",
    ),
]


@pytest.mark.parametrize("text", SMALL)
def test_small_texts(deck_grammar, text):
    assert follows(deck_grammar, text) == is_read(text)


def test_expressions_follow_the_grammar_when_they_are_read():
    grammar = lark.Lark(EXPRESSION, parser="lalr", start="sum")
    chance = random.Random(3)
    pieces = [
        "1",
        "2.5e-3",
        ".5",
        "3.",
        "sin",
        "#L",
        "a_1",
        "(",
        ")",
        "+",
        "-",
        "*",
        "/",
        "^",
        ",",
        " ",
        "min(",
        "e",
        ".",
    ]
    counts = {True: 0, False: 0}
    for _ in range(20_000):
        text = "".join(chance.choice(pieces) for _ in range(chance.randrange(1, 9)))
        try:
            steps_of(text)
            is_sound = True
        except Unexpected:
            is_sound = False
        except Mistake:  # of what it means, behind which it may be wrong in form
            continue
        assert follows(grammar, text) == is_sound, text
        counts[is_sound] += 1
    assert min(counts.values()) > 1000
