"""What contacts said, and a clinic's rebooking counted for its analytics."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from mia.platform.db.tenancy import protect

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.add_column("outreach", sa.Column("wording", sa.String(), server_default=sa.text("'due'"), nullable=False))
    op.create_check_constraint(op.f("ck_outreach_wording"), "outreach", "wording IN ('due', 'plan')")
    op.create_table(
        "insight_recalls",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("content", JSONB(), nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", name="pk_insight_recalls"),
    )
    protect(op.execute, "insight_recalls")


def downgrade() -> None:
    op.drop_table("insight_recalls")
    op.drop_constraint(op.f("ck_outreach_wording"), "outreach")
    op.drop_column("outreach", "wording")
