"""Organizations have a library of voices."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0051"
down_revision = "0050"

_TEXTS = ("provider", "provider_id", "slug", "name", "language", "language_code", "gender", "accent")


def upgrade() -> None:
    _moment = sa.DateTime(timezone=True)
    op.create_table(
        "voice_library_voices",
        sa.Column("org_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", _moment, server_default=sa.func.now(), nullable=False),
        sa.Column("updated_at", _moment, server_default=sa.func.now(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in _TEXTS),
        sa.Column("is_public", sa.Boolean(), nullable=False),
        sa.UniqueConstraint("org_id", "provider", "slug", name="uq_voice_library_voices_slug"),
        sa.PrimaryKeyConstraint("org_id", "id", name="pk_voice_library_voices"),
    )
    protect(op.execute, "voice_library_voices", column="org_id")


def downgrade() -> None:
    op.drop_table("voice_library_voices")
