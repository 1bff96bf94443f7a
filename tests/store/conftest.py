"""The tests use both databases: a file of SQLite, and a PostgreSQL server. The tests start this server themselves
(tests/conftest.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rbsolve.store.database import Database
from rbsolve.store.opening import open_store


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/store.db"
    return request.getfixturevalue("postgres").new_database()


@pytest.fixture
def store(store_url: str) -> Iterator[Database]:
    database = open_store(store_url)
    yield database
    database.close()
