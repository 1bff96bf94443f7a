"""Lays out the lines of a deck with the indentation and the spaces of the standard format.

Line breaks do not change. Empty lines between groups remain, and several consecutive empty lines become a single empty
line. The indentation grows by two spaces for each earlier line with a brace that is still open. Comments after
consecutive lines are aligned in one column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rbsolve.parser.formatting.breaking import INDENTATION, break_line
from rbsolve.parser.formatting.tokens import TOKEN

LINE_LENGTH = 120

# An item matches in only one way. Without a closing brace, the pattern therefore fails after one attempt per item.
_ITEM = r'[^\s{}@!",()](?:[^{}@!",()\n\t]++(?<! ))?'
_ROW = rf"{_ITEM}(?:, {_ITEM})*"
# The patterns match the most frequent formatted lines: keywords with their items, the beginning of an object, and a row
# of items.
_PARAMETERS = re.compile(rf"@(?!COMMENTS\b)\w++ \{{(?:{_ROW})?\}}(?: @(?!COMMENTS\b)\w++ \{{(?:{_ROW})?\}})*").fullmatch
_OPENING = re.compile(rf"@(?!COMMENTS\b)\w++ (?:\{{{_ROW}\}} )?\{{").fullmatch
_ITEMS = re.compile(rf"{_ROW},?").fullmatch
_COMMENT_BLOCK = re.compile(r"@COMMENTS(?!\w)\s*+\{[^}]*+$")
_QUIET = re.compile(r'"[^"\n]*+"|![^\n]*+|@COMMENTS(?!\w)\s*+\{[^}]*+\}')
_CLOSING = re.compile(r"(?:\} ?)*")
_HANGING = re.compile(r"\n[ \t]*\{")
_SWITCH = re.compile(r"!\s*format:\s*(on|off)\s*", re.IGNORECASE).fullmatch

UNKNOWN, BODY, ITEMS = range(3)  # the kinds of content of a pair of braces


class FormattingError(ValueError):
    """Raised if formatting would change more than the white space of a text."""


class _Line(NamedTuple):
    indentation: int
    code: str
    comment: str


def format_text(text: str, line_length: int = LINE_LENGTH) -> str:
    """Return a deck in the standard format.

    The text must have LF line endings and no syntax errors. The text between `! format: off` and `! format: on` does
    not change. Raise FormattingError if more than white space would change. For a valid deck, this would be a defect of
    the formatter.
    """
    result = _Layout(text, line_length).run()
    if "".join(text.split()) != "".join(result.split()):
        raise FormattingError("the formatter would change the meaning of this deck; the file is unchanged")
    return result


class _Layout:
    """The formatted lines of a deck. The lines are created in order."""

    def __init__(self, text: str, line_length: int) -> None:
        self._source = text.split("\n")
        self._line_length = line_length
        self._lines: list[_Line | str] = []  # a line that is stored as a string does not change
        self._braces: list[list[int]] = []  # for each open brace: the kind of its content, and the number of its line
        self._parentheses = 0
        self._is_off = False
        self._has_hanging = _HANGING.search(text) is not None
        self._next = 0

    def run(self) -> str:
        """Return the formatted text."""
        is_gap = False
        while self._next < len(self._source):
            line = self._source[self._next]
            self._next += 1
            stripped = line.strip()
            switch = _SWITCH(stripped) if stripped[:1] == "!" else None
            if switch is not None:
                self._is_off = switch[1].lower() == "off"
            if self._is_off and switch is None:
                self._keep(line)
                continue
            if not stripped:
                is_gap = True
                continue
            if is_gap and self._lines and stripped[0] != "}" and not self._follows_opening():
                self._lines.append("")
            is_gap = False
            self._add(stripped)
        while self._lines and not self._lines[-1]:
            self._lines.pop()
        return "".join(f"{line}\n" for line in _align(self._lines))

    def _follows_opening(self) -> bool:
        last = self._lines[-1]
        return isinstance(last, _Line) and last.code[-1:] == "{" and not last.comment

    # --- one line of the source

    def _add(self, stripped: str) -> None:
        """Add a line that is not empty."""
        if self._has_hanging:
            stripped = self._join(stripped)
        inside = self._braces[-1][0] if self._braces else BODY
        if len(stripped) + INDENTATION * len(self._braces) <= self._line_length and not self._parentheses:
            if stripped == "}" and self._braces:
                self._braces.pop()
                self._lines.append(_Line(self._indentation(), "}", ""))
                return
            if inside != ITEMS and _PARAMETERS(stripped):
                self._settle(BODY)
                self._lines.append(_Line(self._indentation(), stripped, ""))
                return
            if inside != ITEMS and _OPENING(stripped):
                self._settle(BODY)
                self._lines.append(_Line(self._indentation(), stripped, ""))
                self._braces.append([UNKNOWN, len(self._lines)])
                return
            if inside != BODY and _ITEMS(stripped):
                self._settle(ITEMS)
                self._lines.append(_Line(self._indentation(), stripped, ""))
                return
        code, comment = self._space(self._with_comment_block(stripped))
        self._place(code, comment)

    def _join(self, stripped: str) -> str:
        """Return the line joined with the following lines that start with a brace of the same block."""
        while "!" not in stripped and (stripped[-1] == "}" or re.search(r"@\w+$", stripped)):
            following = self._next
            while following < len(self._source) and not self._source[following].strip():
                following += 1
            if following >= len(self._source) or not self._source[following].lstrip().startswith("{"):
                break
            stripped = f"{stripped} {self._source[following].strip()}"
            self._next = following + 1
        return stripped

    def _with_comment_block(self, stripped: str) -> str:
        """Return the line joined with all lines of a comment block that starts on this line."""
        while _COMMENT_BLOCK.search(_QUIET.sub(_blank, stripped)) and self._next < len(self._source):
            stripped += "\n" + self._source[self._next].rstrip()
            self._next += 1
        return stripped

    def _settle(self, inside: int) -> None:
        if self._braces and self._braces[-1][0] == UNKNOWN:
            self._braces[-1][0] = inside

    def _space(self, text: str) -> tuple[str, str]:
        """Split a line into code and comment. The code gets the spaces of the standard format."""
        parts: list[str] = []
        insides = [brace[0] for brace in self._braces]
        before, end = "", 0
        for match in TOKEN.finditer(text):
            token = match[0]
            if token[0] == "!":
                return "".join(parts), token.rstrip()
            if insides and insides[-1] == UNKNOWN:
                insides[-1] = BODY if token[0] == "@" else ITEMS
            closes_body = token == "}" and (insides.pop() if insides else ITEMS) == BODY
            if before:
                parts.append(_space(before, token, text[end : match.start()], bool(self._parentheses), closes_body))
            if token == "{":
                insides.append(UNKNOWN)
            if token in "{},":
                self._parentheses *= token == ","
            elif token[0] not in '@"':
                self._parentheses = max(0, self._parentheses + token.count("(") - token.count(")"))
            parts.append(_space_keyword(token))
            before, end = token, match.end()
        return "".join(parts), ""

    def _place(self, code: str, comment: str) -> None:
        """Add a line. If the line is too long, break it."""
        closing = len(_CLOSING.match(code)[0].replace(" ", ""))  # type: ignore[index]  # the pattern also matches an empty text
        indentation = self._indentation(closing)
        pieces = [code]
        if indentation + len(code) > self._line_length and "\n" not in code:
            pieces = break_line(code, self._line_length - indentation)
        if len(pieces) == 1:
            self._lines.append(_Line(indentation, code, comment))
            self._count_braces(code)
            return
        for piece in pieces[:-1]:
            self._place(piece, "")
        self._place(pieces[-1], comment)

    # --- braces

    def _indentation(self, closing: int = 0) -> int:
        """Return the indentation of a line that begins with `closing` closing braces."""
        still_open = self._braces[: len(self._braces) - closing] if closing else self._braces
        return INDENTATION * len({number for _, number in still_open})

    def _count_braces(self, code: str) -> None:
        number = len(self._lines)
        for match in TOKEN.finditer(code):
            token = match[0]
            if token[0] == "!":
                break
            if token == "}":
                if self._braces:
                    self._braces.pop()
                continue
            self._settle(BODY if token[0] == "@" else ITEMS)
            if token == "{":
                self._braces.append([UNKNOWN, number])

    def _keep(self, line: str) -> None:
        """Add a line that must not be formatted."""
        text = self._with_comment_block(line)
        self._lines.append(text if text.strip() else "")
        self._count_braces(text)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _space(before: str, token: str, written: str, in_parentheses: bool, closes_body: bool) -> str:
    """Return the white space between two tokens of a line. It may depend on the original white space."""
    if in_parentheses and (token == "," or before == ","):
        return written.replace("\t", " ")
    if token == ",":
        return ""
    if token == "}":
        return " " if closes_body else ""
    if before == "{":
        return " " if token[0] == "@" else ""
    if before[0] in '@{},"' or token[0] in '@{"':
        return " " if before[0] in "@}," or token[0] in "@{" or written else ""
    return written


def _space_keyword(token: str) -> str:
    """Return the text of a token. In a comment block, the space before the brace follows the standard format."""
    return re.sub(r"^@COMMENTS\s*+\{", "@COMMENTS {", token) if token.startswith("@COMMENTS") else token


def _align(lines: list[_Line | str]) -> Iterator[str]:
    """Yield the text of every line. Comments after consecutive lines are aligned in one column."""
    together: list[_Line] = []  # consecutive lines of code with comments
    for line in lines:
        if isinstance(line, _Line) and line.code and line.comment:
            together.append(line)
            continue
        if together:
            yield from _in_one_column(together)
            together = []
        yield line if isinstance(line, str) else f"{' ' * line.indentation}{line.code or line.comment}"
    yield from _in_one_column(together)


def _in_one_column(lines: list[_Line]) -> Iterator[str]:
    codes = [" " * line.indentation + line.code for line in lines]
    widths = [len(code.rpartition("\n")[2]) for code in codes]
    column = max(widths, default=0) + 2
    for line, code, width in zip(lines, codes, widths, strict=True):
        yield f"{code}{' ' * (column - width)}{line.comment}"
