"""Incoming emails: whose they are, and how they are handled. Adapters pass them on unchanged."""

import asyncio
import re
from dataclasses import dataclass, field
from enum import StrEnum
from uuid import UUID

import structlog

from mia.clinic.inbox.threads import queries
from mia.clinic.inbox.threads.emails import LARGEST, Incoming, read_email
from mia.clinic.inbox.threads.receiving import InboundText, receive_mail
from mia.clinic.inbox.threads.reply_tokens import ReplyToken, clinic_tag, is_genuine, read_reply_token
from mia.clinic.patients import service as patients
from mia.identity import service as identity
from mia.identity.service import Clinic
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.errors import Invalid
from mia.platform.kernel.scope import SystemScope
from mia.platform.mail.service import check_recipient

log = structlog.get_logger()

_ACTOR = "mail"
_LARGEST_HEAD = 64 * 1024
_MOST_BOUNDARIES = 50
"""Times that an email names a boundary of its parts; an email of a person has two or three."""


class MailVerdict(StrEnum):
    """The SMTP answer: ``ACCEPTED`` also for emails that no one replies to."""

    ACCEPTED = "accepted"
    NO_SUCH_MAILBOX = "no_such_mailbox"
    TOO_LARGE = "too_large"
    UNREADABLE = "unreadable"


@dataclass(frozen=True)
class ArrivedMail:
    """An email as it came over the wire. ``sender`` is the return path, None or empty for reports."""

    sender: str | None = field(repr=False)
    recipient: str = field(repr=False)
    raw: bytes = field(repr=False)


class MailIntake:
    """Takes emails to ``address`` (and ``local+token@host``, ``local+clinic@host``) in."""

    def __init__(self, database: Database, address: str) -> None:
        self._database = database
        self._local, _, self._host = address.lower().rpartition("@")

    def is_ours(self, recipient: str) -> bool:
        """Whether an address is one of ours, before anything is read."""
        return self._extension(recipient) is not None

    async def take(self, arrived: ArrivedMail) -> MailVerdict:
        """Keep an email, once however often it is handed over, and have it answered where that is right."""
        extension = self._extension(arrived.recipient)
        if extension is None:
            return MailVerdict.NO_SUCH_MAILBOX
        if len(arrived.raw) > LARGEST:
            return MailVerdict.TOO_LARGE
        email = await _read(arrived)
        if email is None:
            return MailVerdict.UNREADABLE
        if email.is_report or not _answerable(email.sender):
            log.info("mail_of_nobody_ignored", report=email.is_report)
            return MailVerdict.ACCEPTED
        token = read_reply_token(extension)
        clinics = await self._clinics(extension, token)
        if token is not None and await self._take_reply(clinics, token, email):
            return MailVerdict.ACCEPTED
        clinic = await self._for_stranger(clinics, email)
        if clinic is None:
            return MailVerdict.NO_SUCH_MAILBOX
        async with self._database.clinic(identity.service_scope(clinic.id, _ACTOR)) as session:
            await receive_mail(session, _inbound(email), verified=False)
        return MailVerdict.ACCEPTED

    async def _take_reply(self, clinics: list[Clinic], token: ReplyToken, email: Incoming) -> bool:
        """An answer to one of our emails, from the address that got it; passed on, it is a stranger's."""
        for clinic in clinics:
            async with self._database.clinic(identity.service_scope(clinic.id, _ACTOR)) as session:
                if is_genuine(session, token) and await _address_of(session, token.thread_id) == email.sender:
                    await receive_mail(session, _inbound(email), verified=True)
                    return True
        return False

    async def _for_stranger(self, clinics: list[Clinic], email: Incoming) -> Clinic | None:
        """The clinic that an email without a signed address is for: the one it names, or the only one that knows
        the sender."""
        if len(clinics) == 1:
            return clinics[0]
        knowing = [clinic for clinic in clinics if await self._knows(clinic, email.sender)]
        return knowing[0] if len(knowing) == 1 else None

    async def _knows(self, clinic: Clinic, sender: str) -> bool:
        async with self._database.clinic(identity.service_scope(clinic.id, _ACTOR)) as session:
            if await queries.find_thread(session, address_blind=session.blind(sender)) is not None:
                return True
            return bool(await patients.find_by_email(session, sender))

    async def _clinics(self, extension: str, token: ReplyToken | None) -> list[Clinic]:
        async with self._database.system(SystemScope.LOGIN) as system:
            known = await identity.list_clinics(system)
        if token is not None:
            return [clinic for clinic in known if clinic_tag(clinic.id) == token.clinic_tag] or known
        return [clinic for clinic in known if clinic.slug == extension] if extension else known

    def _extension(self, recipient: str) -> str | None:
        local, _, host = recipient.strip("<> ").lower().rpartition("@")
        name, _, extension = local.partition("+")
        return extension if (name, host) == (self._local, self._host) else None


async def _read(arrived: ArrivedMail) -> Incoming | None:
    """The email; None for one whose headers or parts are made to keep a reader busy, or that breaks the library.

    In a thread: whatever it holds, the rest of this process goes on.
    """
    head = re.split(rb"\r?\n\r?\n", arrived.raw, maxsplit=1)[0]
    if len(head) > _LARGEST_HEAD or arrived.raw.lower().count(b"boundary") > _MOST_BOUNDARIES:
        return None
    try:
        return await asyncio.to_thread(read_email, arrived.raw, arrived.sender)
    except Exception as error:  # the library stumbles over some headers and structures
        log.warning("mail_unreadable", error=type(error).__name__)
        return None


async def _address_of(session: ClinicSession, thread_id: UUID) -> str | None:
    row = await queries.find_thread(session, id=thread_id)
    return session.unseal(row.address_sealed) if row else None


def _inbound(email: Incoming) -> InboundText:
    return InboundText(
        email.key,
        email.sender,
        email.text or email.subject,
        subject=email.subject,
        answers=email.message_id,
        by_machine=email.by_machine,
    )


def _answerable(sender: str) -> bool:
    try:
        check_recipient(sender)
        patients.normalize_email(sender)
    except Invalid:
        return False
    return True
