"""Replaces each block that names an included file by the contents of the file.

Only this module of the package contains keywords: `@INCLUDE_COMMAND`, `@TABLE_FILE` and Dymore's
`@DESIGN_PARAMETERS_FILE_NAME`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path

from rbsolve.language.diagnostics import Code, Diagnostics, Moved, Source, Span
from rbsolve.language.syntax.builder import MAXIMUM_DEPTH
from rbsolve.language.syntax.reader import read_tree
from rbsolve.language.syntax.tables import TABLE_FILE, table_entries
from rbsolve.language.syntax.text import is_text, normalise, read_source
from rbsolve.language.syntax.tree import Block, Item, SyntaxTree

INCLUDE = "INCLUDE_COMMAND"
FILES_OF_INCLUDE = "LIST_OF_FILE_NAMES"
PARAMETERS_FILE = "DESIGN_PARAMETERS_FILE_NAME"  # this is a keyword of Dymore's `@PROCESS_CONTROL_DEFINITION`
MAXIMUM_FILES = 1000
MAXIMUM_FILE_DEPTH = 50


def names_files(text: str) -> bool:
    """Return whether the deck may include other files."""
    return any(f"@{keyword}" in text for keyword in (INCLUDE, TABLE_FILE, PARAMETERS_FILE))


def read_deck(
    deck: Path | str | Source,
    diagnostics: Diagnostics,
    *,
    allow_include: Iterable[Path | str] = (),
    folder: Path = Path(),
    opened: Mapping[Path, str] | None = None,
    read: Callable[[Source, Diagnostics], SyntaxTree] = read_tree,
    moved: Moved | None = None,
) -> tuple[SyntaxTree, tuple[Source, ...]]:
    """Read a master deck with all included files.

    `deck` is a path, a string (the text itself, or a path), or a `Source`. In messages, a text is called `<text>`. Its
    includes are relative to `folder`. `opened` maps resolved paths to the texts of files that are open in an editor.
    `read` reads the master deck itself. Files must be in the master deck's folder or in a folder of `allow_include`.
    `moved` maps absolute paths in a copied deck to its files. Return the whole tree and the sources. The master deck is
    the first source, followed by the included files in order. Raise OSError if the master deck cannot be read. All
    other errors are reported to `diagnostics`.
    """
    if isinstance(deck, str) and not is_text(deck):
        deck = Path(deck)
    if isinstance(deck, Path):
        source = read_source(deck, diagnostics)
        folder, path = deck.parent, deck.resolve()
    else:
        source = deck if isinstance(deck, Source) else Source("<text>", normalise(deck))
        path = None
    if moved is not None:
        source = replace(source, moved=moved)
    places = [folder, *map(Path, allow_include)]
    reader = _Reader(diagnostics, places, opened or {}, moved)
    tree = reader.read(source, folder, path, read)
    return tree._replace(is_whole=reader.is_whole, lacks_files=reader.lacks_files), tuple(reader.sources)


class _Reader:
    """Reads files into one tree. To find cycles, the reader keeps a list of the files that are being read."""

    def __init__(
        self, diagnostics: Diagnostics, places: list[Path], opened: Mapping[Path, str], moved: Moved | None
    ) -> None:
        self._opened, self._moved = opened, moved
        self.sources: list[Source] = []
        self._diagnostics = diagnostics
        self._places = places
        self._being_read: list[tuple[Path, str]] = []
        self._is_full = False
        self.is_whole, self.lacks_files = True, False
        self._depth = 0  # nesting depth of blocks, over all files that are being read

    @cached_property
    def _allowed(self) -> list[Path]:
        """Return the permitted folders. They are determined at the first include, so a text without includes needs no
        folder.

        Raise OSError if the current folder has been deleted.
        """
        return [place.resolve() for place in self._places]

    def read(
        self,
        source: Source,
        folder: Path,
        path: Path | None,
        read: Callable[[Source, Diagnostics], SyntaxTree] = read_tree,
    ) -> SyntaxTree:
        """Return the tree of a source with includes relative to `folder`."""
        self.sources.append(source)
        tree = read(source, self._diagnostics)
        self.is_whole &= tree.is_whole
        if not names_files(source.text):
            return tree
        if path is not None:
            self._being_read.append((path, source.name))
        blocks = self._replace(tree.blocks, folder)
        if path is not None:
            self._being_read.pop()
        return tree._replace(blocks=blocks)

    def _replace(self, blocks: tuple[Block, ...], folder: Path) -> tuple[Block, ...]:
        """Return the blocks. The commands that include files are replaced by the included blocks."""
        result: list[Block] = []
        for block in blocks:
            if block.keyword in (INCLUDE, PARAMETERS_FILE):
                names = self._file_names(block) if block.keyword == INCLUDE else block.items or ()
                for item in names:
                    result += self._include(item, folder)
            elif block.keyword == TABLE_FILE and block.body is None:
                result.append(self._table(block, folder))
            elif not block.body:
                result.append(block)
            elif self._depth < MAXIMUM_DEPTH:
                self._depth += 1
                result.append(block._replace(body=self._replace(block.body, folder)))
                self._depth -= 1
            else:
                self.is_whole = False
                message = f"blocks are nested more than {MAXIMUM_DEPTH} levels deep"
                self._diagnostics.error(Code.SYNTAX_ERROR, message, block.span)
        return tuple(result)

    def _include(self, item: Item, folder: Path) -> tuple[Block, ...]:
        if self._is_full:
            return ()
        found = self._find(item, folder)
        if found is None:
            return ()
        if len(self.sources) >= MAXIMUM_FILES:
            self._is_full = True
            self._error(f"more than {MAXIMUM_FILES} files are included", item.span)
            return ()
        if len(self._being_read) > MAXIMUM_FILE_DEPTH:
            self._error(f"included files are nested more than {MAXIMUM_FILE_DEPTH} levels deep", item.span)
            return ()
        try:
            source = replace(self._source(found), included=item.span)
        except OSError as error:
            self._error(f"cannot read `{found}`: {error.strerror or error}", item.span)
            return ()
        return self.read(source, found.parent, found.resolve()).blocks

    def _source(self, path: Path) -> Source:
        """Return the text of a file, which is the open text in an editor or the stored text."""
        text = self._opened.get(path.resolve()) if self._opened else None
        if text is not None:
            return Source(str(path), normalise(text))
        source = read_source(path, self._diagnostics)
        return source if self._moved is None else replace(source, moved=self._moved)

    def _table(self, block: Block, folder: Path) -> Block:
        """Return the entries of a table, which replace the block that names its file. If the file cannot be read,
        return the block itself.
        """
        found = self._find(block.items[0], folder) if block.items and len(block.items) == 3 else None
        if found is None:
            self.is_whole = False
            return block
        try:
            source = self._source(found)
        except OSError as error:
            self._error(f"cannot read `{found}`: {error.strerror or error}", block.items_span or block.span)
            return block
        self._diagnostics.know_file(source)
        entries = table_entries(block, source, self._diagnostics)
        if entries is None:
            self.is_whole = False
            return block
        if all(known.name != source.name for known in self.sources):
            self.sources.append(source)
        return entries

    def _find(self, item: Item, folder: Path) -> Path | None:
        """Return the file that an item names. If the file is not permitted or cannot be read, report an error and
        return None.
        """
        path = folder / item.text
        if self._moved is not None and path == Path(item.text):
            path = Path(self._moved.file(item.text))
        try:
            if not path.exists() and "\\" in item.text:
                path = folder / item.text.replace("\\", "/")
            resolved = path.resolve()
            if not any(resolved.is_relative_to(place) for place in self._allowed):
                hint = "allow its folder with --allow-include"
                self._error(f"`{item.text}` is outside the folder of the master deck", item.span, hint)
            elif not path.exists():
                self._error(f"there is no file `{path}`", item.span, _similar_file(path))
            elif not path.is_file():
                self._error(f"`{path}` is not a file", item.span)
            elif resolved in (reading[0] for reading in self._being_read):
                self._report_cycle(resolved, item)
            else:
                return path
        except (OSError, ValueError, RuntimeError) as error:
            self._error(f"cannot read `{item.text}`: {getattr(error, 'strerror', None) or error}", item.span)
        return None

    def _report_cycle(self, resolved: Path, item: Item) -> None:
        names = [name for path, name in self._being_read]
        start = next(index for index, (path, _) in enumerate(self._being_read) if path == resolved)
        cycle = " -> ".join([*names[start:], names[start]])
        self._error(f"`{item.text}` includes itself: {cycle}", item.span, "remove one of the includes")

    def _file_names(self, command: Block) -> Sequence[Item]:
        """Return the files that an `@INCLUDE_COMMAND` block names. The sequence is empty if the block is inactive or
        invalid.
        """
        names: list[Item] = []
        for block in command.body or ():
            if block.keyword == "INCLUDE_COMMAND_NAME" and block.body is not None:
                names += self._names_of_one(block)
            elif block.keyword != "COMMENTS":
                self._report_unknown(block, ["INCLUDE_COMMAND_NAME", "COMMENTS"])
        if command.body is None:
            hint = "`@INCLUDE_COMMAND {@INCLUDE_COMMAND_NAME {name} {@LIST_OF_FILE_NAMES {a.dat, b.dat}}}`"
            self._diagnostics.error(
                Code.MISSING_KEYWORD, "`@INCLUDE_COMMAND` has no `@INCLUDE_COMMAND_NAME`", command.span, hint
            )
        return names

    def _names_of_one(self, command: Block) -> list[Item]:
        active = True
        names: list[Item] | None = None
        for block in command.body or ():
            if block.keyword == "ACTIVE_COMMAND":
                active = self._is_active(block)
            elif block.keyword == FILES_OF_INCLUDE:
                names = [*(names or ()), *(block.items or ())]
            elif block.keyword != "COMMENTS":
                self._report_unknown(block, ["ACTIVE_COMMAND", FILES_OF_INCLUDE, "COMMENTS"])
        if names is None:
            message = "`@INCLUDE_COMMAND_NAME` needs `@LIST_OF_FILE_NAMES`"
            self._diagnostics.error(Code.MISSING_KEYWORD, message, command.span)
        return names or [] if active else []

    def _is_active(self, block: Block) -> bool:
        texts = [item.text for item in block.items or ()]
        if texts not in (["YES"], ["NO"]):
            message = "`@ACTIVE_COMMAND` must be YES or NO"
            self._diagnostics.error(Code.INVALID_VALUE, message, block.items_span or block.span)
        return texts != ["NO"]

    def _report_unknown(self, block: Block, known: list[str]) -> None:
        close = get_close_matches(block.keyword, known, 1)
        hint = f"did you mean `@{close[0]}`?" if close else "known here: " + ", ".join(f"`@{key}`" for key in known)
        message = f"unknown keyword `@{block.keyword}` in `@INCLUDE_COMMAND`"
        self._diagnostics.error(Code.UNKNOWN_KEYWORD, message, block.span, hint)

    def _error(self, message: str, span: Span, hint: str | None = None) -> None:
        self.is_whole, self.lacks_files = False, True
        self._diagnostics.error(Code.INCLUDE_ERROR, message, span, hint)


def _similar_file(path: Path) -> str | None:
    """Return a hint that names a file of the same folder with a similar name."""
    try:
        names = {entry.name.lower(): entry.name for entry in path.parent.iterdir() if entry.is_file()}
    except OSError:
        return f"there is no folder `{path.parent}`"
    close = get_close_matches(path.name.lower(), names, 1)
    return f"did you mean `{names[close[0]]}`?" if close else None
