"""What patients thought of a visit or a call, and what the client analytics derives from all that happened."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from mia.platform.db.tenancy import protect

revision = "0016"
down_revision = "0015"

_WHEN = sa.DateTime(timezone=True)
_TABLES = ("ratings", "insight_days", "insight_bookings", "insight_dues", "insight_stale")

_PATIENT_OF = {"appointments": "patient_id", "outreach": "patient_id", "treatments": "patient_id"}
"""Tables whose rows belong to a patient whose bookings and recalls are derived anew."""
_MOMENT_OF = {"activities": "occurred_at", "ratings": "rated_at"}
"""Tables whose rows belong to a day that is counted anew."""
_FOR_ALL = ("recall_rules",)

_EVENTS = {
    "insert": ("NEW TABLE AS changed", "SELECT * FROM changed"),
    "update": ("OLD TABLE AS before NEW TABLE AS changed", "SELECT * FROM before UNION ALL SELECT * FROM changed"),
    "delete": ("OLD TABLE AS before", "SELECT * FROM before"),
}


def upgrade() -> None:
    _ratings()
    _derived()
    _mark_what_is_there()
    for table in _TABLES:
        protect(op.execute, table)
    for table, column in _PATIENT_OF.items():
        _mark(table, f"INSERT INTO insight_stale (clinic_id, patient_id) SELECT DISTINCT clinic_id, {column}")
    for table, column in _MOMENT_OF.items():
        # One mark for an hour is enough: whole days are counted anew.
        hour = f"date_trunc('hour', {column})"
        _mark(table, f"INSERT INTO insight_stale (clinic_id, moment) SELECT DISTINCT clinic_id, {hour}", column)
    for table in _FOR_ALL:
        _mark(table, "INSERT INTO insight_stale (clinic_id) SELECT DISTINCT clinic_id")


def downgrade() -> None:
    for table in (*_PATIENT_OF, *_MOMENT_OF, *_FOR_ALL):
        for event in _EVENTS:
            op.execute(f"DROP TRIGGER insight_mark_{event} ON {table}")
            op.execute(f"DROP FUNCTION insight_mark_{table}_{event}()")
    for table in reversed(_TABLES):
        op.drop_table(table)


def _mark(table: str, insertion: str, needed: str | None = None) -> None:
    """Have the database note what each statement on a table changed, whoever gives it."""
    where = f" WHERE {needed} IS NOT NULL" if needed else ""
    for event, (references, rows) in _EVENTS.items():
        name = f"insight_mark_{table}_{event}"
        op.execute(
            f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"{insertion} FROM ({rows}) AS rows{where}; RETURN NULL; END $$"
        )
        op.execute(
            f"CREATE TRIGGER insight_mark_{event} AFTER {event.upper()} ON {table} REFERENCING {references} "
            f"FOR EACH STATEMENT EXECUTE FUNCTION {name}()"
        )


def _ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", _WHEN, server_default=sa.func.now(), nullable=False),
        sa.Column("patient_id", sa.Uuid()),
        sa.Column("appointment_id", sa.Uuid()),
        sa.Column("conversation_id", sa.Uuid()),
        sa.Column("thread_id", sa.Uuid()),
        sa.Column("text_id", sa.Uuid()),
        sa.Column("score", sa.SmallInteger()),
        sa.Column("rated_at", _WHEN),
        sa.Column("sample", sa.Boolean(), nullable=False, server_default=sa.text("false")),
        sa.PrimaryKeyConstraint("clinic_id", "id", name="pk_ratings"),
        sa.CheckConstraint("score BETWEEN 1 AND 5", name=op.f("ck_ratings_score")),
        sa.CheckConstraint(
            "(appointment_id IS NULL) <> (conversation_id IS NULL)", name=op.f("ck_ratings_subject")
        ),
        sa.CheckConstraint("(score IS NULL) = (rated_at IS NULL)", name=op.f("ck_ratings_rated")),
        *_foreign_keys(),
    )
    op.create_index("uq_ratings_appointment", "ratings", ["clinic_id", "appointment_id"], unique=True)
    op.create_index("uq_ratings_conversation", "ratings", ["clinic_id", "conversation_id"], unique=True)
    op.create_index("ix_ratings_rated", "ratings", ["clinic_id", "rated_at"])
    op.create_index("ix_ratings_patient", "ratings", ["clinic_id", "patient_id", "created_at"])
    op.create_index(
        "ix_ratings_open",
        "ratings",
        ["clinic_id", "thread_id", "created_at"],
        postgresql_where=sa.text("score IS NULL"),
    )


def _foreign_keys() -> list[sa.ForeignKeyConstraint]:
    targets = {"patient_id": ("patients", None), "appointment_id": ("appointments", "CASCADE")}
    targets |= {"conversation_id": ("conversations", "CASCADE")}
    return [
        sa.ForeignKeyConstraint(
            ["clinic_id", column],
            [f"{table}.clinic_id", f"{table}.id"],
            name=f"fk_ratings_clinic_id_{column}",
            ondelete=ondelete,
        )
        for column, (table, ondelete) in targets.items()
    ]


def _mark_what_is_there() -> None:
    """What the triggers would have noted of records older than they are: everything of every clinic."""
    op.execute("ALTER TABLE recall_rules NO FORCE ROW LEVEL SECURITY")
    op.execute("INSERT INTO insight_stale (clinic_id) SELECT DISTINCT clinic_id FROM recall_rules")
    op.execute("ALTER TABLE recall_rules FORCE ROW LEVEL SECURITY")


def _derived() -> None:
    counts = ("contacts", "asked", "booked", "ratings", "points")
    op.create_table(
        "insight_days",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("category", sa.String(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("filled_at", _WHEN, nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in counts),
        sa.Column("handled_seconds", sa.BigInteger(), nullable=False),
        sa.Column("answers", JSONB(), nullable=False),
        sa.Column("calls", JSONB(), nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "place", "category", "day", name="pk_insight_days"),
    )
    op.create_table(
        "insight_bookings",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("appointment_id", sa.Uuid(), nullable=False),
        sa.Column("patient_id", sa.Uuid(), nullable=False),
        sa.Column("booked_at", _WHEN, nullable=False),
        sa.Column("location_id", sa.Uuid(), nullable=False),
        sa.Column("service_id", sa.Uuid(), nullable=False),
        sa.Column("price_cents", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("clinic_id", "appointment_id", name="pk_insight_bookings"),
    )
    op.create_index("ix_insight_bookings_booked", "insight_bookings", ["clinic_id", "booked_at"])
    op.create_index("ix_insight_bookings_patient", "insight_bookings", ["clinic_id", "patient_id"])
    op.create_table(
        "insight_dues",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("patient_id", sa.Uuid(), nullable=False),
        sa.Column("family", sa.String(), nullable=False),
        sa.Column("visit_at", _WHEN, nullable=False),
        sa.Column("due_at", _WHEN, nullable=False),
        sa.Column("location_id", sa.Uuid()),
        sa.Column("service_id", sa.Uuid(), nullable=False),
        sa.Column("touched_at", _WHEN),
        sa.Column("answered", sa.Boolean(), nullable=False),
        sa.Column("booked_at", _WHEN),
        sa.Column("treated_at", _WHEN),
        sa.PrimaryKeyConstraint("clinic_id", "patient_id", "family", "visit_at", name="pk_insight_dues"),
    )
    op.create_index("ix_insight_dues_due", "insight_dues", ["clinic_id", "due_at"])
    op.create_table(
        "insight_stale",
        sa.Column("clinic_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("patient_id", sa.Uuid()),
        sa.Column("moment", _WHEN),
        sa.PrimaryKeyConstraint("clinic_id", "id", name="pk_insight_stale"),
    )
