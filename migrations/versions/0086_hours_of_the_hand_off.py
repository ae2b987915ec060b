"""When a practice's people take transferred calls, and which phone rings when they don't."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0086"
down_revision = "0085"


def upgrade() -> None:
    op.add_column("clinic_settings", sa.Column("hand_off_hours", JSONB(none_as_null=True)))
    number: sa.Column[str] = sa.Column("overflow_number", sa.String(), nullable=False, server_default=sa.text("''"))
    op.add_column("clinic_settings", number)


def downgrade() -> None:
    op.drop_column("clinic_settings", "overflow_number")
    op.drop_column("clinic_settings", "hand_off_hours")
