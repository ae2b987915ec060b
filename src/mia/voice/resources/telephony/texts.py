"""A text that comes in to a number of an organization: answered by who answers its calls, in a session."""

from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID

import structlog
from sqlalchemy import select, update

from mia.identity import throttle
from mia.identity.throttle import Limit
from mia.platform.db.session import OrgSession
from mia.platform.kernel.errors import MiaError, TooManyRequests
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import OrgScope
from mia.voice.auth.guards import scope_of_row
from mia.voice.resources.call.queries import lock_key
from mia.voice.resources.chat.service import ChatService
from mia.voice.resources.chat.web import MOST_LINES
from mia.voice.resources.dialing import service as dialing
from mia.voice.resources.phone_number.service import NUMBERS
from mia.voice.resources.session.models import SessionRecord
from mia.voice.resources.session.queries import messages_of
from mia.voice.resources.session.service import create_session, require_session
from mia.voice.resources.texting.models import TextRecord
from mia.voice.resources.texting.stopping import CONFIRMED, has_stopped, sender_of, wish_of
from mia.voice.resources.who_answers import ANSWERERS
from mia.voice.services import Services
from mia.voice.wire import Json

log = structlog.get_logger()

_ACTOR = "voice:telephony"
_HELD_SECONDS = 86_400
"""How long a conversation by text waits for the next one."""
_MOST_WORDS = 1_500
"""Characters of an answer: about ten parts of a text."""
_BY_PERSON = Limit("voice-text-in", timedelta(hours=1), per_subject=40)
_BY_NUMBER = Limit("voice-text-number", timedelta(hours=1), per_subject=1_000)


@dataclass(frozen=True)
class IncomingText:
    """A text that a carrier tells of; ``sender`` is their number (E.164)."""

    org_id: UUID
    number_id: UUID
    provider: str
    provider_id: str
    sender: str = field(repr=False)
    words: str = field(repr=False)

    @property
    def key(self) -> str:
        """The same for the same text, however often the carrier tells of it."""
        return f"{self.provider}:{self.provider_id}"


@dataclass(frozen=True)
class Reply:
    """What goes back, from ``number`` (E.164)."""

    number: str
    words: str = field(repr=False)


async def answer_text(services: Services, text: IncomingText) -> Reply | None:
    """Answer a text, once however often it is told of; None where nothing goes back.

    A ``MiaError`` when it cannot be answered now, and the carrier is to tell of it again: an earlier text is still
    being answered, or the model is away. :class:`NotFound` when the number was given up.
    """
    scope = scope_of_row(text.org_id, _ACTOR)
    async with services.database.org(scope) as session:
        number = (await NUMBERS.require(session, text.number_id)).number
        await lock_key(session, f"text:{text.key}")
        row = await _taken(session, text)
        if row.answered_at is not None:
            return None
        if wish := wish_of(text.words):
            row.wish, row.answered_at = wish, session.now()
            return Reply(number, CONFIRMED[wish])
        if await _unwanted(session, text):
            row.answered_at = session.now()
            return None
    if not await _has_room(services, text):
        return None
    async with services.database.org(scope) as session:
        begun = await _session_for(session, text)
    return None if begun is None else await _converse(services, scope, text, number, *begun)


async def _converse(
    services: Services, scope: OrgScope, text: IncomingText, number: str, session_id: UUID, greeting: str
) -> Reply | None:
    chats = ChatService(services.database, services.language_models, services.messages)
    chat = await chats.create_chat(scope, {"sessionId": str(session_id), "input": text.words})
    services.deliver_soon()
    async with services.database.org(scope) as session:
        mine = (TextRecord.org_id == session.scope.org_id, TextRecord.key == text.key)
        unanswered = update(TextRecord).where(*mine, TextRecord.answered_at.is_(None))
        answered = unanswered.values(answered_at=session.now()).returning(TextRecord.id)
        if await session.sql.scalar(answered) is None:  # told of twice at once: the other answer goes
            return None
    said = [greeting, *(message["content"] for message in chat["output"])]
    words = "\n".join(each for each in said if each)[:_MOST_WORDS]
    return Reply(number, words) if words else None


async def _taken(session: OrgSession, text: IncomingText) -> TextRecord:
    """The row of a text, new or from before."""
    known = select(TextRecord).where(TextRecord.org_id == session.scope.org_id, TextRecord.key == text.key)
    row = await session.sql.scalar(known)
    if row is None:
        sender = sender_of(session, text.sender)
        row = TextRecord(
            org_id=session.scope.org_id, id=new_id(), key=text.key, number_id=text.number_id, sender_blind=sender
        )
        session.sql.add(row)
        await session.sql.flush()
    return row


async def _unwanted(session: OrgSession, text: IncomingText) -> bool:
    """Whether nothing is to go back: to who wants no texts, or to where none are sent."""
    if await has_stopped(session, text.sender):
        return True
    return await dialing.refusal(session, {"number": text.sender}) is not None


async def _has_room(services: Services, text: IncomingText) -> bool:
    try:
        await throttle.check(services.database, _BY_NUMBER, "", str(text.number_id))
        await throttle.check(services.database, _BY_PERSON, "", f"{text.number_id}:{text.sender}")
    except TooManyRequests:
        log.warning("texts_throttled", number_id=str(text.number_id))
        return False
    return True


async def _session_for(session: OrgSession, text: IncomingText) -> tuple[UUID, str] | None:
    """The conversation that a text belongs to, and what a new one begins with; None where nobody answers."""
    row = await _taken(session, text)
    if going_on := await _going_on(session, row):
        row.session_id = going_on
        return going_on, ""
    does = NUMBERS.config(session, await NUMBERS.require(session, text.number_id))
    named: Json = {name: does[name] for name in ANSWERERS if does.get(name)}
    about = {"phoneNumberId": str(text.number_id), "customer": {"number": text.sender}}
    try:
        made = await create_session(session, {**named, **about, "expirationSeconds": _HELD_SECONDS})
    except MiaError as error:
        log.warning("number_without_answer", number_id=str(text.number_id), error=type(error).__name__)
        row.answered_at = session.now()
        return None
    await session.sql.flush()
    row.session_id = UUID(made["id"])
    return row.session_id, "\n".join(message["content"] for message in made.get("messages") or ())


async def _going_on(session: OrgSession, row: TextRecord) -> UUID | None:
    """The conversation that the sender has with this number, if it has not ended and may go on."""
    text, held = TextRecord, SessionRecord
    theirs = select(held.id).join(text, (text.org_id == held.org_id) & (text.session_id == held.id))
    theirs = theirs.where(held.org_id == session.scope.org_id, held.status == "active")
    theirs = theirs.where(text.sender_blind == row.sender_blind, text.number_id == row.number_id)
    found = await session.sql.scalar(theirs.order_by(text.created_at.desc()).limit(1))
    if found is None or len(messages_of(session, await require_session(session, found))) >= MOST_LINES:
        return None
    return found
