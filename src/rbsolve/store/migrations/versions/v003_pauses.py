"""Store the time when work on a study last started, so that rates exclude pauses."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "003"
down_revision: str | None = "002"


def upgrade() -> None:
    """Add the columns."""
    # This is the time when work on the study last started, also after a pause.
    op.add_column("study", sa.Column("resumed", sa.Double))
    # This is the number of cases that were done or had failed by this time.
    op.add_column("study", sa.Column("ended_before", sa.BigInteger, nullable=False, server_default="0"))


def downgrade() -> None:
    """Remove the columns."""
    for column in ("ended_before", "resumed"):
        op.drop_column("study", column)
