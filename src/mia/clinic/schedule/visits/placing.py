"""Visits that staff make and move by hand: any time, provider and room, as long as nothing is in the way."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from uuid import UUID

from mia.clinic.patients import service as patients
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import Practice
from mia.clinic.schedule import calendar_queries, catalogue, queries
from mia.clinic.schedule.appointments import (
    Appointment,
    AppointmentStatus,
    Arrival,
    announce,
    appointment_of,
    get_appointment,
)
from mia.clinic.schedule.availability import Slot
from mia.clinic.schedule.catalogue import Provider
from mia.clinic.schedule.slots.obstacles import (
    OVERBOOKABLE,
    WAIVABLE,
    NotFree,
    Obstacle,
    ObstacleKind,
    Plan,
    find_alternatives,
    find_obstacles,
    location_of,
    pick_room,
)
from mia.clinic.schedule.visits.history import Change, ChangeKind, list_changes, note_change
from mia.clinic.schedule.visits.writing import fits, plan_treatment, row_of
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict, Forbidden, Invalid, NotFound

_FARTHEST = timedelta(days=2 * 366)


class ChangedMeanwhile(Conflict):
    """Someone else has changed the visit since it was looked at."""

    def __init__(self) -> None:
        super().__init__("Someone else changed this appointment. Please check it again.")


@dataclass(frozen=True)
class Place:
    """Time, provider and place. ``room_id`` None: any free room at the provider's location then."""

    starts_at: datetime
    provider_id: UUID
    room_id: UUID | None = None


@dataclass(frozen=True)
class Insistence:
    """What staff pass on purpose: opening hours and shifts, and (with a reason) another visit of the provider."""

    outside_hours: bool = False
    overbook: str | None = field(default=None, repr=False)

    @property
    def passes(self) -> frozenset[ObstacleKind]:
        return (WAIVABLE if self.outside_hours else frozenset()) | (OVERBOOKABLE if self.overbook else frozenset())


_NONE = Insistence()


async def place_visit(
    session: ClinicSession,
    patient_id: UUID,
    service_id: UUID,
    place: Place,
    *,
    idempotency_key: str,
    insist: Insistence = _NONE,
) -> tuple[Appointment, Change]:
    """Book a visit where staff put it. ``insist`` passes what it names, never a taken room or a busy patient.

    The same key again gives the same visit. :class:`NotFree` with the reasons and what is free instead,
    :class:`NotFound` for an unknown patient, service, provider or room, :class:`Forbidden` for a program that
    overbooks.
    """
    practice = await practices.get_practice(session)
    key = f"staff:{idempotency_key}"
    await patients.get_patient(session, patient_id)
    service = await catalogue.get_service(session, service_id)
    await _lock_days(session, practice, place.starts_at)
    if known := await queries.find_by_key(session, key):
        if known.patient_id != patient_id:
            raise Conflict("This booking is for someone else")
        return appointment_of(known, practice), (await list_changes(session, known.id))[0]
    plan = await _plan(session, practice, place, service, patient_id)
    slot, overbooked = await _cleared(session, practice, plan, insist)
    row = row_of(service, slot, patient_id, "staff", key) | {"created_at": session.now(), **overbooked}
    if not await fits(session, queries.add_appointments(session, [row])):
        raise await _refusal(session, practice, plan)
    await plan_treatment(session, service, row["id"], patient_id, slot.starts_at)
    visit = await get_appointment(session, row["id"])
    change = await note_change(session, ChangeKind.BOOKED, visit, visit, reason=_why(visit, insist))
    await announce(session, "appointment.booked", visit)
    return visit, change


async def move_visit(
    session: ClinicSession,
    appointment_id: UUID,
    place: Place,
    *,
    seen: datetime | None = None,
    insist: Insistence = _NONE,
) -> tuple[Appointment, Change]:
    """Put a booked visit elsewhere. ``seen`` is the ``updated_at`` that staff saw. A new time is not confirmed yet.

    :class:`NotFree`, :class:`ChangedMeanwhile`, :class:`NotFound`, :class:`Forbidden` as above, or
    :class:`Conflict` for a visit that is over.
    """
    practice = await practices.get_practice(session)
    before = await hold_visit_and_days(session, practice, appointment_id, place.starts_at, seen=seen)
    if before.status is not AppointmentStatus.BOOKED:
        raise Conflict("Only a booked appointment can be moved")
    service = await catalogue.get_service(session, before.service_id)
    plan = await _plan(session, practice, place, service, before.patient_id, before)
    slot, overbooked = await _cleared(session, practice, plan, insist)
    same_time = slot.starts_at == before.starts_at
    values = {
        **overbooked,
        "arrival": before.arrival.value if same_time else Arrival.EXPECTED.value,
        "starts_at": slot.starts_at,
        "ends_at": slot.ends_at,
        "busy_until": slot.ends_at + service.visit.buffer,
        "provider_id": slot.provider_id,
        "room_id": slot.room_id,
        "location_id": slot.location_id,
    }
    if not await fits(session, calendar_queries.change_appointment(session, before.id, values)):
        raise await _refusal(session, practice, plan)
    await patients.move_scheduled_treatment(session, before.id, slot.starts_at)
    visit = await get_appointment(session, before.id)
    change = await note_change(session, ChangeKind.MOVED, before, visit, reason=_why(visit, insist))
    await announce(session, "appointment.moved", visit)
    return visit, change


