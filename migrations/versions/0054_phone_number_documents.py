"""What a phone number does: whose account it is of, and the document that says who answers."""

import sqlalchemy as sa
from alembic import op

revision = "0054"
down_revision = "0057"

_TABLE = "voice_phone_numbers"


def upgrade() -> None:
    op.add_column(_TABLE, sa.Column("provider", sa.Text(), nullable=False, server_default="mia"))
    # The numbers of before have no document yet; whoever reads one takes nothing for an empty one.
    op.add_column(_TABLE, sa.Column("config_sealed", sa.LargeBinary(), nullable=False, server_default=""))
    op.alter_column(_TABLE, "provider", server_default=None)
    op.alter_column(_TABLE, "config_sealed", server_default=None)
    op.create_index("ix_voice_phone_numbers_org_id_created_at", _TABLE, ["org_id", "created_at"])


def downgrade() -> None:
    op.drop_index("ix_voice_phone_numbers_org_id_created_at", _TABLE)
    op.drop_column(_TABLE, "config_sealed")
    op.drop_column(_TABLE, "provider")
