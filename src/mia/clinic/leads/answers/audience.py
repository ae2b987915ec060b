"""May this lead be answered, by text or by call, and why not: the facts gathered for the send decision."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import (
    Basis,
    Channel,
    Consent,
    Contact,
    Decision,
    MessageClass,
    Outcome,
    Purpose,
    Recipient,
    Touch,
)
from mia.clinic.inbox import service as inbox
from mia.clinic.leads.answers import queries
from mia.clinic.leads.service import WEB_FORM, Lead
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import Patient
from mia.clinic.practice import service as practices
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import encode

_ADULT_YEARS = 18
_WEEK = timedelta(days=7)
_SUBJECT = "inquiry"
_HOLDS = {
    "do not contact": "do_not_contact",
    "complaint": "do_not_contact",
    "clinical hold": "do_not_contact",
    "deceased": "deceased",
    "minor": "minor",
}
"""Tags that stand against any contact, by the rule they mean."""


@dataclass(frozen=True)
class Assessment:
    """The decision about one way to reach a lead. ``number`` is None when there is none."""

    contact: Contact
    number: str | None = field(repr=False)
    decision: Decision


def holds_of(patient: Patient, today: date) -> frozenset[str]:
    """The rules that stand against contacting a patient, by tags and age."""
    holds = {_HOLDS[tag.casefold()] for tag in patient.tags if tag.casefold() in _HOLDS}
    if (born := patient.birth_date) is not None:
        age = today.year - born.year - ((today.month, today.day) < (born.month, born.day))
        holds |= {"minor"} if age < _ADULT_YEARS else set()
    if patient.archived_at is not None:
        holds |= {"archived"}
    if patient.unverified:
        holds |= {"unverified"}
    return frozenset(holds)


def why_not(decision: Decision) -> str:
    """The reason of a decision in the words for someone who need not be a patient."""
    return reason_of(decision.rule)


def reason_of(rule: str) -> str:
    """What staff read of a rule about a lead."""
    return consent.reason_of(rule).replace("The patient", "The lead").replace("the patient", "the lead")


async def list_touches(session: ClinicSession, address_blinds: Sequence[bytes], since: datetime) -> list[Touch]:
    """When Mia answered leads at these addresses, for the limits of other contacts."""
    return [Touch(at, _SUBJECT) for at in await queries.list_touches(session, address_blinds, since, None)]


async def awaits_proof(session: ClinicSession, lead: Lead) -> bool:
    """Whether a lead's number is only what a web form says: no one has answered from it since, or shown otherwise
    that it is theirs. Staff who enter a lead have spoken with someone."""
    if lead.source != WEB_FORM or lead.learned.phone is None:
        return False
    at = await consent.proven_at(session, lead.learned.phone, consent.ANY)
    return at is None or at < lead.created_at


async def assess(session: ClinicSession, lead: Lead, *, leave_out: UUID | None = None) -> Assessment:
    """The decision for the way that is permitted: by text, else by a call with Mia's voice. A number that no one
    has proven is not called.

    Only answers to leads count against its limits: who asks to be contacted may be, whatever was sent before.
    """
    by_text = await assess_channel(session, lead, Channel.SMS, leave_out=leave_out)
    if by_text.decision.outcome is not Outcome.BLOCK or await awaits_proof(session, lead):
        return by_text
    by_call = await assess_channel(session, lead, Channel.CALL, leave_out=leave_out)
    return by_call if by_call.decision.outcome is not Outcome.BLOCK else by_text


async def assess_channel(
    session: ClinicSession, lead: Lead, channel: Channel, *, leave_out: UUID | None = None
) -> Assessment:
    """The decision for one channel; ``leave_out`` is the intent that is being decided about."""
    number, now = lead.learned.phone, session.now()
    unproven = await awaits_proof(session, lead)
    contact = Contact(MessageClass.INQUIRY, channel, _SUBJECT)
    blinds = [session.blind(number)] if number else []
    touches = await queries.list_touches(session, blinds, now - _WEEK, leave_out)
    recipient = await _recipient(session, lead, number, unproven=unproven, leave_out=leave_out)
    decision = consent.decide(
        contact,
        replace(recipient, has_sender=channel not in await inbox.channels_without_number(session)),
        consents=await _consents(session, lead, number, channel, unproven=unproven) if number else [],
        suppressions=await consent.list_suppressions(session, number) if number else [],
        refusals=await consent.list_refusals(session, number) if number else [],
        history=[Touch(at, _SUBJECT) for at in touches],
        policy=await consent.get_policy(session),
        now=now,
    )
    return Assessment(contact, number, decision)


async def _consents(
    session: ClinicSession, lead: Lead, number: str, channel: Channel, *, unproven: bool
) -> Sequence[Consent]:
    """What was granted; of a number that is not proven, what a form allows of it: one text."""
    if not unproven:
        return await consent.list_consents(session, number)
    if channel is not Channel.SMS or not await consent.is_text_awaited(session, number):
        return []
    return [Consent(channel, Purpose.CALL_BACK, Basis.EXPRESS, encode("led", lead.id), session.now())]


async def _waits_for_reply(session: ClinicSession, number: str, leave_out: UUID | None) -> bool:
    """Whether the number was texted because of a form, and no one has answered from it since."""
    texted = await queries.last_general(session, session.blind(number), leave_out)
    proven = await consent.proven_at(session, number, consent.ANY)
    return texted is not None and (proven is None or proven < texted)


async def _recipient(
    session: ClinicSession, lead: Lead, number: str | None, *, unproven: bool, leave_out: UUID | None
) -> Recipient:
    practice = await practices.get_practice(session)
    if number is None:
        return Recipient(has_address=False, zones=(practice.zone,))
    people = await patients.find_by_phone(session, number)
    today = session.now().date()
    meant = [one for one in people if lead.learned.name and patients.is_same_name(one.name, lead.learned.name)]
    waits = unproven and await _waits_for_reply(session, number, leave_out)
    return Recipient(
        has_address=True,
        zones=tuple(dict.fromkeys([*consent.zones_of_number(number), practice.zone])),
        states=consent.states_of_number(number),
        holds=frozenset({"unproven"} if waits else ()).union(*[holds_of(person, today) for person in meant]),
    )
