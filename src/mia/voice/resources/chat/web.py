"""Chats of strangers: with a public token, in sessions of their own."""

from uuid import UUID

from mia.platform.db.session import Database, OrgSession
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.scope import OrgScope
from mia.voice.http import BadRequest
from mia.voice.language_models import LanguageModels
from mia.voice.resources.chat.exchange import Tell
from mia.voice.resources.chat.service import ChatService, split_input
from mia.voice.resources.session import service as sessions
from mia.voice.resources.session.queries import messages_of, unsealed
from mia.voice.wire import Json

MOST_LINES = 200
"""Of a stranger's session: a language model reads all of it before each answer. Afterwards a new one begins."""
_OF_SESSION = ("assistantId", "assistantOverrides", "customer")


async def create_web_chat(
    chats: ChatService,
    database: Database,
    models: LanguageModels,
    scope: OrgScope,
    request: Json,
    tell: Tell | None,
) -> Json:
    """Answer what a stranger wrote, in the session named or, when there is none or it has ended, in a new one.

    Only a session that began this way, with this assistant, is gone on with; any other is :class:`NotFound`. Who
    the stranger says they are opens no earlier conversation.
    """
    split_input(request["input"])  # nothing is begun for what cannot be answered
    async with database.org(scope) as session:
        session_id, goes_on = await _session_for(session, request, models)
    written = {"sessionId": session_id, "input": request["input"]}
    if goes_on and (overrides := request.get("assistantOverrides")):
        written["assistantOverrides"] = overrides
    return await chats.create_chat(scope, written, tell)


async def _session_for(session: OrgSession, request: Json, models: LanguageModels) -> tuple[str, bool]:
    """The session that the message belongs to, and whether it had begun before."""
    if named := request.get("sessionId"):
        row = await sessions.require_session(session, UUID(named))
        if not row.web or str(row.assistant_id) != request["assistantId"]:
            raise NotFound("Session not found.")
        if row.status == "active" and len(messages_of(session, row)) < MOST_LINES:
            customer = unsealed(session, row.request_sealed).get("customer")
            if request.get("customer") not in (None, customer):
                raise BadRequest("customer is told as a session begins, and this one has begun.")
            return str(row.id), True
    begun = {name: request[name] for name in _OF_SESSION if name in request}
    made = await sessions.create_session(session, begun, models, web=True)
    return str(made["id"]), False
