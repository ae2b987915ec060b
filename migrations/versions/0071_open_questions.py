"""Questions that Mia could not answer."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0071"
down_revision = "0070"


def upgrade() -> None:
    op.create_table(
        "open_questions",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("conversation_id", sa.Uuid()),
        sa.Column("words_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "id", name="pk_open_questions"),
    )
    op.create_index("ix_open_questions_asked", "open_questions", ["clinic_id", "asked_at"])
    op.create_index("ix_open_questions_conversation", "open_questions", ["clinic_id", "conversation_id"])
    protect(op.execute, "open_questions")


def downgrade() -> None:
    op.drop_table("open_questions")
