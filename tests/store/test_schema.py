"""The tables of the migrations equal the tables of the script for SQLite."""

import sqlite3

import pytest

pytest.importorskip("alembic", reason="alembic is not installed: pip install 'rbsolve[postgresql]'")

import sqlalchemy
from alembic.script import ScriptDirectory

from rbsolve.store import schema
from rbsolve.store.opening import NEWEST, open_store


@pytest.fixture
def tables(store, store_url):
    """Return the columns (name, whether it may be null) and the indices of each table."""
    engine = sqlalchemy.create_engine(store_url)
    found = sqlalchemy.inspect(engine)
    yield {
        name: (
            [(column["name"], column["nullable"]) for column in found.get_columns(name)],
            sorted(str(index["name"]) for index in found.get_indexes(name)),
        )
        for name in found.get_table_names()
    }
    engine.dispose()


def test_every_kind_of_database_has_the_tables_of_the_script(tables, tmp_path):
    connection = sqlite3.connect(tmp_path / "by_script.db")
    connection.executescript(schema.SQLITE_SCRIPT.read_text())
    for name, (columns, indices) in tables.items():
        by_script = connection.execute(f"PRAGMA table_info({name})").fetchall()
        assert columns == [(row[1], not (row[3] or row[5])) for row in by_script], name
        listed = connection.execute("SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ?", (name,))
        assert indices == sorted(row[0] for row in listed if not row[0].startswith("sqlite_")), name
    assert len(tables) == 9  # including alembic's own table
    connection.close()


def test_the_script_is_what_the_migrations_give():
    assert schema.SQLITE_SCRIPT.read_text() == schema.sqlite_script()


def test_the_newest_version_is_known():
    assert ScriptDirectory.from_config(schema.configuration("sqlite://")).get_current_head() == NEWEST


def test_a_file_made_by_the_migrations_is_opened(tmp_path):
    url = f"sqlite:///{tmp_path}/s.db"
    schema.migrate(url)
    open_store(url).close()


def test_a_store_of_a_newer_version_is_refused(tmp_path):
    from rbsolve.store.errors import StoreError

    url = f"sqlite:///{tmp_path}/s.db"
    store = open_store(url)
    store.transaction(lambda session: session.run("UPDATE alembic_version SET version_num = '999'"))
    store.close()
    with pytest.raises(StoreError, match="newer rbsolve"):
        open_store(url)
