"""One table for every intent to contact someone: answers to leads and notices about visits join the contacts with
patients, with their ids, keys and lines in the history."""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0043"
down_revision = "0042"

_WHEN = sa.DateTime(timezone=True)
_WAITING = sa.text("state IN ('scheduled', 'sending')")
_MOVED = ("outreach", "lead_follow_ups", "visit_notices", "outbox", "patient_merges")
_EVENTS = {
    "rebooking.outreach_due": "outreach_id",
    "conversion.follow_up_due": "follow_up_id",
    "calendar.notice_due": "notice_id",
}
_SUBJECT = (
    "CASE purpose WHEN 'recall' THEN patient_id IS NOT NULL AND wording IN ('due', 'plan') "
    "WHEN 'lead' THEN lead_id IS NOT NULL AND wording IN ('offer', 'general') "
    "ELSE visit_id IS NOT NULL AND wording IN ('booked', 'moved', 'cancelled') END"
)
_STATES = "'scheduled', 'sending', 'sent', 'answered', 'no_answer', '{booked}', 'failed', 'blocked', 'cancelled'"
_ROWS = {
    "insert": "SELECT * FROM changed",
    "update": "SELECT * FROM before UNION ALL SELECT * FROM changed",
    "delete": "SELECT * FROM before",
}
_LEAD_COLUMNS = (
    "clinic_id, id, created_at, lead_id, activity_id, channel, state, idempotency_key, address_sealed, "
    "address_blind, due_at, touched_at, sending_since, attempts, text_id, voice_id, service_id, offers"
)
_VISIT_COLUMNS = (
    "clinic_id, id, created_at, patient_id, activity_id, channel, visit_at, due_at, text_id, settled_at"
)


