"""Workflows of the voice service, and which of them sessions and chats follow."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0059"
down_revision = "0058"


def upgrade() -> None:
    op.create_table(
        "voice_workflows",
        sa.Column("org_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("config_sealed", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("org_id", "id", name="pk_voice_workflows"),
    )
    op.create_index("ix_voice_workflows_org_id_created_at", "voice_workflows", ["org_id", "created_at"])
    protect(op.execute, "voice_workflows", column="org_id")
    for table in ("voice_sessions", "voice_chats"):
        op.add_column(table, sa.Column("workflow_id", sa.Uuid(), nullable=True))


def downgrade() -> None:
    for table in ("voice_sessions", "voice_chats"):
        op.drop_column(table, "workflow_id")
    op.drop_table("voice_workflows")
