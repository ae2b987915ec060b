"""Replies that a practice writes once and uses often."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0081"
down_revision = "0080"


def upgrade() -> None:
    op.create_table(
        "saved_replies",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("title_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("text_sealed", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "id", name="pk_saved_replies"),
    )
    protect(op.execute, "saved_replies")


def downgrade() -> None:
    op.drop_table("saved_replies")
