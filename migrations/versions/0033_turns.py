"""A chat's lease says whose turn it is for; a conversation says when the visitor wrote last."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    op.add_column("voice_sessions", sa.Column("busy_chat_id", sa.Uuid()))
    op.add_column("conversations", sa.Column("active_at", sa.DateTime(timezone=True)))


def downgrade() -> None:
    op.drop_column("conversations", "active_at")
    op.drop_column("voice_sessions", "busy_chat_id")
