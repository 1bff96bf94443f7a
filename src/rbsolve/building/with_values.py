"""Writes a deck with given parameter values, for example the values of a failed case or the best point of a search."""

from __future__ import annotations

import os
import shlex
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rbsolve.parser.description.definitions import in_line
from rbsolve.parser.schema.wrappers import PARAMETER_NAME, PARAMETERS, SCALAR_VALUE, VECTOR_VALUE
from rbsolve.pipeline import Options, check_deck, parse_deck
from rbsolve.results.file.target import OutputError, whole

if TYPE_CHECKING:
    from rbsolve.language.diagnostics import Source
    from rbsolve.language.syntax.tree import Block, Item

Numbers = str | float | Sequence[float]


@dataclass(frozen=True, slots=True)
class DeckWithValues:
    """A deck, and the options that override its settings in a study or a search."""

    deck: Path | str | bytes
    """The path of the deck, or its text."""
    options: Options
    title: str

    def write(self, output: Path | None, name: str) -> Path:
        """Write the deck to a file. If the deck consists of several files, write them into a new folder (default:
        `name`). Return the path.

        Raise OutputError if the deck cannot be written, or if a parameter is not defined exactly once.
        """
        parsed = parse_deck(self.deck, self.options)
        texts = {source.name: source.text for source in parsed.sources}
        values = {key.removeprefix("#"): value for key, value in self.options.parameters.items()}
        for source, text in _with_values(parsed.tree.blocks, values):
            texts[source.name] = text
        master = parsed.sources[0].name
        texts[master] = self._comment(values) + texts[master]
        companions = self._companions()
        if len(texts) == 1 and not companions:
            target = output or Path(f"{name}.deck")
            with whole(target) as temporary:
                temporary.write_text(texts[master], encoding="utf-8")
            return target
        return self._write_folder(output or Path(name), texts, companions)

    def _comment(self, values: Mapping[str, Numbers]) -> str:
        given = ", ".join(f"{name} = {_write(value)}" for name, value in values.items())
        lines = [f"{self.title}{': ' + given if given else ''}."]
        if self.overrides:
            lines.append(f"Changed on the command line:  {shlex.join(self.overrides)}")
        return "".join(f"! {line}\n" for line in lines)

    @property
    def overrides(self) -> list[str]:
        """Return all overrides except the parameters, as command-line options."""
        options = self.options
        named = (
            ("--integrator", options.integrator),
            ("--formulation", options.formulation),
            ("--start-from", options.start_from),
        )
        numbers = (("--step", options.step), ("--t-end", options.t_end))
        words = [word for name, value in named if value for word in (name, value)]
        words += [word for name, value in numbers if value is not None for word in (name, repr(value))]
        return words + [
            word for key, value in options.method_options.items() for word in ("--option", f"{key}={value}")
        ]

    def _companions(self) -> list[str]:
        """Return the mesh files of the deck."""
        checked = check_deck(self.deck, self.options)
        return [] if checked.description is None else checked.description.companions()

    def _write_folder(self, folder: Path, texts: Mapping[str, str], companions: Iterable[str]) -> Path:
        if folder.suffix == ".deck":
            raise OutputError(
                f"cannot write {folder}: the deck consists of several files, so the output must be a folder"
            )
        if folder.exists():
            raise OutputError(f"cannot write {folder}: it exists already, and the deck consists of several files")
        files = [*texts, *companions]
        root = os.path.commonpath([os.path.dirname(os.path.abspath(name)) for name in files])
        temporary_folder = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
        try:
            for name in files:
                copy = temporary_folder / os.path.relpath(os.path.abspath(name), root)
                copy.parent.mkdir(parents=True, exist_ok=True)
                if name in texts:
                    copy.write_text(texts[name], encoding="utf-8")
                else:
                    shutil.copyfile(name, copy)
            temporary_folder.chmod(0o755)
            temporary_folder.rename(folder)
        finally:
            shutil.rmtree(temporary_folder, ignore_errors=True)
        return folder


def _with_values(blocks: Iterable[Block], values: Mapping[str, Numbers]) -> Iterator[tuple[Source, str]]:
    """Yield each file that defines parameters, with its new text.

    Raise OutputError if a parameter is not defined exactly once.
    """
    places: dict[str, list[tuple[Item, ...]]] = {}
    for name, items in _definitions(blocks):
        places.setdefault(name.removeprefix("#"), []).append(items)
    changes: dict[str, tuple[Source, list[tuple[int, int, str]]]] = {}
    for name, value in values.items():
        found = places.get(name, [])
        if len(found) != 1 or not found[0]:
            raise OutputError(
                f"the deck does not define the parameter {name} exactly once, so the new value cannot be written"
            )
        first, last = found[0][0], found[0][-1]
        source = first.source
        start, stop = _offset(source, first.line, first.column), _offset(source, last.end_line, last.end_column)
        changes.setdefault(source.name, (source, []))[1].append((start, stop, _write(value)))
    for source, edits in changes.values():
        text = source.text
        for start, stop, written in sorted(edits, reverse=True):
            text = text[:start] + written + text[stop:]
        yield source, text


def _definitions(blocks: Iterable[Block]) -> Iterator[tuple[str, tuple[Item, ...]]]:
    """Yield each design parameter with the items of its value."""
    for block in blocks:
        if block.keyword == PARAMETERS:
            name = ""
            for part in in_line(block.body or ()):
                if part.keyword == PARAMETER_NAME:
                    name = part.items[0].text if part.items else ""
                elif part.keyword in (SCALAR_VALUE, VECTOR_VALUE) and name:
                    yield name, part.items or ()
                    name = ""
        else:
            yield from _definitions(block.body or ())


def _offset(source: Source, line: int, column: int) -> int:
    """Return the character offset of a place in the text."""
    start = 0
    for _ in range(line - 1):
        start = source.text.index("\n", start) + 1
    return start + column - 1


def _write(value: Numbers) -> str:
    """Return a value as text of a deck. Reading this text gives exactly the same numbers."""
    if isinstance(value, str):
        return value
    numbers = (value,) if isinstance(value, (float, int)) else value
    return ", ".join(repr(float(number)) for number in numbers)
