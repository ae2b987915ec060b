"""Distinct patients without sorting their bookings, and a month's visits by service from the index alone.

Each booking that Mia brought keeps when the same patient's one before it was made: it is the first in a window, or
in a column of a chart, if that was earlier. How many patients there are is then a sum.
"""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"

_BEFORE = ("before_at", "before_at_place", "before_of_kind", "before_of_kind_at_place")

# Which booking is the first of its kind depends on the kind of its service.
_MARK_CLINIC = """
CREATE FUNCTION insight_mark_services() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO insight_stale (clinic_id) VALUES (NEW.clinic_id);
    RETURN NULL;
END $$
"""


def upgrade() -> None:
    for name in _BEFORE:
        op.add_column("insight_bookings", sa.Column(name, sa.DateTime(timezone=True), nullable=True))
    _mark_all()
    op.execute(_MARK_CLINIC)
    op.execute(
        "CREATE TRIGGER insight_mark_services AFTER UPDATE OF category ON services FOR EACH ROW "
        "WHEN (OLD.category IS DISTINCT FROM NEW.category) EXECUTE FUNCTION insight_mark_services()"
    )
    op.drop_index("ix_appointments_clinic_id_starts_at", "appointments")
    op.create_index(
        "ix_appointments_starts",
        "appointments",
        ["clinic_id", "starts_at"],
        postgresql_include=["service_id", "status"],
    )


def _mark_all() -> None:
    """Of every clinic, which the owner sees for this moment only."""
    tables = ("insight_bookings", "insight_stale")
    for table in tables:
        op.execute(f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY")
    op.execute("INSERT INTO insight_stale (clinic_id) SELECT DISTINCT clinic_id FROM insight_bookings")
    for table in tables:
        op.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")


def downgrade() -> None:
    op.execute("DROP TRIGGER insight_mark_services ON services")
    op.execute("DROP FUNCTION insight_mark_services()")
    op.drop_index("ix_appointments_starts", "appointments")
    op.create_index("ix_appointments_clinic_id_starts_at", "appointments", ["clinic_id", "starts_at"])
    for name in reversed(_BEFORE):
        op.drop_column("insight_bookings", name)
