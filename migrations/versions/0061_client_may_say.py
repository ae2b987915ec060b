"""Whether the browser of a call may have the assistant say something."""

import sqlalchemy as sa
from alembic import op

revision = "0061"
down_revision = "0060"


def upgrade() -> None:
    op.add_column(
        "voice_calls", sa.Column("client_may_say", sa.Boolean(), nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    op.drop_column("voice_calls", "client_may_say")
