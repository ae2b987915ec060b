"""Conversations are unread until someone of the team looks, and can be assigned."""

import sqlalchemy as sa
from alembic import op

revision = "0073"
down_revision = "0072"


def upgrade() -> None:
    op.add_column("threads", sa.Column("unread", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("threads", sa.Column("assignee_id", sa.Uuid(), nullable=True))
    op.create_index(
        "ix_threads_unread", "threads", ["clinic_id", "last_at", "id"], postgresql_where=sa.text("unread")
    )


def downgrade() -> None:
    op.drop_index("ix_threads_unread", "threads")
    op.drop_column("threads", "assignee_id")
    op.drop_column("threads", "unread")
