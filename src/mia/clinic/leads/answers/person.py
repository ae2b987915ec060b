"""Who someone is that writes to the practice and is no patient yet: what their leads know, and making them one."""

from dataclasses import dataclass, field
from typing import Literal
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Channel
from mia.clinic.inbox import service as inbox
from mia.clinic.leads import service as leads
from mia.clinic.leads.answers.board import visit_of
from mia.clinic.leads.service import Lead
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewPatient, Patient
from mia.clinic.schedule.service import Appointment, AppointmentStatus
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict


@dataclass(frozen=True)
class Person:
    """The person of a thread, or of a lead. ``lead`` is their newest, open ones first; ``visit`` is still to come;
    ``agreed`` are channels they consented to at ``address``, which is empty for a lead without any. ``records`` are
    patients with this address: several, or one that no one has confirmed, for else the thread would be theirs."""

    address: str = field(repr=False)
    lead: Lead | None
    visit: Appointment | None
    agreed: frozenset[Channel]
    opted_out: bool
    records: tuple[Patient, ...]


@dataclass(frozen=True)
class CallerPerson:
    """Whom a call or chat was with. ``patient_id``: the patient whom they have become."""

    lead: Lead | None
    patient_id: UUID | None
    phone: str | None = field(repr=False)
    reach: inbox.Reach


async def read_person(session: ClinicSession, thread_id: UUID) -> Person:
    """Who writes in a thread; :class:`~mia.platform.kernel.errors.NotFound` when the clinic has none of this id.
    What is read is audited."""
    address = await inbox.address_of_thread(session, thread_id)
    return await _opened(session, address, await _lead_at(session, address))


async def read_person_of_lead(session: ClinicSession, lead_id: UUID) -> Person:
    """The same of a lead, wherever they came from; :class:`~mia.platform.kernel.errors.NotFound`."""
    lead = await leads.get_lead(session, lead_id)
    return await _opened(session, lead.learned.phone or lead.learned.email or "", lead)


async def read_caller(session: ClinicSession, activity_id: UUID) -> CallerPerson:
    """Whom a call or chat was with: by the lead it made, or else by the number that was left.
    :class:`~mia.platform.kernel.errors.NotFound`. What is read is audited."""
    known = await inbox.find_caller(session, activity_id)
    lead = await leads.find_lead(session, known.conversation_id) if known.conversation_id else None
    if lead is None and known.phone:
        lead = await _lead_at(session, known.phone)
    if lead is not None:
        await audit.record(session, "lead.read", "lead", [lead.id])
    phone = (lead.learned.phone if lead else None) or known.phone
    patient_id = known.patient_id or (lead.patient_id if lead else None)
    return CallerPerson(lead, patient_id, phone, await inbox.find_reach(session, phone))


async def begin_conversation(
    session: ClinicSession, lead_id: UUID, channel: Literal["sms", "email"] | None = None
) -> UUID:
    """The thread with a lead by text or email, by text first when neither is asked for, begun when there is none.
    Nothing is sent. :class:`~mia.platform.kernel.errors.NotFound`, :class:`Conflict` without such an address."""
    lead = await leads.get_lead(session, lead_id)
    await audit.record(session, "lead.read", "lead", [lead_id])
    phone, email = lead.learned.phone, lead.learned.email
    address = {"sms": phone, "email": email, None: phone or email}[channel]
    if address is None:
        wanted = {"sms": "phone number", "email": "email address", None: "phone number or email address"}[channel]
        raise Conflict(f"There is no {wanted} on this lead.")
    return await inbox.ensure_thread(session, address)


async def make_patient(session: ClinicSession, thread_id: UUID, name: str) -> UUID:
    """Staff say who writes in a thread: they are a patient from here on, with this thread, their leads of the same
    name and what they said there. Someone of this name with this address who is a patient already is that patient.

    :class:`~mia.platform.kernel.errors.NotFound`; :class:`Conflict` for a thread that is a patient's;
    :class:`~mia.platform.kernel.errors.Invalid` naming ``name``.
    """
    if await inbox.patient_of_thread(session, thread_id) is not None:
        raise Conflict("This conversation is a patient's already.")
    address = await inbox.address_of_thread(session, thread_id)
    known = [one for one in await _leads_at(session, address) if _is_named(one, name)]
    patient = await _patient(session, address, name, known)
    await inbox.ensure_thread(session, address, patient_id=patient.id)
    for lead in known:
        if lead.patient_id is None:
            await leads.give_to_patient(session, lead, patient.id)
    return patient.id


async def _opened(session: ClinicSession, address: str, lead: Lead | None) -> Person:
    if lead is not None:
        await audit.record(session, "lead.read", "lead", [lead.id])
    visit = await visit_of(session, lead.appointment_id) if lead else None
    find = patients.find_by_email if "@" in address else patients.find_by_phone
    consents = await consent.list_consents(session, address) if address else []
    return Person(
        address=address,
        lead=lead,
        visit=visit if visit and visit.status is AppointmentStatus.BOOKED else None,
        agreed=frozenset(one.channel for one in consents),
        opted_out=bool(address) and await consent.is_suppressed(session, address),
        records=tuple(await find(session, address, unverified=True)) if address else (),
    )


async def _lead_at(session: ClinicSession, address: str) -> Lead | None:
    """Of the leads with an address the one that matters most."""
    found = await _leads_at(session, address)
    return found[-1] if found else None


async def _leads_at(session: ClinicSession, address: str) -> list[Lead]:
    """The leads with an address, those last that matter most: open ones, then the newest."""
    phone, email = (None, address) if "@" in address else (address, None)
    found = await leads.list_for_person(session, phone, [], email=email)
    return sorted(found, key=lambda one: (leads.is_open(one.stage), one.created_at))


async def _patient(session: ClinicSession, address: str, name: str, known: list[Lead]) -> Patient:
    by_mail = "@" in address
    phone = next((one.learned.phone for one in reversed(known) if one.learned.phone), None) if by_mail else address
    email = address if by_mail else next((one.learned.email for one in reversed(known) if one.learned.email), None)
    if by_mail:
        for patient in await patients.find_by_email(session, address):
            if patients.is_same_name(patient.name, name):
                return patient
    if phone is None:
        return await patients.add_patient(session, NewPatient(name, email=email, source="lead"))
    return await patients.find_or_create_by_phone(session, name, phone, email=email, source="lead")


def _is_named(lead: Lead, name: str) -> bool:
    return lead.learned.name is None or patients.is_same_name(lead.learned.name, name)
