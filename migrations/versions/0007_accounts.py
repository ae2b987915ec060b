"""Accounts: reset, invites, team, first run, support access."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem

from mia.platform.db.tenancy import protect, protect_global
from mia.platform.kernel.scope import SystemScope

revision = "0007"
down_revision = "0006"

_ROLES = "'owner', 'manager', 'front_desk', 'provider', 'read_only'"
_SUPPORT_ROLES = "'read_only', 'provider', 'front_desk'"
_SIGN_IN = (SystemScope.LOGIN,)
_FORGOTTEN_LATER = (SystemScope.LOGIN, SystemScope.CRON)


def upgrade() -> None:
    for name in ("disabled_at", "last_active_at"):
        op.add_column("memberships", sa.Column(name, _instant()))
    op.add_column("mails", sa.Column("secret", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    _password_resets()
    _invites()
    _support_grants()
    _first_run()


def downgrade() -> None:
    for table in ("first_run", "support_grants", "invites", "password_resets"):
        op.drop_table(table)
    op.drop_column("mails", "secret")
    for name in ("last_active_at", "disabled_at"):
        op.drop_column("memberships", name)


def _instant() -> sa.DateTime:
    return sa.DateTime(timezone=True)


def _ticket() -> tuple[SchemaItem, ...]:
    return sa.Column("ticket_hash", sa.LargeBinary()), sa.Column("ticket_expires_at", _instant())


def _of_a_clinic(name: str, *items: SchemaItem) -> None:
    op.create_table(
        name,
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", _instant(), server_default=sa.func.now(), nullable=False),
        *items,
        sa.PrimaryKeyConstraint("clinic_id", "id", name=f"pk_{name}"),
    )


def _password_resets() -> None:
    op.create_table(
        "password_resets",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("created_at", _instant(), nullable=False),
        sa.Column("access_hash", sa.LargeBinary()),
        sa.Column("refresh_hash", sa.LargeBinary()),
        sa.Column("link_expires_at", _instant(), nullable=False),
        *_ticket(),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_password_resets_user_id"),
        sa.PrimaryKeyConstraint("user_id", name="pk_password_resets"),
        sa.UniqueConstraint("access_hash", name="uq_password_resets_access_hash"),
        sa.UniqueConstraint("ticket_hash", name="uq_password_resets_ticket_hash"),
    )
    protect_global(op.execute, "password_resets", system=_FORGOTTEN_LATER)


def _invites() -> None:
    _of_a_clinic(
        "invites",
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("invited_by", sa.Uuid()),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("expires_at", _instant(), nullable=False),
        *_ticket(),
        sa.CheckConstraint("email = lower(email)", name=op.f("ck_invites_email_lower")),
        sa.CheckConstraint(f"role IN ({_ROLES})", name=op.f("ck_invites_role")),
        sa.ForeignKeyConstraint(["invited_by"], ["users.id"], name="fk_invites_invited_by"),
        sa.UniqueConstraint("clinic_id", "email", name="uq_invites_clinic_id_email"),
        sa.UniqueConstraint("token_hash", name="uq_invites_token_hash"),
        sa.UniqueConstraint("ticket_hash", name="uq_invites_ticket_hash"),
    )
    protect(op.execute, "invites", system=_FORGOTTEN_LATER)


def _support_grants() -> None:
    _of_a_clinic(
        "support_grants",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("reason_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("opened_at", _instant(), nullable=False),
        sa.Column("expires_at", _instant(), nullable=False),
        sa.Column("ended_at", _instant()),
        sa.CheckConstraint(f"role IN ({_SUPPORT_ROLES})", name=op.f("ck_support_grants_role")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_support_grants_user_id"),
    )
    op.create_index("ix_support_grants_user_id", "support_grants", ["user_id", "expires_at"])
    protect(op.execute, "support_grants", system=_SIGN_IN, grants="SELECT, INSERT, UPDATE")


def _first_run() -> None:
    op.create_table(
        "first_run",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("code_hash", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", _instant(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_first_run_single")),
        sa.PrimaryKeyConstraint("id", name="pk_first_run"),
    )
    protect_global(op.execute, "first_run", system=_SIGN_IN)
