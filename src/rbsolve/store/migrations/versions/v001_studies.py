"""Studies, chunks of cases, failures and their reasons.

Each chunk of cases has a row in a table, and so has each failed case. All other cases have no rows. Their counts are
stored with the study.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "001"
down_revision: str | None = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")  # SQLite numbers rows only in a column of exactly this type


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "study",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),  # study, batch, job
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("account", sa.Text, nullable=False),  # owner; empty on a single-user machine
        sa.Column("folder", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),  # queued, running, complete, failed, cancelled
        sa.Column("message", sa.Text, nullable=False),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in ("cases", "done", "failed", "cancelled")),
        sa.Column("seconds", sa.Double, nullable=False),  # solver time of all cases
        sa.Column("cancel_requested", sa.Integer, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("started", sa.Double),
        sa.Column("finished", sa.Double),
    )
    op.create_index("study_by_account", "study", ["account", "created"])
    op.create_table(
        "chunk",
        sa.Column("id", NUMBER, primary_key=True, autoincrement=True),
        _study(),
        sa.Column("first", sa.BigInteger, nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column(
            "members", sa.LargeBinary
        ),  # case numbers, int64 little-endian; if NULL, the cases are first, first + 1, ...
        sa.Column("state", sa.Text, nullable=False),  # pending, leased, done, cancelled, split
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),  # number of expired leases
        sa.Column("expires", sa.Double, nullable=False),
        sa.Column("shard", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("chunk_by_state", "chunk", ["state", "id"])
    op.create_index("chunk_by_study", "chunk", ["study_id", "state", "id"])
    op.create_index("chunk_by_owner", "chunk", ["owner"])
    op.create_table(
        "failure",
        _study(primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True),  # number of the case
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("message", sa.Text, nullable=False),
    )
    op.create_table(
        "reason",
        _study(primary_key=True),
        sa.Column("reason", sa.Text, primary_key=True),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("example", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Remove the tables."""
    for table in ("reason", "failure", "chunk", "study"):
        op.drop_table(table)


def _study(primary_key: bool = False) -> sa.Column[str]:
    reference = sa.ForeignKey("study.id", ondelete="CASCADE")
    return sa.Column("study_id", sa.Text, reference, primary_key=primary_key, nullable=False)
