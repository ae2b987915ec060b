"""Blocked time, what occupies whom, changes of visits, what patients are told of them, and links to calendars."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import SchemaItem

from mia.platform.db.tenancy import protect
from mia.platform.kernel.scope import SystemScope

revision = "0019"
down_revision = "0018"

_TABLES = ("blocked_times", "occupied_times", "appointment_changes", "visit_notices", "calendar_feeds")
_EVENTS = (
    ("INSERT", "NEW TABLE AS fresh"),
    ("UPDATE", "OLD TABLE AS gone NEW TABLE AS fresh"),
    ("DELETE", "OLD TABLE AS gone"),
)


def upgrade() -> None:
    _blocked_times()
    _occupied_times()
    _changes()
    _notices()
    _feeds()
    _follow("appointments", "occupy_by_visits", _VISITS)
    _follow("blocked_times", "occupy_by_blocks", _BLOCKS)
    # The owner of the tables stands before the same wall as everybody: it is opened for what is there already.
    op.execute("ALTER TABLE appointments NO FORCE ROW LEVEL SECURITY")
    op.execute(_VISITS.replace("fresh", "appointments"))
    op.execute("ALTER TABLE appointments FORCE ROW LEVEL SECURITY")
    for table in _TABLES:
        protect(op.execute, table, system=[SystemScope.LOGIN] if table == "calendar_feeds" else ())


_VISITS = """
    INSERT INTO occupied_times (clinic_id, holder_id, resource_id, kind, starts_at, ends_at)
    SELECT v.clinic_id, v.id, resource.id, 0, v.starts_at, v.busy_until
    FROM fresh v CROSS JOIN LATERAL (VALUES (v.provider_id), (v.room_id)) AS resource (id)
    WHERE v.status IN ('booked', 'completed')
"""
_BLOCKS = """
    INSERT INTO occupied_times (clinic_id, holder_id, resource_id, kind, starts_at, ends_at)
    SELECT b.clinic_id, b.id, coalesce(b.provider_id, b.room_id), 1, b.starts_at, b.ends_at FROM fresh b
