"""Restores the files of a deck from a results file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import h5py

from rbsolve.language.diagnostics import Moved
from rbsolve.pipeline import Options
from rbsolve.results.file import hdf5


def deck_files(file: h5py.File) -> dict[str, h5py.Dataset]:
    """Return the stored files of a deck, by their paths relative to its folder."""
    found: dict[str, h5py.Dataset] = {}

    def visit(name: str, item: Any) -> None:
        if isinstance(item, h5py.Dataset):
            found["/".join(map(hdf5.original_name, name.split("/")))] = item

    file["deck/files"].visititems(visit)
    return found


def unpack_deck(file: h5py.File, folder: Path, options: Options) -> tuple[Path, Options]:
    """Write a deck and all files that it names into a folder. Return the path of the deck, and the options with the new
    folder.
    """
    found = deck_files(file)
    depth = max((path.split("/").count("..") for path in found), default=0)
    home = folder.joinpath(*(f"d{k}" for k in range(depth + 1)))
    home.mkdir(parents=True)
    for path, stored in found.items():
        place = Path(os.path.normpath(home / path))
        if folder not in place.parents:
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        if hdf5.is_packed(stored):
            place.write_bytes(hdf5.read_packed(stored))
        else:
            place.write_text(stored.asstr()[()], encoding="utf-8")
    deck = home / os.path.basename(str(file.attrs.get("deck_name", "model.deck")))
    deck.write_text(str(file["deck/source"].asstr()[()]), encoding="utf-8")
    before = file["deck"].attrs.get("folder")  # this attribute is missing in results of an earlier version
    moved = None if before is None else Moved(str(before), str(home))
    return deck, options._replace(allow_include=(folder,), moved=moved)
