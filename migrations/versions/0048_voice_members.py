"""Organizations have members, and tokens say what they open."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from mia.platform.db.tenancy import protect
from mia.platform.kernel.scope import SystemScope

revision = "0048"
down_revision = "0047"

_ROLE = "role IN ('admin', 'editor', 'viewer')"


def upgrade() -> None:
    _moment = sa.DateTime(timezone=True)
    op.create_table(
        "voice_members",
        sa.Column("org_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", _moment, server_default=sa.func.now(), nullable=False),
        sa.Column("updated_at", _moment, server_default=sa.func.now(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("email_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("email_blind", sa.LargeBinary(), nullable=False),
        sa.Column("full_name_sealed", sa.LargeBinary()),
        sa.Column("invite_hash", sa.LargeBinary()),
        sa.Column("invited_at", _moment, nullable=False),
        sa.Column("joined_at", _moment),
        sa.CheckConstraint(_ROLE, name=op.f("ck_voice_members_role")),
        sa.UniqueConstraint("org_id", "email_blind", name="uq_voice_members_org_id_email_blind"),
        sa.UniqueConstraint("invite_hash", name="uq_voice_members_invite_hash"),
        sa.PrimaryKeyConstraint("org_id", "id", name="pk_voice_members"),
    )
    protect(op.execute, "voice_members", column="org_id", system=[SystemScope.VOICE_TOKEN])
    op.alter_column("voice_tokens", "name", nullable=True)
    op.add_column("voice_tokens", sa.Column("beginning", sa.Text()))
    op.add_column("voice_tokens", sa.Column("restrictions", JSONB()))
    op.add_column("voice_tokens", sa.Column("member_id", sa.Uuid()))
    op.add_column("voice_tokens", sa.Column("role", sa.Text()))
    op.create_check_constraint(op.f("ck_voice_tokens_role"), "voice_tokens", _ROLE)
    op.execute(
        "CREATE POLICY listing ON voice_orgs FOR SELECT "
        f"USING (current_setting('mia.system', true) = '{SystemScope.CRON.value}')"
    )


def downgrade() -> None:
    op.execute("DROP POLICY listing ON voice_orgs")
    for column in ("beginning", "restrictions", "member_id", "role"):
        op.drop_column("voice_tokens", column)
    op.execute("ALTER TABLE voice_tokens NO FORCE ROW LEVEL SECURITY")
    op.execute("DELETE FROM voice_tokens WHERE name IS NULL")
    op.execute("ALTER TABLE voice_tokens FORCE ROW LEVEL SECURITY")
    op.alter_column("voice_tokens", "name", nullable=False)
    op.drop_table("voice_members")
