"""Finds original deck files that were edited after a study copied them. The study continues with its copies."""

from __future__ import annotations

import filecmp
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rbsolve.studies.disk.folder import StudyFolder


def edited_files(folder: StudyFolder) -> list[Path]:
    """Return the original files that exist and differ from their copies, without duplicates."""
    found: dict[Path, None] = {}
    for copy, origin in zip(folder.manifest.decks, folder.manifest.origins, strict=False):
        root, below = _roots(folder, Path(copy), origin)
        for path in sorted(below.rglob("*")):
            original = root / path.relative_to(below)
            if path.is_file() and not path.name.endswith(".part") and _differs(original, path):
                found[Path(os.path.normpath(original))] = None
    return list(found)


def _roots(folder: StudyFolder, copy: Path, origin: str) -> tuple[Path, Path]:
    """Return the original parent folder of a deck's files, and the parent folder of their copies (`decks`, or
    `decks/0003` of a batch).
    """
    depth = 2 if folder.manifest.kind == "batch" and len(folder.manifest.decks) > 1 else 1
    within = copy.parts[depth:-1]  # folders between the root and the deck
    return Path(origin, *[".."] * len(within)), folder.path.joinpath(*copy.parts[:depth])


def _differs(original: Path, copy: Path) -> bool:
    try:
        return not filecmp.cmp(original, copy, shallow=False)
    except OSError:  # the original was deleted, or is on another machine
        return False
