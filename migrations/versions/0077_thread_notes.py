"""Notes that the team leaves in conversations."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0077"
down_revision = "0076"


def upgrade() -> None:
    op.create_table(
        "thread_notes",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("thread_id", sa.Uuid(), nullable=False),
        sa.Column("author_id", sa.Uuid()),
        sa.Column("text_sealed", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "id", name="pk_thread_notes"),
        sa.ForeignKeyConstraint(
            ["clinic_id", "thread_id"],
            ["threads.clinic_id", "threads.id"],
            name="fk_thread_notes_clinic_id_threads",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_thread_notes_thread", "thread_notes", ["clinic_id", "thread_id", "created_at"])
    protect(op.execute, "thread_notes")


def downgrade() -> None:
    op.drop_table("thread_notes")
