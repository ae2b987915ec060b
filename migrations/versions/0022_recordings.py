"""Recordings of calls, calls that are placed later, and letters that came in."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0022"
down_revision = "0021"

_STATUSES = "status IN ({}'queued', 'ringing', 'in-progress', 'ended')"
_OLD_NAME = "ck_voice_calls_ck_voice_calls_status"
_ANSWERS = "recording_answer IN ('granted', 'refused', 'unanswered', 'withdrawn')"
_CALLS = (
    sa.Column("earliest_at", sa.DateTime(timezone=True)),
    sa.Column("latest_at", sa.DateTime(timezone=True)),
    sa.Column("recording_answer", sa.Text()),
    sa.Column("recording_answered_at", sa.DateTime(timezone=True)),
    sa.Column("api_url", sa.Text()),
)
_CONVERSATIONS = (
    sa.Column("recording_answer", sa.String()),
    sa.Column("recording_answered_at", sa.DateTime(timezone=True)),
)


def upgrade() -> None:
    for column in _CALLS:
        op.add_column("voice_calls", column)
    for column in _CONVERSATIONS:
        op.add_column("conversations", column)
    op.create_check_constraint(op.f("ck_voice_calls_recording"), "voice_calls", _ANSWERS)
    op.create_check_constraint(op.f("ck_conversations_recording"), "conversations", _ANSWERS)
    op.drop_constraint(op.f(_OLD_NAME), "voice_calls")
    op.create_check_constraint(op.f("ck_voice_calls_status"), "voice_calls", _STATUSES.format("'scheduled', "))
    _pieces("voice_recording_pieces", "org_id", "call_id", "voice_calls")
    _pieces("call_recordings", "clinic_id", "conversation_id", "conversations")


def downgrade() -> None:
    op.drop_table("call_recordings")
    op.drop_table("voice_recording_pieces")
    op.execute("DELETE FROM voice_calls WHERE status = 'scheduled'")
    op.drop_constraint(op.f("ck_voice_calls_status"), "voice_calls")
    op.create_check_constraint(op.f(_OLD_NAME), "voice_calls", _STATUSES.format(""))
    op.drop_constraint(op.f("ck_conversations_recording"), "conversations")
    op.drop_constraint(op.f("ck_voice_calls_recording"), "voice_calls")
    for table, columns in (("voice_calls", _CALLS), ("conversations", _CONVERSATIONS)):
        for column in columns:
            op.drop_column(table, column.name)


def _pieces(table: str, tenant: str, subject: str, parent: str) -> None:
    """The stretches of a recording, which go with what they belong to."""
    op.create_table(
        table,
        sa.Column(tenant, sa.Uuid(), nullable=False),
        sa.Column(subject, sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("piece_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.PrimaryKeyConstraint(tenant, subject, "position", name=f"pk_{table}"),
        sa.ForeignKeyConstraint(
            [tenant, subject],
            [f"{parent}.{tenant}", f"{parent}.id"],
            name=f"fk_{table}_{tenant}_{subject}",
            ondelete="CASCADE",
        ),
    )
    protect(op.execute, table, column=tenant)
