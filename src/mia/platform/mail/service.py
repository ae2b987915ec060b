"""Emails: queued in the transaction of the change, handed to a :class:`MailSender` after its commit.

An email is sent at least once. It is claimed before it is handed over and marked after, so that it goes
out twice only when a process dies in between; both copies then carry the same Message-ID.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email import message_from_string, policy
from email.message import EmailMessage
from uuid import UUID

import structlog

from mia.platform.db.session import ClinicSession, Database, OrgSession
from mia.platform.jobs import service as jobs
from mia.platform.kernel.errors import Unavailable
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope
from mia.platform.mail import queries
from mia.platform.mail.models import MailRow
from mia.platform.mail.ports import Attachment, Email, MailRefused, MailSender, Message
from mia.platform.mail.rendering import check_recipient, from_json, to_json

log = structlog.get_logger()

QUEUED = "mail.queued"
"""The event that has the job worker call :func:`deliver` with its ``mail_id``."""

_CLAIM = timedelta(seconds=50)
"""Longer than a handler may run, shorter than the lease of its event."""
_OVERDUE = timedelta(minutes=15)
_HOPELESS = timedelta(days=3)
"""How long an email is retried; after that it is outdated."""
_SANDBOX_SHOWN = 100


@dataclass(frozen=True)
class Kept:
    """An email on record."""

    id: UUID
    key: str
    status: str
    written_at: datetime
    message: Message | None = field(repr=False)


@dataclass(frozen=True)
class Received:
    """An email in the sandbox's inbox."""

    id: UUID
    at: datetime
    mail: EmailMessage = field(repr=False)


async def queue(
    session: ClinicSession | OrgSession, message: Message, *, key: str, secret: bool = False
) -> UUID | None:
    """Write an email; it leaves after this transaction has committed.

    ``key`` names what it is about (``demo-booked:<appointment>``): the first email of a key is sent, for a
    later one None is returned. A ``secret`` one, which holds a link that opens an account, is emptied here
    when it has left. :class:`Invalid` (field ``email``) for an address no one can write to.
    """
    check_recipient(message.to)
    values = {
        "id": new_id(),
        "key": key,
        "to_blind": session.blind(message.to.lower()),
        "message_sealed": session.seal(to_json(message)),
        "secret": secret,
        "created_at": session.now(),
    }
    mail_id = await queries.add_mail(session, values)
    if mail_id is not None:
        await jobs.emit(session, QUEUED, {"mail_id": mail_id})
    return mail_id


async def deliver(database: Database, scope: ClinicScope, sender: MailSender, mail_id: UUID) -> None:
    """Hand a queued email over; one that is sent or in other hands is left alone.

    :class:`Unavailable` when it could not be sent now: its event is then tried again, later and later.
    """
    async with database.clinic(scope) as session:
        sealed = await queries.claim(session, mail_id, _CLAIM)
        message = from_json(session.unseal(sealed)) if sealed else None
    if message is None:
        return
    status = "sent"
    try:
        await sender.send(Email(mail_id, scope, message))
    except MailRefused:
        status = "refused"
        log.warning("mail_refused", mail_id=str(mail_id))
    except Unavailable:
        async with database.clinic(scope) as session:
            await queries.change_mail(session, mail_id, {"claimed_until": None})
        raise
    async with database.clinic(scope) as session:
        now = session.now() if status == "sent" else None
        await queries.change_mail(session, mail_id, {"status": status, "sent_at": now, "claimed_until": None})
        await queries.empty_secret(session, mail_id)


async def requeue_waiting(session: ClinicSession) -> int:
    """Try emails again whose event was given up, for three days. Periodic work; returns how many."""
    waiting = await queries.list_waiting(session, session.now() - _OVERDUE)
    for row in waiting:
        if row.created_at < session.now() - _HOPELESS:
            await queries.change_mail(session, row.id, {"status": "given_up"})
            log.error("mail_given_up", mail_id=str(row.id))
        else:
            await jobs.emit(session, QUEUED, {"mail_id": row.id})
    return len(waiting)


async def purge_content(session: ClinicSession, before: datetime) -> int:
    """Remove content and recipients of emails written before an instant; returns how many."""
    return await queries.empty_mails(session, before=before) + await queries.drop_received(session, before=before)


async def list_for(session: ClinicSession, address: str) -> list[Kept]:
    """The emails to an address, oldest first."""
    return [_kept(session, row) for row in await queries.list_sent_to(session, session.blind(address.lower()))]


async def find_by_key(session: ClinicSession, key: str) -> Kept | None:
    """The email about something; None when there was none."""
    row = await queries.find_by_key(session, key)
    return _kept(session, row) if row else None


async def has_sent(session: ClinicSession, prefix: str) -> bool:
    """Whether a mail left whose key begins with ``prefix``."""
    return await queries.has_sent(session, prefix)


async def find_by_id(session: ClinicSession, mail_id: UUID) -> Kept | None:
    """One email; None when the clinic has none of this id."""
    row = await queries.find_by_id(session, mail_id)
    return _kept(session, row) if row else None


async def erase_all(session: OrgSession) -> int:
    """Remove every email of an organization that leaves; returns how many."""
    return await queries.drop_mails(session)


async def erase_for(session: ClinicSession, address: str) -> int:
    """Remove what was written to an address; what still waits is not sent. Returns how many emails."""
    return await erase_blind(session, session.blind(address.lower()))


async def erase_blind(session: ClinicSession, to_blind: bytes) -> int:
    """:func:`erase_for` an address of which only the keyed hash is known."""
    await queries.drop_received(session, to_blind=to_blind)
    return await queries.empty_mails(session, to_blind=to_blind)


async def keep_in_sandbox(session: ClinicSession, email: Email, source: str) -> None:
    """Receive an email in the sandbox (demo and development)."""
    values = {
        "id": email.id,
        "to_blind": session.blind(email.message.to.lower()),
        "source_sealed": session.seal(source),
        "created_at": session.now(),
    }
    await queries.add_received(session, values)


async def list_sandbox(session: ClinicSession) -> list[Received]:
    """The clinic's emails in the sandbox, newest first."""
    return [
        Received(row.id, row.created_at, _parsed(session.unseal(row.source_sealed)))
        for row in await queries.list_received(session, _SANDBOX_SHOWN)
    ]


def _kept(session: ClinicSession, row: MailRow) -> Kept:
    message = from_json(session.unseal(row.message_sealed)) if row.message_sealed else None
    return Kept(row.id, row.key, row.status, row.created_at, message)


def _parsed(source: str) -> EmailMessage:
    mail = message_from_string(source, EmailMessage, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    return mail
