"""Calls as the API's clients see them."""

import hashlib
import json
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from mia.platform.db.session import OrgSession
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.ids import new_id
from mia.voice.http import BadRequest
from mia.voice.messages.envelope import artifact_of
from mia.voice.resources.assistant.service import assemble_assistant
from mia.voice.resources.call import queries
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.call.recordings import (
    StoredRecording,
    artifact_with_recording,
    consent_of,
    find_recordings,
)
from mia.voice.resources.call.schemas import CallListQuery
from mia.voice.resources.reading import note_reading
from mia.voice.wire import Json, entity, instant, to_text, without_none

WEB_CALL = "webCall"
_NOBODY = "Assistant or Squad or Workflow must be provided."


async def create_web_call(session: OrgSession, request: Json, api_url: str) -> tuple[UUID, datetime, Json]:
    """Make a call that a browser will join. Returns its id, when it was made, and its representation."""
    limit = request.pop("callerLimit", None)
    row = await new_call(session, request, WEB_CALL, api_url)
    if limit:
        row.caller_key, row.caller_at_once = hashlib.sha256(limit["key"].encode()).digest(), limit["atOnce"]
    return row.id, row.created_at, render_call(session, row, ())


async def new_call(session: OrgSession, request: Json, kind: str, api_url: str) -> CallRecordRow:
    """A queued call with the assistant that answers it; :class:`BadRequest` when there is none. ``api_url`` is
    where this API stands for who asks."""
    if not request.get("assistantId") and not request.get("assistant"):
        if any(request.get(name) for name in ("squadId", "squad", "workflowId", "workflow")):
            raise BadRequest("Squads and workflows are not available yet.")
        raise BadRequest(_NOBODY)
    assistant_id = UUID(request["assistantId"]) if request.get("assistantId") else None
    overrides = request.get("assistantOverrides")
    assistant = await assemble_assistant(session, assistant_id, request.get("assistant"), overrides)
    now = session.now()
    row = CallRecordRow(
        org_id=session.scope.org_id,
        id=new_id(),
        created_at=now,
        updated_at=now,
        type=kind,
        status="queued",
        assistant_id=assistant_id,
        api_url=api_url,
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


async def _render_with_content(session: OrgSession, rows: Sequence[CallRecordRow]) -> list[Json]:
    ids = [row.id for row in rows]
    await note_reading(session, "call", ids)
    lines = await queries.lines_of_calls(session, ids)
    recordings = await find_recordings(session, ids)
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
    return rendered


async def require_call(session: OrgSession, call_id: UUID, *, lock: bool = False) -> CallRecordRow:
    """The row of a call; :class:`NotFound` when the organization has none of that id."""
    row = await queries.find_call(session, call_id, lock=lock)
    if row is None:
        raise NotFound("Call not found.")
    return row


def render_call(
    session: OrgSession, row: CallRecordRow, lines: Sequence[Json], recording: StoredRecording | None = None
) -> Json:
    """The call on the wire."""
    ended = row.status == "ended"
    analysis = json.loads(session.unseal(row.analysis_sealed)) if row.analysis_sealed else None
    artifact = artifact_with_recording(row, artifact_of(lines), recording) if ended or lines else None
    return entity(row.id, row.org_id, row.created_at, row.updated_at) | without_none(
        json.loads(session.unseal(row.request_sealed))
        | {
            "type": row.type,
            "status": row.status,
            "name": row.name,
            "endedReason": row.ended_reason,
            "startedAt": instant(row.started_at) if row.started_at else None,
            "endedAt": instant(row.ended_at) if row.ended_at else None,
            "transport": {"provider": "mia.webrtc"} if row.type == WEB_CALL else None,
            "phoneCallProviderId": row.provider_call_id,
            "messages": artifact["messages"] if artifact else None,
            "artifact": artifact,
            "compliance": consent_of(row),
            "analysis": analysis,
        }
    )
