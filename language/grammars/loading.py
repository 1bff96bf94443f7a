"""Loads lark parsers from stored tables. Generating the tables takes ten times as long as loading them.

`python -m rbsolve.language.grammars.loading` writes the tables, as JSON beside each grammar. With another version of
lark, or after a change of the grammar, the parser is created from the grammar itself.
"""

from __future__ import annotations

import hashlib
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from rbsolve.language.grammars.lexer import TokenLexer

GRAMMARS = {"deck": "rbsolve.language.syntax", "expression": "rbsolve.language.expressions"}
"""The packages that contain grammars."""


def parser_of(name: str, actions: object) -> lark.Lark:
    """Return the parser of a grammar.

    The first rule has the name of the grammar. Rules and terminals call the methods of `actions` with the same names.
    """
    folder = files(GRAMMARS[name])
    grammar = folder.joinpath(f"{name}.lark").read_text(encoding="utf-8")
    tables = folder.joinpath(f"{name}.json")
    if tables.is_file():
        kept = json.loads(tables.read_text(encoding="utf-8"), object_hook=_with_numbers)
        if kept["made_of"] == _identity(grammar):
            return _load(kept, actions)
    return _make(name, grammar, actions)


def tables_of(name: str) -> str:
    """Return the stored tables of a grammar."""
    grammar = files(GRAMMARS[name]).joinpath(f"{name}.lark").read_text(encoding="utf-8")
    data, memo = _make(name, grammar, None).memo_serialize([TerminalDef, Rule])
    data["options"] = {"parser": "lalr", "start": [name], "keep_all_tokens": True, "maybe_placeholders": False}
    data["parser"]["lexer_conf"]["lexer_type"] = None
    _number_states(data["parser"]["parser"], name)
    return json.dumps({"made_of": _identity(grammar), "data": data, "memo": memo}, separators=(",", ":")) + "\n"


def _number_states(tables: dict[str, Any], start: str) -> None:
    """Number states and symbols in the order of their first use, because lark's own numbers vary from run to run."""
    names, states = tables["tokens"], tables["states"]
    numbers = {symbol: number for number, symbol in enumerate(sorted(names, key=names.__getitem__))}
    found = [tables["start_states"][start]]
    for state in found:  # the loop appends to this list
        entries = sorted(states[state].items(), key=lambda entry: numbers[entry[0]])
        states[state] = {numbers[symbol]: action for symbol, action in entries}
        for _, (is_reduced, arg) in entries:
            if not is_reduced and arg not in found:
                found.append(arg)
    order = {state: number for number, state in enumerate(found)}
    tables["tokens"] = {number: names[symbol] for symbol, number in numbers.items()}
    tables["states"] = {
        order[state]: {
            symbol: (is_reduced, arg if is_reduced else order[arg])
            for symbol, (is_reduced, arg) in states[state].items()
        }
        for state in found
    }
    for key in ("start_states", "end_states"):
        tables[key] = {start: order[state] for start, state in tables[key].items()}


def _make(name: str, grammar: str, actions: object) -> lark.Lark:
    return lark.Lark(
        grammar,
        start=name,
        parser="lalr",
        lexer=TokenLexer,
        transformer=actions,
        keep_all_tokens=True,
        maybe_placeholders=False,
    )


def _load(kept: dict[str, Any], actions: object) -> lark.Lark:
    data = kept["data"]
    data["options"]["lexer"] = data["parser"]["lexer_conf"]["lexer_type"] = TokenLexer
    parser: lark.Lark = lark.Lark._load_from_dict(data, kept["memo"], transformer=actions)
    return parser


def _identity(grammar: str) -> list[str]:
    """Return the inputs of the tables, which are the version of lark and the text of the grammar."""
    return [lark.__version__, hashlib.sha256(grammar.encode()).hexdigest()]


def _with_numbers(table: dict[str, Any]) -> dict[Any, Any]:
    """Return a table with numbers as keys, which JSON stores as strings."""
    return {int(key) if key.isdigit() else key: value for key, value in table.items()}


def main() -> None:
    """Write the tables into the packages of this checkout."""
    for name, package in GRAMMARS.items():
        Path(str(files(package))).joinpath(f"{name}.json").write_text(tables_of(name), encoding="utf-8")


if __name__ == "__main__":
    main()
