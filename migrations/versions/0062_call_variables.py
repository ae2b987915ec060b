"""What a workflow has learned in a call is kept with it."""

import sqlalchemy as sa
from alembic import op

revision = "0062"
down_revision = "0061"


def upgrade() -> None:
    op.add_column("voice_calls", sa.Column("learned_sealed", sa.LargeBinary(), nullable=True))


def downgrade() -> None:
    op.drop_column("voice_calls", "learned_sealed")
