"""Manages the open decks, and finds the decks that include them."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from urllib.parse import unquote, urlparse
from urllib.request import url2pathname

from rbsolve.editor.deck import OpenDeck
from rbsolve.editor.pieces import PieceReader
from rbsolve.language.syntax.includes import names_files
from rbsolve.language.syntax.text import normalise

MASTERS = (".deck", ".dym")
MOST_MASTERS = 50  # maximum number of decks in a folder that are searched for an include


def path_of(uri: str) -> Path | None:
    """Return the path of a document, or None if the document is not a file."""
    parsed = urlparse(uri)
    return Path(url2pathname(unquote(parsed.path))) if parsed.scheme == "file" else None


class OpenDecks:
    """The open decks by the address of their document, with their latest texts.

    Only one thread changes decks. Another thread may ask for master decks at the same time.
    """

    def __init__(self) -> None:
        self.root: Path | None = None
        """The folder of the editor. The search for decks that include a file does not go above this folder."""
        self._decks: dict[str, OpenDeck] = {}
        self._versions: dict[str, int] = {}
        self._readers: dict[str, PieceReader] = {}
        # Three caches by path follow. `_masters` contains the deck that includes a file, until something changes.
        # `_closed` contains the modification time and the files of a deck that is not open. `_homes` contains the last
        # deck that included a file, which is tried first.
        self._masters: dict[Path, OpenDeck] = {}
        self._closed: dict[Path, tuple[int, frozenset[Path]]] = {}
        self._homes: dict[Path, Path] = {}
        self._changes = 0
        self._changing = Lock()  # ensures that no master found in outdated decks is stored

    def put(self, uri: str, text: str, version: int) -> OpenDeck:
        """Store the text of a document, and return its deck. Cached data of decks that may include the document are
        discarded."""
        reader = self._readers.setdefault(uri, PieceReader())
        deck = self._decks[uri] = OpenDeck(text, path_of(uri), self._texts(but=uri), reader)
        self._versions[uri] = version
        self.renew(path_of(uri))
        return deck

    def remove(self, uri: str) -> None:
        """Remove a document. Decks that include this document then use the file on disk."""
        self._decks.pop(uri, None)
        self._versions.pop(uri, None)
        self._readers.pop(uri, None)
        self.renew(path_of(uri))

    def renew(self, path: Path | None) -> None:
        """Read all decks again that include, or may include, a changed file."""
        if path is None:
            return
        path = path.resolve()
        for uri, deck in list(self._decks.items()):
            if deck.path is not None and deck.path.resolve() != path and _may_include(deck, path):
                self._decks[uri] = OpenDeck(deck.text, deck.path, self._texts(but=uri))
        opened = list(self._decks.values())
        with self._changing:
            self._changes += 1
            masters = list(self._masters.items())
        for file, master in masters:
            is_open = any(deck.path == master.path for deck in opened)
            holds = master in opened if is_open else not _may_include(master, path)
            # A deck may now include a file that had no master deck.
            if not holds or master.path is None or master.path.resolve() == file:
                self._masters.pop(file, None)

    def forget_files(self) -> None:
        """Discard cached contents of included files that are not open."""
        self._closed.clear()

    def deck(self, uri: str) -> OpenDeck | None:
        """Return the deck of a document, or None if the document is not open."""
        return self._decks.get(uri)

    def version(self, uri: str) -> int | None:
        """Return the version of the stored text, or None if the document is not open."""
        return self._versions.get(uri)

    @property
    def addresses(self) -> list[str]:
        """Return the addresses of the open documents."""
        return list(self._decks)

    @property
    def paths(self) -> set[Path]:
        """Return the paths of the open files."""
        return {deck.path.resolve() for deck in self._decks.values() if deck.path is not None}

    def master(self, deck: OpenDeck) -> OpenDeck:
        """Return the deck that includes a file, directly or through other files. It is an open deck, or a deck in the
        folder of the file or in a folder above.

        If there is no such deck, return the file itself.
        """
        if deck.path is None or deck.path.suffix in MASTERS:
            return deck
        path = deck.path.resolve()
        known = self._masters.get(path)
        if known is None:
            changes = self._changes
            known = self._find(deck, path) or deck
            with self._changing:
                if changes == self._changes:
                    self._masters[path] = known
            if known is not deck and known.path is not None:
                self._homes[path] = known.path
        return known

    def _find(self, deck: OpenDeck, path: Path) -> OpenDeck | None:
        opened = [other for other in list(self._decks.values()) if other is not deck and names_files(other.text)]
        of_masters = [other for other in opened if other.path is not None and other.path.suffix in MASTERS]
        for other in of_masters:
            if path in other.files:
                return other
        known = {other.path for other in opened}
        home = self._homes.get(path)
        for place in [*([] if home is None else [home]), *_above(path, self.root)]:
            if place not in known and path in self._files(place):
                text = _read(place)
                return None if text is None else OpenDeck(text, place, self._texts())
        return next((other for other in opened if path in other.files), None)

    def _files(self, place: Path) -> frozenset[Path]:
        """Return the files of a deck on disk that is not open. There are none if the deck includes no files."""
        try:
            changed = place.stat().st_mtime_ns
        except OSError:
            return frozenset()
        known = self._closed.get(place)
        if known is None or known[0] != changed:
            text = _read(place)
            known = changed, OpenDeck(text, place).files if text is not None and names_files(text) else frozenset()
            self._closed[place] = known
        return known[1]

    def _texts(self, but: str = "") -> dict[Path, str]:
        """Return the texts of all open files except the document `but`, by path."""
        return {
            deck.path.resolve(): deck.text
            for uri, deck in list(self._decks.items())
            if deck.path is not None and uri != but
        }


def _may_include(deck: OpenDeck, path: Path) -> bool:
    """Return whether a deck may include a file. This is so if the file is one of the deck's files, or if the text
    contains its name.
    """
    return names_files(deck.text) and (path.name in deck.text or path in deck.files)


def _above(path: Path, root: Path | None) -> list[Path]:
    """Return the decks in the folder of a file, and in the folders above it up to the root."""
    folders = [path.parent]
    if root is not None:
        folders += [folder for folder in path.parent.parents if folder.is_relative_to(root.resolve())]
    found: list[Path] = []
    for folder in folders:
        try:
            found += [other for other in sorted(folder.iterdir()) if other.suffix in MASTERS][:MOST_MASTERS]
        except OSError:
            continue
    return found


def _read(path: Path) -> str | None:
    try:
        return normalise(path.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return None
