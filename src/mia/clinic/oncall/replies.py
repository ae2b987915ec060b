"""What someone on call texts back: the alert's code acknowledges it, everything else is the inbox's."""

import re
from datetime import timedelta
from uuid import UUID

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import InboundText, TaskKind
from mia.clinic.oncall import queries
from mia.clinic.oncall.alerts import acknowledge
from mia.clinic.oncall.contacts import Contact, Reachable, Way, find_contact, list_reachable
from mia.clinic.oncall.messages import answer
from mia.clinic.patients import service as patients
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Invalid

_RECENT = timedelta(days=1)
_CODE = re.compile(r"\W*(?:(?:ok|okay|ack|yes|got it|on it)\W+)?(\d{4})\W*", re.IGNORECASE)
_YES = re.compile(r"\W*(?:ok|okay|ack|acknowledged?|yes|got it|on it|on my way)\W*", re.IGNORECASE)


async def receive_text(session: ClinicSession, inbound: InboundText) -> None:
    """A text came in to a number of the clinic: an acknowledgement of someone on call, or the inbox takes it."""
    if not await _acknowledged(session, inbound):
        await inbox.receive_text(session, inbound)


async def note_opt_out(session: ClinicSession, thread_id: UUID) -> None:
    """Texts were stopped from a phone; when it is someone's on call, staff learn that alerts miss it."""
    phone = await inbox.address_of_thread(session, thread_id)
    contact = await find_contact(session, phone)
    if contact is None or Way.TEXT not in contact.ways:
        return
    (now,) = [one for one in await list_reachable(session) if one.contact.id == contact.id]
    left = " and ".join(way.value for way in now.ways) or "no way any more"
    detail = (
        f"{contact.name} is on call and has stopped texts from Mia, so alerts reach them by {left}. "
        "Texting START to the practice's number turns them on again; or change the contact in Settings."
    )
    await inbox.open_task(session, TaskKind.FOLLOW_UP, detail, phone=phone)


async def _acknowledged(session: ClinicSession, inbound: InboundText) -> bool:
    """Whether the text is about an alert that its sender was texted of; then it is done with here."""
    coded, agreed = _CODE.fullmatch(inbound.text), _YES.fullmatch(inbound.text)
    if not coded and not agreed:
        return False
    try:
        contact = await find_contact(session, patients.normalize_phone(inbound.sender))
    except Invalid:
        return False
    if contact is None:
        return False
    alerts = await queries.list_texted(session, contact.id, session.now() - _RECENT)
    if coded:
        meant = next((one for one in alerts if one.code == coded[1]), None)
        if meant is None:
            return False
        await acknowledge(session, meant.id, contact.name, "text")
        await answer(session, meant, _to(contact), "thanks")
        return True
    waiting = next((one for one in alerts if one.state != "acknowledged"), None)
    if waiting is not None:  # an impostor does not know the code
        await answer(session, waiting, _to(contact), "hint")
    return waiting is not None


def _to(contact: Contact) -> Reachable:
    return Reachable(contact, contact.ways, ())
