"""How Mia says a practice's names."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0087"
down_revision = "0086"


def upgrade() -> None:
    said: sa.Column[list[dict[str, str]]] = sa.Column(
        "pronunciations", JSONB(), nullable=False, server_default=sa.text("'[]'")
    )
    op.add_column("clinic_settings", said)


def downgrade() -> None:
    op.drop_column("clinic_settings", "pronunciations")
