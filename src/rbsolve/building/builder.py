"""The base class of decks written in Python. It collects objects, names and numbers, and returns the text of the deck."""

from __future__ import annotations

import os
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from rbsolve.building.places import line_place, place_of_call, with_places
from rbsolve.building.values import items, keyword_lines
from rbsolve.language.diagnostics import Diagnostics, Source, Span
from rbsolve.language.syntax.includes import read_deck
from rbsolve.language.syntax.reader import read_tree
from rbsolve.language.syntax.tree import SyntaxTree
from rbsolve.language.table import BlockSchema, Keyword, Type
from rbsolve.parser.formatting.layout import format_text
from rbsolve.parser.schema.wrappers import DESIGN_PARAMETERS, INCLUDE_COMMAND, SCALAR_VALUE, VECTOR_VALUE

NAME = "<rbsolve.Deck>"  # messages show this name instead of a file name
_NAME = Keyword("NAME", Type.NAME, "The name of an object.")


class Reference(str):
    """The name of an object of a deck. Use it to refer to the object in other objects and in `results[sensor]`."""

    __slots__ = ()


class _Part(NamedTuple):
    """An object of a deck, with its keyword, its lines, and the Python call that added it."""

    definition: str
    lines: tuple[str, ...]
    place: Span


class Builder:
    """Collects the objects of a deck in the order of the calls.

    Relative names of files (tables, meshes, includes) are relative to `folder`, by default the current folder.
    """

    def __init__(self, folder: str | os.PathLike[str] = "") -> None:
        self._folder = Path(folder)
        self._parts: list[_Part] = []
        self._comments: list[str] = []

    def comment(self, text: str) -> None:
        """Add comment lines above the next object."""
        self._comments += [f"! {line}".rstrip() for line in text.splitlines()]

    def parameter(self, name: str, value: Any) -> Reference:
        """Declare a design parameter. Its value is a number, several numbers, or an expression of other parameters.

        Return `#name`. Use this text in later calls instead of the value. The command line and `parameters=` can
        override the value.
        """
        name = f"#{name.removeprefix('#')}"
        is_list = not isinstance(value, str) and isinstance(value, Iterable)
        keyword = DESIGN_PARAMETERS.known_keyword(VECTOR_VALUE if is_list else SCALAR_VALUE)
        head = f"@{DESIGN_PARAMETERS.name_keyword} {{{name}}}"
        self._take(DESIGN_PARAMETERS.definition, (f"{head} @{keyword.name} {{{items(keyword, value)}}}",))
        return Reference(name)

    def include(self, *files: str | os.PathLike[str]) -> None:
        """Include other decks at the current position."""
        keyword = INCLUDE_COMMAND.known_keyword("LIST_OF_FILE_NAMES")
        names = items(keyword, [os.fspath(file) for file in files])
        head = f"@{INCLUDE_COMMAND.name_keyword} {{include_{len(self._parts) + 1}}} {{"
        self._take(INCLUDE_COMMAND.definition, (head, f"@{keyword.name} {{{names}}}", "}"))

    def add(self, block: BlockSchema, name: str, keywords: dict[str, Any]) -> Reference:
        """Add an object with a name and keywords (in lower case). Keywords with the value None are omitted."""
        known = {keyword.name.lower(): keyword for keyword in block.keywords}
        lines = [f"@{block.name_keyword} {{{_name(name)}}} {{"]
        for argument, value in keywords.items():
            keyword = known.get(argument)
            if keyword is None:
                close = get_close_matches(argument, known, n=1)
                hint = f"; did you mean {close[0]!r}?" if close else ""
                raise TypeError(f"{method_name(block)}() has no argument {argument!r}{hint}")
            if value is not None:
                try:
                    lines += keyword_lines(keyword, value)
                except (TypeError, ValueError) as error:
                    raise type(error)(f"{method_name(block)}(), argument {argument!r}: {error}") from None
        self._take(block.definition, (*lines, "}"))
        return Reference(name)

    def text(self) -> str:
        """Return the deck as text, formatted as by `rbsolve format`."""
        return self._write()[0]

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the deck into a file.

        Raise OSError if the file cannot be written.
        """
        Path(path).write_text(self.text(), encoding="utf-8")

    def read(
        self, diagnostics: Diagnostics, allow_include: tuple[Path, ...] = ()
    ) -> tuple[SyntaxTree, tuple[Source, ...]]:
        """Return the syntax tree of the deck and its source files. Each node records the place of the Python call that
        added the object. The first source is the text of the deck.
        """
        text, places = self._write()

        def tree_of(source: Source, found: Diagnostics) -> SyntaxTree:
            in_text = Diagnostics()
            tree = with_places(read_tree(source, in_text), places)
            found.extend(_move(in_text, places))
            return tree

        source = Source(NAME, text)
        return read_deck(source, diagnostics, allow_include=allow_include, folder=self._folder, read=tree_of)

    def _take(self, definition: str, lines: tuple[str, ...]) -> None:
        lines, self._comments = (*self._comments, *lines), []
        self._parts.append(_Part(definition, lines, place_of_call(self._folder)))

    def _write(self) -> tuple[str, list[Span | None]]:
        """Return the text of the deck, and for each line the place of the Python call that added it."""
        lines: list[str] = []
        places: list[Span | None] = []
        for k, part in enumerate(self._parts):
            begins = k == 0 or self._parts[k - 1].definition != part.definition
            ends = k + 1 == len(self._parts) or self._parts[k + 1].definition != part.definition
            whole = format_text("\n".join((f"@{part.definition} {{", *part.lines, "}", ""))).split("\n")[:-1]
            shown = whole[0 if begins else 1 : len(whole) if ends else -1]
            lines += shown
            places += [part.place] * len(shown)
        return "".join(f"{line}\n" for line in lines), places

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        count = len(self._parts)
        return f"<Deck of {count} {'object' if count == 1 else 'objects'}>"


def method_name(block: BlockSchema) -> str:
    """Return the name of the method that adds an object of a kind."""
    return block.definition.removesuffix("_DEFINITION").lower()


def _name(name: object) -> str:
    if not isinstance(name, str) or not name:
        raise TypeError(f"the name of an object must be a string, not {name!r}")
    return items(_NAME, name)


def _move(found: Diagnostics, places: list[Span | None]) -> Iterable[Any]:
    from dataclasses import replace

    return [replace(finding, span=line_place(finding.span, places)) for finding in found]
