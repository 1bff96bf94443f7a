"""Creates the TextMate grammar of decks, for editors that colour text by patterns. `reference.py` writes the grammar
together with the deck reference.
"""

from __future__ import annotations

import json
from pathlib import Path

from rbsolve.parser.schema.words import BLOCK_WORDS, CHOICE_WORDS, FUNCTION_WORDS

FILE = Path("editors/vscode/syntaxes/rbsolve.tmLanguage.json")


def grammar() -> dict[str, object]:
    """Return the grammar. Its lists of words come from the table of blocks."""
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "rbsolve deck",
        "scopeName": "source.rbsolve",
        "patterns": [
            {"name": "comment.line.exclamation.rbsolve", "match": "!.*$"},
            {
                "name": "comment.block.rbsolve",
                "begin": "(@COMMENTS)\\s*\\{",
                "beginCaptures": {"1": {"name": "support.type.property-name.rbsolve"}},
                "end": "\\}",
            },
            {"name": "keyword.control.rbsolve", "match": f"@(?:{'|'.join(BLOCK_WORDS)})\\b"},
            {"name": "support.type.property-name.rbsolve", "match": "@\\w+"},
            {"name": "string.quoted.double.rbsolve", "match": '"[^"\\n]*"'},
            {"name": "variable.parameter.rbsolve", "match": "#\\w+"},
            {
                "name": "constant.numeric.rbsolve",
                "match": "(?<![\\w.])(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?(?![\\w.])",
            },
            {"name": "support.function.rbsolve", "match": f"\\b(?:{'|'.join(FUNCTION_WORDS)})(?=\\s*\\()"},
            {"name": "constant.language.rbsolve", "match": f"(?<![\\w.-])(?:{'|'.join(CHOICE_WORDS)})(?![\\w.-])"},
            {"name": "keyword.operator.rbsolve", "match": "[-+*/^]|<=|>=|==|<>|<|>|\\b(?:and|or|not)\\b"},
        ],
    }


def write_grammar() -> str:
    """Return the text of the file."""
    return json.dumps(grammar(), indent=2) + "\n"
