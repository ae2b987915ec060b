"""Calls are found by the number they came from: a thread with it shows them."""

import sqlalchemy as sa
from alembic import op

revision = "0092"
down_revision = "0091"


def upgrade() -> None:
    op.create_index(
        "ix_conversations_origin",
        "conversations",
        ["clinic_id", "origin_blind"],
        postgresql_where=sa.text("origin_blind IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index("ix_conversations_origin", "conversations")
