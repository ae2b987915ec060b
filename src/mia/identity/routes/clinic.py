"""The clinic's name plate and its live events."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Annotated

import anyio
from fastapi import APIRouter, Header, Query, Request
from sse_starlette import EventSourceResponse, ServerSentEvent

from mia.identity.entry import enter
from mia.identity.guards import CurrentScope, SettingsDep, WatchingScope, session_token
from mia.identity.schemas.session import ClinicOut
from mia.identity.service import SessionPolicy, get_clinic
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.errors import EnrolmentDue
from mia.platform.kernel.ids import encode
from mia.platform.realtime.service import PREFIXES, Broadcaster, News, newest

router = APIRouter(prefix="/api", tags=["access"])

_HEARTBEAT_S = 15
_GRACE_S = 2
"""Seconds a stream has to end by itself when the server shuts down."""


@router.get("/clinics/{slug}")
async def read_clinic(scope: CurrentScope, database: DatabaseDep) -> ClinicOut:
    """The clinic's name plate."""
    async with database.clinic(scope) as session:
        return ClinicOut.of(await get_clinic(session), scope.role, await newest(session))


@router.get("/clinics/{slug}/events", response_class=EventSourceResponse)
async def follow_events(
    slug: str,
    request: Request,
    scope: WatchingScope,
    database: DatabaseDep,
    settings: SettingsDep,
    after: Annotated[int | None, Query(ge=0, lt=10**18)] = None,
    last_event_id: Annotated[str, Header()] = "",
) -> EventSourceResponse:
    """Server-sent events of the clinic: object ids of what changed. ``Last-Event-ID`` resumes.

    Without it the stream starts after event number ``after`` (``news`` of the clinic's profile), if given.
    ``ready`` opens a stream that does not continue an earlier one: reload what the page shows.
    """
    broadcaster: Broadcaster = request.app.state.broadcaster
    token, policy = session_token(request, settings), SessionPolicy.of(settings)

    async def still_allowed() -> bool:
        try:
            entry = await enter(database, token, slug, policy, active=False)
        except EnrolmentDue:
            return False
        return entry is not None and entry.scope is not None

    last_seq = int(last_event_id) if last_event_id.isdecimal() and len(last_event_id) < 19 else after
    news, ending = broadcaster.stream(scope, last_seq, still_allowed), anyio.Event()
    return EventSourceResponse(
        _as_events(news, broadcaster, ending),
        ping=_HEARTBEAT_S,
        shutdown_event=ending,
        shutdown_grace_period=_GRACE_S,
    )


async def _as_events(
    stream: AsyncGenerator[News, None], broadcaster: Broadcaster, server_ends: anyio.Event
) -> AsyncIterator[ServerSentEvent]:
    async def close_with_server() -> None:
        await server_ends.wait()
        broadcaster.close()

    closing = asyncio.create_task(close_with_server())
    try:
        async with aclosing(stream):
            async for news in stream:
                data = {"id": encode(PREFIXES[news.kind], news.object_id)} if news.object_id else {}
                yield ServerSentEvent(json.dumps(data), event=news.kind, id=str(news.seq))
    finally:
        closing.cancel()
