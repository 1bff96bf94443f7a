"""The tables. A change here needs a migration, and `python -m rbsolve.store.schema` to write `sqlite.sql` again.

A study's cases have no rows of their own: chunks of cases do, and cases that failed. Counts are kept on the study.
"""

from __future__ import annotations

import io
from pathlib import Path

from alembic.config import Config
from sqlalchemy import BigInteger, Column, Double, ForeignKey, Index, Integer, LargeBinary, MetaData, Table, Text
from sqlalchemy.engine import Connection

HERE = Path(__file__).parent
SQLITE_SCRIPT = HERE / "sqlite.sql"
NUMBER = BigInteger().with_variant(Integer, "sqlite")  # SQLite numbers rows only in a column of this very type

metadata = MetaData()

study = Table(
    "study",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),  # study, batch, job
    Column("name", Text, nullable=False),
    Column("account", Text, nullable=False),  # whose it is; empty on one's own machine
    Column("folder", Text, nullable=False),
    Column("state", Text, nullable=False),  # queued, running, complete, failed, cancelled
    Column("message", Text, nullable=False),
    Column("cases", BigInteger, nullable=False),
    Column("done", BigInteger, nullable=False),
    Column("failed", BigInteger, nullable=False),
    Column("cancelled", BigInteger, nullable=False),
    Column("seconds", Double, nullable=False),  # solver time of all cases
    Column("cancel_requested", Integer, nullable=False),
    Column("created", Double, nullable=False),
    Column("started", Double),
    Column("finished", Double),
    Column("resumed", Double),  # when work on it last began, after a pause too
    Column("ended_before", BigInteger, nullable=False, server_default="0"),  # done and failed cases by then
)
Index("study_by_account", study.c.account, study.c.created)

chunk = Table(
    "chunk",
    metadata,
    Column("id", NUMBER, primary_key=True, autoincrement=True),
    Column("study_id", Text, ForeignKey("study.id", ondelete="CASCADE"), nullable=False),
    Column("first", BigInteger, nullable=False),
    Column("count", BigInteger, nullable=False),
    Column("members", LargeBinary),  # case numbers, int64 little-endian; without them first, first + 1, ...
    Column("state", Text, nullable=False),  # pending, leased, done, cancelled, split
    Column("owner", Text, nullable=False),
    Column("epoch", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False),  # leases that ran out
    Column("expires", Double, nullable=False),
    Column("shard", Text, nullable=False),
    sqlite_autoincrement=True,
)
Index("chunk_by_state", chunk.c.state, chunk.c.id)
Index("chunk_by_study", chunk.c.study_id, chunk.c.state, chunk.c.id)
Index("chunk_by_owner", chunk.c.owner)

failure = Table(
    "failure",
    metadata,
    Column("study_id", Text, ForeignKey("study.id", ondelete="CASCADE"), primary_key=True),
    Column("number", BigInteger, primary_key=True),  # the case
    Column("reason", Text, nullable=False),
    Column("message", Text, nullable=False),
)

reason = Table(
    "reason",
    metadata,
    Column("study_id", Text, ForeignKey("study.id", ondelete="CASCADE"), primary_key=True),
    Column("reason", Text, primary_key=True),
    Column("count", BigInteger, nullable=False),
    Column("example", Text, nullable=False),
)

token = Table(
    "token",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("name", Text, nullable=False),  # the account
    Column("role", Text, nullable=False),  # user or admin
    Column("created", Double, nullable=False),
    Column("revoked", Double),
)
Index("token_by_name", token.c.name)

idempotency = Table(
    "idempotency",
    metadata,
    Column("account", Text, primary_key=True),
    Column("route", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("digest", Text, nullable=False),  # of the request
    Column("study_id", Text, nullable=False),
    Column("created", Double, nullable=False),
)

progress = Table(
    "progress",
    metadata,
    Column("study_id", Text, ForeignKey("study.id", ondelete="CASCADE"), primary_key=True),
    Column("time", Double, nullable=False),  # simulated [s]
    Column("fraction", Double, nullable=False),
    Column("rate", Double, nullable=False),  # simulated seconds a second
    Column("updated", Double, nullable=False),
)


def migrate(url: str, connection: Connection | None = None) -> None:
    """Bring the tables of a database to the newest version."""
    from alembic import command

    command.upgrade(configuration(url, connection), "head")


def configuration(url: str, connection: Connection | None = None) -> Config:
    """Alembic's configuration: where the migrations are, and of what database."""
    config = Config()
    config.set_main_option("script_location", str(HERE / "migrations"))
    config.attributes["url"] = url
    config.attributes["connection"] = connection
    return config


def sqlite_script() -> str:
    """What makes all tables in an empty SQLite file, as alembic writes it."""
    from alembic import command

    stream = io.StringIO()
    config = configuration("sqlite://")
    config.output_buffer = stream
    command.upgrade(config, "head", sql=True)
    lines = (line.rstrip() for line in stream.getvalue().splitlines())
    return "".join(f"{line}\n" for line in lines if line and not line.startswith("--"))


if __name__ == "__main__":
    SQLITE_SCRIPT.write_text(sqlite_script(), encoding="utf-8")
