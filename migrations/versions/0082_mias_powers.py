"""What Mia may do, one by one: move, keep the waiting list, tell prices, put callers through."""

import sqlalchemy as sa
from alembic import op

revision = "0082"
down_revision = "0081"

_POWERS = ("moves_visits", "keeps_waiting_list", "tells_prices", "transfers_calls")


def upgrade() -> None:
    for power in _POWERS:
        column: sa.Column[bool] = sa.Column(power, sa.Boolean(), nullable=False, server_default=sa.text("true"))
        op.add_column("clinic_settings", column)


def downgrade() -> None:
    for power in _POWERS:
        op.drop_column("clinic_settings", power)
