"""What Twilio asks of the voice API, checked by signature and passed on to the worker that holds the call."""

import asyncio
from dataclasses import dataclass
from urllib.parse import parse_qsl
from uuid import UUID

import structlog
from fastapi import APIRouter, Request, WebSocket, WebSocketDisconnect
from sqlalchemy import select
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from mia.kernel.errors import Forbidden, MiaError
from mia.kernel.scope import SystemScope
from mia.voice.media.client import SECRET_HEADER, media_secret
from mia.voice.media.registry import addresses_with_room
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.call.outbound import OUTBOUND_CALL
from mia.voice.services import Services, ServicesDep
from mia.voice.telephony.line import PATH, SIGNATURE_HEADER, Line

log = structlog.get_logger()

_REFUSED = 1008
"""WebSocket close code: policy violation (RFC 6455 §7.4.1)."""
_OPEN_SECONDS = 5.0


@dataclass(frozen=True)
class _Holder:
    """The worker of a call, and the organisation the call belongs to."""

    org_id: UUID
    address: str


def telephony_router(line: Line) -> APIRouter:
    """The routes of a line."""
    router = APIRouter(prefix=PATH, tags=["telephony"])

    @router.post("/calls/{id}", status_code=204)
    async def told_of_call(id: UUID, request: Request, services: ServicesDep) -> None:
        """A status callback, or the result of answering machine detection."""
        fields = parse_qsl((await request.body()).decode("utf-8", "replace"), keep_blank_values=True)
        if not line.has_signed(request.headers.get(SIGNATURE_HEADER), line.callback_url(id), fields):
            raise Forbidden("The signature is missing or wrong.")
        holder = await _holder(services, id)
        if holder is None:
            return
        try:
            await services.media.tell(holder.address, f"/calls/{id}/carrier", dict(fields))
        except MiaError as error:  # its worker is gone: reconciliation ends the call
            log.info("carrier_news_lost", call_id=str(id), error=type(error).__name__)

    @router.websocket("/media/{id}")
    async def media(id: UUID, websocket: WebSocket) -> None:
        """A call's sound, to and from its media worker."""
        services: Services = websocket.app.state.services
        if not line.has_signed(websocket.headers.get(SIGNATURE_HEADER), line.stream_url(id)):
            await websocket.close(_REFUSED)
            return
        holder = await _holder(services, id)
        if holder is None:
            await websocket.close(_REFUSED)
            return
        await _relay(services, holder, id, websocket)

    return router


async def _holder(services: Services, call_id: UUID) -> _Holder | None:
    """Who holds a call that has not ended; for one that comes in, who shall."""
    async with services.database.system(SystemScope.VOICE_TOKEN) as system:
        row = (await system.sql.scalars(select(CallRecordRow).where(CallRecordRow.id == call_id))).one_or_none()
        if row is None or row.status == "ended":
            return None
        if row.worker_address is not None:
            return _Holder(row.org_id, row.worker_address)
        if row.type == OUTBOUND_CALL:
            return None
        free = await addresses_with_room(system)
        return _Holder(row.org_id, free[0]) if free else None


async def _relay(services: Services, holder: _Holder, call_id: UUID, websocket: WebSocket) -> None:
    """Pass messages on in both directions until one side closes."""
    url = "ws" + holder.address.removeprefix("http") + f"/calls/{call_id}/media?org={holder.org_id}"
    headers = {SECRET_HEADER: media_secret(services.settings)}
    try:
        async with connect(url, additional_headers=headers, proxy=None, open_timeout=_OPEN_SECONDS) as worker:
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
    try:
        await websocket.close()
    except RuntimeError:
        return  # closed by the carrier


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
