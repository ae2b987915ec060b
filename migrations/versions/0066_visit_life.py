"""Overbooked visits, how far a visit is, its note, and blocked time that repeats."""

import sqlalchemy as sa
from alembic import op

revision = "0066"
down_revision = "0065"

_ACTIVE = "status IN ('booked', 'completed')"
_ENDS = "'booked', 'moved', 'cancelled', 'completed', 'no_show', 'reopened'"
_ARRIVALS = "'expected', 'confirmed', 'arrived'"


def upgrade() -> None:
    op.add_column("appointments", sa.Column("overbooked_by", sa.Uuid()))
    op.add_column("appointments", _arrival("arrival"))
    op.add_column("appointments", sa.Column("note_sealed", sa.LargeBinary()))
    op.create_check_constraint(op.f("ck_appointments_arrival"), "appointments", f"arrival IN ({_ARRIVALS})")
    _keep_providers_apart(f"{_ACTIVE} AND overbooked_by IS NULL")
    op.add_column("appointment_changes", sa.Column("old_overbooked_by", sa.Uuid()))
    op.add_column("appointment_changes", _arrival("old_arrival"))
    _name_kinds(f"{_ENDS}, {_ARRIVALS}")
    op.add_column("blocked_times", sa.Column("series_id", sa.Uuid()))


def _arrival(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.String(), nullable=False, server_default="expected")


def _keep_providers_apart(where: str) -> None:
    op.drop_constraint("ex_appointments_provider", "appointments")
    op.execute(
        "ALTER TABLE appointments ADD CONSTRAINT ex_appointments_provider EXCLUDE USING gist "
        f"(clinic_id WITH =, provider_id WITH =, tstzrange(starts_at, busy_until) WITH &&) WHERE ({where})"
    )


def _name_kinds(kinds: str) -> None:
    op.drop_constraint(op.f("ck_appointment_changes_kind"), "appointment_changes")
    op.create_check_constraint(op.f("ck_appointment_changes_kind"), "appointment_changes", f"kind IN ({kinds})")


def downgrade() -> None:
    """Fails where visits overlap that were overbooked: they go first."""
    op.drop_column("blocked_times", "series_id")
    op.execute(f"DELETE FROM appointment_changes WHERE kind IN ({_ARRIVALS})")  # noqa: S608 - fixed text of this file
    _name_kinds(_ENDS)
    op.drop_column("appointment_changes", "old_arrival")
    op.drop_column("appointment_changes", "old_overbooked_by")
    _keep_providers_apart(_ACTIVE)
    op.drop_constraint(op.f("ck_appointments_arrival"), "appointments")
    for column in ("note_sealed", "arrival", "overbooked_by"):
        op.drop_column("appointments", column)
