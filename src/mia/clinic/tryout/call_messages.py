"""What the voice service tells of the calls in which a practice tries Mia: tools are answered, and taken back."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta
from typing import Any
from uuid import UUID

from mia.clinic.frontdesk.service import FrontDesk, ToolCall, read_message, read_tool_calls, rehearse_tool
from mia.clinic.inbox.service import Channel
from mia.clinic.tryout import queries
from mia.clinic.tryout.drafts import Draft
from mia.clinic.tryout.models import TryoutCallRow
from mia.clinic.tryout.replaying import Run, replay
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession, Database
from mia.platform.jobs import service as jobs
from mia.platform.jobs.service import Event, Registry
from mia.platform.kernel.scope import ClinicScope

OVER = "tryout.call_over"
"""The event that has the job worker erase a call (``call_id``)."""
FORGET_AFTER = timedelta(minutes=15)
"""Longer than the longest call: whatever became of it, it is erased then."""
_MOST_RUNS = 100

Json = dict[str, Any]


async def handle_message(desk: FrontDesk, secret: str, message: Json) -> Json:
    """Act on a message of the voice service; :class:`Unauthenticated` for a wrong secret. A call that is not there
    any more needs nothing."""
    scope = desk.scope(desk.secrets.read(secret))
    parsed = read_message(message)
    async with desk.database.clinic(scope) as session:
        row = await queries.find_by_voice_id(session, parsed.subject.voice_id)
        if row is None:
            return {}
        if parsed.type == "tool-calls":
            return {"results": await _answer(session, desk, row, read_tool_calls(message))}
        if parsed.type == "status-update" and message.get("status") == "ended":
            await jobs.emit(session, OVER, {"call_id": row.id})
    return {}


async def _answer(
    session: ClinicSession, desk: FrontDesk, row: TryoutCallRow, calls: Sequence[ToolCall]
) -> list[Json]:
    """What the tools answer with the draft in place, after all that was done in the call before."""
    runs = [Run(**run) for run in json.loads(session.unseal(row.runs_sealed))] if row.runs_sealed else []
    if len(runs) + len(calls) > _MOST_RUNS:
        return [{"toolCallId": call.id, "name": call.name, "error": "Too many tool calls."} for call in calls]
    draft = Draft.from_json(session.unseal(row.draft_sealed))

    async def run_tool(call: ToolCall) -> Json:
        return await rehearse_tool(session, desk.tools, Channel.WEB_CALL, row.voice_id, call)

    attempt = await session.sql.begin_nested()
    try:
        await draft.put(session)
        runs = await replay(run_tool, runs, calls)
    finally:
        await attempt.rollback()
    row.runs_sealed = session.seal(json.dumps([asdict(run) for run in runs]))
    told = {run.id: run.answer for run in runs}
    return [told[call.id] for call in calls]


def register_tryouts(registry: Registry, desk: FrontDesk) -> None:
    """Have the job worker erase calls: each when it is over, and all that were left."""

    async def erase(_database: Database, event: Event) -> None:
        await _erase(desk, desk.scope(event.tenant_id), event.ids["call_id"])

    async def erase_left(database: Database) -> object:
        return await identity.for_every_clinic(database, "retention", lambda scope: _erase_left(desk, scope))

    registry.register(OVER, erase)
    registry.periodic("tryout.erase_left_calls", "*/5 * * * *", erase_left)


async def _erase_left(desk: FrontDesk, scope: ClinicScope) -> None:
    async with desk.database.clinic(scope) as session:
        left = await queries.list_older(session, session.now() - FORGET_AFTER)
    for call_id in left:
        await _erase(desk, scope, call_id)


async def _erase(desk: FrontDesk, scope: ClinicScope, call_id: UUID) -> None:
    """Erase a call here and at the voice service, which hangs up first. Again is no error; :class:`Unavailable`
    when the voice service cannot be reached, and it is erased later."""
    async with desk.database.clinic(scope) as session:
        voice_id = await queries.get_voice_id(session, call_id)
    if voice_id is None:
        return
    await desk.voice(scope.clinic_id).erase_call(voice_id)
    async with desk.database.clinic(scope) as session:
        await queries.drop_call(session, call_id)
