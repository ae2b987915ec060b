"""Appointments booked by an offer's token, as Mia and the public calendar do, and canceled."""

from dataclasses import dataclass
from uuid import UUID

from mia.clinic.patients import service as patients
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import Interval, Practice
from mia.clinic.schedule import catalogue, queries
from mia.clinic.schedule.appointments import (
    Appointment,
    AppointmentStatus,
    Source,
    announce,
    appointment_of,
    get_appointment,
)
from mia.clinic.schedule.availability import GRID, Slot, free_slots
from mia.clinic.schedule.catalogue import Service
from mia.clinic.schedule.queries import AppointmentNames
from mia.clinic.schedule.slots.offers import SlotClaim, SlotSigner
from mia.clinic.schedule.slots.search import Offer, Wish, load_roster, offer_slots
from mia.clinic.schedule.visits.history import ChangeKind, note_change
from mia.clinic.schedule.visits.writing import fits, plan_treatment, row_of
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict


@dataclass(frozen=True)
class Booked:
    """The visit stands; booking again with the same key gives the same."""

    appointment: Appointment


@dataclass(frozen=True)
class Taken:
    """Someone was faster, or the practice changed its hours; these are still free."""

    offers: tuple[Offer, ...]


@dataclass(frozen=True)
class Expired:
    """The offer was too old; these are offered again."""

    offers: tuple[Offer, ...]


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
    unknown patient, :class:`Conflict` for a key that booked for someone else.
    """
    practice = await practices.get_practice(session)
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
    row = row_of(service, slot, patient_id, source, idempotency_key) if slot else None
    if row is not None:
        row["created_at"] = session.now()  # of the same clock as the contacts it may be credited to
    if row is None or not await fits(session, queries.add_appointments(session, [row])):
        return Taken((await offer_slots(session, signer, wish)).offers)
    await plan_treatment(session, service, row["id"], patient_id, row["starts_at"])
    appointment = await get_appointment(session, row["id"])
    await note_change(session, ChangeKind.BOOKED, appointment, appointment)
    await announce(session, "appointment.booked", appointment)
    return Booked(appointment)


async def cancel(session: ClinicSession, appointment_id: UUID, *, reason: str = "") -> Appointment:
    """Give a booked visit's time free again; ``reason`` is kept with it. Cancelling twice changes nothing.

    :class:`NotFound` for an unknown id, :class:`Conflict` for a visit that is over.
    """
    cancelled = AppointmentStatus.CANCELLED
    before = await get_appointment(session, appointment_id)
    changed = await queries.set_status(session, appointment_id, AppointmentStatus.BOOKED, cancelled)
    appointment = await get_appointment(session, appointment_id)
    if changed:
        await patients.drop_scheduled_treatment(session, appointment_id)
        await note_change(session, ChangeKind.CANCELLED, before, appointment, reason=reason)
        await announce(session, "appointment.cancelled", appointment)
    elif appointment.status is not cancelled:
        raise Conflict("This appointment is over and can no longer be canceled")
    return appointment


async def _still_free(
    session: ClinicSession, practice: Practice, service: Service, claim: SlotClaim
) -> Slot | None:
    """The claimed slot with a room that is free now; None when it cannot be had anymore."""
    if claim.starts_at <= session.now():
        return None
    window = Interval(claim.starts_at, claim.starts_at + GRID)
    wish = Wish(claim.service_id, provider_id=claim.provider_id, location_id=claim.location_id)
    roster = await load_roster(session, practice, wish, window)
    slots = free_slots(roster, service.visit, window, lambda start: start == claim.starts_at)
    return slots[0] if slots else None


def _booked_before(before: AppointmentNames, practice: Practice, patient_id: UUID) -> Booked:
    if before.patient_id != patient_id:
        raise Conflict("This booking is for someone else")
    return Booked(appointment_of(before, practice))