async def hold_visit(session: ClinicSession, appointment_id: UUID, seen: datetime | None = None) -> Appointment:
    """A visit that no one else changes until the transaction ends; :class:`ChangedMeanwhile` if someone has."""
    row = await calendar_queries.lock_appointment(session, appointment_id)
    if row is None:
        raise NotFound
    if seen is not None and row.updated_at != seen.astimezone(UTC):
        raise ChangedMeanwhile
    return await get_appointment(session, appointment_id)


async def hold_visit_and_days(
    session: ClinicSession,
    practice: Practice,
    appointment_id: UUID,
    *instants: datetime,
    seen: datetime | None = None,
) -> Appointment:
    """Lock an appointment with its day and those of ``instants``: days first, to avoid deadlock.

    :class:`ChangedMeanwhile` when it moved to another day before it was locked.
    """
    before = await get_appointment(session, appointment_id)
    await _lock_days(session, practice, before.starts_at, *instants)
    held = await hold_visit(session, appointment_id, seen)
    if held.starts_at != before.starts_at:
        raise ChangedMeanwhile
    return held


async def _lock_days(session: ClinicSession, practice: Practice, *instants: datetime) -> None:
    """No one else books on these days until the transaction ends; in one order, so that none waits forever."""
    for day in sorted({instant.astimezone(practice.zone).date() for instant in instants}):
        await queries.lock_day(session, day)


async def _plan(
    session: ClinicSession,
    practice: Practice,
    place: Place,
    service: catalogue.Service,
    patient_id: UUID,
    before: Appointment | None = None,
) -> Plan:
    """The plan of a wish, its room picked where that was left open."""
    starts_at = _instant(session, place.starts_at)
    provider = await _provider(session, place.provider_id)
    rooms = {room.id: room for room in await catalogue.list_rooms(session)}
    if place.room_id is not None and place.room_id not in rooms:
        raise NotFound
    prefer = before.location_id if before else None
    if place.room_id is not None:
        location_id = rooms[place.room_id].location_id
    else:
        location_id = await location_of(session, practice, provider, starts_at, prefer)
    leave_out = before.id if before else None
    plan = Plan(service, provider, patient_id, starts_at, location_id, place.room_id, leave_out)
    if place.room_id is not None:
        return plan
    room_id = await pick_room(session, plan, before.room_id if before else None)
    return Plan(service, provider, patient_id, starts_at, location_id, room_id, leave_out)


async def _provider(session: ClinicSession, provider_id: UUID) -> Provider:
    for provider in await catalogue.list_providers(session):
        if provider.id == provider_id:
            return provider
    raise NotFound


def _instant(session: ClinicSession, starts_at: datetime) -> datetime:
    """A start in UTC, on a whole minute and within two years."""
    starts_at = starts_at.astimezone(UTC)
    if starts_at.second or starts_at.microsecond:
        raise Invalid("Visits start on a whole minute", fields={"starts_at": "Not a whole minute"})
    if starts_at > session.now() + _FARTHEST:
        raise Invalid("This is too far ahead", fields={"starts_at": "More than two years ahead"})
    return starts_at


async def _cleared(
    session: ClinicSession, practice: Practice, plan: Plan, insist: Insistence
) -> tuple[Slot, dict[str, UUID | None]]:
    """The slot of a plan that nothing stands against but what is insisted on, and who overbooks; else
    :class:`NotFree`. Only a person may overbook: Mia and other programs have no user."""
    if insist.overbook and session.scope.user_id is None:
        raise Forbidden("Only a person can overbook a provider")
    obstacles = await find_obstacles(session, practice, plan)
    kinds = {obstacle.kind for obstacle in obstacles}
    if kinds - insist.passes:
        raise NotFree(obstacles, await find_alternatives(session, practice, plan))
    assert plan.room_id is not None  # else there is no free room, which is an obstacle
    ends_at = plan.starts_at + plan.service.visit.duration
    slot = Slot(plan.starts_at, ends_at, plan.provider.id, plan.location_id, plan.room_id)
    return slot, {"overbooked_by": session.scope.user_id if kinds & OVERBOOKABLE else None}


def _why(visit: Appointment, insist: Insistence) -> str:
    """The reason that a visit's history keeps: the one for which it is overbooked."""
    return insist.overbook or "" if visit.overbooked_by else ""


async def _refusal(session: ClinicSession, practice: Practice, plan: Plan) -> NotFree:
    """The database said no: someone else was faster, from a day that was not locked."""
    taken = Obstacle(ObstacleKind.PROVIDER_BUSY, "Someone just took this time")
    return NotFree([taken], await find_alternatives(session, practice, plan))
