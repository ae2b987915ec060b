"""Tools of the voice service, kept once for any number of assistants."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0047"
down_revision = "0046"


def upgrade() -> None:
    op.create_table(
        "voice_tools",
        sa.Column("org_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("config_sealed", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("org_id", "id", name="pk_voice_tools"),
    )
    op.create_index("ix_voice_tools_org_id_created_at", "voice_tools", ["org_id", "created_at"])
    protect(op.execute, "voice_tools", column="org_id")


def downgrade() -> None:
    op.drop_table("voice_tools")
