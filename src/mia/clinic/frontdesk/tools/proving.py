"""The tools with which someone shows that a phone or mailbox is theirs: a code is sent, and read back."""

from typing import Any

from mia.clinic.frontdesk.tools.context import ToolContext
from mia.clinic.frontdesk.tools.input import CheckCode, SendCode, read_arguments
from mia.clinic.frontdesk.tools.known_person import find_known_person
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Channel, Conversation
from mia.clinic.leads import service as leads
from mia.clinic.patients import service as patients
from mia.clinic.verification import service as verification
from mia.clinic.verification.service import Check, Sending
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


async def check_code(session: ClinicSession, conversation: Conversation, arguments: Json) -> Json:
    """Compare the code that was read back; what it proves is decided here and not disclosed."""
    asked: CheckCode = read_arguments(CheckCode, arguments)
    checked = await verification.check_code(session, conversation.id, asked.code)
    if checked.check is Check.WRONG:
        return {"status": "wrong", "tries_left": checked.tries_left}
    if checked.check is Check.PROVEN:
        assert checked.contact is not None
        await verification.confirm_by_code(session, conversation.id, checked.contact)
    return {"status": checked.check.value}


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
