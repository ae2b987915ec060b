"""Threads by mail: which way a thread goes, what it is about, which letters that came in are certainly theirs."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"

_CHANNELS = "channel IN ('sms', 'email')"


def upgrade() -> None:
    op.add_column("threads", sa.Column("channel", sa.String(), nullable=False, server_default=sa.text("'sms'")))
    op.add_column("threads", sa.Column("subject_sealed", sa.LargeBinary()))
    op.create_check_constraint(op.f("ck_threads_channel"), "threads", _CHANNELS)
    op.add_column("texts", sa.Column("verified", sa.Boolean(), nullable=False, server_default=sa.text("true")))


def downgrade() -> None:
    op.drop_column("texts", "verified")
    op.execute("DELETE FROM threads WHERE channel = 'email'")
    op.drop_constraint(op.f("ck_threads_channel"), "threads")
    op.drop_column("threads", "subject_sealed")
    op.drop_column("threads", "channel")
