"""Splits a text into tokens, by the terminals of its grammar.

The tokens of lark's own lexers are strings with lines and columns. To create such strings would take more time than all
other work of reading a deck. The reader of decks counts lines itself, so a token only needs its offset.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from lark.common import LexerConf
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.lexer import Lexer, LexerState, TerminalDef

_END = "END_OF_TEXT"
_Match = Callable[[str, int], re.Match[str] | None]


class Token:
    """The range [start_pos, end_pos) of a text, with the name of its terminal.

    A token that a repair inserts has the intended `value`, in the form that its rule creates from tokens.
    """

    __slots__ = ("end_pos", "start_pos", "type", "value")
    line = column = end_line = end_column = None  # lark copies these attributes from a token to the next

    def __init__(self, type: str, start_pos: int, end_pos: int, value: Any = None) -> None:
        self.type = type
        self.start_pos = start_pos
        self.end_pos = end_pos
        self.value = value


class TokenLexer(Lexer):
    """Finds the next token among the terminals that the parser accepts. Terminals are tried in the order of lark's
    contextual lexer, in which longer patterns come first.

    If an unexpected terminal matches, UnexpectedToken is raised. If no terminal matches, UnexpectedCharacters is
    raised, with the position after ignored text.
    """

    __future_interface__ = 2  # tells lark to pass the states of the lexer and the parser to `lex`

    def __init__(self, conf: LexerConf) -> None:
        self._terminals = {terminal.name: terminal for terminal in conf.terminals}
        self._ignored = frozenset(conf.ignore)
        ignored = "|".join(self._terminals[name].pattern.to_regexp() for name in conf.ignore)
        self._blank = f"(?:{ignored})*"
        self._by_state: dict[int, _Match] = {}
        self._by_terminals: dict[frozenset[str], _Match] = {}

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Any]:
        """Yield the tokens from the position of the lexer's state to the end of the text."""
        text = lexer_state.text.text
        assert isinstance(text, str)
        place = lexer_state.line_ctr.char_pos
        stack, states, by_state = parser_state.state_stack, parser_state.parse_conf.states, self._by_state
        while True:
            match = by_state.get(stack[-1]) or self._pattern_in(stack[-1], states)
            found = match(text, place)
            if found is None:
                break
            kind = found.lastgroup or _END
            if kind == _END:
                return
            start, place = found.span(kind)
            yield Token(kind, start, place)
        found = self._pattern(frozenset(self._terminals) - self._ignored)(text, place)
        if found is not None:
            kind = found.lastgroup or _END
            raise UnexpectedToken(cast(Any, Token(kind, *found.span(kind))), set(), state=parser_state)
        blank = re.compile(self._blank).match(text, place)
        assert blank is not None
        raise UnexpectedCharacters(text, blank.end(), 0, 0, state=parser_state)

    def _pattern_in(self, state: int, states: Mapping[int, Mapping[str, object]]) -> _Match:
        """Return the pattern of the terminals that a state of the parser accepts."""
        names = frozenset(name for name in states[state] if name in self._terminals)
        self._by_state[state] = match = self._pattern(names)
        return match

    def _pattern(self, names: frozenset[str]) -> _Match:
        """Return the pattern of some terminals after any ignored text."""
        match = self._by_terminals.get(names)
        if match is None:
            terminals = sorted((self._terminals[name] for name in names), key=_rank)
            choices = [f"(?P<{terminal.name}>{terminal.pattern.to_regexp()})" for terminal in terminals]
            match = re.compile(f"{self._blank}(?:{'|'.join(choices)}|(?P<{_END}>\\Z))").match
            self._by_terminals[names] = match
        return match


def _rank(terminal: TerminalDef) -> tuple[int, int, int, str]:
    """Return the sort key for the order in which lark tries terminals."""
    pattern = terminal.pattern
    return -terminal.priority, -pattern.max_width, -len(pattern.value), terminal.name
