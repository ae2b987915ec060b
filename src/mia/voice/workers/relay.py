"""A WebSocket passed on between someone outside and the media worker that holds a call."""

import asyncio
from contextlib import suppress

import structlog
from fastapi import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from mia.platform.kernel.settings import Settings
from mia.voice.workers.client import SECRET_HEADER, STREAM_MESSAGE, media_secret

log = structlog.get_logger()

TRY_AGAIN_LATER = 1013
"""WebSocket close code: no room now (IANA registry)."""
_NORMAL = 1000
_TOLD = (1008, TRY_AGAIN_LATER)
"""Close codes of the worker that the other side may know."""
_OPEN_SECONDS = 5.0


async def carry(settings: Settings, address: str, path: str, websocket: WebSocket) -> bool:
    """Pass messages on in both directions until one side closes; False when the worker does not take it, and the
    other side then waits still."""
    headers = {SECRET_HEADER: media_secret(settings)}
    try:
        async with connect(
            "ws" + address.removeprefix("http") + path,
            additional_headers=headers,
            proxy=None,
            open_timeout=_OPEN_SECONDS,
            max_size=STREAM_MESSAGE,
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
        log.warning("media_worker_unreachable", error=type(error).__name__)
        return False
    with suppress(RuntimeError, WebSocketDisconnect):  # closed by the other side
        await websocket.close(worker.close_code if worker.close_code in _TOLD else _NORMAL)
    return True


async def _inward(websocket: WebSocket, worker: ClientConnection) -> None:
    with suppress(ConnectionClosed, RuntimeError):
        while (message := await websocket.receive())["type"] == "websocket.receive":
            text = message.get("text")
            await worker.send(text if text is not None else message.get("bytes") or b"")


async def _outward(worker: ClientConnection, websocket: WebSocket) -> None:
    with suppress(WebSocketDisconnect, ConnectionClosed, RuntimeError):
        async for message in worker:
            if isinstance(message, str):
                await websocket.send_text(message)
            else:
                await websocket.send_bytes(message)
