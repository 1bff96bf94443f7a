"""Repairs text that the grammar does not accept. Each repair reports an understandable message, and sets the place from
which reading continues.

A damaged place is read as it was probably meant, so that one mistake causes only one error. If a repair has guessed the
place of a brace, a later imbalance of braces is not reported again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, cast

from rbsolve.language.diagnostics import Span
from rbsolve.language.grammars.lexer import Token
from rbsolve.language.syntax.alignment import early_end, late_end
from rbsolve.language.syntax.arguments import items_of
from rbsolve.language.syntax.builder import Arguments, Key, TreeBuilder
from rbsolve.language.syntax.errors import Errors
from rbsolve.language.syntax.tree import Item

if TYPE_CHECKING:
    from lark import Token as LarkToken
    from lark.exceptions import UnexpectedInput
    from lark.parsers.lalr_interactive_parser import InteractiveParser

# A group is possessive only if none of its alternatives can fail after its first character. Otherwise, Python before
# 3.11.5 continues at a wrong position, after the text that the failed alternative had read (gh-106052).
BLANK = r"(?:\s++|![^\n]*+)*+"
_BLANK = re.compile(BLANK)
_KEYWORD_LIKE = re.compile(r'@[^\s{}@!",]*')
_KEYWORD = re.compile(rf"@[A-Za-z0-9_]+{BLANK}\{{")
_KEYWORD_HINT = "a keyword is `@` and letters, digits, `_`"
_BAD_CHARACTER = re.compile(r"[^A-Za-z0-9_]")
_BARE_KEYWORD = re.compile(rf"([A-Za-z0-9_]+){BLANK}\{{")
_ARGUMENTS = re.compile(r'(?:[^{}@!"]++|![^\n]*+|"[^"\n]*+")*')
_UNTERMINATED = re.compile(r'"[^\n}]*+')
_REST_OF_LINE = re.compile(r"[^{}@!\n]*+")
_PARENTHESIZED = re.compile(r"[(\[]([^{}@!\"()\n\[\]]*+)[)\]](?=\s*+[@}{!])")
_REST = re.compile(r"[^\n]*+")
_CLOSES = re.compile(rf"(?:{BLANK}\}})*")
# Comment marks of other languages. Consecutive lines that start with such a mark are a single mistake.
_FOREIGN_COMMENT = re.compile(r"(?:(?:#|//|%|/\*|--)[^\n]*+(?:\n\s*+)?)+")
# A comment mark of another language that is followed by white space, and therefore cannot be a parameter or a sign.
_SPACED_COMMENT = re.compile(r"(?:#+|//+|%+|--)(?=\s)")
_COMMENT_HINT = "write `!` before it"
_STRAY = re.compile(r'(?:[^{}@!"]++|![^\n]*+|"[^"\n]*+"|")*')


class Head(NamedTuple):
    """A block, or its beginning, as it was probably meant: the offsets of its keyword and braces, and its items."""

    key: int
    keyword: str
    items: tuple[Item, ...] | None
    items_start: int = 0
    items_end: int = 0
    is_closed: bool = False
    """Whether the items end with a `}`."""
    brace: int | None = None
    """The offset of its body, if it has one."""

    def tokens(self) -> list[Token]:
        """Return the tokens of a text with the intended content."""
        tokens = [Token("KEYWORD", self.key, self.key, self.keyword)]
        if self.items is not None:
            tokens.append(Token("ARGUMENTS", self.items_start, self.items_end, (self.items, self.is_closed)))
        if self.brace is not None:
            tokens.append(Token("LBRACE", self.brace, self.brace + 1))
        return tokens


Mended = tuple[int, Head | None]
"""The offset at which reading continues, and the text that replaces everything before it."""


class Repair:
    """The repairs of one text, in the order of its errors."""

    def __init__(self, builder: TreeBuilder, errors: Errors, reading: InteractiveParser) -> None:
        self._builder = builder
        self._errors = errors
        self._reading = reading
        self._text = builder.source.text
        self._meant: set[int] = set()  # offsets of keywords of repaired blocks
        self._spare_closes = 0  # number of surplus `}` that may be consequences of a guessed brace
        self._is_open_end_known = False  # whether a reported error explains blocks that are open at the end

    def mend(self, error: UnexpectedInput) -> None:
        """Report the error at the place where the parser stopped, and set the place from which reading continues."""
        state = self._reading.lexer_thread.state
        assert state is not None
        start = place = self._withdraw(_stop_offset(error, self._text))
        if start == len(self._text):
            self.report_open_blocks()
            self._feed([Token("RBRACE", start, start) for _ in self._builder.open])
        elif self._text[start] == "}":
            place = self.after_unexpected_close(start)
        else:
            place, head = self._mend(start)
            if head is not None:
                self._meant.add(head.key)
                self._feed(head.tokens())
        state.line_ctr.char_pos = self.next_place(place)

    def _withdraw(self, place: int) -> int:
        """Return the place of the error. If a block is incomplete, remove it from the parser's stack, and return the
        place of its keyword.
        """
        stacks = self._reading.parser_state.state_stack, self._reading.parser_state.value_stack
        last = stacks[1][-2:]
        if last and isinstance(last[-1], Arguments):
            self._feed([Token("COMMENTS", place, place)])  # this token ends the parameter
            return place
        key = next((value for value in reversed(last) if isinstance(value, Key)), None)
        if key is None or key.offset in self._meant:
            return place
        if last[-1] is not key and self._text[place : place + 1] == "@":
            self._meant.add(key.offset)  # the block has a body, and the mistake is in the body's first block
            return place
        if last[-1] is not key:
            self._builder.open.pop()
        for stack in stacks:
            del stack[-1 if last[-1] is key else -2 :]
        return key.offset

    def _feed(self, tokens: Sequence[Token]) -> None:
        for token in tokens:
            self._reading.feed_token(cast("LarkToken", token))

    def next_place(self, place: int) -> int:
        """Return the place to continue from after a mistake. The place is the end if there are too many mistakes."""
        if not self._errors.full:
            return place
        self._builder.is_whole = False
        self._is_open_end_known = True
        return len(self._text)

    def after_unexpected_close(self, offset: int) -> int:
        """Return the place to continue from after an unexpected `}`."""
        self._builder.is_whole = False
        if self._spare_closes:
            self._spare_closes -= 1
            return self.next_place(offset + 1)
        hint = "no block is open at this `}`"
        pair = self._early_end
        if pair is not None and pair[1] < offset:
            line = self._span(pair[1]).line
            hint += f"; the `}}` on line {line} may be superfluous, or a `{{` may be missing before it"
        self._errors.report("unexpected `}`", self._span(offset), hint)
        return self.next_place(self._end(_CLOSES, offset + 1))

    @cached_property
    def _early_end(self) -> tuple[int, int] | None:
        return early_end(self._text)  # cached, because there may be thousands of unexpected `}`

    def report_open_blocks(self) -> None:
        """Report blocks that are open at the end of the file."""
        self._builder.is_whole = False
        if self._is_open_end_known:
            return
        heads = self._builder.open
        pair = late_end(self._text)
        if pair is not None and pair[0] > heads[0].brace:
            line = self._span(pair[1]).line
            hint = f"the `}}` on line {line} seems to close this `{{`, but its indentation fits an outer block"
            self._errors.report("this `{` has no matching `}`", self._span(pair[0]), hint)
            return
        names = ", ".join(f"`@{key.keyword}` (line {key.line})" for key, _ in heads[-3:])
        hint = f"blocks without `}}` at the end of the file: {names}"
        self._errors.report("this `{` has no matching `}`", self._span(heads[-1].brace), hint)

    def _mend(self, start: int) -> Mended:
        """Repair the text at offset `start`, where no token matches."""
        first = self._text[start]
        if first == "@":
            return self._mend_block(start)
        if first == "{":
            self._builder.is_whole = False
            self._errors.report("unexpected `{`", self._span(start), "write a `{` only after a keyword or its values")
            return start + 1, Head(start, "", None, brace=start)
        if _FOREIGN_COMMENT.match(self._text, start):
            return self._skip_foreign_comment(start), None
        bare = _BARE_KEYWORD.match(self._text, start)
        if bare is not None:
            name = bare[1]
            span = self._span(start, bare.end(1))
            self._errors.report(f"expected `@` before `{name}`", span, f"write `@{name}`")
            return self._mend_braces(start, name, bare.end() - 1)
        return self._skip_stray(start), None

    def _skip_foreign_comment(self, start: int) -> int:
        """Read lines that start with a comment mark of another language as comments."""
        line_end = self._end(_REST, start)
        self._errors.report("a comment starts with `!`", self._span(start, line_end), _COMMENT_HINT)
        return self._end(_FOREIGN_COMMENT, start)

    def _skip_stray(self, start: int) -> int:
        self._builder.is_whole = False
        end = self._end(_STRAY, start)
        shown = self._text[start:end].split("\n")[0].split("!")[0].rstrip()
        hint = "write values in the braces after a keyword: `@KEYWORD {values}`"
        if shown[:1] in {",", ";"}:
            hint = "write no separator between blocks"
        elif not shown[0].isprintable():
            hint = f"its first character is U+{ord(shown[0]):04X}"
        span = self._span(start, start + max(len(shown), 1))
        self._errors.report(f"expected a keyword (`@...`), found {_quote(shown)}", span, hint)
        return max(end, start + 1)

    def _mend_block(self, start: int) -> Mended:
        """Repair a block at its `@`."""
        end = self._end(_KEYWORD_LIKE, start)
        name = self._text[start + 1 : end]
        span = self._span(start, end)
        bad = _BAD_CHARACTER.search(name)
        if not name:
            word = _BARE_KEYWORD.match(self._text, self._skip(end))
            hint = _KEYWORD_HINT if word is None else f"write `@{word[1]}`"
            self._errors.report("`@` is not followed by a keyword", span, hint)
            if word is not None:
                return self._mend_braces(start, word[1], word.end() - 1)
        elif bad is not None:
            place = start + 1 + bad.start()
            self._errors.report(f"a keyword cannot contain {_quote(bad[0])}", self._span(place), _KEYWORD_HINT)
            name = _BAD_CHARACTER.sub("_", name)
        brace = self._skip(end)
        if self._text[brace : brace + 1] == "{":
            return self._mend_braces(start, name, brace)
        if name and bad is None:
            self._errors.report(f"expected `{{` after `@{name}`", span, self._braces_hint(name, brace))
        return self._mend_missing_brace(start, name, brace)

    def _braces_hint(self, name: str, start: int) -> str:
        parenthesized = _PARENTHESIZED.match(self._text, start)
        if parenthesized is not None:
            return f"use braces instead of parentheses: write `@{name} {{{parenthesized[1].strip()}}}`"
        text = self._text[start : self._end(_REST_OF_LINE, start)].strip()
        return f"write `@{name} {{{text}}}`" if 0 < len(text) <= 40 else f"write `@{name} {{...}}`"

    def _mend_missing_brace(self, start: int, name: str, after: int) -> Mended:
        """Repair `@KEY` without a brace. `after` is the offset of the text after the keyword. This text is read as the
        arguments.
        """
        parenthesized = _PARENTHESIZED.match(self._text, after)
        end = self._end(_STRAY, after) if parenthesized is None else parenthesized.end()
        text = self._text[after:end] if parenthesized is None else parenthesized[1]
        if not text.strip():
            self._builder.is_whole = False
            return end, None
        items = items_of(text, after + (parenthesized is not None), self._builder.places, _say_nothing)
        head = Head(start, name, items, after, end)
        if parenthesized is not None:
            return self._mend_after_arguments(head, end)
        follows = self._text[end : end + 1]
        if follows == "{":
            return self._mend_after_arguments(head, end)
        if follows == "}":
            if text.rsplit("\n", 1)[-1].strip():
                self._is_open_end_known = True
                return self._mend_after_arguments(head, end + 1)
            self._spare_closes += 1
        return end, head

    def _mend_braces(self, start: int, name: str, brace: int) -> Mended:
        """Repair a block from its first brace."""
        inside = self._skip(brace + 1)
        found = self._text[inside : inside + 1]
        if name != "COMMENTS" and _SPACED_COMMENT.match(self._text, inside):
            following = self._skip(self._end(_FOREIGN_COMMENT, inside))
            if self._text[following : following + 1] in ("@", "}"):
                self._skip_foreign_comment(inside)
                return following, Head(start, name, None, brace=brace)
        if name != "COMMENTS" and (found == "@" or (found == "{" and self._after(inside) == "@")):
            return brace + 1, Head(start, name, None, brace=brace)
        end = len(self._text) if name == "COMMENTS" else self._end_of_arguments(brace)
        closed = self._text[end : end + 1] == "}"
        items = items_of(self._text[brace + 1 : end], brace + 1, self._builder.places, _say_nothing)
        if not closed:
            self._report_unclosed_arguments(brace, end)
        return self._mend_after_arguments(Head(start, name, items, brace, end + closed, closed), end + closed)

    def _end_of_arguments(self, brace: int) -> int:
        """Return the offset of the `}` that ends the arguments. If this brace is missing, return the offset of the text
        that cannot be part of the arguments.
        """
        text = self._text
        end = brace + 1
        while True:
            end = self._end(_ARGUMENTS, end)
            found = text[end : end + 1]
            if found == '"':
                stop = self._end(_UNTERMINATED, end)
                shown = self._span(end, end + len(text[end:stop].rstrip()))
                self._errors.report("the closing quote of this text is missing", shown, 'add the closing `"`')
                end = stop
            elif found == "@" and _KEYWORD.match(text, end) is None:
                self._errors.report(
                    "unexpected `@` among arguments", self._span(end), 'put text with `@` in quotes: "..."'
                )
                end += 1
            elif found == "{" and self._after(end) not in {"@", "}", ""}:
                self._errors.report(
                    "unexpected `{` among arguments", self._span(end), "a list of values cannot contain another list"
                )
                inner = self._end(_ARGUMENTS, end + 1)
                end = inner + 1 if text[inner : inner + 1] == "}" else end + 1
            else:
                return end

    def _report_unclosed_arguments(self, brace: int, end: int) -> None:
        if end >= len(self._text):
            hint = "the file ends before a `}`"
            self._is_open_end_known = True
        else:
            keyword = self._text[end : self._end(_KEYWORD_LIKE, end)]
            what = f"`{keyword}`" if keyword else "another `{`"
            hint = f"{what} on line {self._span(end).line} comes before a `}}`"
            self._spare_closes += 1
        self._errors.report("this `{` has no matching `}`", self._span(brace), hint)

    def _mend_after_arguments(self, head: Head, end: int) -> Mended:
        """Decide whether a block with arguments up to `end` has a body."""
        brace = self._skip(end)
        if self._text[brace : brace + 1] == "{":
            return brace + 1, head._replace(brace=brace)
        return end, head

    def _skip(self, offset: int) -> int:
        """Return the offset of the text after blanks and comments."""
        return self._end(_BLANK, offset)

    def _end(self, pattern: re.Pattern[str], offset: int) -> int:
        """Return the end of the match of a pattern at `offset`, or `offset` itself if the pattern does not match."""
        match = pattern.match(self._text, offset)
        return offset if match is None else match.end()

    def _after(self, offset: int) -> str:
        """Return the first character after the character at `offset` that is neither blank nor in a comment."""
        following = self._skip(offset + 1)
        return self._text[following : following + 1]

    def _span(self, start: int, end: int | None = None) -> Span:
        return self._builder.places.span(start, start + 1 if end is None else end)


def _stop_offset(error: UnexpectedInput, text: str) -> int:
    """Return the offset of the unexpected symbol."""
    token = getattr(error, "token", None)
    if token is not None and token.type == "$END":
        return len(text)
    return cast(int, error.pos_in_stream if token is None else token.start_pos)


def _say_nothing(message: str, span: Span, hint: str | None) -> None:
    """Do nothing. This function replaces `report` for text that is already reported as damaged."""


def _quote(text: str) -> str:
    shown = text if len(text) <= 30 else text[:27] + "..."
    return f"`{shown}`" if shown.isprintable() else repr(shown)
