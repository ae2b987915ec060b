"""What staff does to visits in the calendar, and the patient's being told of it."""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from mia.clinic.calendar import notices
from mia.clinic.calendar.notices import Notice
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import Patient, Treatment
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import (
    Appointment,
    AppointmentStatus,
    Arrival,
    Change,
    ChangeKind,
    Insistence,
    Place,
)
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict

_NONE = Insistence()


@dataclass(frozen=True)
class Done:
    """A change that was made. ``notice`` is None when the patient is not told of it."""

    visit: Appointment
    change: Change | None
    notice: Notice | None


@dataclass(frozen=True)
class Story:
    """A visit with its patient and everything that was done to it. ``begun``: its time has come; ``today``: its day
    has. ``treatment`` is what it is on the patient's record, ``note`` the team's own."""

    visit: Appointment
    begun: bool
    today: bool
    patient: Patient
    note: str = field(repr=False)
    treatment: Treatment | None
    changes: tuple[tuple[Change, Notice | None], ...]


async def book(
    session: ClinicSession,
    patient_id: UUID,
    service_id: UUID,
    place: Place,
    *,
    key: str,
    insist: Insistence = _NONE,
    tell: bool = True,
) -> Done:
    """Book a visit; the same ``key`` again gives the same. As ``scheduling.place_visit``."""
    visit, change = await schedule.place_visit(
        session, patient_id, service_id, place, idempotency_key=key, insist=insist
    )
    if known := await notices.notice_of(session, change.id):
        return Done(visit, change, known)
    return await _told(session, visit, change, tell=tell)


async def move(
    session: ClinicSession,
    appointment_id: UUID,
    place: Place,
    *,
    seen: datetime | None = None,
    insist: Insistence = _NONE,
    tell: bool = True,
) -> Done:
    """Move an appointment, as ``scheduling.move_visit``; the patient is only notified of a new time."""
    visit, change = await schedule.move_visit(session, appointment_id, place, seen=seen, insist=insist)
    return await _told(session, visit, change, tell=tell and change.old_starts_at != visit.starts_at)


async def cancel(session: ClinicSession, appointment_id: UUID, *, reason: str, tell: bool = True) -> Done:
    """Cancel a visit, and why. Twice changes nothing."""
    await schedule.hold_visit(session, appointment_id)
    visit = await schedule.cancel(session, appointment_id, reason=reason)
    change = (await schedule.list_changes(session, appointment_id))[-1]
    if change.kind is not ChangeKind.CANCELLED or await notices.notice_of(session, change.id):
        return Done(visit, change, await notices.notice_of(session, change.id))
    return await _told(session, visit, change, tell=tell)


async def set_outcome(
    session: ClinicSession, appointment_id: UUID, outcome: AppointmentStatus, done: schedule.Done | None = None
) -> Done:
    """Say whether the patient came, and what was done. No one is told."""
    visit, change = await schedule.set_outcome(session, appointment_id, outcome, done)
    return Done(visit, change, None)


async def set_arrival(session: ClinicSession, appointment_id: UUID, arrival: Arrival) -> Done:
    """Say that the patient confirmed, or is here. No one is told."""
    visit, change = await schedule.set_arrival(session, appointment_id, arrival)
    return Done(visit, change, None)


async def undo(session: ClinicSession, change_id: UUID) -> Appointment:
    """Take a change back, as long as the patient has not been told and nothing else was done since."""
    change = await schedule.get_change(session, change_id)
    await schedule.hold_visit(session, change.appointment_id)
    await notices.withdraw(session, change_id)
    visit = await schedule.take_back(session, change_id)
    standing = [one for one in await schedule.list_changes(session, visit.id) if one.undone_at is None]
    if standing and change.undone_at is None:
        await notices.revive(session, standing[-1], visit)
    return visit


async def read_story(session: ClinicSession, appointment_id: UUID) -> Story:
    """One visit with what was done to it; :class:`NotFound` when the clinic has none of this id."""
    visit = await schedule.get_appointment(session, appointment_id)
    told = {notice.change_id: notice for notice in await notices.list_notices(session, appointment_id)}
    changes = await schedule.list_changes(session, appointment_id)
    patient = await patients.get_patient(session, visit.patient_id)
    now = session.now()
    notes = await schedule.read_notes(session, [visit.id])
    return Story(
        visit=visit,
        begun=visit.starts_at <= now,
        today=visit.starts_at.astimezone(visit.zone).date() <= now.astimezone(visit.zone).date(),
        patient=patient,
        note=notes.get(visit.id, ""),
        treatment=await patients.treatment_of_visit(session, visit.id),
        changes=tuple((change, told.get(change.id)) for change in changes),
    )


async def read_link(session: ClinicSession, appointment_id: UUID, origin: str) -> str:
    """The link by which the patient sees, moves and cancels the visit; :class:`Conflict` when it would open
    nothing."""
    visit = await schedule.get_appointment(session, appointment_id)
    if visit.status is not AppointmentStatus.BOOKED or visit.starts_at <= session.now():
        raise Conflict("Only an upcoming appointment has a link")
    await audit.record(session, "appointment.link", "appointment", [visit.id])
    return schedule.visit_link(session, visit, origin)


async def _told(session: ClinicSession, visit: Appointment, change: Change, *, tell: bool) -> Done:
    return Done(visit, change, await notices.tell(session, change, visit) if tell else None)
