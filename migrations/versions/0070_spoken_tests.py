"""Tests of suites that are spoken: the call that each was held in."""

import sqlalchemy as sa
from alembic import op

revision = "0070"
down_revision = "0069"


def upgrade() -> None:
    op.add_column("voice_test_attempts", sa.Column("call_id", sa.Uuid()))


def downgrade() -> None:
    op.drop_column("voice_test_attempts", "call_id")