"""


def _follow(table: str, function: str, insert: str) -> None:
    """Keep ``occupied_times`` in step with a table, whoever writes to it, a statement at a time."""
    op.execute(
        f"""
        CREATE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP <> 'INSERT' THEN
                DELETE FROM occupied_times o USING gone
                WHERE o.clinic_id = gone.clinic_id AND o.holder_id = gone.id;
            END IF;
            IF TG_OP <> 'DELETE' THEN
                {insert};
            END IF;
            RETURN NULL;
        END $$
        """  # noqa: S608 - fixed texts of this file
    )
    for event, tables in _EVENTS:
        op.execute(
            f"CREATE TRIGGER {function}_{event.lower()} AFTER {event} ON {table} REFERENCING {tables} "
            f"FOR EACH STATEMENT EXECUTE FUNCTION {function}()"
        )


def _id(name: str, *, nullable: bool = False) -> sa.Column[object]:
    return sa.Column(name, sa.Uuid(), nullable=nullable)


def _at(name: str, *, nullable: bool = False) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def _text(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(), nullable=nullable)


def _link(table: str, column: str, target: str) -> SchemaItem:
    return sa.ForeignKeyConstraint(
        ["clinic_id", column], [f"{target}.clinic_id", f"{target}.id"], name=f"fk_{table}_clinic_id_{column}"
    )


def _check(table: str, name: str, condition: str) -> SchemaItem:
    return sa.CheckConstraint(condition, name=op.f(f"ck_{table}_{name}"))


def _table(name: str, *items: SchemaItem) -> None:
    op.create_table(
        name,
        _id("clinic_id"),
        _id("id"),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        *items,
        sa.PrimaryKeyConstraint("clinic_id", "id", name=f"pk_{name}"),
    )


def _blocked_times() -> None:
    _table(
        "blocked_times",
        _id("provider_id", nullable=True),
        _id("room_id", nullable=True),
        _at("starts_at"),
        _at("ends_at"),
        sa.Column("reason_sealed", sa.LargeBinary(), nullable=False),
        _text("created_by"),
        _check("blocked_times", "one_resource", "num_nonnulls(provider_id, room_id) = 1"),
        _check("blocked_times", "order", "starts_at < ends_at"),
        _link("blocked_times", "provider_id", "providers"),
        _link("blocked_times", "room_id", "rooms"),
    )
    op.create_index("ix_blocked_times_ends", "blocked_times", ["clinic_id", "ends_at"])


def _occupied_times() -> None:
    op.create_table(
        "occupied_times",
        _id("clinic_id"),
        _id("holder_id"),
        _id("resource_id"),
        sa.Column("kind", sa.SmallInteger(), nullable=False),
        _at("starts_at"),
        _at("ends_at"),
        sa.PrimaryKeyConstraint("clinic_id", "holder_id", "resource_id", name="pk_occupied_times"),
        postgresql.ExcludeConstraint(
            (sa.column("clinic_id"), "="),
            (sa.column("resource_id"), "="),
            (sa.column("kind"), "<>"),
            (sa.text("tstzrange(starts_at, ends_at)"), "&&"),
            using="gist",
            name="ex_occupied_times_blocked",
        ),
    )
    op.create_index("ix_occupied_times_ends", "occupied_times", ["clinic_id", "ends_at"])


def _changes() -> None:
    _table(
        "appointment_changes",
        _id("appointment_id"),
        _text("kind"),
        _at("old_starts_at"),
        _id("old_provider_id"),
        _id("old_room_id"),
        _text("old_status"),
        _at("new_starts_at"),
        sa.Column("reason_sealed", sa.LargeBinary(), nullable=True),
        _text("made_by"),
        _at("undone_at", nullable=True),
        _check(
            "appointment_changes",
            "kind",
            "kind IN ('booked', 'moved', 'cancelled', 'completed', 'no_show', 'reopened')",
        ),
        _link("appointment_changes", "appointment_id", "appointments"),
    )
    op.create_index("ix_appointment_changes_visit", "appointment_changes", ["clinic_id", "appointment_id", "id"])


def _notices() -> None:
    _table(
        "visit_notices",
        _id("change_id"),
        _id("appointment_id"),
        _id("patient_id"),
        _id("activity_id"),
        _text("kind"),
        _text("channel"),
        _text("state"),
        _at("visit_at"),
        _at("due_at"),
        _id("text_id", nullable=True),
        _at("settled_at", nullable=True),
        _check("visit_notices", "kind", "kind IN ('booked', 'moved', 'cancelled')"),
        _check("visit_notices", "channel", "channel IN ('sms', 'email')"),
        _check(
            "visit_notices",
            "state",
            "state IN ('scheduled', 'sending', 'sent', 'failed', 'blocked', 'withdrawn')",
        ),
        _link("visit_notices", "appointment_id", "appointments"),
        _link("visit_notices", "patient_id", "patients"),
    )
    op.create_index("uq_visit_notices_change", "visit_notices", ["clinic_id", "change_id"], unique=True)
    op.create_index("ix_visit_notices_visit", "visit_notices", ["clinic_id", "appointment_id", "id"])
    op.create_index("ix_visit_notices_text", "visit_notices", ["clinic_id", "text_id"])
    op.create_index(
        "ix_visit_notices_waiting",
        "visit_notices",
        ["clinic_id", "due_at"],
        postgresql_where=sa.text("state IN ('scheduled', 'sending')"),
    )


def _feeds() -> None:
    _table(
        "calendar_feeds",
        _id("provider_id"),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        _text("shows"),
        _text("created_by"),
        _check("calendar_feeds", "shows", "shows IN ('appointment', 'initials')"),
        _link("calendar_feeds", "provider_id", "providers"),
    )
    op.create_index("uq_calendar_feeds_provider", "calendar_feeds", ["clinic_id", "provider_id"], unique=True)
    op.create_index("uq_calendar_feeds_token", "calendar_feeds", ["token_hash"], unique=True)


def downgrade() -> None:
    for function, table in (("occupy_by_visits", "appointments"), ("occupy_by_blocks", "blocked_times")):
        for event, _ in _EVENTS:
            op.execute(f"DROP TRIGGER {function}_{event.lower()} ON {table}")
        op.execute(f"DROP FUNCTION {function}()")
    for table in reversed(_TABLES):
        op.drop_table(table)
