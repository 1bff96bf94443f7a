"""Tags of jobs and studies, and the number of diagnostics of a job's run so far."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "004"
down_revision: str | None = "003"


def upgrade() -> None:
    """Create the table and add the column."""
    op.create_table(
        "tag",
        sa.Column("study_id", sa.Text, sa.ForeignKey("study.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("word", sa.Text, primary_key=True),
    )
    op.add_column("progress", sa.Column("findings", sa.BigInteger, nullable=False, server_default="0"))


def downgrade() -> None:
    """Remove the table and the column."""
    op.drop_column("progress", "findings")
    op.drop_table("tag")
