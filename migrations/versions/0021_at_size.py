"""Counts that are kept, and indexes that answer alone, for practices of a hundred thousand patients.

What a list or a card counts is the sum of what each transaction added or took away: triggers write these tallies,
one row for each transaction, so that no two wait for each other and the sum is right whatever happens at once.
"""

import sqlalchemy as sa
from alembic import op

from mia.platform.db.tenancy import protect

revision = "0021"
down_revision = "0020"

_INDEXES = (
    ("ix_recall_patients_treatment", "recall_patients", ["clinic_id", "treatment", "listed_at"]),
    ("ix_treatments_clinic_id_created_at", "treatments", ["clinic_id", "created_at"]),
    ("ix_activities_occurred", "activities", ["clinic_id", "occurred_at", "id"]),
    ("ix_activities_patient", "activities", ["clinic_id", "patient_id", "occurred_at"]),
)
"""What is replaced: name, table, columns until now."""

# Statuses are counted, and beside them the patients who have at least one treatment. Whether a treatment is a
# patient's first is what the primary key of treated_patients says; whether it was the last, is looked up under the
# patient's lock, which an insert's foreign key respects.
_TALLY_TREATMENTS = """
CREATE FUNCTION tally_treatments() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    own bigint := pg_current_xact_id()::text::bigint;
BEGIN
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO treatment_tallies (clinic_id, what, transaction, amount)
        SELECT clinic_id, status, own, count(*) FROM added GROUP BY clinic_id, status
        ON CONFLICT (clinic_id, what, transaction)
            DO UPDATE SET amount = treatment_tallies.amount + excluded.amount;
        WITH first AS (
            INSERT INTO treated_patients (clinic_id, patient_id)
            SELECT DISTINCT clinic_id, patient_id FROM added ORDER BY clinic_id, patient_id
            ON CONFLICT DO NOTHING RETURNING clinic_id
        )
        INSERT INTO treatment_tallies (clinic_id, what, transaction, amount)
        SELECT clinic_id, 'patients', own, count(*) FROM first GROUP BY clinic_id
        ON CONFLICT (clinic_id, what, transaction)
            DO UPDATE SET amount = treatment_tallies.amount + excluded.amount;
    END IF;
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO treatment_tallies (clinic_id, what, transaction, amount)
        SELECT clinic_id, status, own, -count(*) FROM removed GROUP BY clinic_id, status
        ON CONFLICT (clinic_id, what, transaction)
            DO UPDATE SET amount = treatment_tallies.amount + excluded.amount;
        PERFORM FROM patients
        WHERE (clinic_id, id) IN (SELECT clinic_id, patient_id FROM removed)
        ORDER BY id FOR UPDATE;
        WITH gone AS (
            DELETE FROM treated_patients AS one
            USING (SELECT DISTINCT clinic_id, patient_id FROM removed) AS gone_from
            WHERE one.clinic_id = gone_from.clinic_id AND one.patient_id = gone_from.patient_id AND NOT EXISTS (
                SELECT FROM treatments
                WHERE treatments.clinic_id = gone_from.clinic_id AND treatments.patient_id = gone_from.patient_id
            )
            RETURNING one.clinic_id
        )
        INSERT INTO treatment_tallies (clinic_id, what, transaction, amount)
        SELECT clinic_id, 'patients', own, -count(*) FROM gone GROUP BY clinic_id
        ON CONFLICT (clinic_id, what, transaction)
            DO UPDATE SET amount = treatment_tallies.amount + excluded.amount;
    END IF;
    RETURN NULL;
END $$
"""

_LISTINGS = """
    SELECT clinic_id, listing.kind, coalesce(treatment, '') AS label, listing.month
    FROM {rows} CROSS JOIN LATERAL (VALUES
        ('all', true, '-infinity'::date), ('botox', botox, '-infinity'), ('dermal_filler', filler, '-infinity'),
        ('vip', vip, '-infinity'),
        ('overdue', overdue_at IS NOT NULL, date_trunc('month', overdue_at AT TIME ZONE 'UTC')::date)
    ) AS listing (kind, stands, month)
    WHERE stands
"""
_SERVICES = """
    SELECT clinic_id, 'service' AS kind, service_id::text AS label,
        date_trunc('month', overdue_at AT TIME ZONE 'UTC')::date AS month
    FROM {rows} WHERE overdue_at IS NOT NULL
"""


def upgrade() -> None:
    _tables()
    op.execute(_TALLY_TREATMENTS)
    op.execute(_tally_function("tally_listed_patients", _LISTINGS))
    op.execute(_tally_function("tally_recalls", _SERVICES))
    for table, function in _COUNTED.items():
        for event, old, new in _EVENTS:
            op.execute(
                f"CREATE TRIGGER {function}_{event.lower()} AFTER {event} ON {table} "
                f"REFERENCING {old} {new} FOR EACH STATEMENT EXECUTE FUNCTION {function}()"
            )
    _count_what_is_there()
    _add_indexes()


