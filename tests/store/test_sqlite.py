"""A file of SQLite that another process keeps locked."""

import contextlib
import sqlite3

import pytest

from rbsolve.store import sqlite
from rbsolve.store.errors import StoreError
from rbsolve.store.opening import open_store


def test_a_lock_that_is_not_given_back_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.05)
    path = tmp_path / "store.db"
    store = open_store(f"sqlite:///{path}")
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as stopped:
        stopped.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"another process has locked it .* \(fg, kill -CONT\)"):
            store.transaction(lambda session: session.run("UPDATE study SET done = 0"))
    assert store.transaction(lambda session: session.run("UPDATE study SET done = 0")) == 0
    store.close()
