"""Which patient a visit is booked for: one who proved who they are, or a new record until that is known.

A stranger's booking never touches a record that is there. It makes one, marked unverified, under the name and
number that were given; a code or staff later say whether it is a patient's (``confirming.py``).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Purpose
from mia.clinic.inbox.service import Conversation
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewPatient, Patient
from mia.clinic.schedule import service as schedule
from mia.clinic.verification import queries
from mia.clinic.verification.codes import proven_in
from mia.clinic.verification.models import UnverifiedBookingRow
from mia.identity.service import Limit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.settings import Settings

_SOURCE = "mia"
UNVERIFIED_BOOKING = Limit("unverified-booking", timedelta(days=1), per_address=3, per_subject=3)
"""Visits that strangers book without showing who they are; the subject is the phone or email given. What is above
takes a one-time code. Counted in rows of this room, together with the booking."""
UNVERIFIED_AT_CLINIC = Limit("unverified-at-clinic", timedelta(days=1), per_subject=30)
"""The same for all strangers of one clinic, which is the subject."""


@dataclass(frozen=True)
class BookingLimits:
    """How many visits strangers may book in a day before a code is asked for."""

    each: Limit
    clinic: Limit

    @classmethod
    def of(cls, settings: Settings) -> "BookingLimits":
        """The limits of this installation."""
        return cls(UNVERIFIED_BOOKING.of(settings), UNVERIFIED_AT_CLINIC.of(settings))


@dataclass(frozen=True)
class Claim:
    """Who someone says to be: ``phone`` is E.164, ``email`` lower case. ``replied``: the number has answered a
    text of ours, so it is theirs as far as a reply can show."""

    name: str = field(repr=False)
    phone: str = field(repr=False)
    email: str | None = field(default=None, repr=False)
    replied: bool = False

    @classmethod
    def of(cls, name: str, phone: str, email: str | None = None, *, replied: bool = False) -> "Claim":
        """A claim from what was typed or said; :class:`Invalid` names ``name``, ``phone`` or ``email``."""
        address = patients.normalize_email(email) if email else None
        return cls(patients.normalize_name(name), patients.normalize_phone(phone), address, replied)

    @property
    def contacts(self) -> list[str]:
        return [self.phone, *([self.email] if self.email else [])]


@dataclass(frozen=True)
class Admitted:
    """Who to book for. ``proven``: they proved that a contact is theirs, so the booking does not count toward the
    limits; the record may still be unverified."""

    patient: Patient
    proven: bool


async def admit(
    session: ClinicSession, conversation: Conversation, claim: Claim, limits: BookingLimits
) -> Admitted | None:
    """The patient of a stranger's booking; None when a code is needed first.

    Until the transaction ends, no other stranger is counted in the clinic.
    """
    proof = encode("cnv", conversation.id)
    proven = await proven_in(session, conversation.id)
    contact = next((one for one in claim.contacts if one in proven), None)
    if contact is not None and (known := await _known(session, claim, contact, proof)):
        return Admitted(known, proven=True)
    if claim.phone in proven or (claim.replied and not await patients.find_by_phone(session, claim.phone)):
        new = NewPatient(claim.name, claim.phone, claim.email, source=_SOURCE)
        return Admitted(await patients.add_patient(session, new, proof=proof), proven=True)
    if contact is None and await needs_code(session, conversation.origin, claim.contacts, limits):
        return None
    provisional = await _provisional(session, conversation, claim, proof)
    return Admitted(provisional, proven=contact is not None)


async def needs_code(
    session: ClinicSession, origin: bytes | None, contacts: Sequence[str], limits: BookingLimits
) -> bool:
    """Whether strangers have booked so much today that the next one has to show who they are."""
    await queries.hold_lock(session, "unverified-bookings")
    now = session.now()
    if await queries.count_bookings(session, now - limits.clinic.window) >= limits.clinic.per_subject:
        return True
    since, row = now - limits.each.window, UnverifiedBookingRow
    given = queries.of_contacts([session.blind(contact) for contact in contacts])
    if await queries.count_bookings(session, since, given) >= limits.each.per_subject:
        return True
    if origin is None:
        return False
    return await queries.count_bookings(session, since, row.origin_blind == origin) >= limits.each.per_address


async def note_booking(
    session: ClinicSession, conversation: Conversation, appointment_id: UUID, admitted: Admitted
) -> None:
    """A booking for an admitted person exists. For an unverified record its origin is kept, for the limits and for
    the person who confirms it."""
    patient = admitted.patient
    if not patient.unverified:
        return
    assert patient.phone is not None  # a claim has one
    await queries.add_booking(
        session,
        {
            "id": new_id(),
            "created_at": session.now(),
            "appointment_id": appointment_id,
            "conversation_id": conversation.id,
            "origin_blind": conversation.origin,
            "phone_blind": session.blind(patient.phone),
            "email_blind": session.blind(patient.email) if patient.email else None,
            "verified_at": session.now() if admitted.proven else None,
        },
    )


async def find_match(session: ClinicSession, name: str, contact: str) -> Patient | None:
    """The confirmed record of a name with this contact: one that is not archived first, then the oldest."""
    find = patients.find_by_email if "@" in contact else patients.find_by_phone
    same = [one for one in await find(session, contact) if patients.is_same_name(one.name, name)]
    return min(same, key=lambda one: (one.archived_at is not None, one.id), default=None)


async def _known(session: ClinicSession, claim: Claim, contact: str, proof: str) -> Patient | None:
    """The record of someone whose contact is proven, taken out of the archive; None when there is none."""
    found = await find_match(session, claim.name, contact)
    if found is None:
        return None
    if found.archived_at is not None:
        await patients.archive_patient(session, found.id, archived=False)
    if contact == claim.phone:
        await consent.record_number_given(session, claim.phone, Purpose.APPOINTMENT, proof)
    return found


async def _provisional(session: ClinicSession, conversation: Conversation, claim: Claim, proof: str) -> Patient:
    """The unverified record of this conversation under this name and number, made when there is none."""
    for row in await queries.list_of_conversation(session, conversation.id):
        visit = await schedule.get_appointment(session, row.appointment_id)
        known = await patients.get_patient(session, visit.patient_id)
        if known.unverified and known.phone == claim.phone and patients.is_same_name(known.name, claim.name):
            return known
    await consent.hold_number_given(session, claim.phone, Purpose.APPOINTMENT, proof)
    new = NewPatient(claim.name, claim.phone, claim.email, source=_SOURCE, unverified=True)
    return await patients.add_patient(session, new)
