"""Conversations that should have gone another way."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0079"
down_revision = "0078"


def upgrade() -> None:
    op.create_table(
        "eval_cases",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("activity_id", sa.Uuid(), nullable=False),
        sa.Column("conversation_id", sa.Uuid(), nullable=False),
        sa.Column("channel", sa.String(), nullable=False),
        sa.Column("body_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("said_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reviewed_at", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("clinic_id", "id", name="pk_eval_cases"),
        sa.UniqueConstraint("clinic_id", "activity_id", name="uq_eval_cases_clinic_id_activity_id"),
    )
    op.create_index("ix_eval_cases_said", "eval_cases", ["clinic_id", "said_at"])
    op.create_index("ix_eval_cases_conversation", "eval_cases", ["clinic_id", "conversation_id"])
    protect(op.execute, "eval_cases")


def downgrade() -> None:
    op.drop_table("eval_cases")
