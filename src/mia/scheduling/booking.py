"""Appointments: booked by an offer's token, listed by day, cancelled."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Any, Literal, cast
from uuid import UUID

from psycopg.errors import ExclusionViolation
from sqlalchemy.exc import IntegrityError

from mia.audit import service as audit
from mia.clinics import service as clinics
from mia.clinics.service import Interval, Practice
from mia.db.session import ClinicSession
from mia.jobs import service as jobs
from mia.kernel.errors import Conflict, NotFound
from mia.kernel.ids import new_id
from mia.patients import service as patients
from mia.realtime import service as realtime
from mia.scheduling import catalogue, queries
from mia.scheduling.availability import GRID, Slot, free_slots
from mia.scheduling.catalogue import Service
from mia.scheduling.offers import SlotClaim, SlotSigner
from mia.scheduling.queries import AppointmentNames
from mia.scheduling.search import Offer, Wish, load_roster, offer_slots, spoken_time

Source = Literal["mia", "staff", "import"]
_NEW_FOR = timedelta(hours=24)


class AppointmentStatus(StrEnum):
    """States of an appointment; booked and completed ones occupy their provider and room."""

    BOOKED = "booked"
    COMPLETED = "completed"
    CANCELLED = "cancelled"
    NO_SHOW = "no_show"


@dataclass(frozen=True)
class Appointment:
    """A visit. ``spoken`` is its start in the clinic's wall-clock time."""

    id: UUID
    patient_id: UUID
    service_id: UUID
    service: str
    provider: str
    location: str
    starts_at: datetime
    ends_at: datetime
    status: AppointmentStatus
    source: Source
    spoken: str
    created_at: datetime


@dataclass(frozen=True)
class Booked:
    """The visit stands; booking again with the same key gives the same."""

    appointment: Appointment


@dataclass(frozen=True)
class Taken:
    """Somebody was faster, or the practice changed its hours; these are still free."""

    offers: tuple[Offer, ...]


@dataclass(frozen=True)
class Expired:
    """The offer was too old; these are offered anew."""

    offers: tuple[Offer, ...]


@dataclass(frozen=True)
class DayEntry:
    """An appointment in a day's list. ``is_new``: Mia booked it within the last 24 hours."""

    appointment: Appointment
    patient_name: str = field(repr=False)
    phone: str | None = field(repr=False)
    is_new: bool


@dataclass(frozen=True)
class NewAppointment:
    """An appointment to import as it is. ``created_at`` is when it was booked."""

    patient_id: UUID
    service: Service
    provider_id: UUID
    location_id: UUID
    room_id: UUID
    starts_at: datetime
    status: AppointmentStatus
    source: Source
    created_at: datetime


async def book(
    session: ClinicSession,
    signer: SlotSigner,
    token: str,
    patient_id: UUID,
    *,
    source: Source,
    idempotency_key: str,
) -> Booked | Taken | Expired:
    """Book an offered slot for a patient.

    Signature, expiry and availability are checked again; the exclusion constraints decide. A key used
    before returns what it booked. :class:`Invalid` for a token that is not ours, :class:`NotFound` for an
    unknown patient, :class:`Conflict` for a key that booked for somebody else.
    """
    practice = await clinics.get_practice(session)
    if before := await queries.find_by_key(session, idempotency_key):
        return _booked_before(before, practice, patient_id)
    claim = signer.read(token, session.scope.clinic_id)
    service = await catalogue.get_service(session, claim.service_id)
    wish = Wish(claim.service_id, near=claim.starts_at)
    if claim.expires_at <= session.now():
        return Expired((await offer_slots(session, signer, wish)).offers)
    await patients.get_patient(session, patient_id)
    await queries.lock_day(session, claim.starts_at.astimezone(practice.zone).date())
    if before := await queries.find_by_key(session, idempotency_key):
        return _booked_before(before, practice, patient_id)
    slot = await _still_free(session, practice, service, claim)
    row = _row(service, slot, patient_id, source, idempotency_key) if slot else None
    if row is not None:
        row["created_at"] = session.now()  # of the same clock as the contacts it may be credited to
    if row is None or not await _insert(session, row):
        return Taken((await offer_slots(session, signer, wish)).offers)
    await _plan_treatment(session, service, row)
    appointment = await get_appointment(session, row["id"])
    await _announce(session, "appointment.booked", appointment)
    return Booked(appointment)


async def get_appointment(session: ClinicSession, appointment_id: UUID) -> Appointment:
    """One appointment; :class:`NotFound` when the clinic has none of this id."""
    found = await queries.find_appointment(session, appointment_id)
    if found is None:
        raise NotFound
    return _appointment(found, await clinics.get_practice(session))


async def list_appointments(session: ClinicSession, day: date | None = None) -> tuple[date, list[DayEntry]]:
    """The appointments that start on a local day (today by default), by time; also the day itself."""
    practice = await clinics.get_practice(session)
    day = day or session.now().astimezone(practice.zone).date()
    start = datetime.combine(day, time(), practice.zone)
    window = Interval(start.astimezone(UTC), (start + timedelta(days=1)).astimezone(UTC))
    appointments = [_appointment(found, practice) for found in await queries.list_between(session, window)]
    people = await patients.get_patients(session, list({item.patient_id for item in appointments}))
    new_since = session.now() - _NEW_FOR
    return day, [
        DayEntry(
            appointment=item,
            patient_name=people[item.patient_id].name,
            phone=people[item.patient_id].phone,
            is_new=item.source == "mia" and item.created_at > new_since,
        )
        for item in appointments
    ]


