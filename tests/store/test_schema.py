"""The tables, the migrations and the script for SQLite say the same."""

import pytest

pytest.importorskip("alembic", reason="alembic is not installed: pip install 'rbsolve[postgresql]'")

import sqlalchemy
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from rbsolve.store import schema
from rbsolve.store.opening import NEWEST, open_store


def test_the_migrations_make_the_tables(store, store_url):
    engine = sqlalchemy.create_engine(store_url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    engine.dispose()


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
