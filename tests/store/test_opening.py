"""Stores whose tables cannot be created. The error gives the reason, and no other method is tried."""

import contextlib
import os
import sqlite3
import ssl

import pytest

from rbsolve.store.errors import StoreError
from rbsolve.store.opening import open_store
from rbsolve.store.sqlite import SQLite


def descriptors(path):
    """Return how many times a file is open in this process."""
    opened = []
    for number in os.listdir("/proc/self/fd"):
        with contextlib.suppress(OSError):
            opened.append(os.readlink(f"/proc/self/fd/{number}"))
    return opened.count(str(path))


def test_a_disk_without_room_for_the_tables_is_a_reason(tmp_path, monkeypatch):
    def full(self, text):
        raise StoreError("cannot use the store: database or disk is full")

    monkeypatch.setattr(SQLite, "script", full)
    with pytest.raises(StoreError, match="disk is full") as kept:
        open_store(f"sqlite:///{tmp_path}/s.db")
    assert kept.traceback
    assert descriptors(tmp_path / "s.db") == 0


def test_a_migration_that_fails_is_a_reason(tmp_path):
    path = tmp_path / "s.db"
    with contextlib.closing(sqlite3.connect(path)) as store, store:
        store.execute("CREATE TABLE alembic_version (version_num TEXT)")
        store.execute("INSERT INTO alembic_version VALUES ('001')")  # the store has none of its tables
    with pytest.raises(StoreError, match=r"cannot update the tables of the store .* to this version") as kept:
        open_store(f"sqlite:///{path}")
    assert kept.traceback
    assert descriptors(path) == 0


def test_a_file_that_is_no_database_is_a_reason(tmp_path):
    path = tmp_path / "s.db"
    path.write_text("not a database at all, but a text that is long enough" * 10)
    with pytest.raises(StoreError, match="not a database") as kept:
        open_store(f"sqlite:///{path}")
    assert kept.traceback
    assert descriptors(path) == 0
    with pytest.raises(StoreError, match="starts with sqlite"):
        open_store("mysql://x")


def test_no_certificates_are_read_to_speak_with_a_server_on_the_same_machine(postgres, monkeypatch):
    """Reading the certificates of the system takes longer than all other parts of a connection."""
    monkeypatch.setattr(ssl, "create_default_context", None)
    store = open_store(postgres.new_database())
    assert store.read(lambda session: session.rows("SELECT id FROM study")) == []
    store.close()
