"""May this lead be answered, by text or by call, and why not: the facts about one who is no patient yet."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import (
    Assessment,
    Basis,
    Channel,
    Consent,
    Contact,
    ContactFacts,
    MessageClass,
    Outcome,
    Purpose,
    Touch,
)
from mia.clinic.leads.service import WEB_FORM, Lead
from mia.clinic.outreach import service as outreach
from mia.clinic.patients import service as patients
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import encode

_WEEK = timedelta(days=7)
_SUBJECT = "inquiry"
GENERAL = "general"
"""The wording of the one text to a number that a web form named, which offers nothing yet."""


def reason_of(rule: str) -> str:
    """What staff read of a rule about a lead, who need not be a patient."""
    return consent.reason_of(rule).replace("The patient", "The lead").replace("the patient", "the lead")


async def awaits_proof(session: ClinicSession, lead: Lead) -> bool:
    """Whether a lead's number is only what a web form says: no one has answered from it since, or shown otherwise
    that it is theirs. Staff who enter a lead have spoken with someone."""
    if lead.source != WEB_FORM or lead.learned.phone is None:
        return False
    at = await consent.proven_at(session, lead.learned.phone, consent.ANY)
    return at is None or at < lead.created_at


async def assess(session: ClinicSession, lead: Lead) -> Assessment:
    """The decision for the way that is permitted: by text, else by a call with Mia's voice. A number that no one
    has proven is not called."""
    by_text = await assess_channel(session, lead, Channel.SMS)
    if by_text.decision.outcome is not Outcome.BLOCK or await awaits_proof(session, lead):
        return by_text
    return consent.first_permitted([by_text, await assess_channel(session, lead, Channel.CALL)])


async def assess_channel(
    session: ClinicSession, lead: Lead, channel: Channel, *, leave_out: UUID | None = None
) -> Assessment:
    """The decision for one channel; ``leave_out`` is the intent that is being decided about.

    Only answers to leads count against its limits: who asks to be contacted may be, whatever was sent before.
    """
    facts, now = await _gather(session, lead, channel, leave_out), session.now()
    blinds = [session.blind(facts.phone)] if facts.phone else []
    touches = await outreach.list_touches(session, "lead", blinds, now - _WEEK, leave_out=leave_out)
    history = [Touch(at, _SUBJECT) for at in touches]
    return facts.assess(Contact(MessageClass.INQUIRY, channel, _SUBJECT), now, history)


async def _gather(session: ClinicSession, lead: Lead, channel: Channel, leave_out: UUID | None) -> ContactFacts:
    number = lead.learned.phone
    people = await patients.find_by_phone(session, number) if number else []
    meant = [one for one in people if lead.learned.name and patients.is_same_name(one.name, lead.learned.name)]
    facts = await consent.gather_facts(session, number, None, meant)
    if number is None or not await awaits_proof(session, lead):
        return facts
    facts = replace(facts, consents=await _until_proven(session, lead, number, channel))
    return facts.holding("unproven") if await _waits_for_reply(session, number, leave_out) else facts


async def _until_proven(session: ClinicSession, lead: Lead, number: str, channel: Channel) -> Sequence[Consent]:
    """What a form allows of a number that is not proven: one text."""
    if channel is not Channel.SMS or not await consent.is_text_awaited(session, number):
        return []
    return [Consent(channel, Purpose.CALL_BACK, Basis.EXPRESS, encode("led", lead.id), session.now())]


async def _waits_for_reply(session: ClinicSession, number: str, leave_out: UUID | None) -> bool:
    """Whether the number was texted because of a form, and no one has answered from it since."""
    texted = await outreach.last_begun(session, GENERAL, session.blind(number), leave_out)
    proven = await consent.proven_at(session, number, consent.ANY)
    return texted is not None and (proven is None or proven < texted)
