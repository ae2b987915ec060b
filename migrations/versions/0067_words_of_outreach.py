"""What staff wrote in place of the usual words of a message that Mia sends."""

import sqlalchemy as sa
from alembic import op

revision = "0067"
down_revision = "0066"


def upgrade() -> None:
    op.add_column("outreach", sa.Column("words_sealed", sa.LargeBinary()))


def downgrade() -> None:
    op.drop_column("outreach", "words_sealed")
