"""Sessions that strangers begin with a public token are known as such: they may go on with no other."""

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0045"


def upgrade() -> None:
    op.add_column("voice_sessions", sa.Column("web", sa.Boolean(), server_default=sa.text("false"), nullable=False))


def downgrade() -> None:
    op.drop_column("voice_sessions", "web")
