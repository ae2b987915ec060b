"""The voice service's resources."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect, protect_global
from mia.platform.kernel.scope import SystemScope

revision = "0005"
down_revision = "0004"

_TABLES = (
    "voice_server_messages", "voice_chats", "voice_sessions", "voice_call_lines", "voice_calls",
    "voice_media_workers", "voice_assistants", "voice_tokens", "voice_orgs",
)  # fmt: skip


def upgrade() -> None:
    _orgs_and_tokens()
    _assistants()
    _calls()
    _conversations()
    _server_messages()
    _media_workers()
    _protect()


def downgrade() -> None:
    for table in _TABLES:
        op.drop_table(table)


def _orgs_and_tokens() -> None:
    op.create_table(
        "voice_orgs",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.Text()),
        _moment("created_at"),
        _moment("updated_at"),
        sa.PrimaryKeyConstraint("id", name="pk_voice_orgs"),
    )
    _org_table(
        "voice_tokens",
        sa.Column("name", sa.Text()),
        sa.Column("tag", sa.Text(), nullable=False),
        sa.Column("value_hash", sa.LargeBinary(), nullable=False),
        sa.UniqueConstraint("value_hash", name="uq_voice_tokens_value_hash"),
        sa.CheckConstraint("tag IN ('private', 'public')", name="ck_voice_tokens_tag"),
    )


def _assistants() -> None:
    _org_table("voice_assistants", sa.Column("name", sa.Text()), _sealed("config_sealed"))
    op.create_index("ix_voice_assistants_org_id_created_at", "voice_assistants", ["org_id", "created_at"])


def _calls() -> None:
    _org_table(
        "voice_calls",
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("ended_reason", sa.Text()),
        _optional_moment("started_at"),
        _optional_moment("ended_at"),
        sa.Column("name", sa.Text()),
        sa.Column("assistant_id", sa.Uuid()),
        sa.Column("worker_id", sa.Uuid()),
        sa.Column("worker_address", sa.Text()),
        _sealed("request_sealed"),
        _sealed("assistant_sealed"),
        sa.Column("analysis_sealed", sa.LargeBinary()),
        sa.CheckConstraint("status IN ('queued', 'ringing', 'in-progress', 'ended')", name="ck_voice_calls_status"),
    )
    op.create_index("ix_voice_calls_org_id_created_at", "voice_calls", ["org_id", "created_at"])
    op.create_index(
        "ix_voice_calls_unfinished", "voice_calls", ["worker_id"], postgresql_where=sa.text("status <> 'ended'")
    )
    op.create_table(
        "voice_call_lines",
        sa.Column("org_id", sa.Uuid(), nullable=False),
        sa.Column("call_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        _sealed("line_sealed"),
        _moment("created_at"),
        sa.PrimaryKeyConstraint("org_id", "call_id", "position", name="pk_voice_call_lines"),
        sa.ForeignKeyConstraint(
            ["org_id", "call_id"],
            ["voice_calls.org_id", "voice_calls.id"],
            name="fk_voice_call_lines_org_id_call_id",
            ondelete="CASCADE",
        ),
    )


def _conversations() -> None:
    _org_table(
        "voice_sessions",
        sa.Column("name", sa.Text()),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("ended_reason", sa.Text()),
        sa.Column("expiration_seconds", sa.Integer()),
        sa.Column("last_active_at", sa.DateTime(timezone=True), nullable=False),
        _optional_moment("busy_until"),
        sa.Column("assistant_id", sa.Uuid()),
        _sealed("request_sealed"),
        _sealed("assistant_sealed"),
        _sealed("messages_sealed"),
        _sealed("memory_sealed"),
        sa.CheckConstraint("status IN ('active', 'completed')", name="ck_voice_sessions_status"),
    )
    op.create_index("ix_voice_sessions_org_id_created_at", "voice_sessions", ["org_id", "created_at"])
    op.create_index(
        "ix_voice_sessions_idle", "voice_sessions", ["last_active_at"],
        postgresql_where=sa.text("status = 'active'"),
    )  # fmt: skip
    _org_table(
        "voice_chats",
        sa.Column("name", sa.Text()),
        sa.Column("session_id", sa.Uuid()),
        sa.Column("previous_chat_id", sa.Uuid()),
        sa.Column("assistant_id", sa.Uuid()),
        sa.Column("ended_reason", sa.Text()),
        _sealed("assistant_sealed"),
        _sealed("exchange_sealed"),
        sa.Column("history_sealed", sa.LargeBinary()),
        sa.Column("memory_sealed", sa.LargeBinary()),
        sa.ForeignKeyConstraint(
            ["org_id", "session_id"],
            ["voice_sessions.org_id", "voice_sessions.id"],
            name="fk_voice_chats_org_id_session_id",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_voice_chats_org_id_created_at", "voice_chats", ["org_id", "created_at"])
    op.create_index("ix_voice_chats_org_id_session_id", "voice_chats", ["org_id", "session_id"])


def _server_messages() -> None:
    _org_table(
        "voice_server_messages",
        sa.Column("subject_id", sa.Uuid(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        _sealed("target_sealed"),
        _sealed("body_sealed"),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        _moment("next_at"),
        _optional_moment("lease_until"),
    )
    op.create_index("ix_voice_server_messages_next_at", "voice_server_messages", ["next_at"])
    op.create_index("ix_voice_server_messages_org_id_subject_id", "voice_server_messages", ["org_id", "subject_id"])


def _media_workers() -> None:
    op.create_table(
        "voice_media_workers",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("capacity", sa.Integer(), nullable=False),
        sa.Column("active", sa.Integer(), server_default="0", nullable=False),
        sa.Column("draining", sa.Boolean(), server_default="false", nullable=False),
        _moment("started_at"),
        _moment("heartbeat_at"),
        sa.PrimaryKeyConstraint("id", name="pk_voice_media_workers"),
    )


def _protect() -> None:
    cron, outbox, token = SystemScope.CRON, SystemScope.OUTBOX, SystemScope.VOICE_TOKEN
    protect(op.execute, "voice_orgs", column="id")
    protect(op.execute, "voice_tokens", column="org_id", system=(token,))
    protect(op.execute, "voice_assistants", column="org_id")
    protect(op.execute, "voice_calls", column="org_id", system=(cron, token))
    protect(op.execute, "voice_call_lines", column="org_id")
    protect(op.execute, "voice_sessions", column="org_id", system=(cron,))
    protect(op.execute, "voice_chats", column="org_id", system=(cron,))
    protect(op.execute, "voice_server_messages", column="org_id", system=(outbox,))
    protect_global(op.execute, "voice_media_workers", system=(cron, token))


def _org_table(name: str, *columns: Any) -> None:
    op.create_table(
        name,
        sa.Column("org_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        _moment("created_at"),
        _moment("updated_at"),
        *columns,
        sa.PrimaryKeyConstraint("org_id", "id", name=f"pk_{name}"),
    )


def _moment(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False)


def _optional_moment(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.DateTime(timezone=True))


def _sealed(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.LargeBinary(), nullable=False)
