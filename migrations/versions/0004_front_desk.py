"""The front desk: conversations, activities, leads, tasks, the assistant and its tool runs."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0004"
down_revision = "0003"

_TABLES = ("leads", "conversations", "messages", "activities", "tasks", "frontdesk_assistants", "tool_runs")


def upgrade() -> None:
    _leads()
    _conversations()
    _messages()
    _activities()
    _tasks()
    _front_desk()
    for table in _TABLES:
        protect(op.execute, table)


def downgrade() -> None:
    for table in reversed(_TABLES):
        op.drop_table(table)


def _key(table: str) -> tuple[sa.Column[object] | sa.PrimaryKeyConstraint, ...]:
    return (
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", _instant(), server_default=sa.func.now(), nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "id", name=f"pk_{table}"),
    )


def _instant() -> sa.DateTime:
    return sa.DateTime(timezone=True)


def _no(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), server_default=sa.text("false"), nullable=False)


def _one_of(table: str, column: str, values: str) -> sa.CheckConstraint:
    listed = ", ".join(f"'{value}'" for value in values.split("|"))
    return sa.CheckConstraint(f"{column} IN ({listed})", name=op.f(f"ck_{table}_{column}"))


def _to_conversation(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["clinic_id", "conversation_id"],
        ["conversations.clinic_id", "conversations.id"],
        name=f"fk_{table}_clinic_id_conversation_id",
        ondelete="CASCADE",
    )


def _to_patient(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["clinic_id", "patient_id"],
        ["patients.clinic_id", "patients.id"],
        name=f"fk_{table}_clinic_id_patient_id",
    )


def _leads() -> None:
    op.create_table(
        "leads",
        *_key("leads"),
        sa.Column("conversation_id", sa.Uuid()),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("stage", sa.String(), server_default=sa.text("'new'"), nullable=False),
        sa.Column("name_sealed", sa.LargeBinary()),
        sa.Column("phone_sealed", sa.LargeBinary()),
        sa.Column("phone_blind", sa.LargeBinary()),
        sa.Column("interest_sealed", sa.LargeBinary()),
        sa.Column("preferred_sealed", sa.LargeBinary()),
        sa.Column("intent_sealed", sa.LargeBinary()),
        sa.Column("service_id", sa.Uuid()),
        sa.Column("appointment_id", sa.Uuid()),
        _no("visitor"),
        sa.Column("updated_at", _instant(), nullable=False),
        _one_of("leads", "stage", "new|contacted|consult_booked|won|lost"),
    )
    op.create_index("uq_leads_conversation", "leads", ["clinic_id", "conversation_id"], unique=True)
    op.create_index("ix_leads_stage", "leads", ["clinic_id", "stage", "created_at"])
    op.create_index("ix_leads_phone", "leads", ["clinic_id", "phone_blind"])


def _conversations() -> None:
    op.create_table(
        "conversations",
        *_key("conversations"),
        sa.Column("channel", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("voice_id", sa.String()),
        sa.Column("ticket_sealed", sa.LargeBinary()),
        sa.Column("patient_id", sa.Uuid()),
        sa.Column("started_at", _instant(), nullable=False),
        sa.Column("ended_at", _instant()),
        sa.Column("ended_reason", sa.String()),
        sa.Column("duration_seconds", sa.Integer()),
        sa.Column("summary_sealed", sa.LargeBinary()),
        _no("visitor"),
        sa.Column("visitor_blind", sa.LargeBinary()),
        _no("sample"),
        sa.Column("purged_at", _instant()),
        _to_patient("conversations"),
        _one_of("conversations", "channel", "web_call|web_chat|phone|sms|email"),
        _one_of("conversations", "status", "starting|open|closed"),
    )
    op.create_index("uq_conversations_voice", "conversations", ["clinic_id", "voice_id"], unique=True)
    op.create_index(
        "ix_conversations_open",
        "conversations",
        ["clinic_id", "started_at"],
        postgresql_where=sa.text("status <> 'closed'"),
    )
    op.create_index("ix_conversations_visitor", "conversations", ["clinic_id", "visitor_blind", "started_at"])


def _messages() -> None:
    op.create_table(
        "messages",
        *_key("messages"),
        sa.Column("conversation_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("text_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("at_ms", sa.Integer(), nullable=False),
        _one_of("messages", "role", "user|assistant"),
        _to_conversation("messages"),
    )
    columns = ["clinic_id", "conversation_id", "position"]
    op.create_index("uq_messages_position", "messages", columns, unique=True)


def _activities() -> None:
    op.create_table(
        "activities",
        *_key("activities"),
        sa.Column("conversation_id", sa.Uuid()),
        sa.Column("patient_id", sa.Uuid()),
        sa.Column("name_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("action_type", sa.String(), nullable=False),
        sa.Column("channel", sa.String(), nullable=False),
        sa.Column("direction", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("occurred_at", _instant(), nullable=False),
        sa.Column("outcome_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("value_cents", sa.Integer()),
        sa.Column("handled_seconds", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("first_answer_ms", sa.Integer()),
        _no("asked_for_booking"),
        _no("booked"),
        _no("sample"),
        _no("simulated"),
        _one_of("activities", "action_type", "Call|Message"),
        _one_of("activities", "direction", "inbound|outbound"),
        _one_of(
            "activities",
            "status",
            "Rebooked|Sent|No Answer|Failed|Scheduled|Answered|Booked|In progress",
        ),
        _to_patient("activities"),
        _to_conversation("activities"),
    )
    op.create_index("uq_activities_conversation", "activities", ["clinic_id", "conversation_id"], unique=True)
    op.create_index("ix_activities_occurred", "activities", ["clinic_id", "occurred_at", "id"])
    op.create_index("ix_activities_status", "activities", ["clinic_id", "status", "occurred_at", "id"])
    op.create_index("ix_activities_patient", "activities", ["clinic_id", "patient_id", "occurred_at"])


def _tasks() -> None:
    op.create_table(
        "tasks",
        *_key("tasks"),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("detail_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("phone_sealed", sa.LargeBinary()),
        sa.Column("conversation_id", sa.Uuid()),
        sa.Column("lead_id", sa.Uuid()),
        sa.Column("completed_at", _instant()),
        sa.Column("completed_by", sa.String()),
        _one_of("tasks", "kind", "call_back|emergency|follow_up"),
        _to_conversation("tasks"),
        sa.ForeignKeyConstraint(
            ["clinic_id", "lead_id"],
            ["leads.clinic_id", "leads.id"],
            name="fk_tasks_clinic_id_lead_id",
            ondelete="CASCADE",
        ),
    )
    op.create_index("uq_tasks_conversation_kind", "tasks", ["clinic_id", "conversation_id", "kind"], unique=True)
    op.create_index(
        "ix_tasks_open", "tasks", ["clinic_id", "created_at"], postgresql_where=sa.text("completed_at IS NULL")
    )


def _front_desk() -> None:
    op.create_table(
        "frontdesk_assistants",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("voice_assistant_id", sa.String(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("updated_at", _instant(), nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", name="pk_frontdesk_assistants"),
    )
    op.create_table(
        "tool_runs",
        *_key("tool_runs"),
        sa.Column("voice_id", sa.String(), nullable=False),
        sa.Column("tool_call_id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("result_sealed", sa.LargeBinary()),
    )
    op.create_index("uq_tool_runs_call", "tool_runs", ["clinic_id", "voice_id", "tool_call_id"], unique=True)
