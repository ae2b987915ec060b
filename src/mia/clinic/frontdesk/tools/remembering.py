"""What someone tells is kept at once, so that nothing is lost when the conversation breaks off."""

from dataclasses import replace

from mia.clinic.consent import service as consent
from mia.clinic.frontdesk.tools.input import is_plausible_name
from mia.clinic.frontdesk.tools.known_person import find_known_person
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Conversation
from mia.clinic.leads import service as leads
from mia.clinic.leads.service import Learned
from mia.clinic.patients import service as patients
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Invalid
from mia.platform.kernel.ids import encode


async def remember(
    session: ClinicSession, conversation: Conversation, *, name: str | None, phone: str | None, learned: Learned
) -> leads.Lead | None:
    """Keep what was told, as far as it is usable, and show it in the history and in open tasks; None when that is
    nothing."""
    told = Learned(
        name=patients.normalize_name(name) if name and is_plausible_name(name) and len(name) <= 120 else None,
        phone=_number(phone),
        service_id=learned.service_id,
        interest=learned.interest,
        preferred=learned.preferred,
        intent=learned.intent,
    )
    if told.is_empty:
        return await leads.find_lead(session, conversation.id)
    known = await find_known_person(session, conversation)
    theirs = False
    if known and known.lead:
        told = replace(told, name=known.lead.learned.name, phone=known.lead.learned.phone)
    elif known and known.patient_id and not known.by_code:
        patient = await patients.get_patient(session, known.patient_id)
        told, theirs = replace(told, name=patient.name, phone=patient.phone), known.books
    before = await leads.find_lead(session, conversation.id)
    source = conversation.channel.value
    lead = await leads.keep_lead(session, conversation.id, told, source=source, visitor=conversation.visitor)
    if told.phone and (before is None or before.learned.phone != told.phone):
        note = consent.record_number_given if theirs else consent.hold_number_given
        await note(session, told.phone, consent.Purpose.CALL_BACK, encode("cnv", conversation.id))
    if told.name:
        await inbox.note_name(session, conversation, told.name)
    name_before = before.learned.name if before else None
    await inbox.tell_tasks(session, conversation.id, told.phone, told.name, name_before)
    return lead


def _number(phone: str | None) -> str | None:
    """E.164, or None for what is no complete number: a caller may still be dictating it."""
    try:
        return patients.normalize_phone(phone) if phone else None
    except Invalid:
        return None
