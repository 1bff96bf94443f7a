"""Grammars for the colours of decks in editors."""

import json
import tomllib
from pathlib import Path

from pygments.token import Token

from rbsolve.editor.lexer import DeckLexer
from rbsolve.parser.schema.textmate import FILE, write_grammar

ROOT = Path(__file__).parents[2]


def test_the_textmate_grammar_is_up_to_date():
    assert (ROOT / FILE).read_text(encoding="utf-8") == write_grammar(), (
        "run `python -m rbsolve.parser.schema.reference`"
    )
    json.loads(write_grammar())


def test_pygments_finds_the_lexer():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pygments.lexers"] == {"rbsolve": f"{DeckLexer.__module__}:{DeckLexer.__name__}"}


def test_every_deck_is_coloured_without_a_rest():
    lexer = DeckLexer(stripnl=False)
    for path in sorted((ROOT / "decks").glob("*.deck")):
        text = path.read_text(encoding="utf-8")
        tokens = list(lexer.get_tokens(text))
        assert "".join(value for _, value in tokens) == text
        assert not [value for kind, value in tokens if kind in Token.Error]
    [kind] = {kind for kind, value in lexer.get_tokens("@POINT_NAME {p} {}") if value == "@POINT_NAME"}
    assert kind is Token.Keyword
