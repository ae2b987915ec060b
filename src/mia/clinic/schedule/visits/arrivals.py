"""A visit before it begins: confirmed by its patient, checked in at the desk; and the team's note on it."""

from datetime import datetime
from uuid import UUID

from mia.clinic.schedule import calendar_queries
from mia.clinic.schedule.appointments import Appointment, AppointmentStatus, Arrival, get_appointment
from mia.clinic.schedule.visits.history import Change, ChangeKind, note_change
from mia.clinic.schedule.visits.placing import hold_visit
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict
from mia.platform.realtime import service as realtime


async def set_arrival(
    session: ClinicSession, appointment_id: UUID, arrival: Arrival
) -> tuple[Appointment, Change | None]:
    """Say that a patient confirmed, or is here, or (``expected``) neither. Twice changes nothing.

    :class:`Conflict` for a visit that is over or canceled, and for an arrival before the day of the visit.
    """
    before = await hold_visit(session, appointment_id)
    if before.arrival is arrival:
        return before, None
    if before.status is not AppointmentStatus.BOOKED:
        raise Conflict("This appointment is over or canceled")
    today = session.now().astimezone(before.zone).date()
    if arrival is Arrival.ARRIVED and before.starts_at.astimezone(before.zone).date() > today:
        raise Conflict("This appointment is on a later day")
    visit = await put_arrival(session, before, arrival)
    return visit, await note_change(session, ChangeKind(arrival.value), before, visit)


async def put_arrival(session: ClinicSession, visit: Appointment, arrival: Arrival) -> Appointment:
    """Write it down and tell the browsers, without a line in the history."""
    await calendar_queries.change_appointment(session, visit.id, {"arrival": arrival.value})
    await _tell(session, f"appointment.{arrival.value}", visit.id)
    return await get_appointment(session, visit.id)


async def write_note(session: ClinicSession, appointment_id: UUID, note: str, seen: datetime) -> Appointment:
    """Replace the team's note on a visit as someone saw it; :class:`ChangedMeanwhile` when it has changed since."""
    await hold_visit(session, appointment_id, seen)
    sealed = session.seal(note) if note else None
    await calendar_queries.change_appointment(session, appointment_id, {"note_sealed": sealed})
    await _tell(session, "appointment.note", appointment_id)
    return await get_appointment(session, appointment_id)


async def read_notes(session: ClinicSession, appointment_ids: list[UUID]) -> dict[UUID, str]:
    """The notes of those visits that have one."""
    notes = await calendar_queries.notes_of(session, appointment_ids)
    return {id_: session.unseal(note) for id_, note in notes.items()}


async def _tell(session: ClinicSession, action: str, appointment_id: UUID) -> None:
    await audit.record(session, action, "appointment", [appointment_id])
    await realtime.publish(session, "appointment.changed", appointment_id)
