"""Leads on their way: next steps, owners, what happened to them, Mia's follow-up."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem

from mia.platform.db.tenancy import protect

revision = "0015"
down_revision = "0014"

_TABLES = ("lead_events", "lead_follow_ups")
_REASONS = "'price', 'timing', 'elsewhere', 'no_answer', 'not_suitable', 'other'"


def upgrade() -> None:
    _leads()
    _events()
    _follow_ups()
    for table in _TABLES:
        protect(op.execute, table)


def downgrade() -> None:
    for table in reversed(_TABLES):
        op.drop_table(table)
    for index in ("ix_leads_email", "ix_leads_appointment", "uq_leads_intake", "ix_leads_created"):
        op.drop_index(index, table_name="leads")
    op.drop_constraint(op.f("ck_leads_lost_reason"), "leads")
    for column in reversed(_lead_columns()):
        op.drop_column("leads", column.name)


def _instant() -> sa.DateTime:
    return sa.DateTime(timezone=True)


def _lead_columns() -> tuple[sa.Column[object], ...]:
    return (
        sa.Column("email_sealed", sa.LargeBinary(), nullable=True),
        sa.Column("email_blind", sa.LargeBinary(), nullable=True),
        sa.Column("message_sealed", sa.LargeBinary(), nullable=True),
        sa.Column("owner_id", sa.Uuid(), nullable=True),
        sa.Column("next_step_sealed", sa.LargeBinary(), nullable=True),
        sa.Column("next_step_on", sa.Date(), nullable=True),
        sa.Column("lost_reason", sa.String(), nullable=True),
        sa.Column("patient_id", sa.Uuid(), nullable=True),
        sa.Column("intake_key", sa.String(), nullable=True),
        sa.Column("captured_at", _instant(), nullable=True),
        sa.Column("answered_at", _instant(), nullable=True),
        sa.Column("booked_at", _instant(), nullable=True),
        sa.Column("stage_at", _instant(), server_default=sa.func.now(), nullable=False),
        sa.Column("version", sa.Integer(), server_default=sa.text("0"), nullable=False),
    )


def _leads() -> None:
    for column in _lead_columns():
        op.add_column("leads", column)
    # Row-level security hides the rows of every clinic from their owner as well.
    op.execute("ALTER TABLE leads NO FORCE ROW LEVEL SECURITY")
    op.execute("UPDATE leads SET stage_at = updated_at")
    op.execute("ALTER TABLE leads FORCE ROW LEVEL SECURITY")
    op.create_check_constraint(op.f("ck_leads_lost_reason"), "leads", f"lost_reason IN ({_REASONS})")
    op.create_index("ix_leads_email", "leads", ["clinic_id", "email_blind"])
    op.create_index("ix_leads_appointment", "leads", ["clinic_id", "appointment_id"])
    op.create_index("uq_leads_intake", "leads", ["clinic_id", "intake_key"], unique=True)
    op.create_index("ix_leads_created", "leads", ["clinic_id", "created_at"])


def _key(table: str) -> tuple[SchemaItem, ...]:
    return (
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", _instant(), server_default=sa.func.now(), nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "id", name=f"pk_{table}"),
    )


def _to_lead(table: str) -> tuple[SchemaItem, ...]:
    return (
        sa.Column("lead_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["clinic_id", "lead_id"],
            ["leads.clinic_id", "leads.id"],
            name=f"fk_{table}_clinic_id_lead_id",
            ondelete="CASCADE",
        ),
    )


def _events() -> None:
    op.create_table(
        "lead_events",
        *_key("lead_events"),
        *_to_lead("lead_events"),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("actor", sa.String(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("stage_before", sa.String(), nullable=True),
        sa.Column("stage_after", sa.String(), nullable=True),
        sa.Column("rule", sa.String(), nullable=True),
        sa.Column("until", _instant(), nullable=True),
    )
    op.create_index("ix_lead_events_lead", "lead_events", ["clinic_id", "lead_id", "created_at"])


def _follow_ups() -> None:
    op.create_table(
        "lead_follow_ups",
        *_key("lead_follow_ups"),
        *_to_lead("lead_follow_ups"),
        sa.Column("activity_id", sa.Uuid(), nullable=False),
        sa.Column("channel", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("idempotency_key", sa.String(), nullable=False),
        sa.Column("address_sealed", sa.LargeBinary(), nullable=True),
        sa.Column("address_blind", sa.LargeBinary(), nullable=True),
        sa.Column("due_at", _instant(), nullable=False),
        sa.Column("touched_at", _instant(), nullable=True),
        sa.Column("sending_since", _instant(), nullable=True),
        sa.Column("attempts", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("text_id", sa.Uuid(), nullable=True),
        sa.Column("voice_id", sa.String(), nullable=True),
        sa.Column("service_id", sa.Uuid(), nullable=True),
        sa.Column("offers", sa.ARRAY(sa.String()), server_default=sa.text("'{}'"), nullable=False),
        sa.CheckConstraint("channel IN ('call', 'sms')", name=op.f("ck_lead_follow_ups_channel")),
        sa.CheckConstraint(
            "state IN ('scheduled', 'sending', 'sent', 'answered', 'no_answer', 'booked', 'failed', 'blocked', "
            "'cancelled')",
            name=op.f("ck_lead_follow_ups_state"),
        ),
    )
    op.create_index("uq_lead_follow_ups_key", "lead_follow_ups", ["clinic_id", "idempotency_key"], unique=True)
    op.create_index("ix_lead_follow_ups_lead", "lead_follow_ups", ["clinic_id", "lead_id", "created_at"])
    op.create_index("ix_lead_follow_ups_address", "lead_follow_ups", ["clinic_id", "address_blind"])
    op.create_index("ix_lead_follow_ups_text", "lead_follow_ups", ["clinic_id", "text_id"])
    op.create_index("ix_lead_follow_ups_voice", "lead_follow_ups", ["clinic_id", "voice_id"])
    op.create_index(
        "ix_lead_follow_ups_waiting",
        "lead_follow_ups",
        ["clinic_id", "due_at"],
        postgresql_where=sa.text("state IN ('scheduled', 'sending')"),
    )
