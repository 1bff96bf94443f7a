"""Opens a store, a database with tables. If necessary, the tables are created, or migrated to this version."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from rbsolve.store.database import PATIENCE, Database, Session
from rbsolve.store.errors import StoreError

NEWEST = "004"
"""The version of the tables that this program requires."""
_MIGRATING = threading.Lock()  # alembic keeps its state in variables of its modules


def open_store(url: str, patience: float = PATIENCE, waits: Callable[[str], bool] = lambda why: True) -> Database:
    """Open the database of a URL with the tables of this version. Raise StoreError on failure.

    A lost connection is retried for `patience` seconds, as long as `waits(why)` is true.

    An empty SQLite file gets its tables from a script generated from the migrations. Therefore, a first study does not
    load SQLAlchemy and alembic. All other cases use them.
    """
    database = _database(url, patience, waits)
    try:
        _bring_to_this_version(database, url)
    except BaseException:
        database.close()
        raise
    return database


def _bring_to_this_version(database: Database, url: str) -> None:
    version = _version(database)
    if version is None and url.startswith("sqlite:"):
        script = Path(__file__).with_name("sqlite.sql").read_text(encoding="utf-8")
        try:
            database.script(script)
        except StoreError:
            version = _version(database)  # another process created the tables first
            if version is None:
                raise
        else:
            version = NEWEST
    if version != NEWEST:
        if version is not None and version > NEWEST:
            raise StoreError(f"the store {url} was made by a newer rbsolve (tables {version}): use that version")
        _migrate(url)


def _database(url: str, patience: float, waits: Callable[[str], bool]) -> Database:
    """Return the database of a URL. The URL is `sqlite:///FILE` or `postgresql+pg8000://...`. Raise StoreError for any
    other URL.
    """
    if url.startswith("sqlite:///"):
        from rbsolve.store.sqlite import SQLite

        return SQLite(url)
    if url.startswith(("postgresql://", "postgresql+pg8000://")):
        from rbsolve.store.postgresql import PostgreSQL

        return PostgreSQL(url, patience, waits)
    raise StoreError(
        f"cannot open the store {url}: a URL starts with sqlite:/// (then a file) or postgresql+pg8000:// "
        "(then user:password@host/database)"
    )


def _version(database: Database) -> str | None:
    where = (
        "SELECT name FROM sqlite_master WHERE name = 'alembic_version'"
        if database.url.startswith("sqlite:")
        else "SELECT tablename FROM pg_tables WHERE tablename = 'alembic_version' AND schemaname = current_schema()"
    )

    def read(session: Session) -> str | None:
        if not session.rows(where):
            return None
        found = session.rows("SELECT version_num FROM alembic_version")
        return str(found[0][0]) if found else None

    return database.read(read)


def _migrate(url: str) -> None:
    try:
        from rbsolve.store.schema import migrate
    except ImportError as error:
        raise StoreError(
            f"the tables of the store {url} must be created or updated to this version, which needs SQLAlchemy and "
            "alembic: pip install 'rbsolve[postgresql]'"
        ) from error
    from sqlalchemy.exc import DBAPIError

    try:
        with _MIGRATING:
            migrate(url.replace("postgresql://", "postgresql+pg8000://", 1))
    except DBAPIError as error:
        raise StoreError(f"cannot update the tables of the store {url} to this version: {error.orig}") from error
