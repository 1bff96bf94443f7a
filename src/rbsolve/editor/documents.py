"""Defines the documents of the editor. Line endings follow the protocol, and positions count UTF-16 units."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lsprotocol import types
from pygls.workspace import PositionCodec, TextDocument, Workspace

# These characters end a line for Python's `splitlines`, but not in the protocol.
_OTHER_ENDS = re.compile("[\v\f\x1c\x1d\x1e\x85\u2028\u2029]").search
_LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+").findall


class DeckDocument(TextDocument):
    """A text in which only LF, CR LF and CR are line ends."""

    @property
    def lines(self) -> Sequence[str]:
        """Return the lines with their ends."""
        text = self.source
        return tuple(_LINES(text)) if _OTHER_ENDS(text) else tuple(text.splitlines(keepends=True))


class DeckWorkspace(Workspace):
    """The documents of an editor."""

    def _create_text_document(
        self,
        doc_uri: str,
        source: str | None = None,
        version: int | None = None,
        language_id: str | None = None,
    ) -> TextDocument:
        codec = PositionCodec(encoding=types.PositionEncodingKind.Utf16)
        kind = types.TextDocumentSyncKind.Incremental
        return DeckDocument(doc_uri, source, version, language_id, sync_kind=kind, position_codec=codec)


def ask_for_utf16(capabilities: types.ClientCapabilities) -> None:
    """Select UTF-16 as the encoding of positions. Every client supports UTF-16.

    The client's preference is ignored, because this package uses positions in UTF-16 units.
    """
    if capabilities.general is not None:
        capabilities.general.position_encodings = None
