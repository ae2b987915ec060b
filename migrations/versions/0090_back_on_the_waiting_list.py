"""Who is taken off the waiting list can be put back for a day."""

import sqlalchemy as sa
from alembic import op

revision = "0090"
down_revision = "0089"


def upgrade() -> None:
    op.add_column("waiting_list", sa.Column("left_at", sa.DateTime(timezone=True)))


def downgrade() -> None:
    op.drop_column("waiting_list", "left_at")
