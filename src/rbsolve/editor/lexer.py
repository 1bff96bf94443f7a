"""Defines a Pygments lexer (entry point `pygments.lexers`), which colours decks in documents and terminals."""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, Token

from rbsolve.parser.schema.words import BLOCK_WORDS, CHOICE_WORDS, FUNCTION_WORDS


class DeckLexer(RegexLexer):  # type: ignore[misc]  # Pygments has no types
    """The lexer for decks of rbsolve and Dymore."""

    name = "rbsolve deck"
    aliases: ClassVar[list[str]] = ["rbsolve", "deck", "dymore"]
    filenames: ClassVar[list[str]] = ["*.deck", "*.dym", "*.dgp"]
    mimetypes: ClassVar[list[str]] = ["text/x-rbsolve"]
    url = ""
    version_added = ""

    tokens: ClassVar[dict[str, list[tuple[object, ...]]]] = {
        "root": [
            (r"\s+", Text.Whitespace),
            (r"![^\n]*", Comment.Single),
            (
                r"(@COMMENTS)(\s*)(\{)([^}]*)(\})",
                bygroups(Name.Attribute, Text.Whitespace, Punctuation, Comment, Punctuation),
            ),
            (words(BLOCK_WORDS, prefix="@", suffix=r"\b"), Keyword),
            (r"@\w+", Name.Attribute),
            (r'"[^"\n]*"', String.Double),
            (r"#\w+", Name.Variable),
            (r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])", Number),
            (words(FUNCTION_WORDS, suffix=r"(?=\s*\()"), Name.Builtin),
            (words(CHOICE_WORDS, suffix=r"(?![\w.\-])"), Name.Constant),
            (r"(?:and|or|not)(?![\w.\-])", Operator.Word),
            (r"\w[\w.\-]*", Name),
            (r"[-+*/^<>=]", Operator),
            (r"[{}(),]", Punctuation),
            (r".", Token.Text),
        ]
    }
