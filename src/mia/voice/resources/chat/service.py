"""Chats: read, listed, erased, and the turn that makes one."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from mia.platform.conversation.ports import Message
from mia.platform.db.session import Database, OrgSession
from mia.platform.kernel.errors import Conflict, NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import OrgScope
from mia.platform.telemetry.metrics import TURN_SECONDS
from mia.platform.telemetry.tracing import span
from mia.voice.auth.spending import note_spending
from mia.voice.http import BadRequest
from mia.voice.language_models import LanguageModels
from mia.voice.messages.client import MessageClient
from mia.voice.messages.envelope import assistant_stub
from mia.voice.resources.assistant.brief import first_message
from mia.voice.resources.chat import queries
from mia.voice.resources.chat.exchange import Delta, Exchange, Tell, exchange
from mia.voice.resources.chat.going_on import require_same, with_values
from mia.voice.resources.chat.models import ChatRecord
from mia.voice.resources.chat.schemas import ChatListQuery
from mia.voice.resources.pricing.service import model_cost, prices_of
from mia.voice.resources.reading import note_reading
from mia.voice.resources.session import queries as sessions
from mia.voice.resources.session import turns
from mia.voice.resources.session.ending import complete_session, session_envelope
from mia.voice.resources.session.messages import from_stored, shown, to_stored
from mia.voice.resources.session.service import require_session
from mia.voice.resources.tool.mcp_tools import McpTools
from mia.voice.resources.who_answers import who_answers, workflow_of
from mia.voice.resources.workflow.answering import answering_for
from mia.voice.wire import Json, entity, paged, to_text, without_none


@dataclass(frozen=True)
class _Situation:
    """Where a conversation stands before a turn."""

    chat_id: UUID
    assistant_id: UUID | None
    session_id: UUID | None
    previous_chat_id: UUID | None
    assistant: Json
    envelope: Json
    history: list[Json]
    memory: dict[str, Any]


class ChatService:
    """Takes turns in writing. No transaction is open while the model thinks or a tool runs."""

    def __init__(self, database: Database, language_models: LanguageModels, messages: MessageClient) -> None:
        self._database = database
        self._language_models = language_models
        self._messages = messages

    async def create_chat(self, scope: OrgScope, request: Json, tell: Tell | None = None) -> Json:
        """Answer what was written; the chat on the wire, with ``endedReason`` when the assistant said goodbye.
        ``tell`` hears of what is said as it is said.

        :class:`Conflict` while another turn of the session is going on or when it has ended,
        :class:`~mia.platform.kernel.errors.Unavailable` when the model cannot answer: then nothing is stored.
        """
        if request.get("sessionId") and request.get("previousChatId"):
            raise BadRequest("Only one of sessionId and previousChatId may be provided.")
        earlier, text = split_input(request["input"])
        async with self._database.org(scope) as session:
            situation = await _situate(session, request, earlier, self._language_models)
        mcp = McpTools(self._messages, situation.envelope)
        async with self._turn(scope, situation):
            with span("turn"), TURN_SECONDS.labels("chat").time():
                situation = replace(situation, assistant=await mcp.listed(situation.assistant))
                try:
                    done = await self._answer(scope, situation, mcp, text, tell)
                finally:
                    mcp.leave()
            async with self._database.org(scope) as session:
                rendered = await _store(session, request, situation, done)
        if done.ended_reason is not None and situation.session_id is not None:
            await complete_session(
                self._database, self._language_models, scope, situation.session_id, done.ended_reason
            )
        return rendered

    @asynccontextmanager
    async def _turn(self, scope: OrgScope, situation: _Situation) -> AsyncIterator[None]:
        """Keep the lease that the session gave; what fails gives it back."""
        if situation.session_id is None:
            yield
            return
        try:
            async with turns.keeping_turn(self._database, scope, situation.session_id, situation.chat_id):
                yield
        except BaseException:
            async with self._database.org(scope) as session:
                await turns.give_back_turn(session, situation.session_id, situation.chat_id)
            raise

    async def _answer(
        self, scope: OrgScope, situation: _Situation, mcp: McpTools, text: str, tell: Tell | None
    ) -> Exchange:
        answering = answering_for(
            situation.assistant,
            situation.envelope,
            self._language_models,
            self._messages,
            self._database,
            scope,
            mcp=mcp,
        )
        history = [from_stored(message) for message in situation.history]
        say = _telling(situation, tell) if tell else None
        return await exchange(answering, history, situation.memory, text, say)


def _telling(situation: _Situation, tell: Tell) -> Callable[[int, str], None]:
    return lambda message, text: tell(Delta(situation.chat_id, situation.session_id, message, text))


async def read_chat(session: OrgSession, chat_id: UUID) -> Json:
    """One chat; :class:`NotFound` when the organization has none of that id."""
    row = await _require(session, chat_id)
    await note_reading(session, "chat", [chat_id])
    return _render(session, row)


async def list_chats(session: OrgSession, query: ChatListQuery) -> Json:
    """A page of chats."""
    rows, total = await queries.list_chats(session, query)
    await note_reading(session, "chat", [row.id for row in rows])
    return paged([_render(session, row) for row in rows], total, query)


async def delete_chat(session: OrgSession, chat_id: UUID) -> Json:
    """Erase a chat and return what it was. A session it belongs to keeps its own messages."""
    row = await _require(session, chat_id)
    rendered = await read_chat(session, chat_id)
    await session.sql.delete(row)
    return rendered


def split_input(given: str | list[Json]) -> tuple[list[Json], str]:
    """What comes before, and what is to be answered; :class:`BadRequest` when nothing is."""
    if isinstance(given, str):
        return [], given
    if not given or given[-1]["role"] != "user":
        raise BadRequest("input must end with a message of the user")
    return given[:-1], given[-1]["content"]


async def _situate(session: OrgSession, request: Json, earlier: list[Json], models: LanguageModels) -> _Situation:
    chat_id = new_id()
    if session_id := request.get("sessionId"):
        situation = await _in_session(session, chat_id, UUID(session_id), request)
    elif previous_id := request.get("previousChatId"):
        situation = await _after_chat(session, chat_id, UUID(previous_id), request)
    else:
        situation = await _on_its_own(session, chat_id, request, models, greet=not earlier)
    situation.history.extend(earlier)
    return situation


async def _in_session(session: OrgSession, chat_id: UUID, session_id: UUID, request: Json) -> _Situation:
    row = await require_session(session, session_id)
    require_same(request, row.assistant_id, row.workflow_id)
    if row.status == "completed":
        raise Conflict("The session is completed.")
    await turns.take_turn(session, session_id, chat_id)
    row = await require_session(session, session_id, lock=True)  # as it is now that the turn is ours
    return _Situation(
        chat_id=chat_id,
        assistant_id=row.assistant_id,
        session_id=session_id,
        previous_chat_id=None,
        assistant=with_values(sessions.unsealed(session, row.assistant_sealed), request),
        envelope=session_envelope(session, row, chat_id),
        history=sessions.messages_of(session, row),
        memory=sessions.unsealed(session, row.memory_sealed),
    )


async def _after_chat(session: OrgSession, chat_id: UUID, previous_id: UUID, request: Json) -> _Situation:
    row = await _require(session, previous_id)
    require_same(request, row.assistant_id, row.workflow_id)
    if row.history_sealed is None or row.memory_sealed is None:
        raise BadRequest("The previous chat belongs to a session: provide its sessionId.")
    assistant = with_values(json.loads(session.unseal(row.assistant_sealed)), request)
    return _Situation(
        chat_id=chat_id,
        assistant_id=row.assistant_id,
        session_id=None,
        previous_chat_id=previous_id,
        assistant=assistant,
        envelope=_envelope(chat_id, assistant),
        history=json.loads(session.unseal(row.history_sealed)),
        memory=json.loads(session.unseal(row.memory_sealed)),
    )


async def _on_its_own(
    session: OrgSession, chat_id: UUID, request: Json, models: LanguageModels, *, greet: bool
) -> _Situation:
    assistant_id, assistant = await who_answers(session, request, models)
    greeting = first_message(assistant) if greet else ""
    history = [to_stored(Message("assistant", greeting), session.now())] if greeting else []
    envelope = _envelope(chat_id, assistant)
    return _Situation(chat_id, assistant_id, None, None, assistant, envelope, history, {})


def _envelope(chat_id: UUID, assistant: Json) -> Json:
    return {"chat": {"id": str(chat_id)}, "assistant": assistant_stub(assistant)}


async def _store(session: OrgSession, request: Json, situation: _Situation, done: Exchange) -> Json:
    now = session.now()
    fresh = [to_stored(message, now) for message in done.messages]
    history = to_text([*situation.history, *fresh])
    sent = shown(fresh)
    output = [message for message in sent if message["role"] == "assistant"]
    seen = {"input": request["input"], "output": output, "messages": sent, **await _costs(session, situation, done)}
    in_session = situation.session_id is not None
    row = ChatRecord(
        org_id=session.scope.org_id,
        id=situation.chat_id,
        created_at=now,
        updated_at=now,
        name=request.get("name"),
        session_id=situation.session_id,
        previous_chat_id=situation.previous_chat_id,
        assistant_id=situation.assistant_id,
        workflow_id=workflow_of(situation.assistant),
        ended_reason=done.ended_reason,
        assistant_sealed=session.seal(to_text(done.assistant)),
        exchange_sealed=session.seal(to_text(seen)),
        history_sealed=None if in_session else session.seal(history),
        memory_sealed=None if in_session else session.seal(to_text(done.memory)),
    )
    session.sql.add(row)
    if situation.session_id is not None:
        conversation = await require_session(session, situation.session_id, lock=True)
        conversation.messages_sealed = session.seal(history)
        conversation.memory_sealed = session.seal(to_text(done.memory))
        if done.assistant != situation.assistant:
            conversation.assistant_sealed = session.seal(to_text(done.assistant))
        turns.end_turn(conversation, situation.chat_id)
        conversation.last_active_at = conversation.updated_at = now
    return _render(session, row)


async def _costs(session: OrgSession, situation: _Situation, done: Exchange) -> Json:
    """What the answer used, and cost at the organization's prices; it is counted for the token."""
    model = situation.assistant.get("model") or {}
    named = {"provider": "mia"} | {name: model[name] for name in ("provider", "model") if model.get(name)}
    tokens = {"promptTokens": done.tokens.prompt, "completionTokens": done.tokens.completion}
    cost = model_cost(await prices_of(session), named, done.tokens.prompt, done.tokens.completion)
    await note_spending(session, session.scope.actor, cost)
    return {"cost": float(cost), "costs": [{"type": "model", "model": named, **tokens, "cost": float(cost)}]}


async def _require(session: OrgSession, chat_id: UUID) -> ChatRecord:
    row = await queries.find_chat(session, chat_id)
    if row is None:
        raise NotFound("Chat not found.")
    return row


def _render(session: OrgSession, row: ChatRecord) -> Json:
    return entity(row.id, row.org_id, row.created_at, row.updated_at) | without_none(
        json.loads(session.unseal(row.exchange_sealed))
        | {
            "name": row.name,
            "sessionId": str(row.session_id) if row.session_id else None,
            "previousChatId": str(row.previous_chat_id) if row.previous_chat_id else None,
            "assistantId": str(row.assistant_id) if row.assistant_id else None,
            "workflowId": str(row.workflow_id) if row.workflow_id else None,
            "endedReason": row.ended_reason,
        }
    )
