"""The decks that are open, and which of them includes which."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlparse
from urllib.request import url2pathname

from rbsolve.editor.deck import OpenDeck
from rbsolve.editor.pieces import PieceReader
from rbsolve.parser.syntax.includes import names_files

MASTERS = (".deck", ".dym")
MOST_MASTERS = 50  # files of a folder that may include a file


def path_of(uri: str) -> Path | None:
    """The path of a document; None when it is no file."""
    parsed = urlparse(uri)
    return Path(url2pathname(unquote(parsed.path))) if parsed.scheme == "file" else None


class OpenDecks:
    """Decks by the address of their document, each as of its last text."""

    def __init__(self) -> None:
        self._decks: dict[str, OpenDeck] = {}
        self._versions: dict[str, int] = {}
        self._readers: dict[str, PieceReader] = {}

    def put(self, uri: str, text: str, version: int) -> None:
        """Note the text of a document; what was known of those that may include it is forgotten."""
        opened = {
            deck.path.resolve(): deck.text
            for address, deck in self._decks.items()
            if deck.path is not None and address != uri
        }
        reader = self._readers.setdefault(uri, PieceReader())
        self._decks[uri] = OpenDeck(text, path_of(uri), opened, reader)
        self._versions[uri] = version
        own = self._decks[uri].path
        for address, other in list(self._decks.items()):
            if address != uri and own is not None and names_files(other.text) and own.name in other.text:
                self._decks[address] = OpenDeck(other.text, other.path, {**opened, own.resolve(): text})

    def remove(self, uri: str) -> None:
        """Forget a document."""
        self._decks.pop(uri, None)
        self._versions.pop(uri, None)
        self._readers.pop(uri, None)

    def deck(self, uri: str) -> OpenDeck | None:
        """The deck of a document; None when it is not open."""
        return self._decks.get(uri)

    def version(self, uri: str) -> int | None:
        """The version of the text that is known; None when the document is not open."""
        return self._versions.get(uri)

    def master(self, deck: OpenDeck) -> OpenDeck:
        """The deck that includes a file: one that is open, or one in the same folder; the file itself when there is none."""
        if deck.path is None or deck.path.suffix in MASTERS:
            return deck
        name = deck.path.name
        opened = [other for other in self._decks.values() if other.path is not None and other is not deck]
        candidates = [other for other in opened if names_files(other.text) and name in other.text]
        known = {other.path for other in opened}
        if not candidates:
            candidates = [
                other for path in _siblings(deck.path) if path not in known for other in _read(path, name, deck)
            ]
        for candidate in candidates:
            if any(Path(source.name).resolve() == deck.path.resolve() for source in candidate.whole[1]):
                return candidate
        return deck


def _siblings(path: Path) -> list[Path]:
    try:
        return [other for other in sorted(path.parent.iterdir()) if other.suffix in MASTERS][:MOST_MASTERS]
    except OSError:
        return []


def _read(path: Path, name: str, included: OpenDeck) -> list[OpenDeck]:
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    assert included.path is not None
    if not names_files(text) or name not in text:
        return []
    return [OpenDeck(text.replace("\r\n", "\n"), path, {included.path.resolve(): included.text})]
