"""Represents places in a results file. A place consists of the path of a part and its layout, and creates errors that
name the part.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from rbsolve.results.file.errors import MissingPartError, ResultsError
from rbsolve.results.file.layout import Length, Node


class Rules(NamedTuple):
    """The data that all places of a file share: its name, its layout, and the lengths that words of the layout
    represent in this file.

    The keys of `lengths` are pairs of a path and a word. The words in `varying` may have any length, as in a file that
    is being written.
    """

    file: str
    root: Node
    lengths: dict[tuple[str, str], int]
    varying: frozenset[str] = frozenset()


class Place(NamedTuple):
    """The path of a part from the root, without a leading slash, and its layout."""

    rules: Rules
    path: str
    node: Node | None
    is_named: bool = True
    """Whether the layout names the part. A file is damaged if a named part is missing."""

    def member(self, name: str) -> Place:
        """Return the place of a member, by its path."""
        place = Place(self.rules, "", self.rules.root) if name.startswith("/") else self
        for part in name.split("/"):
            if part not in ("", "."):
                known = {} if place.node is None else place.node.members
                path = f"{place.path}/{part}" if place.path else part
                place = Place(self.rules, path, known.get(part, known.get("*")), part in known)
        return place

    def fault(self, what: str, attribute: str = "") -> ResultsError:
        """Return the error for an invalid part of a file."""
        part = f"{self.path or '/'}@{attribute}" if attribute else self.path or "/"
        return ResultsError(f"cannot read {self.rules.file}: {part} {what}")

    def missing_error(self, attribute: str = "") -> MissingPartError:
        """Return the error for a missing part of a file."""
        return MissingPartError(str(self.fault("is missing", attribute)))

    @contextmanager
    def report_damage(self) -> Iterator[None]:
        """A context that converts HDF5's read errors to ResultsError."""
        try:
            yield
        except (OSError, RuntimeError, UnicodeDecodeError) as error:
            raise self.fault("is damaged") from error

    def length(self, word: Length) -> int | None:
        """Return the length that a word represents, or None for any length."""
        if isinstance(word, int):
            return word
        if not isinstance(word, str) or word in self.rules.varying:
            return None
        return self.rules.lengths.get(self._key(word))

    def learn(self, word: Length, length: int) -> None:
        """Set the length that a word represents."""
        if isinstance(word, str) and word not in self.rules.varying:
            self.rules.lengths.setdefault(self._key(word), length)

    def _key(self, word: str) -> tuple[str, str]:
        if word.startswith("@"):
            return self.path, word[1:]
        if word.startswith("."):
            return self.path.rpartition("/")[0], word[1:]
        return "", word

    def fits(self, shape: tuple[int, ...], wanted: tuple[Length, ...]) -> bool:
        """Return whether the layout permits a shape. This also sets the lengths that words of the layout represent."""
        if len(shape) != len(wanted):
            return False
        for length, word in zip(shape, wanted, strict=True):
            if self.length(word) not in (None, length):
                return False
            self.learn(word, length)
        return True
