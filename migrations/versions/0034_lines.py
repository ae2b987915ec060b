"""Lines: how many one caller may hold at once, and how many of a media worker's are for browsers."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    op.add_column("voice_calls", sa.Column("caller_key", sa.LargeBinary()))
    op.add_column("voice_calls", sa.Column("caller_at_once", sa.Integer()))
    op.create_index(
        "ix_voice_calls_caller", "voice_calls", ["caller_key"],
        postgresql_where=sa.text("caller_key IS NOT NULL AND status <> 'ended'"),
    )  # fmt: skip
    for name in ("web_capacity", "web_active"):
        op.add_column("voice_media_workers", sa.Column(name, sa.Integer(), server_default="0", nullable=False))


def downgrade() -> None:
    op.drop_column("voice_media_workers", "web_active")
    op.drop_column("voice_media_workers", "web_capacity")
    op.drop_index("ix_voice_calls_caller", "voice_calls")
    op.drop_column("voice_calls", "caller_at_once")
    op.drop_column("voice_calls", "caller_key")
