"""What a practice has Mia tell, in its own Spanish."""

import sqlalchemy as sa
from alembic import op

revision = "0091"
down_revision = "0090"

_TEXTS = (
    ("clinic_facts", "answer_es"),
    ("locations", "directions_es"),
    ("locations", "parking_es"),
    ("services", "description_es"),
)


def upgrade() -> None:
    for table, column in _TEXTS:
        op.add_column(table, sa.Column(column, sa.String(), nullable=False, server_default=""))


def downgrade() -> None:
    for table, column in reversed(_TEXTS):
        op.drop_column(table, column)
