"""Squads of the voice service."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0053"
down_revision = "0052"


def upgrade() -> None:
    op.create_table(
        "voice_squads",
        sa.Column("org_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("config_sealed", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("org_id", "id", name="pk_voice_squads"),
    )
    op.create_index("ix_voice_squads_org_id_created_at", "voice_squads", ["org_id", "created_at"])
    protect(op.execute, "voice_squads", column="org_id")


def downgrade() -> None:
    op.drop_table("voice_squads")
