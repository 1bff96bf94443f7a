"""Accesses SQLite with a single connection per process, and with a write-ahead log. Transactions take the lock before
they read.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from rbsolve.store.database import Dialect, Parameters, Row, Session
from rbsolve.store.errors import StoreError
from rbsolve.store.filesystems import unsafe_file_system

T = TypeVar("T")

BUSY_SECONDS = 60.0
_DIALECT = Dialect(
    now="((julianday('now') - 2440587.5) * 86400.0)",
    skip_locked="",  # with BEGIN IMMEDIATE, there is never another writer
    any_of=r"IN (SELECT value FROM json_each(\1))",
)


class SQLite:
    """A database in a single file on a disk of this machine."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.path = Path(url.removeprefix("sqlite:///"))
        place = unsafe_file_system(self.path)
        if place is not None:
            raise StoreError(
                f"cannot keep the store {self.path} on {place}, where SQLite loses data: give another file or a "
                "PostgreSQL server with --store"
            )
        self._lock = threading.RLock()
        try:
            still = self._cannot_change()
            self._connection = sqlite3.connect(
                f"{self.path.absolute().as_uri()}?immutable=1" if still else self.path,
                timeout=BUSY_SECONDS,
                isolation_level=None,
                check_same_thread=False,
                uri=still,
            )
            try:
                if not still:
                    self._keep_a_log()
                for pragma in ("synchronous=NORMAL", "foreign_keys=ON", "temp_store=MEMORY"):
                    self._connection.execute(f"PRAGMA {pragma}").fetchall()
            except BaseException:
                self._connection.close()
                raise
        except sqlite3.Error as error:
            raise StoreError(f"cannot open the store {self.path}: {_reason(error)}") from error

    def _cannot_change(self) -> bool:
        """Return whether the file is in a read-only place and has no write-ahead log. In this case, the file is read
        without locks.
        """
        log = self.path.with_name(f"{self.path.name}-wal")
        return self.path.exists() and not os.access(self.path.parent, os.W_OK) and not log.exists()

    def _keep_a_log(self) -> None:
        """Enable the write-ahead log. If several connections enable the log at the same time, SQLite accepts one, and
        refuses the others without waiting.
        """
        patience = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode=WAL").fetchall()
                return
            except sqlite3.OperationalError as error:
                if not _is_busy(error) or time.monotonic() > patience:
                    raise
            time.sleep(0.005)

    def transaction(self, work: Callable[[Session], T]) -> T:
        """Run `work` under the write lock, which is taken before the first read."""
        return self._inside("BEGIN IMMEDIATE", work)

    def read(self, work: Callable[[Session], T]) -> T:
        """Run `work`, which must only read. It sees a single state of the tables, and does not block other processes."""
        return self._inside("BEGIN", work)

    def _inside(self, begin: str, work: Callable[[Session], T]) -> T:
        with self._lock:
            try:
                self._connection.execute(begin)
                try:
                    result = work(_Session(self._connection))
                    self._connection.execute("COMMIT")
                except BaseException:
                    if self._connection.in_transaction:
                        self._connection.execute("ROLLBACK")
                    raise
            except sqlite3.Error as error:
                raise StoreError(f"cannot use the store {self.path}: {_reason(error)}") from error
            return result

    def script(self, text: str) -> None:
        """Run a file of statements in a single transaction."""

        def run(session: Session) -> None:
            for statement in text.split(";\n"):
                if statement.strip():
                    session.run(statement)

        self.transaction(run)

    def close(self) -> None:
        """Close the connection. The last closed connection merges the log into the file."""
        with self._lock:
            self._connection.close()


class _Session:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, statement: str, **parameters: Any) -> list[Row]:
        return self._connection.execute(_DIALECT(statement), _bind(parameters)).fetchall()

    def run(self, statement: str, **parameters: Any) -> int:
        return self._connection.execute(_DIALECT(statement), _bind(parameters)).rowcount

    def run_many(self, statement: str, sets: Sequence[Parameters]) -> None:
        self._connection.executemany(_DIALECT(statement), [_bind(parameters) for parameters in sets])


def _is_busy(error: sqlite3.Error) -> bool:
    """Return whether another process kept its lock for longer than the time limit."""
    code: int = getattr(error, "sqlite_errorcode", 0)  # the error has no code if the Python module itself raised it
    return code & 0xFF == sqlite3.SQLITE_BUSY


def _reason(error: sqlite3.Error) -> str:
    if _is_busy(error):
        return (
            f"another process has locked it for {BUSY_SECONDS:g} s: if that process is stopped, let it continue "
            "(fg, kill -CONT) or end it first"
        )
    return str(error)


def _bind(parameters: Parameters) -> dict[str, Any]:
    return {name: json.dumps(value) if isinstance(value, list) else value for name, value in parameters.items()}
