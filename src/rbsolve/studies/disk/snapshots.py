"""Copies a deck, its files and its start into the folder of a study. The study then needs no other folder."""

from __future__ import annotations

import filecmp
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rbsolve.pipeline import CheckedDeck
from rbsolve.pipeline.beginning import write_start
from rbsolve.pipeline.stages import STDIN_NAME, TEXT_NAME
from rbsolve.results.file.conventions import hidden_path
from rbsolve.solver.assembly.initial.given_start import StartRow
from rbsolve.studies.disk.folder import as_text

if TYPE_CHECKING:
    from rbsolve.language.described import Description


NO_FILES = (TEXT_NAME, STDIN_NAME)
"""The names of decks that are not files."""
START = "start.h5"
"""The file in a study's folder with the row from which all cases start."""


def keep_start(row: StartRow, path: Path) -> None:
    """Copy the row from which all cases start into the folder of a study. The study then no longer needs the results
    file.
    """
    part = hidden_path(path / START, ".part")
    write_start(row, part)
    os.replace(part, path / START)


def copy_deck(description: Description, path: Path, within: str) -> tuple[str, str]:
    """Copy a deck and its files to `decks/`. A deck without a file is written there. Return the name of the copy in the
    study's folder, and the original folder of the deck.
    """
    texts = {os.path.abspath(source.name): source.text for source in description.sources if source.name in NO_FILES}
    sources = (source.name for source in description.sources)
    files = list(map(os.path.abspath, (*sources, *description.companions())))
    root = os.path.commonpath([os.path.dirname(name) for name in files])
    for name in files:
        copy = path / "decks" / within / as_text(os.path.relpath(name, root))
        copy.parent.mkdir(parents=True, exist_ok=True)
        part = hidden_path(copy, ".part")
        try:
            if name in texts:
                part.write_text(texts[name], encoding="utf-8")
            elif copy.exists() and filecmp.cmp(name, copy, shallow=False):
                continue
            else:
                shutil.copyfile(name, part)
            os.replace(part, copy)  # other processes may be reading the copies
        except OSError as error:  # an error names the original file, even if the copy cannot be written
            raise OSError(error.errno, error.strerror, f"{name} or its copy {copy}") from error
    return str(Path("decks") / within / as_text(os.path.relpath(files[0], root))), os.path.dirname(files[0])


def unique_folder(decks: Sequence[CheckedDeck], number: int) -> str:
    """Return a unique folder for the copy of a deck, because deck names may repeat."""
    return f"{number:04d}" if len(decks) > 1 else ""
