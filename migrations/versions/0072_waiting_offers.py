"""When someone on the waiting list was last offered a time."""

import sqlalchemy as sa
from alembic import op

revision = "0072"
down_revision = "0071"


def upgrade() -> None:
    op.add_column("waiting_list", sa.Column("offered_at", sa.DateTime(timezone=True)))


def downgrade() -> None:
    op.drop_column("waiting_list", "offered_at")
