"""The text that confirms a booking made in a call or a chat: when, with whom and where, never the treatment.

It answers what the person has just asked for, at the number they gave for it. A number that no one has proven is
told no name, which anyone could have said, and gets no link, by which its holder could see the visit.
"""

from mia.clinic.frontdesk.tools.context import ToolContext
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Channel, Conversation, MessageClass, OutboundText
from mia.clinic.patients.service import Patient
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import Practice
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Appointment
from mia.clinic.verification import service as verification
from mia.platform.db.session import ClinicSession


async def confirm_by_text(
    session: ClinicSession,
    context: ToolContext,
    conversation: Conversation,
    patient: Patient,
    visit: Appointment,
    *,
    moved: bool,
) -> bool:
    """Text the patient's number about a visit that was booked just now; whether one is on its way. Who writes to us
    has the confirmation in Mia's answer."""
    phone = patient.phone
    if phone is None or conversation.channel in (Channel.SMS, Channel.EMAIL):
        return False
    if not await verification.can_be_sent(session, phone, context.codes):
        return False
    link = None if patient.unverified else schedule.visit_link(session, visit, context.origin)
    words = _words(await practices.get_practice(session), patient, visit, link, moved=moved)
    thread_id = await inbox.ensure_thread(session, phone, patient_id=None if patient.unverified else patient.id)
    text = OutboundText("mia", words, MessageClass.REPLY, f"booking-text:{visit.id}")
    await inbox.queue_text(session, thread_id, text)
    return True


def _words(practice: Practice, patient: Patient, visit: Appointment, link: str | None, *, moved: bool) -> str:
    address = next((place.address for place in practice.locations if place.id == visit.location_id), "")
    news = "has moved to" if moved else "is booked for"
    where = f" at {visit.location}, {address}" if address else f" at {visit.location}"
    change = f" Move or cancel it: {link}" if link else ""
    hello = "Your" if patient.unverified else f"Hi {patient.name.split()[0]}, your"
    return (
        f"{practice.name}: {hello} appointment with {visit.provider} {news} "
        f"{visit.spoken}{where}.{change} Reply here with questions; Mia, our AI, answers. STOP to opt out."
    )
