"""Converts bytes to text, and offsets in a text to lines and columns."""

from __future__ import annotations

import hashlib
import os
import re
from bisect import bisect_right
from itertools import accumulate
from pathlib import Path

from rbsolve.language.diagnostics import Code, Diagnostics, Source, Span

_KEYWORD = re.compile(r"(?:^|\s|\})@[A-Za-z0-9_]*+(?:\s*+\{|\s*+$)")


class Places:
    """Lines and columns of one source, from offsets into its text."""

    def __init__(self, source: Source) -> None:
        self.source = source
        lengths = (len(line) + 1 for line in source.text.split("\n"))
        self.starts = list(accumulate(lengths, initial=0))[:-1]

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of an offset."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def span(self, start: int, end: int) -> Span:
        """Return the span of text[start:end]."""
        return Span(self.source, *self.place(start), *self.place(end))


def read_source(path: Path, diagnostics: Diagnostics) -> Source:
    """Read a file of a deck. Messages name the path as given.

    Raise OSError if the file cannot be read. Bytes that are not text are reported as a syntax error.
    """
    return decode(path.read_bytes(), str(path), diagnostics)


def decode(data: bytes, name: str, diagnostics: Diagnostics) -> Source:
    """Return the text of a deck from its bytes: UTF-8, with or without a byte-order mark, and with any line endings.

    Invalid UTF-8 bytes are read as U+FFFD, and only the first of them is reported. A file that is not text is reported
    and read as empty, without further messages.
    """
    digest = hashlib.sha256(data).hexdigest()
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _no_text(name, "this file is UTF-16 text; a deck is UTF-8", 1, 1, diagnostics)
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    if data.startswith(b"\x89HDF\r\n\x1a\n"):
        message = "this is an HDF5 file, such as results of a run, and not a deck"
        return _no_text(name, message, 1, 1, diagnostics, "use `rbsolve info` to show the contents of a results file")
    if b"\0" in data:
        before = data[: data.index(b"\0")].decode("utf-8", "replace")
        line, column = _place(before)
        return _no_text(name, "this file is not a text file: it contains a zero byte", line, column, diagnostics)
    try:
        return Source(name, _unify_line_ends(data.decode("utf-8")), sha256=digest)
    except UnicodeDecodeError as error:
        source = Source(name, _unify_line_ends(data.decode("utf-8", "replace")), sha256=digest)
        line, column = _place(data[: error.start].decode("utf-8"))
        diagnostics.know_file(source)
        diagnostics.error(
            Code.SYNTAX_ERROR,
            f"the byte 0x{data[error.start]:02x} is not valid UTF-8",
            Span(source, line, column, line, column + 1),
            "save the file as UTF-8 text",
        )
        return source


def is_text(deck: str) -> bool:
    """Return whether a string is the text of a deck rather than a path.

    The string is a text if it is empty or contains a line break. It is also a text if it contains a keyword with its
    brace and is not the path of a file.
    """
    return not deck or "\n" in deck or (_KEYWORD.search(deck) is not None and not os.path.exists(deck))


def normalise(text: str) -> str:
    """Return the text of a deck given as a string, without a byte-order mark and with LF as line ends."""
    return _unify_line_ends(text.removeprefix("\ufeff"))


def _unify_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _place(before: str) -> tuple[int, int]:
    """Return the line and the column of the character after `before`."""
    before = _unify_line_ends(before)
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def _no_text(
    name: str, message: str, line: int, column: int, diagnostics: Diagnostics, hint: str = "save the file as UTF-8 text"
) -> Source:
    source = Source(name, "")
    diagnostics.know_file(source)
    span = Span(source, line, column, line, column)
    diagnostics.error(Code.SYNTAX_ERROR, message, span, hint)
    return source
