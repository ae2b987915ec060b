"""Calls as the API's clients see them."""

import hashlib
import json
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from mia.platform.db.session import OrgSession
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.ids import new_id
from mia.voice.language_models import LanguageModels
from mia.voice.logs.service import forget
from mia.voice.messages.envelope import artifact_of
from mia.voice.resources.assistant.brief import is_filmed, recording_question
from mia.voice.resources.call import queries
from mia.voice.resources.call.costs import carrier_of, costs_of
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.call.monitor import address_of, monitor_of
from mia.voice.resources.call.recordings import consent_of, recorded_in
from mia.voice.resources.call.schemas import CallListQuery, CallPageQuery
from mia.voice.resources.call.terms import customer_terms
from mia.voice.resources.reading import note_reading
from mia.voice.resources.who_answers import who_answers, with_customers_overrides
from mia.voice.wire import Json, entity, instant, to_text, without_none

WEB_CALL = "webCall"
WEBSOCKET_CALL = "vapi.websocketCall"
_CONTENT = ("messages", "artifact", "analysis", "assistant", "assistantOverrides", "monitor")


async def create_web_call(
    session: OrgSession, request: Json, api_url: str, models: LanguageModels, *, may_say: bool
) -> tuple[UUID, datetime, Json]:
    """Make a call that a browser will join, which ``may_say`` things by the assistant's mouth or not.
    Returns its id, when it was made, and its representation."""
    limit = request.pop("callerLimit", None)
    request.pop("transport", None)
    row = await new_call(session, request, WEB_CALL, api_url, models)
    row.client_may_say = may_say
    if limit:
        row.caller_key, row.caller_at_once = hashlib.sha256(limit["key"].encode()).digest(), limit["atOnce"]
    return row.id, row.created_at, render_call(session, row, ()) | _for_client(session, row, request)


def _for_client(session: OrgSession, row: CallRecordRow, request: Json) -> Json:
    """What a browser decides by before it joins, besides what will be recorded: who speaks. Of a stored assistant
    it learns no more than that."""
    assistant = queries.assistant_of(session, row)
    chosen = assistant.get("voice") or {}
    voice = {"provider": "mia"} | {name: chosen[name] for name in ("provider", "voiceId") if chosen.get(name)}
    known = request.get("assistant") or {name: assistant[name] for name in ("id", "name") if name in assistant}
    return {"assistant": known | {"voice": voice}}


async def new_call(
    session: OrgSession, request: Json, kind: str, api_url: str, models: LanguageModels | None = None
) -> CallRecordRow:
    """A queued call with the assistant that answers it; :class:`BadRequest` when there is none, or none of
    ``models`` is its own. ``api_url`` is where this API stands for who asks."""
    request = with_customers_overrides(request)
    return keep_call(session, request, kind, api_url, await who_answers(session, request, models))


def keep_call(
    session: OrgSession,
    request: Json,
    kind: str,
    api_url: str,
    answering: tuple[UUID | None, Json],
    id: UUID | None = None,
) -> CallRecordRow:
    """A queued call that ``answering``, an assistant and its id if it is stored, is to answer."""
    assistant_id, assistant = answering
    now = session.now()
    row = CallRecordRow(
        org_id=session.scope.org_id,
        id=id or new_id(),
        created_at=now,
        updated_at=now,
        type=kind,
        status="queued",
        assistant_id=assistant_id,
        made_by=session.scope.actor,
        api_url=api_url,
        terms_blind=customer_terms(session, request),
        request_sealed=session.seal(to_text(request)),
        assistant_sealed=session.seal(to_text(assistant)),
    )
    session.sql.add(row)
    return row


async def read_call(session: OrgSession, call_id: UUID) -> Json:
    """One call; :class:`NotFound` when the organization has none of that id."""
    row = await require_call(session, call_id)
    return (await _render_with_content(session, [row]))[0]


async def list_calls(session: OrgSession, query: CallListQuery) -> list[Json]:
    """The newest calls."""
    return await _render_with_content(session, await queries.list_calls(session, query))


async def list_call_page(session: OrgSession, query: CallPageQuery) -> tuple[list[Json], int]:
    """A page of calls, and how many there are."""
    rows, total = await queries.list_call_page(session, query)
    return await _render_with_content(session, rows), total


