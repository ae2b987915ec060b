"""Which countries calls may be forwarded to, and who made a call."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from mia.platform.db.tenancy import protect

revision = "0060"
down_revision = "0059"


def upgrade() -> None:
    op.create_table(
        "voice_dialing_rules",
        sa.Column("org_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("countries", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.PrimaryKeyConstraint("org_id", "id", name="pk_voice_dialing_rules"),
    )
    protect(op.execute, "voice_dialing_rules", column="org_id")
    op.add_column("voice_calls", sa.Column("made_by", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("voice_calls", "made_by")
    op.drop_table("voice_dialing_rules")
