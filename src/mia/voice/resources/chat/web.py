"""Chats of strangers: with a public token, in sessions of their own."""

from uuid import UUID

from mia.platform.db.session import Database, OrgSession
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.scope import OrgScope
from mia.voice.resources.chat.exchange import Tell
from mia.voice.resources.chat.service import ChatService
from mia.voice.resources.session import service as sessions
from mia.voice.resources.session.queries import messages_of
from mia.voice.wire import Json

MOST_LINES = 200
"""Of a stranger's session: a language model reads all of it before each answer. Afterwards a new one begins."""
_OF_SESSION = ("assistantId", "assistantOverrides", "customer")


async def create_web_chat(
    chats: ChatService, database: Database, scope: OrgScope, request: Json, tell: Tell | None
) -> Json:
    """Answer what a stranger wrote, in the session named or, when there is none or it has ended, in a new one.

    Only a session that began this way, with this assistant, is gone on with; any other is :class:`NotFound`. Who
    the stranger says they are opens no earlier conversation.
    """
    async with database.org(scope) as session:
        session_id = await _session_for(session, request)
    return await chats.create_chat(scope, {"sessionId": session_id, "input": request["input"]}, tell)


async def _session_for(session: OrgSession, request: Json) -> str:
    if named := request.get("sessionId"):
        row = await sessions.require_session(session, UUID(named))
        if not row.web or str(row.assistant_id) != request["assistantId"]:
            raise NotFound("Session not found.")
        if row.status == "active" and len(messages_of(session, row)) < MOST_LINES:
            return str(row.id)
    begun = {name: request[name] for name in _OF_SESSION if name in request}
    made = await sessions.create_session(session, begun, web=True)
    return str(made["id"])
