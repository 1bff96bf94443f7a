"""The store of a study: in its folder, on this machine's disk when the folder is on a network, or where `--store` says."""

from __future__ import annotations

import getpass
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rbsolve.store.filesystems import network_file_system

if TYPE_CHECKING:
    from rbsolve.store.database import Database
    from rbsolve.studies.folder import StudyFolder


@contextmanager
def open_study_store(folder: StudyFolder) -> Iterator[Database]:
    """The store of a study, open as long as the context."""
    from rbsolve.store.opening import open_store

    url, _ = store_of(folder)
    database = open_store(url)
    try:
        yield database
    finally:
        database.close()


def store_of(folder: StudyFolder) -> tuple[str, str]:
    """The URL of a study's store, and what the user should know about where it is."""
    if folder.manifest.store is not None:
        return folder.manifest.store, ""
    kind = network_file_system(folder.path)
    if kind is None:
        return folder.store_url, ""
    path = _local_place(folder.path)
    return f"sqlite:///{path}", (
        f"{folder.path} is on a network file system ({kind}), where SQLite is not safe: the store is {path} on this "
        "machine; go on from this machine, or give a PostgreSQL server with --store"
    )


def _local_place(path: Path) -> Path:
    """A file of this machine for the store of a folder on a network; what it holds can be made again of the shards."""
    base = Path("/var/tmp") if os.path.isdir("/var/tmp") else Path("/tmp")
    folder = base / f"rbsolve-{getpass.getuser()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise PermissionError(f"{folder} belongs to somebody else: give a store with --store")
    return folder / f"{hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:24]}.db"
