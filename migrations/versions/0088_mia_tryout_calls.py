"""Calls in which a practice tries Mia with what is not saved."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0088"
down_revision = "0087"


def upgrade() -> None:
    op.create_table(
        "mia_tryout_calls",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("voice_id", sa.String(), nullable=False),
        sa.Column("ticket_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("draft_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("runs_sealed", sa.LargeBinary(), nullable=True),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("clinic_id", "id", name="pk_mia_tryout_calls"),
        sa.UniqueConstraint("clinic_id", "voice_id", name="uq_mia_tryout_calls_clinic_id_voice_id"),
    )
    protect(op.execute, "mia_tryout_calls")


def downgrade() -> None:
    op.drop_table("mia_tryout_calls")