async def count_by_service(session: ClinicSession, window: Interval) -> dict[UUID, int]:
    """How many visits start within ``window`` per service, cancelled and missed ones left out."""
    return await queries.count_by_service(session, window)


async def cancel(session: ClinicSession, appointment_id: UUID) -> Appointment:
    """Give a booked visit's time free again. Cancelling twice changes nothing.

    :class:`NotFound` for an unknown id, :class:`Conflict` for a visit that is over.
    """
    cancelled = AppointmentStatus.CANCELLED
    changed = await queries.set_status(session, appointment_id, AppointmentStatus.BOOKED, cancelled)
    appointment = await get_appointment(session, appointment_id)
    if changed:
        await patients.drop_scheduled_treatment(session, appointment_id)
        await _announce(session, "appointment.cancelled", appointment)
    elif appointment.status is not cancelled:
        raise Conflict("This visit is over and can no longer be cancelled")
    return appointment


async def import_appointments(session: ClinicSession, items: Sequence[NewAppointment]) -> list[UUID]:
    """Add appointments as they are, without events; returns their ids in order.

    The exclusion constraints hold all the same: an overlap raises ``IntegrityError``.
    """
    rows = []
    for item in items:
        ends_at = item.starts_at + item.service.visit.duration
        slot = Slot(item.starts_at, ends_at, item.provider_id, item.location_id, item.room_id)
        row = _row(item.service, slot, item.patient_id, item.source, None)
        rows.append(row | {"status": item.status.value, "created_at": item.created_at})
    await queries.add_appointments(session, rows)
    ids = [row["id"] for row in rows]
    await audit.record(session, "appointment.create", "appointment", ids)
    return ids


async def _still_free(
    session: ClinicSession, practice: Practice, service: Service, claim: SlotClaim
) -> Slot | None:
    """The claimed slot with a room that is free now; None when it cannot be had any more."""
    if claim.starts_at <= session.now():
        return None
    window = Interval(claim.starts_at, claim.starts_at + GRID)
    wish = Wish(claim.service_id, provider_id=claim.provider_id, location_id=claim.location_id)
    roster = await load_roster(session, practice, wish, window)
    slots = free_slots(roster, service.visit, window, lambda start: start == claim.starts_at)
    return slots[0] if slots else None


async def _insert(session: ClinicSession, row: dict[str, Any]) -> bool:
    """Insert an appointment; False when the exclusion constraints refuse it."""
    try:
        async with session.sql.begin_nested():
            await queries.add_appointments(session, [row])
    except IntegrityError as error:
        if isinstance(error.orig, ExclusionViolation):
            return False
        raise
    return True


def _row(
    service: Service, slot: Slot, patient_id: UUID, source: Source, idempotency_key: str | None
) -> dict[str, Any]:
    return {
        "id": new_id(),
        "patient_id": patient_id,
        "service_id": service.id,
        "provider_id": slot.provider_id,
        "room_id": slot.room_id,
        "location_id": slot.location_id,
        "starts_at": slot.starts_at,
        "ends_at": slot.ends_at,
        "busy_until": slot.ends_at + service.visit.buffer,
        "status": AppointmentStatus.BOOKED.value,
        "source": source,
        "idempotency_key": idempotency_key,
    }


async def _plan_treatment(session: ClinicSession, service: Service, row: dict[str, Any]) -> None:
    """The dashboards' treatment of this visit, until it is completed or cancelled."""
    treatment = patients.NewTreatment(
        patient_id=row["patient_id"],
        service_id=service.id,
        name=service.name,
        family=service.family,
        status=patients.TreatmentStatus.SCHEDULED,
        performed_at=row["starts_at"],
        price_cents=service.price_cents,
        appointment_id=row["id"],
    )
    await patients.add_treatments(session, [treatment])


async def _announce(session: ClinicSession, event: str, appointment: Appointment) -> None:
    await audit.record(session, event, "appointment", [appointment.id])
    await realtime.publish(session, "appointment.changed", appointment.id)
    ids = {"appointment_id": appointment.id, "patient_id": appointment.patient_id}
    await jobs.emit(session, event, ids)


def _booked_before(before: AppointmentNames, practice: Practice, patient_id: UUID) -> Booked:
    if before.row.patient_id != patient_id:
        raise Conflict("This booking was made for somebody else")
    return Booked(_appointment(before, practice))


def _appointment(found: AppointmentNames, practice: Practice) -> Appointment:
    row = found.row
    locations = {location.id: location.name for location in practice.locations}
    return Appointment(
        id=row.id,
        patient_id=row.patient_id,
        service_id=row.service_id,
        service=found.service,
        provider=found.provider,
        location=locations[row.location_id],
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        status=AppointmentStatus(row.status),
        source=cast(Source, row.source),
        spoken=spoken_time(row.starts_at, practice.zone),
        created_at=row.created_at,
    )
