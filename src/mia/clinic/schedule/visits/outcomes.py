"""Outcomes of appointments, and undoing them."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from mia.clinic.patients import service as patients
from mia.clinic.practice import service as practices
from mia.clinic.schedule import calendar_queries, catalogue
from mia.clinic.schedule.appointments import Appointment, AppointmentStatus, announce, get_appointment
from mia.clinic.schedule.visits.arrivals import put_arrival
from mia.clinic.schedule.visits.booking import cancel
from mia.clinic.schedule.visits.history import Change, ChangeKind, get_change, list_changes, note_change
from mia.clinic.schedule.visits.placing import hold_visit_and_days
from mia.clinic.schedule.visits.writing import fits, plan_treatment, treatment_of
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict

_ARRIVALS = (ChangeKind.EXPECTED, ChangeKind.CONFIRMED, ChangeKind.ARRIVED)
_EVENTS = {
    AppointmentStatus.COMPLETED: (ChangeKind.COMPLETED, "appointment.completed"),
    AppointmentStatus.NO_SHOW: (ChangeKind.NO_SHOW, "appointment.missed"),
    AppointmentStatus.BOOKED: (ChangeKind.REOPENED, "appointment.reopened"),
}


@dataclass(frozen=True)
class Done:
    """What was done at a visit when it was not what was booked, or not at its price."""

    service_id: UUID
    price_cents: int | None = None


async def set_outcome(
    session: ClinicSession, appointment_id: UUID, outcome: AppointmentStatus, done: Done | None = None
) -> tuple[Appointment, Change | None]:
    """Say that a patient came, or did not, or (``booked``) that neither is known yet. Twice changes nothing.
    ``done`` is what the record says of a completed visit; without it what was booked.

    :class:`Conflict` for a canceled visit, for one that is still to come, and when the time has been given away.
    """
    practice = await practices.get_practice(session)
    before = await hold_visit_and_days(session, practice, appointment_id)
    if outcome is AppointmentStatus.CANCELLED or before.status is AppointmentStatus.CANCELLED:
        raise Conflict("This appointment is canceled")
    if before.status is outcome:
        return before, None
    if outcome is not AppointmentStatus.BOOKED and before.starts_at > session.now():
        raise Conflict("This appointment is still upcoming")
    return await _to_status(session, before, outcome, done=done)


async def take_back(session: ClinicSession, change_id: UUID) -> Appointment:
    """Undo a change: the visit stands as before it. Twice is no error.

    :class:`Conflict` when something else was done to the visit since, or its former time is taken by now.
    """
    change = await get_change(session, change_id)
    practice = await practices.get_practice(session)
    visit = await hold_visit_and_days(session, practice, change.appointment_id, change.old_starts_at)
    change = await get_change(session, change_id)  # the previous holder may have undone it
    if change.undone_at is not None:
        return visit
    changes = [one for one in await list_changes(session, visit.id) if one.undone_at is None]
    if changes[-1].id != change.id:
        raise Conflict("This appointment has changed since")
    await calendar_queries.mark_undone(session, change_id, session.now())
    if change.kind is ChangeKind.BOOKED:
        return await cancel(session, visit.id)
    if change.kind is ChangeKind.MOVED:
        return await _move_back(session, visit, change)
    if change.kind in _ARRIVALS:
        return await put_arrival(session, visit, change.old_arrival)
    back = AppointmentStatus.BOOKED
    if change.kind is ChangeKind.REOPENED:
        back = _outcome_before(changes)
    return (await _to_status(session, visit, back, quiet=True))[0]


def _outcome_before(changes: Sequence[Change]) -> AppointmentStatus:
    """What the visit's outcome was before it was opened again."""
    ended = [one for one in changes if one.kind in (ChangeKind.COMPLETED, ChangeKind.NO_SHOW)]
    return AppointmentStatus(ended[-1].kind.value) if ended else AppointmentStatus.COMPLETED


async def _move_back(session: ClinicSession, visit: Appointment, change: Change) -> Appointment:
    shift = change.old_starts_at - visit.starts_at
    rooms = {room.id: room.location_id for room in await catalogue.list_rooms(session)}
    if change.old_room_id not in rooms:
        raise Conflict("The former room is not in use any more")
    values = {
        "starts_at": change.old_starts_at,
        "ends_at": visit.ends_at + shift,
        "busy_until": visit.busy_until + shift,
        "provider_id": change.old_provider_id,
        "room_id": change.old_room_id,
        "location_id": rooms[change.old_room_id],
        "overbooked_by": change.old_overbooked_by,
        "arrival": change.old_arrival.value,
    }
    if not await fits(session, calendar_queries.change_appointment(session, visit.id, values)):
        raise Conflict("The previous time is no longer available")
    await patients.move_scheduled_treatment(session, visit.id, change.old_starts_at)
    moved = await get_appointment(session, visit.id)
    await announce(session, "appointment.moved", moved)
    return moved


async def _to_status(
    session: ClinicSession,
    before: Appointment,
    status: AppointmentStatus,
    *,
    quiet: bool = False,
    done: Done | None = None,
) -> tuple[Appointment, Change | None]:
    """Give a visit another status, and the treatment that follows from it; ``quiet`` leaves no line of its own."""
    write = calendar_queries.change_appointment(session, before.id, {"status": status.value})
    if not await fits(session, write):
        raise Conflict("Its time was given to someone else")
    await _follow(session, before, status, done)
    visit = await get_appointment(session, before.id)
    kind, event = _EVENTS[status]
    if before.status is AppointmentStatus.CANCELLED:
        event = "appointment.booked"
    change = None if quiet else await note_change(session, kind, before, visit)
    await announce(session, event, visit)
    return visit, change


async def _follow(
    session: ClinicSession, before: Appointment, status: AppointmentStatus, done: Done | None
) -> None:
    """The treatment of a visit: done, dropped, or planned (again)."""
    booked = await catalogue.get_service(session, before.service_id)
    if status is AppointmentStatus.NO_SHOW:
        await patients.reopen_treatment(session, before.id, treatment_of(booked))
        await patients.drop_scheduled_treatment(session, before.id)
        return
    if before.status in (AppointmentStatus.CANCELLED, AppointmentStatus.NO_SHOW):
        await plan_treatment(session, booked, before.id, before.patient_id, before.starts_at)
    if status is AppointmentStatus.COMPLETED:
        service = await catalogue.get_service(session, done.service_id) if done else booked
        what = treatment_of(service, done.price_cents) if done else None
        await patients.complete_treatment(session, before.id, what)
    else:
        await patients.reopen_treatment(session, before.id, treatment_of(booked))
