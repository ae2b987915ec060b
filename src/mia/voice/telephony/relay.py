"""The sound of a phone call, passed on between the carrier and the media worker that holds the call."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from uuid import UUID

import structlog
from fastapi import WebSocket, WebSocketDisconnect
from sqlalchemy import select
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from mia.platform.kernel.scope import SystemScope
from mia.voice.media.client import SECRET_HEADER, STREAM_MESSAGE, media_secret
from mia.voice.media.registry import addresses_with_room
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.call.outbound import INBOUND_CALL
from mia.voice.services import Services

log = structlog.get_logger()

_TRY_AGAIN_LATER = 1013
"""WebSocket close code: no room now (IANA registry)."""
_OPEN_SECONDS = 5.0


@dataclass(frozen=True)
class Holder:
    """The worker of a call, and the organization the call belongs to."""

    org_id: UUID
    address: str


async def relay(services: Services, call_id: UUID, websocket: WebSocket) -> None:
    """Carry a call's stream until one side ends it. Where no worker takes the call the stream ends at once, and the
    carrier asks what to do."""
    for holder in await holders(services, call_id):
        if await _carry(services, holder, call_id, websocket):
            return
    await websocket.accept()
    await websocket.close(_TRY_AGAIN_LATER)


async def holders(services: Services, call_id: UUID) -> list[Holder]:
    """Who holds a call that has not ended; for one that comes in, who may, the least busy first."""
    async with services.database.system(SystemScope.VOICE_TOKEN) as system:
        row = (await system.sql.scalars(select(CallRecordRow).where(CallRecordRow.id == call_id))).one_or_none()
        if row is None or row.status == "ended":
            return []
        if row.worker_address is not None:
            return [Holder(row.org_id, row.worker_address)]
        if row.type != INBOUND_CALL:
            return []
        return [Holder(row.org_id, address) for address in await addresses_with_room(system)]


async def _carry(services: Services, holder: Holder, call_id: UUID, websocket: WebSocket) -> bool:
    """Pass messages on in both directions until one side closes; False when the worker does not take the call."""
    url = "ws" + holder.address.removeprefix("http") + f"/calls/{call_id}/media?org={holder.org_id}"
    headers = {SECRET_HEADER: media_secret(services.settings)}
    try:
        async with connect(
            url, additional_headers=headers, proxy=None, open_timeout=_OPEN_SECONDS, max_size=STREAM_MESSAGE
        ) as worker:
            await websocket.accept()
            ways = [
                asyncio.create_task(_inward(websocket, worker)),
                asyncio.create_task(_outward(worker, websocket)),
            ]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
    except (OSError, InvalidHandshake, TimeoutError) as error:
        log.warning("media_worker_unreachable", call_id=str(call_id), error=type(error).__name__)
        return False
    with suppress(RuntimeError):  # closed by the carrier
        await websocket.close()
    return True


async def _inward(websocket: WebSocket, worker: ClientConnection) -> None:
    try:
        while True:
            await worker.send(await websocket.receive_text())
    except (WebSocketDisconnect, ConnectionClosed):
        return


async def _outward(worker: ClientConnection, websocket: WebSocket) -> None:
    try:
        async for message in worker:
            await websocket.send_text(message if isinstance(message, str) else message.decode())
    except (WebSocketDisconnect, ConnectionClosed, RuntimeError):
        return
