"""The deck in a results file as files again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import h5py

from rbsolve.results import hdf5


def unpack_deck(file: h5py.File, folder: Path) -> Path:
    """Write the deck and its includes below a folder; the path of the deck."""
    found: list[tuple[str, str]] = []

    def visit(name: str, item: Any) -> None:
        if hasattr(item, "asstr"):
            path = "/".join(hdf5.original_name(part) for part in name.split("/"))
            found.append((path, str(item.asstr()[()])))

    file["deck/files"].visititems(visit)
    depth = max((path.split("/").count("..") for path, _ in found), default=0)
    home = folder.joinpath(*(f"d{k}" for k in range(depth + 1)))
    home.mkdir(parents=True)
    for path, text in found:
        place = Path(os.path.normpath(home / path))
        if folder not in place.parents:
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    deck = home / os.path.basename(str(file.attrs.get("deck_name", "model.deck")))
    deck.write_text(str(file["deck/source"].asstr()[()]), encoding="utf-8")
    return deck
