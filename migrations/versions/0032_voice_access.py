"""Each clinic has an organization of its own at the voice service, with a token that ends with the signing key.

Before, all shared one organization and one token. That token ends here. The voice service erases what is left in
the shared organization (``mia.voice.resources.org.service.empty_shared_org``), and each clinic's assistant is made
again in its own organization when it is next needed.
"""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0032"
down_revision = "0031"

_EMPTIED = {"voice_tokens": "DELETE FROM voice_tokens", "frontdesk_assistants": "DELETE FROM frontdesk_assistants"}


def upgrade() -> None:
    for table, emptying in _EMPTIED.items():
        # Row-level security hides the rows of every tenant from their owner as well.
        op.execute(f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY")
        op.execute(emptying)
        op.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")
    op.alter_column("voice_tokens", "name", nullable=False)
    op.add_column("voice_tokens", sa.Column("key_generation", sa.LargeBinary(), nullable=False))
    op.create_unique_constraint("uq_voice_tokens_org_id_name", "voice_tokens", ["org_id", "name"])
    op.create_table(
        "frontdesk_voice_access",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("org_id", sa.Uuid(), nullable=False),
        sa.Column("token_sealed", sa.LargeBinary()),
        sa.Column("remote", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", name="pk_frontdesk_voice_access"),
    )
    op.create_index(
        "uq_frontdesk_voice_access_remote", "frontdesk_voice_access", ["remote"], unique=True,
        postgresql_where=sa.text("remote"),
    )  # fmt: skip
    protect(op.execute, "frontdesk_voice_access")


def downgrade() -> None:
    op.drop_table("frontdesk_voice_access")
    op.drop_constraint("uq_voice_tokens_org_id_name", "voice_tokens")
    op.drop_column("voice_tokens", "key_generation")
    op.alter_column("voice_tokens", "name", nullable=True)
