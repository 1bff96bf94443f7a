"""Formats the bytes of decks. Line endings and the byte-order mark do not change."""

from __future__ import annotations

import difflib
from typing import NamedTuple

from rbsolve.language.diagnostics import Diagnostics
from rbsolve.language.syntax import decode, read_tree
from rbsolve.parser.formatting.layout import LINE_LENGTH, format_text

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Formatted(NamedTuple):
    """A deck before and after formatting. `after` is None if syntax errors prevent formatting. `diagnostics` contains
    the errors.
    """

    before: bytes
    after: bytes | None
    diagnostics: Diagnostics

    @property
    def is_changed(self) -> bool:
        """Return whether formatting changes the deck."""
        return self.after is not None and self.after != self.before

    def diff(self, name: str) -> str:
        """Return the change as a unified diff, which is empty if the text does not change."""
        if self.after is None:
            return ""
        before, after = (text.decode("utf-8", "replace").splitlines() for text in (self.before, self.after))
        lines = difflib.unified_diff(before, after, name, name, lineterm="")
        return "".join(f"{line}\n" for line in lines)


def format_deck(data: bytes, name: str, line_length: int = LINE_LENGTH) -> Formatted:
    """Format one file of a deck, without the files that it includes."""
    diagnostics = Diagnostics()
    source = decode(data, name, diagnostics)
    read_tree(source, diagnostics)
    if diagnostics.has_errors:
        return Formatted(data, None, diagnostics)
    text = format_text(source.text, line_length)
    if b"\r\n" in data:
        text = text.replace("\n", "\r\n")
    mark = BYTE_ORDER_MARK if data.startswith(BYTE_ORDER_MARK) else b""
    return Formatted(data, mark + text.encode("utf-8"), diagnostics)
