"""Sessions as the API's clients see them, and how one ends."""

from uuid import UUID

from mia.platform.conversation.ports import Message
from mia.platform.db.session import OrgSession
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.ids import new_id
from mia.voice.http import BadRequest
from mia.voice.language_models import LanguageModels
from mia.voice.logs.service import forget
from mia.voice.resources.assistant.brief import first_message
from mia.voice.resources.customers import require_available
from mia.voice.resources.phone_number.service import find_number
from mia.voice.resources.reading import note_reading
from mia.voice.resources.session import queries
from mia.voice.resources.session.messages import shown, to_stored
from mia.voice.resources.session.models import SessionRecord
from mia.voice.resources.session.schemas import SessionListQuery
from mia.voice.resources.who_answers import who_answers, with_customers_overrides, workflow_of
from mia.voice.wire import Json, entity, milliseconds, paged, to_text, without_none


async def create_session(
    session: OrgSession, request: Json, models: LanguageModels | None = None, *, web: bool = False
) -> Json:
    """Begin a written conversation; :class:`BadRequest` when none of ``models`` is the assistant's. ``web``: with a
    stranger, who may go on with it by its id."""
    require_available(request)
    number_id = request.get("phoneNumberId")
    if number_id is not None and await find_number(session, UUID(number_id)) is None:
        raise BadRequest("phoneNumberId is no number of this organization.")
    request = with_customers_overrides(request)
    assistant_id, assistant = await who_answers(session, request, models)
    now = session.now()
    messages = [{**message, "time": milliseconds(now)} for message in request.get("messages") or ()]
    if not messages and (greeting := first_message(assistant)):
        messages = [to_stored(Message("assistant", greeting), now)]
    kept = {name: value for name, value in request.items() if name not in ("messages", "name", "status")}
    row = SessionRecord(
        org_id=session.scope.org_id,
        id=new_id(),
        created_at=now,
        updated_at=now,
        last_active_at=now,
        name=request.get("name"),
        status=request.get("status") or "active",
        expiration_seconds=request.get("expirationSeconds"),
        assistant_id=assistant_id,
        workflow_id=workflow_of(assistant),
        web=web,
        request_sealed=session.seal(to_text(kept)),
        assistant_sealed=session.seal(to_text(assistant)),
        messages_sealed=session.seal(to_text(messages)),
        memory_sealed=session.seal("{}"),
    )
    session.sql.add(row)
    return render_session(session, row)


async def read_session(session: OrgSession, session_id: UUID) -> Json:
    """One session; :class:`NotFound` when the organization has none of that id."""
    row = await require_session(session, session_id)
    await note_reading(session, "session", [session_id])
    return render_session(session, row)


async def list_sessions(session: OrgSession, query: SessionListQuery) -> Json:
    """A page of sessions."""
    rows, total = await queries.list_sessions(session, query)
    await note_reading(session, "session", [row.id for row in rows])
    return paged([render_session(session, row) for row in rows], total, query)


async def update_session(session: OrgSession, session_id: UUID, patch: Json) -> Json:
    """Change what ``patch`` names, apart from the end of the conversation."""
    row = await require_session(session, session_id, lock=True)
    if "name" in patch:
        row.name = patch["name"]
    if "expirationSeconds" in patch:
        row.expiration_seconds = patch["expirationSeconds"]
    if patch.get("messages") is not None:
        stamped = [{**message, "time": milliseconds(session.now())} for message in patch["messages"]]
        row.messages_sealed = session.seal(to_text(stamped))
    if patch.get("status") == "active" and row.status == "completed":
        raise BadRequest("A completed session cannot become active again.")
    row.updated_at = session.now()
    return render_session(session, row)


async def delete_session(session: OrgSession, session_id: UUID) -> Json:
    """Erase a session with its chats, and return what it was. No report follows."""
    row = await require_session(session, session_id, lock=True)
    rendered = await read_session(session, session_id)
    await session.sql.delete(row)
    await forget(session, session_id)
    return rendered


async def require_session(session: OrgSession, session_id: UUID, *, lock: bool = False) -> SessionRecord:
    """The row of a session; :class:`NotFound` when the organization has none of that id."""
    row = await queries.find_session(session, session_id, lock=lock)
    if row is None:
        raise NotFound("Session not found.")
    return row


def render_session(session: OrgSession, row: SessionRecord) -> Json:
    """The session on the wire."""
    return entity(row.id, row.org_id, row.created_at, row.updated_at) | without_none(
        queries.unsealed(session, row.request_sealed)
        | {
            "name": row.name,
            "status": row.status,
            "expirationSeconds": row.expiration_seconds,
            "messages": shown(queries.messages_of(session, row)),
        }
    )