def upgrade() -> None:
    for table in _MOVED:
        op.execute(f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY")
    op.execute("ALTER TABLE outreach DISABLE TRIGGER USER")
    _widen()
    _move()
    op.execute("ALTER TABLE outreach ENABLE TRIGGER USER")
    _mark("WHERE purpose = 'recall'")
    op.drop_table("lead_follow_ups")
    op.drop_table("visit_notices")
    for table in ("outreach", "outbox", "patient_merges"):
        op.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")


def _widen() -> None:
    op.add_column("outreach", sa.Column("purpose", sa.String(), nullable=False, server_default="recall"))
    op.alter_column("outreach", "purpose", server_default=None)
    op.alter_column("outreach", "wording", server_default=None)
    op.alter_column("outreach", "patient_id", nullable=True)
    for name in ("lead_id", "visit_id", "service_id"):
        op.add_column("outreach", sa.Column(name, sa.Uuid()))
    for name in ("visit_at", "settled_at"):
        op.add_column("outreach", sa.Column(name, _WHEN))
    offers = sa.Column[list[str]]("offers", sa.ARRAY(sa.String()), nullable=False, server_default=sa.text("'{}'"))
    op.add_column("outreach", offers)
    for check in ("kind", "wording", "state"):
        op.drop_constraint(op.f(f"ck_outreach_{check}"), "outreach")
    op.drop_column("outreach", "kind")
    op.drop_column("outreach", "text_sealed")
    op.create_foreign_key(
        "fk_outreach_clinic_id_lead_id", "outreach", "leads", ["clinic_id", "lead_id"], ["clinic_id", "id"],
        ondelete="CASCADE",
    )  # fmt: skip
    op.create_foreign_key(
        "fk_outreach_clinic_id_visit_id", "outreach", "appointments", ["clinic_id", "visit_id"], ["clinic_id", "id"]
    )
    op.create_index("ix_outreach_lead", "outreach", ["clinic_id", "lead_id", "created_at"])
    op.create_index("ix_outreach_visit", "outreach", ["clinic_id", "visit_id", "id"])


def _move() -> None:
    op.execute("UPDATE outreach SET state = 'booked' WHERE state = 'rebooked'")
    op.execute(
        f"INSERT INTO outreach ({_LEAD_COLUMNS}, purpose, wording, created_by) SELECT {_LEAD_COLUMNS}, 'lead', "  # noqa: S608 - ours
        "CASE WHEN general THEN 'general' ELSE 'offer' END, 'mia' FROM lead_follow_ups"
    )
    op.execute(
        f"INSERT INTO outreach ({_VISIT_COLUMNS}, purpose, wording, visit_id, idempotency_key, state, undo_until, "  # noqa: S608 - ours
        f"touched_at, created_by) SELECT {_VISIT_COLUMNS}, 'visit', kind, appointment_id, "
        "'visit-change:' || change_id, CASE state WHEN 'withdrawn' THEN 'cancelled' ELSE state END, "
        "CASE WHEN state = 'scheduled' THEN due_at END, CASE WHEN state IN ('sending', 'sent') THEN due_at END, "
        "'calendar' FROM visit_notices"
    )
    op.create_check_constraint(op.f("ck_outreach_purpose"), "outreach", "purpose IN ('recall', 'lead', 'visit')")
    op.create_check_constraint(op.f("ck_outreach_subject"), "outreach", _SUBJECT)
    states = _STATES.format(booked="booked")
    op.create_check_constraint(op.f("ck_outreach_state"), "outreach", f"state IN ({states})")
    for name, key in _EVENTS.items():
        op.execute(
            f"UPDATE outbox SET name = 'outreach.due', ids = jsonb_build_object('outreach_id', ids->'{key}') "  # noqa: S608 - ours
            f"WHERE name = '{name}'"
        )
    op.execute(
        "UPDATE patient_merges SET moved = (moved::jsonb - 'visit_notices' || jsonb_build_object('outreach', "
        "coalesce(moved::jsonb->'outreach', '[]') || (moved::jsonb->'visit_notices')))::json "
        "WHERE moved::jsonb ? 'visit_notices'"
    )


def _mark(condition: str) -> None:
    """Figures are derived from contacts with patients who are due, and of no others."""
    for event, rows in _ROWS.items():
        name = f"insight_mark_outreach_{event}()"
        mark = "INSERT INTO insight_stale (clinic_id, patient_id) SELECT DISTINCT clinic_id, patient_id FROM "
        body = f"BEGIN {mark} ({rows}) AS rows {condition}; RETURN NULL; END"
        op.execute(f"CREATE OR REPLACE FUNCTION {name} RETURNS trigger LANGUAGE plpgsql AS $$ {body} $$")


def downgrade() -> None:
    _tables_of_before()
    for table in _MOVED:
        op.execute(f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY")
    op.execute("ALTER TABLE outreach DISABLE TRIGGER USER")
    for check in ("purpose", "subject", "state"):
        op.drop_constraint(op.f(f"ck_outreach_{check}"), "outreach")
    _move_back()
    _narrow()
    op.execute("ALTER TABLE outreach ENABLE TRIGGER USER")
    _mark("")
    for table in _MOVED:
        op.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")


def _move_back() -> None:
    op.execute(
        f"INSERT INTO lead_follow_ups ({_LEAD_COLUMNS}, general) SELECT {_LEAD_COLUMNS}, wording = 'general' "  # noqa: S608 - ours
        "FROM outreach WHERE purpose = 'lead'"
    )
    op.execute(
        f"INSERT INTO visit_notices ({_VISIT_COLUMNS}, kind, appointment_id, change_id, state) "  # noqa: S608 - ours
        f"SELECT {_VISIT_COLUMNS}, wording, visit_id, CAST(substr(idempotency_key, 14) AS uuid), "
        "CASE state WHEN 'cancelled' THEN 'withdrawn' ELSE state END FROM outreach WHERE purpose = 'visit'"
    )
    op.execute(
        "UPDATE outbox SET name = CASE purpose WHEN 'lead' THEN 'conversion.follow_up_due' "
        "WHEN 'visit' THEN 'calendar.notice_due' ELSE 'rebooking.outreach_due' END, "
        "ids = jsonb_build_object(CASE purpose WHEN 'lead' THEN 'follow_up_id' WHEN 'visit' THEN 'notice_id' "
        "ELSE 'outreach_id' END, ids->'outreach_id') FROM outreach "
        "WHERE name = 'outreach.due' AND outreach.id = CAST(ids->>'outreach_id' AS uuid)"
    )
    op.execute("DELETE FROM outreach WHERE purpose <> 'recall'")
    op.execute("UPDATE outreach SET state = 'rebooked' WHERE state = 'booked'")


def _narrow() -> None:
    op.add_column("outreach", sa.Column("kind", sa.String()))
    op.execute("UPDATE outreach SET kind = CASE channel WHEN 'call' THEN 'call' ELSE 'message' END")
    op.alter_column("outreach", "kind", nullable=False)
    op.alter_column("outreach", "wording", server_default=sa.text("'due'"))
    op.alter_column("outreach", "patient_id", nullable=False)
    op.add_column("outreach", sa.Column("text_sealed", sa.LargeBinary()))
    for name in ("purpose", "lead_id", "visit_id", "service_id", "visit_at", "settled_at", "offers"):
        op.drop_column("outreach", name)
    op.create_check_constraint(op.f("ck_outreach_kind"), "outreach", "kind IN ('call', 'message')")
    op.create_check_constraint(op.f("ck_outreach_wording"), "outreach", "wording IN ('due', 'plan')")
    states = _STATES.format(booked="rebooked")
    op.create_check_constraint(op.f("ck_outreach_state"), "outreach", f"state IN ({states})")


def _tables_of_before() -> None:
    op.create_table(
        "lead_follow_ups",
        *_columns(ids=("clinic_id", "id", "lead_id", "activity_id"), whens=("due_at",)),
        *(sa.Column(name, sa.String(), nullable=False) for name in ("channel", "state", "idempotency_key")),
        *(sa.Column(name, sa.LargeBinary()) for name in ("address_sealed", "address_blind")),
        *(sa.Column(name, _WHEN) for name in ("touched_at", "sending_since")),
        sa.Column("attempts", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("text_id", sa.Uuid()),
        sa.Column("voice_id", sa.String()),
        sa.Column("service_id", sa.Uuid()),
        sa.Column("offers", sa.ARRAY(sa.String()), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("general", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "id", name="pk_lead_follow_ups"),
        sa.ForeignKeyConstraint(["clinic_id", "lead_id"], ["leads.clinic_id", "leads.id"], ondelete="CASCADE"),
    )
    op.create_index("uq_lead_follow_ups_key", "lead_follow_ups", ["clinic_id", "idempotency_key"], unique=True)
    for name in ("address_blind", "text_id", "voice_id"):
        short = name.partition("_")[0]
        op.create_index(f"ix_lead_follow_ups_{short}", "lead_follow_ups", ["clinic_id", name])
    op.create_index("ix_lead_follow_ups_lead", "lead_follow_ups", ["clinic_id", "lead_id", "created_at"])
    op.create_table(
        "visit_notices",
        *_columns(
            ids=("clinic_id", "id", "change_id", "appointment_id", "patient_id", "activity_id"),
            whens=("visit_at", "due_at"),
        ),
        *(sa.Column(name, sa.String(), nullable=False) for name in ("kind", "channel", "state")),
        sa.Column("text_id", sa.Uuid()),
        sa.Column("settled_at", _WHEN),
        sa.PrimaryKeyConstraint("clinic_id", "id", name="pk_visit_notices"),
        sa.ForeignKeyConstraint(["clinic_id", "appointment_id"], ["appointments.clinic_id", "appointments.id"]),
        sa.ForeignKeyConstraint(["clinic_id", "patient_id"], ["patients.clinic_id", "patients.id"]),
    )
    op.create_index("uq_visit_notices_change", "visit_notices", ["clinic_id", "change_id"], unique=True)
    op.create_index("ix_visit_notices_visit", "visit_notices", ["clinic_id", "appointment_id", "id"])
    op.create_index("ix_visit_notices_text", "visit_notices", ["clinic_id", "text_id"])
    for table in ("lead_follow_ups", "visit_notices"):
        op.create_index(f"ix_{table}_waiting", table, ["clinic_id", "due_at"], postgresql_where=_WAITING)
        protect(op.execute, table)


def _columns(*, ids: tuple[str, ...], whens: tuple[str, ...]) -> list[sa.Column[object]]:
    made: list[sa.Column[object]] = [sa.Column(name, sa.Uuid(), nullable=False) for name in ids]
    made.append(sa.Column("created_at", _WHEN, server_default=sa.text("now()"), nullable=False))
    made.extend(sa.Column(name, _WHEN, nullable=False) for name in whens)
    return made