_COUNTED = {
    "treatments": "tally_treatments",
    "recall_patients": "tally_listed_patients",
    "recall_ledger": "tally_recalls",
}
_OLD, _NEW = "OLD TABLE AS removed", "NEW TABLE AS added"
_EVENTS = (("INSERT", "", _NEW), ("UPDATE", _OLD, _NEW), ("DELETE", _OLD, ""))


def _tables() -> None:
    op.create_table(
        "treatment_tallies",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("transaction", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "what", "transaction", name="pk_treatment_tallies"),
    )
    op.create_table(
        "treated_patients",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("patient_id", sa.Uuid(), nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "patient_id", name="pk_treated_patients"),
    )
    op.create_table(
        "recall_tallies",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("transaction", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "kind", "month", "label", "transaction", name="pk_recall_tallies"),
    )
    op.create_table(
        "caller_grams",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("gram", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("activity_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["clinic_id", "activity_id"],
            ["activities.clinic_id", "activities.id"],
            name="fk_caller_grams_clinic_id_activity_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("clinic_id", "gram", "activity_id", name="pk_caller_grams"),
    )
    op.create_index("ix_caller_grams_activity", "caller_grams", ["clinic_id", "activity_id"])
    for table in ("treatment_tallies", "treated_patients", "recall_tallies", "caller_grams"):
        protect(op.execute, table)


def _tally_function(name: str, counted: str) -> str:
    """A trigger function that adds what came, and takes off what went, to ``recall_tallies``."""
    steps = "".join(
        f"""
        IF TG_OP <> '{unless}' THEN
            INSERT INTO recall_tallies (clinic_id, kind, month, label, transaction, amount)
            SELECT clinic_id, kind, month, label, pg_current_xact_id()::text::bigint, {sign}count(*)
            FROM ({counted.format(rows=rows)}) AS counted
            GROUP BY clinic_id, kind, month, label
            ON CONFLICT (clinic_id, kind, month, label, transaction)
                DO UPDATE SET amount = recall_tallies.amount + excluded.amount;
        END IF;"""  # noqa: S608 - fixed texts of this file
        for unless, rows, sign in (("DELETE", "added", ""), ("INSERT", "removed", "-"))
    )
    return (
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$\nBEGIN{steps}\n    RETURN NULL;\nEND $$"
    )


def _count_what_is_there() -> None:
    """Of every clinic, which the owner sees for this moment only."""
    tables = (*_COUNTED, "treatment_tallies", "treated_patients", "recall_tallies")
    for table in tables:
        op.execute(f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY")
    op.execute("INSERT INTO treated_patients SELECT DISTINCT clinic_id, patient_id FROM treatments")
    op.execute("INSERT INTO treatment_tallies SELECT clinic_id, status, 0, count(*) FROM treatments GROUP BY 1, 2")
    op.execute(
        "INSERT INTO treatment_tallies SELECT clinic_id, 'patients', 0, count(*) FROM treated_patients GROUP BY 1"
    )
    for counted in (_LISTINGS.format(rows="recall_patients"), _SERVICES.format(rows="recall_ledger")):
        op.execute(
            "INSERT INTO recall_tallies (clinic_id, kind, month, label, transaction, amount) "  # noqa: S608 - ours
            f"SELECT clinic_id, kind, month, label, 0, count(*) FROM ({counted}) AS counted GROUP BY 1, 2, 3, 4"
        )
    for table in tables:
        op.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")


def _add_indexes() -> None:
    for name, table, _ in _INDEXES:
        op.drop_index(name, table)
    op.create_index(
        "ix_recall_patients_treatment",
        "recall_patients",
        ["clinic_id", "treatment", "listed_at", "patient_id"],
        postgresql_include=["overdue_at", "botox", "filler", "vip"],
    )
    op.create_index("ix_treatments_created", "treatments", ["clinic_id", "created_at", "id"])
    op.create_index("ix_activities_patient", "activities", ["clinic_id", "patient_id", "occurred_at", "id"])
    op.create_index(
        "ix_activities_occurred",
        "activities",
        ["clinic_id", "occurred_at", "id"],
        postgresql_include=["patient_id"],
    )
    op.create_index(
        "ix_activities_received",
        "activities",
        ["clinic_id", "occurred_at"],
        postgresql_include=["channel", "asked_for_booking", "booked"],
        postgresql_where=sa.text("direction = 'inbound' AND NOT simulated"),
    )
    op.create_index(
        "ix_threads_waiting", "threads", ["clinic_id", "last_at", "id"], postgresql_where=sa.text("waiting")
    )


def downgrade() -> None:
    op.drop_index("ix_threads_waiting", "threads")
    op.drop_index("ix_activities_received", "activities")
    op.drop_index("ix_activities_occurred", "activities")
    op.drop_index("ix_activities_patient", "activities")
    op.drop_index("ix_treatments_created", "treatments")
    op.drop_index("ix_recall_patients_treatment", "recall_patients")
    for name, table, columns in _INDEXES:
        op.create_index(name, table, columns)
    for function in _COUNTED.values():
        op.execute(f"DROP FUNCTION {function} CASCADE")
    for table in ("caller_grams", "recall_tallies", "treated_patients", "treatment_tallies"):
        op.drop_table(table)
