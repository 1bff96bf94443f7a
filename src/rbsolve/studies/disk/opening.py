"""Opens the store of a study. It is in the study's folder, or at `--store`. If the folder is on a network, the store is
on this machine's disk.
"""

from __future__ import annotations

import getpass
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rbsolve.store.filesystems import unsafe_file_system
from rbsolve.studies.disk.folder import MANIFEST, NotAStudyError

if TYPE_CHECKING:
    from rbsolve.store.database import Database
    from rbsolve.store.records import StudyRecord
    from rbsolve.studies.disk.folder import StudyFolder

_DAMAGED = (11, 26)  # SQLITE_CORRUPT, SQLITE_NOTADB


@contextmanager
def open_study_store(folder: StudyFolder) -> Iterator[Database]:
    """Open the store of a study, as a context manager."""
    with open_store_of(folder.path, folder.manifest.store) as database:
        yield database


@contextmanager
def open_store_of(folder: Path, store: str | None) -> Iterator[Database]:
    """Open the store of the study in a folder, for the option `--store`."""
    from rbsolve.store.errors import StoreError
    from rbsolve.store.opening import open_store

    url, _ = store_of(folder, store)
    try:
        database = open_store(url)
    except StoreError as error:
        if getattr(error.__cause__, "sqlite_errorcode", None) in _DAMAGED:
            advice = f"its contents are also in the shards: remove that file, then `rbsolve resume {folder}` creates it again"
            raise StoreError(f"{error}\n         {advice}") from error
        if store is not None and (folder / MANIFEST).exists():
            raise StoreError(
                f"{error}\n         `rbsolve resume {folder} --store URL` continues with another store"
            ) from error
        raise
    try:
        yield database
    finally:
        database.close()


def record_of(database: Database, folder: StudyFolder) -> StudyRecord:
    """Return the record of a folder's study in the store. Raise NotAStudyError if the store does not contain the study."""
    from rbsolve.store import records

    record = records.find(database, folder.manifest.id)
    if record is None:
        path = folder.path
        raise NotAStudyError(f"the store of {path} does not contain the study: `rbsolve resume {path}` adds it again")
    return record


def store_of(folder: Path, store: str | None) -> tuple[str, str]:
    """From a study's folder and `--store`, return the URL of the study's store. Also return a note for the user about
    its location.
    """
    if store is not None:
        return store, ""
    place = unsafe_file_system(folder)
    if place is None:
        return f"sqlite:///{(folder / 'study.db').absolute()}", ""
    path = _local_place(folder)
    return f"sqlite:///{path}", (
        f"{folder} is on {place}, where SQLite is not safe: the store is {path} on this "
        "machine; continue on this machine, or give a PostgreSQL server with --store"
    )


def _local_place(path: Path) -> Path:
    """If a folder is on a network, return a local file for its store. The contents of this file can be recreated from
    the shards.
    """
    base = Path("/var/tmp") if os.path.isdir("/var/tmp") else Path("/tmp")
    folder = base / f"rbsolve-{getpass.getuser()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise PermissionError(f"{folder} belongs to another user: give a store with --store")
    return folder / f"{hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:24]}.db"
