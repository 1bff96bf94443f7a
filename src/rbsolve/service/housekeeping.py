"""Manages the stored jobs and studies of a service. They are deleted by their owners, or because of their age or size."""

from __future__ import annotations

import re
import threading
import time
from collections import defaultdict
from contextlib import suppress
from pathlib import Path

from rbsolve.service.checking import discard
from rbsolve.service.settings import Settings
from rbsolve.store import jobs
from rbsolve.store.database import Database
from rbsolve.store.errors import StoreError
from rbsolve.store.jobs import Kept
from rbsolve.store.records import StudyRecord

TIDY_SECONDS = 60.0
DAY = 86400.0
_FOLDER = re.compile("[0-9a-f]{20}")


class House:
    """The folders of the jobs and studies of a service."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self._settings, self._database = settings, database
        self._sizes: dict[str, int] = {}
        """The size of ended jobs and studies by id [bytes]."""
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Delete old jobs at once and every minute, in a thread."""
        self._thread = threading.Thread(target=self._keep, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Request the end of the thread."""
        self._ending.set()
        if self._thread is not None:
            self._thread.join()

    def _keep(self) -> None:
        while True:
            with suppress(StoreError, OSError):  # a failure is harmless, because the next attempt follows soon
                self.tidy()
            if self._ending.wait(TIDY_SECONDS):
                return

    def delete(self, identity: str) -> bool:
        """Remove an ended job or study with its files. Return False if the job or study has not ended or no longer
        exists.
        """
        folder = jobs.retire(self._database, identity)
        if folder is None:
            return False
        discard(self._settings.data / folder)
        self._sizes.pop(identity, None)
        return True

    def bytes_of(self, account: str) -> int:
        """Return the size of the data that an account stores [bytes]."""
        return sum(map(self.size, jobs.list_kept(self._database, account)))

    def size(self, kept: Kept | StudyRecord) -> int:
        """Return the size of a job or study [bytes]."""
        found = self._sizes.get(kept.id)
        if found is None:
            found = size_of(self._settings.data / kept.folder)
            if kept.finished is not None:
                self._sizes[kept.id] = found
        return found

    def grew(self, identity: str) -> None:
        """Update the size of an ended job or study after a file was added."""
        self._sizes.pop(identity, None)

    def tidy(self) -> int:
        """Delete jobs and studies that are older than `keep_days`. Also delete the oldest jobs and studies of accounts
        with more than `keep_bytes`. Return the number of deleted jobs and studies. A killed service can leave folders
        without a request or a record. Such folders are deleted after a day.
        """
        days, most = self._settings.keep_days, self._settings.keep_bytes
        jobs.forget_retired(self._database, DAY)
        by_account: defaultdict[str, list[Kept]] = defaultdict(list)
        for kept in jobs.list_kept(self._database):
            by_account[kept.account].append(kept)
        self._remove_strays({kept.folder for mine in by_account.values() for kept in mine})
        if days is None and most is None:
            return 0
        count = 0
        for mine in by_account.values():
            left = sum(map(self.size, mine)) if most is not None else 0
            for kept in sorted(
                (kept for kept in mine if kept.finished is not None), key=lambda kept: kept.age, reverse=True
            ):
                is_old = days is not None and kept.age > days * DAY
                if is_old or (most is not None and left > most):
                    left -= self.size(kept) if most is not None else 0
                    count += self.delete(kept.id)
        return count

    def _remove_strays(self, known: set[str]) -> None:
        uploads = self._settings.data / "uploads"
        for path in (*self._settings.data.iterdir(), *(uploads.iterdir() if uploads.exists() else ())):
            if _FOLDER.fullmatch(path.name) and path.name not in known and time.time() - path.stat().st_mtime > DAY:
                discard(path)


def accounts_of(data: Path, database: Database) -> dict[str, tuple[int, int]]:
    """Return the number of jobs and studies of each account, and their size [bytes]."""
    found: dict[str, tuple[int, int]] = {}
    for kept in jobs.list_kept(database):
        count, size = found.get(kept.account, (0, 0))
        found[kept.account] = count + 1, size + size_of(data / kept.folder)
    return found


def size_of(folder: Path) -> int:
    """Return the size of the files below a folder [bytes]. Files that disappear in the meantime count as zero."""
    size = 0
    for path in folder.rglob("*"):
        with suppress(OSError):
            size += path.lstat().st_size if path.is_file() else 0
    return size
