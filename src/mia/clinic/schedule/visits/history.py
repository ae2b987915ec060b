"""The changes of each visit, who made them, and the state before."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from mia.clinic.schedule import calendar_queries as queries
from mia.clinic.schedule.appointments import Appointment, Arrival
from mia.clinic.schedule.calendar_models import AppointmentChangeRow
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.ids import new_id


class ChangeKind(StrEnum):
    """What can be done to a visit; ``reopened`` takes an outcome back, ``expected`` an arrival."""

    BOOKED = "booked"
    MOVED = "moved"
    CANCELLED = "cancelled"
    COMPLETED = "completed"
    NO_SHOW = "no_show"
    REOPENED = "reopened"
    EXPECTED = "expected"
    CONFIRMED = "confirmed"
    ARRIVED = "arrived"


@dataclass(frozen=True)
class Change:
    """One thing done to a visit. The ``old_`` values are those before it; ``made_by`` as in the audit log."""

    id: UUID
    appointment_id: UUID
    kind: ChangeKind
    at: datetime
    made_by: str
    reason: str = field(repr=False)
    old_starts_at: datetime
    old_provider_id: UUID
    old_room_id: UUID
    old_overbooked_by: UUID | None
    old_arrival: Arrival
    new_starts_at: datetime
    undone_at: datetime | None


async def note_change(
    session: ClinicSession, kind: ChangeKind, before: Appointment, after: Appointment, *, reason: str = ""
) -> Change:
    """Enter a change into the history of its visit."""
    change_id = new_id()
    row = {
        "id": change_id,
        "created_at": session.now(),
        "appointment_id": after.id,
        "kind": kind.value,
        "old_starts_at": before.starts_at,
        "old_provider_id": before.provider_id,
        "old_room_id": before.room_id,
        "old_status": before.status.value,
        "old_overbooked_by": before.overbooked_by,
        "old_arrival": before.arrival.value,
        "new_starts_at": after.starts_at,
        "reason_sealed": session.seal(reason) if reason else None,
        "made_by": session.scope.actor,
    }
    await queries.add_change(session, row)
    return await get_change(session, change_id)


async def get_change(session: ClinicSession, change_id: UUID) -> Change:
    """One change; :class:`NotFound` when the clinic has none of this id."""
    row = await queries.find_change(session, change_id)
    if row is None:
        raise NotFound
    return _change(session, row)


async def list_changes(session: ClinicSession, appointment_id: UUID) -> list[Change]:
    """What was done to a visit, the first first. Visits that were imported have no beginning here."""
    return [_change(session, row) for row in await queries.list_changes(session, appointment_id)]


async def forget_words(session: ClinicSession, patient_id: UUID) -> None:
    """Remove what was written at a patient's visits: notes, and reasons of changes."""
    await queries.empty_words(session, patient_id)


def _change(session: ClinicSession, row: AppointmentChangeRow) -> Change:
    return Change(
        id=row.id,
        appointment_id=row.appointment_id,
        kind=ChangeKind(row.kind),
        at=row.created_at,
        made_by=row.made_by,
        reason=session.unseal(row.reason_sealed) if row.reason_sealed else "",
        old_starts_at=row.old_starts_at,
        old_provider_id=row.old_provider_id,
        old_room_id=row.old_room_id,
        old_overbooked_by=row.old_overbooked_by,
        old_arrival=Arrival(row.old_arrival),
        new_starts_at=row.new_starts_at,
        undone_at=row.undone_at,
    )
