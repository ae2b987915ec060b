"""Why a browser's session ended, to be told to that browser: kept a week, by the hash of its token."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect_global
from mia.platform.kernel.scope import SystemScope

revision = "0075"
down_revision = "0074"


def upgrade() -> None:
    op.create_table(
        "ended_sessions",
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name="pk_ended_sessions"),
    )
    op.create_index("ix_ended_sessions_ended_at", "ended_sessions", ["ended_at"])
    protect_global(op.execute, "ended_sessions", system=(SystemScope.LOGIN, SystemScope.CRON))


def downgrade() -> None:
    op.drop_table("ended_sessions")
