"""Tools of the kind ``query``: looking things up in files, or at a knowledge server of the client's own."""

import json
from typing import Any
from uuid import UUID

from mia.platform.conversation.ports import CallTool, ToolResult
from mia.platform.db.session import Database
from mia.platform.kernel.scope import OrgScope
from mia.voice.messages.authentication import proof
from mia.voice.messages.client import IDEMPOTENCY_HEADER, MessageClient, NotSent
from mia.voice.messages.retries import send
from mia.voice.messages.targets import target_of
from mia.voice.messages.tools import failed
from mia.voice.resources.knowledge_base.service import look_up
from mia.voice.wire import Json, milliseconds, to_text

_LONGEST = 1000
_MOST_DOCUMENTS = 20
_LONGEST_DOCUMENT = 4000
_LONGEST_MESSAGE = 1000


class LookingUp:
    """Looks things up for one conversation. ``envelope`` says whose call, chat or session it is."""

    def __init__(self, database: Database, scope: OrgScope, client: MessageClient, envelope: Json) -> None:
        self._database = database
        self._scope = scope
        self._client = client
        self._envelope = envelope

    async def __call__(self, tool: Json, call: CallTool) -> ToolResult:
        """``{documents: [{content, similarity, ...}]}``, the best first; none when nothing fits. A server may have
        its own words said instead of the model's (``message``)."""
        words = call.arguments.get("query")
        if not isinstance(words, str) or not words.strip():
            return failed(call, "query must say what is looked for.")
        documents: list[Json] = []
        for base in tool["knowledgeBases"]:
            if base.get("server"):
                told = await self._ask(base["server"], words[:_LONGEST], call.call_id)
                if told is None:
                    return failed(call, "The knowledge base could not be asked.")
                if isinstance(told, str):
                    return ToolResult(call.call_id, call.name, {"message": told}, says=told)
                documents += told
            else:
                documents += await self._search(base, words[:_LONGEST])
        documents.sort(key=lambda each: -each["similarity"])
        return ToolResult(call.call_id, call.name, {"documents": documents[:_MOST_DOCUMENTS]})

    async def _search(self, base: Json, words: str) -> list[Json]:
        ids = [UUID(id) for id in base.get("fileIds") or ()]
        async with self._database.org(self._scope) as session:
            return await look_up(session, ids, words, base.get("searchPlan"))

    async def _ask(self, server: Json, words: str, call_id: str) -> list[Json] | str | None:
        """What a server knows, or has said (server message ``knowledge-base-request``)."""
        target = target_of(server)
        if target is None:
            return None
        asked = {"role": "user", "content": words}
        message = {
            "type": "knowledge-base-request",
            "timestamp": milliseconds(self._database.clock.now()),
            "messages": [asked],
            "messagesOpenAIFormatted": [asked],
            **self._envelope,
        }
        body = to_text({"message": message}).encode()
        seconds, plan = target.timeout_seconds, target.backoff_plan
        try:
            proven = await proof(self._client, target.headers, target.authentication, call_id, body)
            headers = {**target.headers, **proven, IDEMPOTENCY_HEADER: call_id}
            answer = await send(self._client, "POST", target.url, headers, body, seconds, plan)
        except NotSent:
            return None
        return _read_answer(answer.body) if answer.is_success else None


def _read_answer(body: bytes) -> list[Json] | str | None:
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        return None
    message: Any = said.get("message") if isinstance(said, dict) else None
    if isinstance(message, dict) and isinstance(message.get("content"), str) and message["content"].strip():
        return str(message["content"])[:_LONGEST_MESSAGE]
    listed: Any = said.get("documents") if isinstance(said, dict) else None
    if not isinstance(listed, list):
        return None
    return [_document(each) for each in listed[:_MOST_DOCUMENTS] if isinstance(each, dict)]


def _document(each: Json) -> Json:
    similarity = each.get("similarity")
    weight = float(similarity) if isinstance(similarity, int | float) else 0.0
    return {"content": str(each.get("content", ""))[:_LONGEST_DOCUMENT], "similarity": weight}
