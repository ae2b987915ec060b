"""What conversations cost, what those of a token may cost, and what they have cost."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from mia.platform.db.tenancy import protect
from mia.platform.kernel.scope import SystemScope

revision = "0085"
down_revision = "0084"


def upgrade() -> None:
    op.create_table(
        "voice_price_lists",
        sa.Column("org_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("prices", JSONB(), nullable=False),
        sa.PrimaryKeyConstraint("org_id", "id", name="pk_voice_price_lists"),
    )
    protect(op.execute, "voice_price_lists", column="org_id")
    op.create_table(
        "voice_token_spending",
        sa.Column("org_id", sa.Uuid(), nullable=False),
        sa.Column("token_id", sa.Uuid(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("cost", sa.Numeric(14, 6), nullable=False),
        sa.PrimaryKeyConstraint("org_id", "token_id", "day", name="pk_voice_token_spending"),
    )
    protect(op.execute, "voice_token_spending", column="org_id", system=[SystemScope.CRON])
    op.add_column("voice_tokens", sa.Column("cost_limit", JSONB(), nullable=True))
    op.add_column("voice_campaigns", sa.Column("made_by", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("voice_campaigns", "made_by")
    op.drop_column("voice_tokens", "cost_limit")
    op.drop_table("voice_token_spending")
    op.drop_table("voice_price_lists")
