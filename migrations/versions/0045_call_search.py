"""Calls are found by who was called and by how they went, and keep what they used.

Customers of earlier calls stay sealed and without hashes: those calls are found by everything else until they are
erased with the end of their retention.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0045"
down_revision = "0044"


def upgrade() -> None:
    op.add_column(
        "voice_calls",
        sa.Column("terms_blind", sa.ARRAY(sa.LargeBinary()), server_default=sa.text("'{}'"), nullable=False),
    )
    op.add_column("voice_calls", sa.Column("usage", JSONB()))
    op.add_column("voice_calls", sa.Column("cost", sa.Numeric(12, 6)))
    op.create_index("ix_voice_calls_terms_blind", "voice_calls", ["terms_blind"], postgresql_using="gin")


def downgrade() -> None:
    op.drop_index("ix_voice_calls_terms_blind", "voice_calls")
    for name in ("cost", "usage", "terms_blind"):
        op.drop_column("voice_calls", name)
