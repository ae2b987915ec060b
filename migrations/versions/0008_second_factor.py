"""Second factors, devices, API tokens and token clients."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem

from mia.platform.db.tenancy import protect, protect_global
from mia.platform.kernel.scope import SystemScope

revision = "0008"
down_revision = "0007"

_SIGN_IN = (SystemScope.LOGIN,)
_OF_A_USER = ("totp_secrets", "passkeys", "passkey_challenges", "recovery_codes", "refresh_tokens")


def upgrade() -> None:
    no = sa.text("false")
    op.add_column("users", sa.Column("second_factor", sa.Boolean(), server_default=no, nullable=False))
    op.add_column("clinics", sa.Column("require_second_factor", sa.Boolean(), server_default=no, nullable=False))
    _sessions()
    _factors()
    _challenges_and_codes()
    _refresh_tokens()
    for table in _OF_A_USER:
        protect_global(op.execute, table, system=_SIGN_IN)
    _api_tokens()


def downgrade() -> None:
    for table in ("api_tokens", *_OF_A_USER):
        op.drop_table(table)
    op.drop_constraint("ck_sessions_kind", "sessions")
    for column in ("kind", "proved_at", "factor_at", "token_expires_at"):
        op.drop_column("sessions", column)
    op.drop_column("clinics", "require_second_factor")
    op.drop_column("users", "second_factor")


def _sessions() -> None:
    op.add_column("sessions", sa.Column("kind", sa.Text(), server_default=sa.text("'browser'"), nullable=False))
    op.create_check_constraint(op.f("ck_sessions_kind"), "sessions", "kind IN ('browser', 'api')")
    op.add_column(
        "sessions",
        sa.Column("proved_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
    )
    for name in ("factor_at", "token_expires_at"):
        op.add_column("sessions", sa.Column(name, sa.DateTime(timezone=True)))


def _instant(name: str, *, always: bool = False) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=not always)


def _user(table: str) -> tuple[SchemaItem, ...]:
    key = sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=f"fk_{table}_user_id")
    return sa.Column("user_id", sa.Uuid(), nullable=False), key


def _session(table: str) -> tuple[SchemaItem, ...]:
    """The row goes with the session."""
    key = sa.ForeignKeyConstraint(
        ["session_id"], ["sessions.id"], name=f"fk_{table}_session_id", ondelete="CASCADE"
    )
    return sa.Column("session_id", sa.Uuid(), nullable=False), key


def _factors() -> None:
    op.create_table(
        "totp_secrets",
        *_user("totp_secrets"),
        sa.Column("secret_sealed", sa.LargeBinary(), nullable=False),
        _instant("created_at", always=True),
        _instant("confirmed_at"),
        sa.Column("last_step", sa.BigInteger()),
        sa.PrimaryKeyConstraint("user_id", name="pk_totp_secrets"),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Uuid(), nullable=False),
        *_user("passkeys"),
        sa.Column("credential_id", sa.LargeBinary(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("transports", sa.ARRAY(sa.Text()), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        _instant("created_at", always=True),
        _instant("last_used_at"),
        sa.PrimaryKeyConstraint("id", name="pk_passkeys"),
        sa.UniqueConstraint("credential_id", name="uq_passkeys_credential_id"),
    )
    op.create_index("ix_passkeys_user_id", "passkeys", ["user_id"])


def _challenges_and_codes() -> None:
    op.create_table(
        "passkey_challenges",
        *_session("passkey_challenges"),
        sa.Column("purpose", sa.Text(), nullable=False),
        sa.Column("challenge", sa.LargeBinary(), nullable=False),
        _instant("expires_at", always=True),
        sa.CheckConstraint("purpose IN ('enrol', 'sign_in')", name=op.f("ck_passkey_challenges_purpose")),
        sa.PrimaryKeyConstraint("session_id", "purpose", name="pk_passkey_challenges"),
    )
    op.create_table(
        "recovery_codes",
        *_user("recovery_codes"),
        sa.Column("code_hash", sa.LargeBinary(), nullable=False),
        sa.Column("salt", sa.LargeBinary(), nullable=False),
        _instant("created_at", always=True),
        _instant("used_at"),
        sa.PrimaryKeyConstraint("user_id", "code_hash", name="pk_recovery_codes"),
    )


def _refresh_tokens() -> None:
    op.create_table(
        "refresh_tokens",
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        *_session("refresh_tokens"),
        _instant("created_at", always=True),
        _instant("used_at"),
        sa.PrimaryKeyConstraint("token_hash", name="pk_refresh_tokens"),
    )
    op.create_index("ix_refresh_tokens_session_id", "refresh_tokens", ["session_id"])


def _api_tokens() -> None:
    op.create_table(
        "api_tokens",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("scopes", sa.ARRAY(sa.Text()), nullable=False),
        sa.Column("prefix", sa.Text(), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("created_by", sa.Uuid(), nullable=False),
        _instant("created_at", always=True),
        _instant("last_used_at"),
        _instant("expires_at"),
        _instant("revoked_at"),
        sa.ForeignKeyConstraint(["created_by"], ["users.id"], name="fk_api_tokens_created_by"),
        sa.PrimaryKeyConstraint("clinic_id", "id", name="pk_api_tokens"),
        sa.UniqueConstraint("token_hash", name="uq_api_tokens_token_hash"),
    )
    # A token is revoked, not deleted: the trail goes on naming it.
    protect(op.execute, "api_tokens", system=_SIGN_IN, grants="SELECT, INSERT, UPDATE")
