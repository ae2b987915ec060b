"""Access: clinics as tenants, users, memberships, sessions."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect, protect_global
from mia.platform.kernel.scope import SystemScope

revision = "0002"
down_revision = "0001"

_ROLES = "'owner', 'manager', 'front_desk', 'provider', 'read_only'"
_SIGN_IN = (SystemScope.LOGIN, SystemScope.SEED)


def upgrade() -> None:
    _clinics()
    _users()
    _memberships()
    _sessions()
    _sign_in_attempts()


def _id() -> sa.Column[object]:
    return sa.Column("id", sa.Uuid(), nullable=False)


def _created_at() -> sa.Column[object]:
    return sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False)


def _clinics() -> None:
    op.create_table(
        "clinics",
        _id(),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("subdomain", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("timezone", sa.Text(), nullable=False),
        sa.Column("sample", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        _created_at(),
        sa.PrimaryKeyConstraint("id", name="pk_clinics"),
        sa.UniqueConstraint("slug", name="uq_clinics_slug"),
        sa.UniqueConstraint("subdomain", name="uq_clinics_subdomain"),
    )
    everywhere = (*_SIGN_IN, SystemScope.CRON, SystemScope.OUTBOX)
    protect(op.execute, "clinics", column="id", system=everywhere, grants="SELECT, INSERT, UPDATE")


def _users() -> None:
    op.create_table(
        "users",
        _id(),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=False),
        _created_at(),
        sa.CheckConstraint("email = lower(email)", name="ck_users_email_lower"),
        sa.PrimaryKeyConstraint("id", name="pk_users"),
        sa.UniqueConstraint("email", name="uq_users_email"),
    )
    protect_global(op.execute, "users", system=_SIGN_IN, grants="SELECT, INSERT, UPDATE")


def _memberships() -> None:
    op.create_table(
        "memberships",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        _created_at(),
        sa.CheckConstraint(f"role IN ({_ROLES})", name="ck_memberships_role"),
        sa.ForeignKeyConstraint(["clinic_id"], ["clinics.id"], name="fk_memberships_clinic_id"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_memberships_user_id"),
        sa.PrimaryKeyConstraint("clinic_id", "user_id", name="pk_memberships"),
    )
    op.create_index("ix_memberships_user_id", "memberships", ["user_id"])
    protect(op.execute, "memberships", system=_SIGN_IN)


def _sessions() -> None:
    op.create_table(
        "sessions",
        _id(),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("network", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_sessions_user_id"),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.UniqueConstraint("token_hash", name="uq_sessions_token_hash"),
    )
    op.create_index("ix_sessions_user_id", "sessions", ["user_id"])
    op.create_index("ix_sessions_expires_at", "sessions", ["expires_at"])
    protect_global(op.execute, "sessions", system=(SystemScope.LOGIN, SystemScope.CRON))


def _sign_in_attempts() -> None:
    op.create_table(
        "sign_in_attempts",
        _id(),
        sa.Column("subject", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sign_in_attempts"),
    )
    op.create_index("ix_sign_in_attempts_subject", "sign_in_attempts", ["subject", "at"])
    protect_global(op.execute, "sign_in_attempts", system=(SystemScope.LOGIN, SystemScope.CRON))


def downgrade() -> None:
    for table in ("sign_in_attempts", "sessions", "memberships", "users", "clinics"):
        op.drop_table(table)
