"""What staff thought of how Mia handled a call."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "call_feedback",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("activity_id", sa.Uuid(), nullable=False),
        sa.Column("verdict", sa.String(), nullable=False),
        sa.Column("remark_sealed", sa.LargeBinary()),
        sa.Column("given_by", sa.String(), nullable=False),
        sa.Column("given_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "activity_id", name="pk_call_feedback"),
        sa.CheckConstraint("verdict IN ('up', 'down')", name=op.f("ck_call_feedback_verdict")),
        sa.ForeignKeyConstraint(
            ["clinic_id", "activity_id"],
            ["activities.clinic_id", "activities.id"],
            name="fk_call_feedback_clinic_id_activity_id",
            ondelete="CASCADE",
        ),
    )
    protect(op.execute, "call_feedback")


def downgrade() -> None:
    op.drop_table("call_feedback")
