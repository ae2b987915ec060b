"""The widget: visitors talk or write with the receptionist of the demo practice, or with a clinic's on its website.

No one signs in here, so everything is bounded: how often one address may begin, how many visitors there
are at a time, how long a token and a conversation last.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID

import structlog

from mia.clinic.frontdesk.assistant import MAX_CALL_SECONDS
from mia.clinic.frontdesk.desk import FrontDesk, T, Variables
from mia.clinic.frontdesk.ports import CallerLimit, ChatReply, Description, Room, VoiceService, WebCall
from mia.clinic.frontdesk.server_messages.missed import BUSY_ON_THE_WEB, ENOUGH_FROM_HERE, note_missed_call
from mia.clinic.frontdesk.tokens import VisitorPass
from mia.clinic.frontdesk.widget_limits import WidgetLimits
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Channel, Conversation
from mia.clinic.ratings import service as ratings
from mia.identity import service as identity
from mia.identity.service import Clinic, Limit
from mia.platform.kernel.errors import (
    Conflict,
    Forbidden,
    MiaError,
    NotFound,
    TooManyRequests,
    Unauthenticated,
    Unavailable,
)
from mia.platform.kernel.scope import ClinicScope

log = structlog.get_logger()

_ENDED = "This conversation has ended."

_MANY_CHATS = "You have several chats open. Please continue in one of them or try again in a few minutes."

PASS_VALIDITY = timedelta(minutes=30)
"""How long a visitor's token holds: longer than the longest call, renewed by beginning again."""
ACTIVE_FOR = timedelta(minutes=2)
"""A chat in which no one wrote for so long keeps no other visitor out."""


@dataclass(frozen=True)
class Begun:
    """A conversation a visitor may take part in. ``greeting`` is what Mia wrote first (chats only)."""

    conversation_id: UUID
    token: str = field(repr=False)
    practice_name: str
    max_seconds: int
    greeting: str = ""


@dataclass(frozen=True)
class _Host:
    """Whose receptionist a visitor meets, and how often they may. ``counted``: what the limit counts beside the
    address; ``passing``: what they say is gone after a day."""

    clinic: Clinic
    limit: Limit
    counted: str
    passing: bool


