"""The tools with which someone shows that a phone or mailbox is theirs, or which patient they are: a code is sent,
and read back."""

from typing import Any

from mia.clinic.frontdesk.tools.context import ToolContext
from mia.clinic.frontdesk.tools.input import (
    CheckCode,
    IdentifyPatient,
    SendCode,
    is_plausible_name,
    read_arguments,
)
from mia.clinic.frontdesk.tools.known_person import find_known_person
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Channel, Conversation
from mia.clinic.leads import service as leads
from mia.clinic.patients import service as patients
from mia.clinic.verification import service as verification
from mia.clinic.verification.service import Check, PatientClaim, Sending
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Invalid

Json = dict[str, Any]


async def send_code(
    session: ClinicSession, context: ToolContext, conversation: Conversation, arguments: Json
) -> Json:
    """Send a code to the contact given, else to the one that is known from the conversation. Who writes can only
    prove the address they write from."""
    asked: SendCode = read_arguments(SendCode, arguments)
    try:
        contact = await _contact(session, conversation, asked)
    except Invalid as error:
        field_name, message = next(iter(error.fields.items()), ("", error.detail))
        return {"status": "invalid", "field": field_name, "message": message}
    sending = await verification.send_code(session, conversation, contact, context.codes)
    if sending is not Sending.SENT:
        return {"status": sending.value}
    return {"status": "sent", "by": "email" if "@" in contact else "text"}


async def identify_patient(
    session: ClinicSession, context: ToolContext, conversation: Conversation, arguments: Json
) -> Json:
    """Have a code sent to the contact on the record of the patient that someone says to be. The answer is the same
    whether or not there is such a patient."""
    asked: IdentifyPatient = read_arguments(IdentifyPatient, arguments)
    try:
        claim = _claim(conversation, asked)
    except Invalid as error:
        field_name, message = next(iter(error.fields.items()), ("", error.detail))
        return {"status": "invalid", "field": field_name, "message": message}
    sending = await verification.ask_for_code(session, conversation, claim, context.codes)
    if sending is Sending.PROVEN:
        await _note_patient(session, conversation)
    return {"status": sending.value}


async def check_code(session: ClinicSession, conversation: Conversation, arguments: Json) -> Json:
    """Compare the code that was read back; what it proves is decided here and not disclosed."""
    asked: CheckCode = read_arguments(CheckCode, arguments)
    checked = await verification.check_code(session, conversation.id, asked.code)
    if checked.check is Check.WRONG:
        return {"status": "wrong", "tries_left": checked.tries_left}
    if checked.check is Check.PROVEN:
        assert checked.contact is not None
        await verification.confirm_by_code(session, conversation.id, checked.contact)
        await _note_patient(session, conversation)
    return {"status": checked.check.value}


def _claim(conversation: Conversation, asked: IdentifyPatient) -> PatientClaim:
    if not is_plausible_name(asked.name):
        raise Invalid("A name is needed", fields={"name": "That does not look like a name"})
    if not (asked.phone or asked.email or asked.birth_date):
        raise Invalid("A phone number is needed", fields={"phone": "Ask for the phone number on file"})
    return PatientClaim(
        patients.normalize_name(asked.name),
        patients.normalize_phone(asked.phone) if asked.phone else None,
        patients.normalize_email(asked.email) if asked.email else None,
        asked.birth_date,
        by_email=asked.by == "email",
        spoken=conversation.channel.is_spoken,
    )


async def _note_patient(session: ClinicSession, conversation: Conversation) -> None:
    """The conversation belongs to the patient who has shown to be it."""
    patient_id = await verification.proven_patient(session, conversation.id)
    if patient_id is not None and conversation.patient_id is None:
        await inbox.link_patient(session, conversation.id, patient_id)
        await inbox.note_name(session, conversation, (await patients.get_patient(session, patient_id)).name)


async def _contact(session: ClinicSession, conversation: Conversation, asked: SendCode) -> str:
    if conversation.channel in (Channel.SMS, Channel.EMAIL):
        thread_id = await inbox.find_thread_of_talk(session, conversation.id)
        if thread_id is not None:
            return await inbox.address_of_thread(session, thread_id)
    if asked.email:
        return patients.normalize_email(asked.email)
    if asked.phone:
        return patients.normalize_phone(asked.phone)
    if conversation.patient_id is not None:
        booked_for = await patients.get_patient(session, conversation.patient_id)
        if booked_for.unverified and booked_for.phone is not None:
            return booked_for.phone
    known = await find_known_person(session, conversation)
    lead = known.lead if known and known.lead else await leads.find_lead(session, conversation.id)
    return patients.normalize_phone(lead.learned.phone or "" if lead else "")
