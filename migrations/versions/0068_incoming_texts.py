"""Texts that come in to numbers of the voice service."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect
from mia.platform.kernel.scope import SystemScope

revision = "0068"
down_revision = "0067"

_MOMENT, _SEALED = sa.DateTime(timezone=True), sa.LargeBinary()


def upgrade() -> None:
    op.create_table(
        "voice_texts",
        sa.Column("org_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False, server_default=sa.func.now()),
        sa.Column("updated_at", _MOMENT, nullable=False, server_default=sa.func.now()),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("number_id", sa.Uuid(), nullable=False),
        sa.Column("sender_blind", _SEALED, nullable=False),
        sa.Column("wish", sa.Text()),
        sa.Column("session_id", sa.Uuid()),
        sa.Column("answered_at", _MOMENT),
        sa.PrimaryKeyConstraint("org_id", "id", name="pk_voice_texts"),
        sa.CheckConstraint("wish IN ('stop', 'start')", name="ck_voice_texts_wish"),
        sa.ForeignKeyConstraint(
            ["org_id", "session_id"],
            ["voice_sessions.org_id", "voice_sessions.id"],
            name="fk_voice_texts_session",
            ondelete="CASCADE",
        ),
    )
    op.create_index("uq_voice_texts_key", "voice_texts", ["org_id", "key"], unique=True)
    op.create_index("ix_voice_texts_sender", "voice_texts", ["org_id", "sender_blind", "created_at"])
    op.create_index("ix_voice_texts_session", "voice_texts", ["org_id", "session_id"])
    protect(op.execute, "voice_texts", column="org_id", system=[SystemScope.CRON])


def downgrade() -> None:
    op.drop_table("voice_texts")
