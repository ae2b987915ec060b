"""Events, server messages of the voice service and periodic tasks wait in the same way."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect_global
from mia.platform.kernel.scope import SystemScope

revision = "0044"
down_revision = "0043"

_INDEX = "ix_voice_server_messages_next_at"


def upgrade() -> None:
    """What was being sent is sent again; its receiver knows it by its key."""
    op.execute("DROP SCHEMA IF EXISTS procrastinate CASCADE")
    _moment = sa.DateTime(timezone=True)
    op.create_table(
        "periodic_tasks",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("next_at", _moment, server_default=sa.func.now(), nullable=False),
        sa.Column("failed_at", _moment, nullable=True),
        sa.PrimaryKeyConstraint("name", name="pk_periodic_tasks"),
    )
    protect_global(op.execute, "periodic_tasks", system=(SystemScope.CRON,))
    op.drop_column("voice_server_messages", "lease_until")
    op.add_column("voice_server_messages", sa.Column("failed_at", _moment, nullable=True))
    op.drop_index(_INDEX, "voice_server_messages")
    op.create_index(_INDEX, "voice_server_messages", ["next_at"], postgresql_where=sa.text("failed_at IS NULL"))


def downgrade() -> None:
    op.drop_index(_INDEX, "voice_server_messages")
    op.drop_column("voice_server_messages", "failed_at")
    op.add_column("voice_server_messages", sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True))
    op.create_index(_INDEX, "voice_server_messages", ["next_at"])
    op.drop_table("periodic_tasks")
