"""One-time codes: six digits sent to a phone or mailbox, which only its owner can read back.

Whether a contact is on file makes no difference to what happens or what is answered.
"""

import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from uuid import UUID

from sqlalchemy import ColumnElement

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Channel
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Conversation, MessageClass, OutboundText
from mia.clinic.practice import service as practices
from mia.clinic.verification import queries
from mia.clinic.verification.models import ContactCodeRow
from mia.identity.service import Limit
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.settings import Settings
from mia.platform.mail import service as mail
from mia.platform.mail.service import Message
from mia.platform.words.phone_numbers import is_in_countries

LIFETIME = timedelta(minutes=10)
"""How long a code is good."""
MOST_TRIES = 5
"""Wrong answers to one code. With four codes an hour for a contact: 20 guesses at a million."""
_DIGITS = 6
CONTACT_CODE = Limit("contact-code", timedelta(hours=1), per_address=10, per_subject=4)
"""One-time codes sent; the subject is the phone or email they go to. Counted in rows of this room."""


class Sending(StrEnum):
    """What became of a wish for a code."""

    SENT = "sent"
    TOO_MANY = "too_many"
    """This contact, or this place, was sent several already."""
    PROVEN = "proven"
    """No code is needed anymore."""
    NOT_POSSIBLE = "not_possible"
    """A number outside the countries that are texted, or one that asked not to be; or a clinic that cannot text."""


class Check(StrEnum):
    """What a code that was read back comes to."""

    PROVEN = "proven"
    WRONG = "wrong"
    EXPIRED = "expired"
    """None was sent in this conversation, or it is too old, used, or was guessed at too often."""


@dataclass(frozen=True)
class CodeRules:
    """``countries``: whose numbers are texted, as ISO 3166 codes."""

    limit: Limit
    countries: Sequence[str]

    @classmethod
    def of(cls, settings: Settings) -> "CodeRules":
        """The rules of this installation."""
        return cls(CONTACT_CODE.of(settings), settings.countries)


@dataclass(frozen=True)
class Checked:
    """The result of a check; ``contact`` is what was proven by it."""

    check: Check
    contact: str | None = field(default=None, repr=False)
    tries_left: int = 0


async def send_code(session: ClinicSession, conversation: Conversation, contact: str, rules: CodeRules) -> Sending:
    """Send a new code to a phone (E.164) or email; earlier codes of this conversation become invalid."""
    if not await can_be_sent(session, contact, rules):
        return Sending.NOT_POSSIBLE
    blind = session.blind(contact)
    await queries.hold_lock(session, f"contact-code:{blind.hex()}")
    if await is_over(session, ContactCodeRow.contact_blind == blind, conversation.origin, rules.limit):
        return Sending.TOO_MANY
    code, row_id = new_code(), new_id()
    await queries.add_code(
        session,
        {
            "id": row_id,
            "created_at": session.now(),
            "conversation_id": conversation.id,
            "contact_sealed": session.seal(contact),
            "contact_blind": blind,
            "origin_blind": conversation.origin,
            "code_hash": hash_of(session, row_id, code),
        },
    )
    await deliver(session, contact, code, row_id)
    await audit.record(session, "contact_code.send", "conversation", [conversation.id])
    return Sending.SENT


async def check_code(session: ClinicSession, conversation_id: UUID, code: str) -> Checked:
    """Compare what someone read back with the code sent last in the conversation. Right once, it is used up. Where
    none was sent because no one is known who was named, any answer is as wrong as another."""
    row = await queries.newest_code(session, conversation_id)
    if row is None or row.used_at is not None or row.tries >= MOST_TRIES:
        return Checked(Check.EXPIRED)
    if row.created_at + LIFETIME <= session.now():
        return Checked(Check.EXPIRED)
    digits = "".join(character for character in code if character.isdecimal())
    if not hmac.compare_digest(row.code_hash, hash_of(session, row.id, digits)):
        left = MOST_TRIES - row.tries - 1
        await queries.change_code(session, row.id, {"tries": row.tries + 1})
        await audit.record(session, "contact_code.check", "conversation", [conversation_id], outcome="wrong")
        return Checked(Check.WRONG if left else Check.EXPIRED, tries_left=left)
    await queries.change_code(session, row.id, {"used_at": session.now()})
    await audit.record(session, "contact_code.check", "conversation", [conversation_id])
    assert row.contact_sealed is not None, "a code that was read back was sent somewhere"
    return Checked(Check.PROVEN, session.unseal(row.contact_sealed))


async def proven_in(session: ClinicSession, conversation_id: UUID) -> set[str]:
    """The contacts that were proven by code in a conversation."""
    used = await queries.list_used(session, conversation_id)
    return {session.unseal(row.contact_sealed) for row in used if row.contact_sealed is not None}


async def can_be_sent(session: ClinicSession, contact: str, rules: CodeRules) -> bool:
    """Whether a code may go to a contact: any mailbox, and numbers of the countries that are texted."""
    if "@" in contact:
        return True
    reachable = is_in_countries(contact, rules.countries)
    no_sender = Channel.SMS in await consent.channels_without_number(session)
    return reachable and not no_sender and not await consent.is_suppressed(session, contact)


async def is_over(session: ClinicSession, subject: ColumnElement[bool], origin: bytes | None, limit: Limit) -> bool:
    """Whether a subject (a contact, someone's claim) or a place had as many codes as it may have."""
    since = session.now() - limit.window
    if await queries.count_codes(session, since, subject) >= limit.per_subject:
        return True
    if origin is None:
        return False
    return await queries.count_codes(session, since, ContactCodeRow.origin_blind == origin) >= limit.per_address


def new_code() -> str:
    """Six digits."""
    return f"{secrets.randbelow(10**_DIGITS):0{_DIGITS}}"


def hash_of(session: ClinicSession, row_id: UUID, code: str) -> bytes:
    """Keyed, because anyone who reads the table could try a million codes quickly."""
    return session.blind(f"contact-code:{row_id.hex}:{code}")


async def deliver(session: ClinicSession, contact: str, code: str, row_id: UUID) -> None:
    """Queue the code for a phone (E.164) or a mailbox."""
    await (_mail if "@" in contact else _text)(session, contact, code, row_id)


async def _text(session: ClinicSession, phone: str, code: str, row_id: UUID) -> None:
    practice = await practices.get_practice(session)
    words = f"{practice.name}: your code is {code}. It is good for 10 minutes. Not you? Then ignore this text."
    thread_id = await inbox.ensure_thread(session, phone)
    outbound = OutboundText("mia", words, MessageClass.REPLY, f"contact-code:{row_id}", secret=True)
    await inbox.queue_text(session, thread_id, outbound)


async def _mail(session: ClinicSession, address: str, code: str, row_id: UUID) -> None:
    practice = await practices.get_practice(session)
    text = (
        f"Your code is {code}.\n\nIt is good for 10 minutes. Enter it in your conversation with Mia, the AI "
        f"assistant of {practice.name}.\n\nIf you did not ask for it, ignore this email: nothing happens without "
        "the code.\n"
    )
    message = Message(to=address, subject=f"Your code for {practice.name}", text=text)
    await mail.queue(session, message, key=f"contact-code:{row_id}", secret=True)