class Widget:
    """What visitors may do. ``address`` is the network address they come from; ``clinic`` the one on whose website
    they are, None on our own pages, where they meet the demo practice and nothing they say is kept for long."""

    def __init__(self, desk: FrontDesk, limits: WidgetLimits | None = None) -> None:
        self._desk = desk
        self._limits = limits or WidgetLimits.of(desk.settings)

    async def start_call(self, address: str, clinic: Clinic | None = None) -> Begun:
        """Begin a call that the visitor's browser will join."""
        host = await self._host(clinic)
        overrides = await self._desk.incoming_overrides(host.clinic.id)
        at_once = self._limits.calls_at_once
        limit = CallerLimit(at_once.holder(self._desk.settings, address), at_once.per_address)

        async def begin(assistant_id: str, variables: Variables) -> WebCall:
            return await self._desk.voice(host.clinic.id).start_web_call(assistant_id, variables, overrides, limit)

        conversation, call = await self._start(host, address, Channel.WEB_CALL, begin)
        clinic = host.clinic
        async with self._desk.database.clinic(self._desk.scope(clinic.id)) as session:
            await inbox.open_conversation(session, conversation.id, call.id, call.ticket)
        return self._begun(clinic, conversation)

    async def answer_offer(self, conversation_id: UUID, token: str, offer: Description) -> Description:
        """Join the call: the answer to the browser's offer.

        :class:`TooManyRequests` when the visitor's network holds as many lines as it may. :class:`Unavailable` when
        none is free: the visitor is told what to do instead, and staff get a task.
        """
        return await self._join(conversation_id, token, lambda voice, call: voice.answer_offer(call, offer))

    async def enter_room(self, conversation_id: UUID, token: str) -> Room:
        """Join the call in a room of the media engine. Raises as :meth:`answer_offer`."""
        return await self._join(conversation_id, token, lambda voice, call: voice.enter_room(call))

    async def _join(
        self, conversation_id: UUID, token: str, how: Callable[[VoiceService, WebCall], Awaitable[T]]
    ) -> T:
        scope, conversation = await self._admitted(conversation_id, token)
        if conversation.is_closed or conversation.voice_id is None or conversation.ticket is None:
            raise Conflict("This call has ended")
        call = WebCall(conversation.voice_id, conversation.ticket)
        try:
            return await how(self._desk.voice(scope.clinic_id), call)
        except TooManyRequests as enough:
            raise TooManyRequests(ENOUGH_FROM_HERE, retry_after=enough.retry_after) from None
        except Unavailable:
            async with self._desk.database.clinic(scope) as session:
                current = await inbox.get_conversation(session, conversation_id, lock=True)
                await note_missed_call(session, current, None, inbox.UNKNOWN_CALLER)
            raise Unavailable(BUSY_ON_THE_WEB) from None

    async def end_call(self, conversation_id: UUID, token: str) -> None:
        """Hang up. Saying so twice, or when Mia has hung up already, is fine."""
        scope, conversation = await self._admitted(conversation_id, token)
        if conversation.is_closed or conversation.voice_id is None or conversation.ticket is None:
            return
        call = WebCall(conversation.voice_id, conversation.ticket)
        await self._quietly(self._desk.voice(scope.clinic_id).end_call(call))

    async def start_chat(self, address: str, clinic: Clinic | None = None) -> Begun:
        """Begin a conversation in writing."""
        host = await self._host(clinic)
        clinic = host.clinic
        begin = self._desk.voice(clinic.id).start_chat
        conversation, chat = await self._start(host, address, Channel.WEB_CHAT, begin)
        async with self._desk.database.clinic(self._desk.scope(clinic.id)) as session:
            await inbox.open_conversation(session, conversation.id, chat.id)
        return self._begun(clinic, conversation, chat.greeting)

    async def send_message(self, address: str, conversation_id: UUID, token: str, text: str) -> ChatReply:
        """What Mia answers. :class:`Conflict` when the chat has ended, :class:`TooManyRequests` for too many
        messages, :class:`Unavailable` while she answers the one before: in both cases it was not sent."""
        scope, conversation = await self._admitted(conversation_id, token)
        for limit in (self._limits.messages, self._limits.chat_length):
            await identity.check(self._desk.database, limit, address, str(conversation_id))
        if conversation.is_closed or conversation.voice_id is None:
            raise Conflict(_ENDED)
        async with self._desk.database.clinic(scope) as session:
            await inbox.note_activity(session, conversation.id)
            await inbox.note_in_progress(session, conversation, inbox.UNKNOWN_CALLER)
        try:
            return await self._desk.voice(scope.clinic_id).send_chat(conversation.voice_id, text)
        except NotFound:
            raise Conflict(_ENDED) from None

    async def end_chat(self, conversation_id: UUID, token: str) -> None:
        """Leave. Saying so twice is fine."""
        scope, conversation = await self._admitted(conversation_id, token)
        if not conversation.is_closed and conversation.voice_id is not None:
            await self._quietly(self._desk.voice(scope.clinic_id).end_chat(conversation.voice_id))

    async def rate_chat(self, conversation_id: UUID, token: str, score: int) -> None:
        """Say what it was like, once, 1 to 5; for chats on a clinic's website, where the practice lets Mia ask."""
        scope, conversation = await self._admitted(conversation_id, token)
        if conversation.visitor:
            raise Forbidden("The demo practice does not ask for ratings")
        async with self._desk.database.clinic(scope) as session:
            await ratings.rate_conversation(session, conversation.id, conversation.patient_id, score)

    async def _host(self, clinic: Clinic | None) -> _Host:
        if clinic is not None:
            return _Host(clinic, self._limits.site_starts, str(clinic.id), passing=False)
        return _Host(await self._desk.site_practice(), self._limits.starts, "", passing=True)

    async def _start(
        self, host: _Host, address: str, channel: Channel, begin: Callable[[str, Variables], Awaitable[T]]
    ) -> tuple[Conversation, T]:
        """Count, then ask the voice service outside any transaction; what it refused is forgotten."""
        admission = await identity.check(self._desk.database, host.limit, address, host.counted)
        try:
            conversation = await self._admit(host, channel, address)
            return conversation, await self._begin(host.clinic, conversation, begin)
        except MiaError:
            await identity.forgive(self._desk.database, admission)
            raise

    async def _begin(
        self, clinic: Clinic, conversation: Conversation, begin: Callable[[str, Variables], Awaitable[T]]
    ) -> T:
        try:
            return await self._desk.with_assistant(clinic.id, begin)
        except MiaError as error:
            async with self._desk.database.clinic(self._desk.scope(clinic.id)) as session:
                await inbox.abandon_conversation(session, conversation.id)
            log.info("conversation_refused", channel=conversation.channel.value, error=type(error).__name__)
            raise

    async def _admit(self, host: _Host, channel: Channel, address: str) -> Conversation:
        async with self._desk.database.clinic(self._desk.scope(host.clinic.id)) as session:
            await inbox.lock_visitors(session)
            now = session.now()
            visitors = await inbox.count_visitors_now(session, now - PASS_VALIDITY, now - ACTIVE_FOR)
            if visitors >= self._limits.at_once:
                raise Unavailable("All lines are busy. Please try again in a moment.")
            origin = identity.household_of(address)
            if channel is Channel.WEB_CHAT and origin:
                theirs = await inbox.count_chats_of(session, origin, now - ACTIVE_FOR)
                if theirs >= self._limits.chats_at_once.per_address:
                    raise TooManyRequests(_MANY_CHATS, retry_after=round(ACTIVE_FOR.total_seconds()))
            return await inbox.start_conversation(session, channel, visitor=host.passing, origin=origin)

    def _begun(self, clinic: Clinic, conversation: Conversation, greeting: str = "") -> Begun:
        expires_at = self._desk.database.clock.now() + PASS_VALIDITY
        token = self._desk.passes.issue(VisitorPass(clinic.id, conversation.id), expires_at)
        return Begun(conversation.id, token, clinic.name, MAX_CALL_SECONDS, greeting)

    async def _admitted(self, conversation_id: UUID, token: str) -> tuple[ClinicScope, Conversation]:
        visitor = self._desk.passes.read(token, conversation_id, self._desk.database.clock.now())
        scope = self._desk.scope(visitor.clinic_id)
        async with self._desk.database.clinic(scope) as session:
            return scope, await inbox.get_conversation(session, conversation_id)

    async def _quietly(self, farewell: Awaitable[None]) -> None:
        """A visitor who leaves need not hear that the line is down: upkeep closes the conversation."""
        try:
            await farewell
        except (Unavailable, Unauthenticated):
            log.info("farewell_not_delivered")