async def list_call_metadata(session: OrgSession, query: CallPageQuery) -> tuple[list[Json], int]:
    """A page of calls without what was said in them and without their assistants, and how many there are."""
    rows, total = await queries.list_call_page(session, query)
    calls = [render_call(session, row, ()) for row in rows]
    return [{name: value for name, value in call.items() if name not in _CONTENT} for call in calls], total


async def _render_with_content(session: OrgSession, rows: Sequence[CallRecordRow]) -> list[Json]:
    ids = [row.id for row in rows]
    await note_reading(session, "call", ids)
    lines = await queries.lines_of_calls(session, ids)
    recordings = await recorded_in(session, rows)
    return [render_call(session, row, lines[row.id], recordings.get(row.id)) for row in rows]


async def rename_call(session: OrgSession, call_id: UUID, patch: Json) -> Json:
    """Change the call's name."""
    row = await require_call(session, call_id)
    if "name" in patch:
        row.name, row.updated_at = patch["name"], session.now()
    return await read_call(session, call_id)


async def delete_call(session: OrgSession, call_id: UUID) -> Json:
    """Erase a call with everything said in it, and return what it was."""
    row = await require_call(session, call_id, lock=True)
    rendered = await read_call(session, call_id)
    await session.sql.delete(row)
    await forget(session, call_id)
    return rendered


async def require_call(session: OrgSession, call_id: UUID, *, lock: bool = False) -> CallRecordRow:
    """The row of a call; :class:`NotFound` when the organization has none of that id."""
    row = await queries.find_call(session, call_id, lock=lock)
    if row is None:
        raise NotFound("Call not found.")
    return row


def render_call(
    session: OrgSession, row: CallRecordRow, lines: Sequence[Json], recording: Json | None = None
) -> Json:
    """The call on the wire; ``recording`` is what its artifact says of that (``recordings.recorded_in``)."""
    ended = row.status == "ended"
    analysis = json.loads(session.unseal(row.analysis_sealed)) if row.analysis_sealed else None
    artifact, assistant = None, queries.assistant_of(session, row)
    if ended or lines:
        made = artifact_of(lines, assistant)
        learned = json.loads(session.unseal(row.learned_sealed)) if row.learned_sealed else {}
        artifact = made | (recording or {}) | learned
    return entity(row.id, row.org_id, row.created_at, row.updated_at) | without_none(
        json.loads(session.unseal(row.request_sealed))
        | {
            "type": row.type,
            "status": row.status,
            "name": row.name,
            "endedReason": row.ended_reason,
            "startedAt": instant(row.started_at) if row.started_at else None,
            "endedAt": instant(row.ended_at) if row.ended_at else None,
            "transport": _transport_of(session, row),
            **_carried_by(row),
            "messages": artifact["messages"] if artifact else None,
            "artifact": artifact,
            "artifactPlan": _records(row, assistant),
            "compliance": consent_of(row),
            "analysis": analysis,
            "monitor": monitor_of(session, row),
            **costs_of(row),
        }
    )


def _records(row: CallRecordRow, assistant: Json) -> Json:
    """What is recorded if the caller agrees, which may be less than the assistant's plan asks for."""
    filmed = row.type == WEB_CALL and is_filmed(assistant)
    return {"recordingEnabled": bool(recording_question(assistant)), "videoRecordingEnabled": filmed}


def _carried_by(row: CallRecordRow) -> Json:
    """Who carries a phone call, once that is known; none comes by SIP."""
    carrier = carrier_of(row)
    known = {"phoneCallProvider": carrier, "phoneCallTransport": "pstn"} if carrier else {}
    return known | {"phoneCallProviderId": row.provider_call_id}


def _transport_of(session: OrgSession, row: CallRecordRow) -> Json | None:
    """How the sound of a program's call travels; while it may be joined, with where."""
    if row.type != WEBSOCKET_CALL:
        return None
    transport: Json = queries.request_of(session, row)["transport"]
    if row.status == "queued":
        return transport | {"websocketCallUrl": address_of(session, row, "websocket")}
    return transport
