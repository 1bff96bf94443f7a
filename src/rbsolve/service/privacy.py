"""Sets the permissions of a service's folder and store, so that only the user of the service can read them."""

from __future__ import annotations

import os
import stat
from pathlib import Path

FOLDER_MODE, FILE_MODE = 0o700, 0o600
_SQLITE = "sqlite:///"


def make_private(data: Path, store: str) -> list[str]:
    """Create the folder of a service and the file of an SQLite store, if they are missing.

    They are created with permissions for this user only. Return a warning for each existing file or folder that other
    users can access.

    SQLite gives the log beside the file the same permissions.
    """
    if not data.exists():
        data.parent.mkdir(parents=True, exist_ok=True)
        data.mkdir(FOLDER_MODE, exist_ok=True)
    places = [data]
    if store.startswith(_SQLITE):
        file = Path(store.removeprefix(_SQLITE))
        if not file.exists():
            os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, FILE_MODE))
        places.append(file)
    return [words for words in map(_too_wide, places) if words]


def _too_wide(place: Path) -> str:
    mode = stat.S_IMODE(place.stat().st_mode)
    if not mode & 0o077:
        return ""
    wanted = FOLDER_MODE if place.is_dir() else FILE_MODE
    return f"other users of this machine can access {place} (mode {mode:04o}): use `chmod {wanted:o} {place}`"
