"""Tokens, idempotency keys and the progress of jobs, for the service."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "002"
down_revision: str | None = "001"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "token",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),  # name of the account
        sa.Column("role", sa.Text, nullable=False),  # user or admin
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("revoked", sa.Double),
    )
    op.create_index("token_by_name", "token", ["name"])
    op.create_table(
        "idempotency",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("route", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("digest", sa.Text, nullable=False),  # digest of the request
        sa.Column("study_id", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    reference = sa.ForeignKey("study.id", ondelete="CASCADE")
    op.create_table(
        "progress",
        sa.Column("study_id", sa.Text, reference, primary_key=True),
        sa.Column("time", sa.Double, nullable=False),  # simulated time [s]
        sa.Column("fraction", sa.Double, nullable=False),
        sa.Column("rate", sa.Double, nullable=False),  # simulated seconds per second
        sa.Column("updated", sa.Double, nullable=False),
    )


def downgrade() -> None:
    """Remove the tables."""
    for table in ("progress", "idempotency", "token"):
        op.drop_table(table)
