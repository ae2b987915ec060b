"""Whether Mia answers visitors of the practice's own website."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0024"


def upgrade() -> None:
    answers = sa.Column[bool]("answers_website", sa.Boolean(), nullable=False, server_default=sa.text("true"))
    op.add_column("clinic_settings", answers)


def downgrade() -> None:
    op.drop_column("clinic_settings", "answers_website")
