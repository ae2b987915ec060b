"""The messages and calls of an alert: written down in its transaction, handed over after it (``sending``)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from mia.clinic.oncall import queries, words
from mia.clinic.oncall.contacts import Reachable, Way
from mia.clinic.oncall.links import ack_token
from mia.clinic.oncall.models import AlertRow
from mia.clinic.practice import service as practices
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.jobs import service as jobs
from mia.platform.kernel.ids import encode, new_id
from mia.platform.mail import service as mail

SEND_DUE = "oncall.send_due"
"""The event that has the job worker hand over one text or call: ``send_id``."""


@dataclass(frozen=True)
class Owner:
    """Someone who owns the practice: the last to be told."""

    user_id: UUID
    name: str = field(repr=False)
    email: str = field(repr=False)


def reference_of(send_id: UUID) -> str:
    """A message or call as the outside names it."""
    return encode("als", send_id)


async def tell(session: ClinicSession, row: AlertRow, who: Reachable, step: int, origin: str) -> None:
    """One person's turn: every way of theirs that works, at once."""
    for way in who.ways:
        address = who.contact.address(way)
        if address is None:
            continue
        send = await _add(session, row, who.contact.id, who.contact.name, way, address, step, "alert")
        if send is not None and way is Way.EMAIL:
            practice = await practices.get_practice(session)
            link = f"{origin}/oncall/{ack_token(session, send)}"
            email = words.alert_mail(practice.name, address, link, test=row.task_id is None)
            await _mail(session, row, send, email)


async def tell_owners(session: ClinicSession, row: AlertRow, owners: Sequence[Owner]) -> None:
    """Email those who own the practice, after everyone on call."""
    practice = await practices.get_practice(session)
    for owner in owners:
        send = await _add(session, row, owner.user_id, owner.name, Way.EMAIL, owner.email, row.step, "owners")
        if send is not None:
            tried = row.step > 0
            await _mail(session, row, send, words.owners_mail(practice.name, owner.email, tried=tried))


async def answer(session: ClinicSession, row: AlertRow, to: Reachable, purpose: str) -> None:
    """Text back to someone who texted about an alert: once for each purpose."""
    address = to.contact.phone
    if address is not None:
        await _add(session, row, to.contact.id, to.contact.name, Way.TEXT, address, row.step, purpose)


async def _mail(session: ClinicSession, row: AlertRow, send_id: UUID, email: mail.Message) -> None:
    """Give an email to the mail room, which has it from here on."""
    await mail.queue(session, email, key=f"alert:{send_id}")
    await queries.change_send(session, send_id, {"state": "sent"})
    await audit.record(session, "alert.send", "alert", [row.id], "email")


async def _add(
    session: ClinicSession,
    row: AlertRow,
    recipient_id: UUID,
    name: str,
    way: Way,
    address: str,
    step: int,
    purpose: str,
) -> UUID | None:
    """Write a message or call down; None when it was before. Texts and calls leave after this transaction."""
    send_id = new_id()
    values = {
        "id": send_id,
        "created_at": session.now(),
        "alert_id": row.id,
        "recipient_id": recipient_id,
        "purpose": purpose,
        "step": step,
        "way": way.value,
        "state": "queued",
        "name_sealed": session.seal(name),
        "address_sealed": session.seal(address),
    }
    if not await queries.add_send(session, values):
        return None
    if way is not Way.EMAIL:
        await jobs.emit(session, SEND_DUE, {"send_id": send_id})
    return send_id
