"""Creates the tables of a store, by migrations only. `sqlite.sql` shows all tables.

To change a table, add a migration in `migrations/versions`. Then update `sqlite.sql` by `python -m
rbsolve.store.schema`.
"""

from __future__ import annotations

import io
from pathlib import Path

from alembic.config import Config
from sqlalchemy.engine import Connection

HERE = Path(__file__).parent
SQLITE_SCRIPT = HERE / "sqlite.sql"


def migrate(url: str, connection: Connection | None = None) -> None:
    """Bring the tables of a database to the newest version."""
    from alembic import command

    command.upgrade(configuration(url, connection), "head")


def configuration(url: str, connection: Connection | None = None) -> Config:
    """Return alembic's configuration. It contains the folder of the migrations, and the database."""
    config = Config()
    config.set_main_option("script_location", str(HERE / "migrations"))
    config.attributes["url"] = url
    config.attributes["connection"] = connection
    return config


def sqlite_script() -> str:
    """Return the SQL with which alembic creates all tables in an empty SQLite file."""
    from alembic import command

    stream = io.StringIO()
    config = configuration("sqlite://")
    config.output_buffer = stream
    command.upgrade(config, "head", sql=True)
    lines = (line.rstrip() for line in stream.getvalue().splitlines())
    return "".join(f"{line}\n" for line in lines if line and not line.startswith("--"))


if __name__ == "__main__":
    SQLITE_SCRIPT.write_text(sqlite_script(), encoding="utf-8")
