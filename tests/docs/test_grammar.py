"""The grammars on the page read decks. The program lark with its own lexer accepts the same texts as the reader."""

import random
import re
import sys
from importlib.resources import files
from pathlib import Path

import lark
import pytest

from rbsolve.language.diagnostics import Diagnostics, Source
from rbsolve.language.expressions.reading import Mistake, Unexpected, steps_of
from rbsolve.language.grammars import loading
from rbsolve.language.syntax.reader import read_tree

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "benchmarks"))
from deck_mutations import mutant  # noqa: E402  # after the search path is set

DECKS = sorted((ROOT / "decks").glob("*.d*"))


def by_lark(name):
    grammar = files(loading.GRAMMARS[name]).joinpath(f"{name}.lark").read_text(encoding="utf-8")
    return lark.Lark(grammar, parser="lalr", start=name)


def test_the_page_shows_the_files_themselves():
    shown = re.findall(r"^```\{literalinclude\} (.*)$", (ROOT / "docs" / "grammar.md").read_text(), re.MULTILINE)
    grammars = [ROOT / "language" / "syntax" / "deck.lark", ROOT / "language" / "expressions" / "expression.lark"]
    assert [(ROOT / "docs" / path).resolve() for path in shown] == grammars


@pytest.mark.parametrize("name", loading.GRAMMARS)
def test_the_tables_are_those_of_the_grammar(name):
    kept = files(loading.GRAMMARS[name]).joinpath(f"{name}.json").read_text(encoding="utf-8")
    version = re.match(r'\{"made_of":\["([^"]*)"', kept)
    if version is None or version[1] != lark.__version__:
        pytest.skip(f"the tables were made by another version of lark than {lark.__version__}")
    assert kept == loading.tables_of(name), "run `python -m rbsolve.language.grammars.loading`"


class Recorded:
    """Actions that return the arguments with which they were called."""

    def __getattr__(self, name):
        if name.startswith("_") or not name.islower():
            raise AttributeError(name)
        return lambda children: (name, [child if isinstance(child, tuple) else child.start_pos for child in children])


@pytest.mark.parametrize("is_another", [False, True])
def test_without_fitting_tables_the_grammar_itself_is_read(is_another, monkeypatch):
    texts = ["1", "2*#L + sqrt(2)/2", "if(not a < 1 or b and c, -2^2, min(1, 2, 3))", "(1 + 2"]
    kept = loading.parser_of("expression", Recorded())
    made = []
    monkeypatch.setattr(loading, "_make", lambda *given, make=loading._make: made.append(given) or make(*given))
    if is_another:
        monkeypatch.setattr(lark, "__version__", "0.0.1")
    parser = loading.parser_of("expression", Recorded())
    assert len(made) == is_another
    for text in texts[:-1]:
        assert parser.parse(text) == kept.parse(text)
    for one in (parser, kept):
        with pytest.raises(lark.exceptions.UnexpectedInput):
            one.parse(texts[-1])


def follows(grammar, text):
    try:
        grammar.parse(text)
    except lark.exceptions.UnexpectedInput:
        return False
    return True


def is_read(text):
    """Return whether the reader reports only errors within items. The grammar does not divide items."""
    diagnostics = Diagnostics()
    read_tree(Source("a.deck", text), diagnostics)
    of_items = (
        "an item is missing before this comma",
        "an item is missing after the last comma",
        "a comma is missing after the quoted text",
    )
    return all(finding.message.startswith(of_items) for finding in diagnostics)


@pytest.fixture(scope="module")
def deck_grammar():
    return by_lark("deck")


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
        "@COMMENTS ! { a\n {1} @A {1}",
        "@COMMENTSX {1}",
        "@COMMENTS",
        "@A { @COMMENTS {x} }",
        "@A {1 @B {2}}",
        "@A {{1}}",
        "@A ! c\n {1}",
        "}",
        "@A {1}}",
        '@A {""}',
    ),
]


@pytest.mark.parametrize("text", SMALL)
def test_small_texts(deck_grammar, text):
    assert follows(deck_grammar, text) == is_read(text)


def test_expressions_follow_the_grammar_when_they_are_read():
    grammar = by_lark("expression")
    chance = random.Random(3)
    pieces = [
        *("1", "2.5e-3", ".5", "3.", "sin", "#L", "a_1", "(", ")", "+", "-", "*", "/", "^", ",", " ", "min(", "e", "."),
        *("<", "=", ">", "<=", " and ", " or ", "not ", "if(", "and", "!"),
    ]
    counts = {True: 0, False: 0}
    for _ in range(20_000):
        text = "".join(chance.choice(pieces) for _ in range(chance.randrange(1, 9)))
        try:
            steps_of(text)
            is_sound = True
        except Unexpected:
            is_sound = False
        except Mistake:  # an error of meaning; the text after it may also have a wrong syntax
            continue
        assert follows(grammar, text) == is_sound, text
        counts[is_sound] += 1
    assert min(counts.values()) > 500
