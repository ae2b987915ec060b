"""What happened in an organization of the voice service."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from mia.platform.db.tenancy import protect
from mia.platform.kernel.scope import SystemScope

revision = "0052"
down_revision = "0051"


def upgrade() -> None:
    _moment = sa.DateTime(timezone=True)
    op.create_table(
        "voice_logs",
        sa.Column("org_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", _moment, server_default=sa.func.now(), nullable=False),
        sa.Column("updated_at", _moment, server_default=sa.func.now(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("level", sa.Text(), nullable=False),
        sa.Column("subject_id", sa.Uuid()),
        sa.Column("webhook_type", sa.Text()),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("facts", JSONB(), nullable=False),
        sa.CheckConstraint("type IN ('API', 'Webhook', 'Call')", name=op.f("ck_voice_logs_type")),
        sa.CheckConstraint("level IN ('INFO', 'WARN', 'ERROR')", name=op.f("ck_voice_logs_level")),
        sa.PrimaryKeyConstraint("org_id", "id", name="pk_voice_logs"),
    )
    op.create_index("ix_voice_logs_org_id_created_at", "voice_logs", ["org_id", "created_at"])
    op.create_index("ix_voice_logs_org_id_subject_id", "voice_logs", ["org_id", "subject_id"])
    protect(op.execute, "voice_logs", column="org_id", system=[SystemScope.CRON])


def downgrade() -> None:
    op.drop_table("voice_logs")
