"""Calls over plain WebSockets: the media worker's end."""

from contextlib import suppress
from typing import Literal
from uuid import UUID

import structlog
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from mia.platform.kernel.errors import MiaError
from mia.voice.engine.transports.socket_sound import Format, SocketSound
from mia.voice.media.active_calls import CallsHeld

log = structlog.get_logger()


class Sockets:
    """Takes calls whose sound comes by a WebSocket, for one worker."""

    def __init__(self, calls: CallsHeld) -> None:
        self._calls = calls
        self.router = APIRouter()
        self.router.add_api_websocket_route("/websocket", self._open)

    async def _open(
        self, id: UUID, org: UUID, encoding: Literal["pcm_s16le", "mulaw"], websocket: WebSocket
    ) -> None:
        """Claim the call and carry it until one side ends it; refused, so that another worker may be asked, when
        this one has no room."""

        async def hang_up() -> None:
            with suppress(RuntimeError):  # the other side was faster
                await websocket.close()

        sound = SocketSound(Format(encoding), websocket.send_bytes, websocket.send_text, hang_up)
        try:
            await self._calls.receive(org, id, sound, web=True)
            await websocket.accept()
            sound.begin()
            await _listen(websocket, sound)
        except (WebSocketDisconnect, RuntimeError):
            pass  # closed, by them or by us
        except MiaError as error:
            log.info("socket_refused", error=type(error).__name__)
            await websocket.close()
        finally:
            sound.lost()


async def _listen(websocket: WebSocket, sound: SocketSound) -> None:
    while (message := await websocket.receive())["type"] == "websocket.receive":
        if message.get("bytes"):
            await sound.hear(message["bytes"])
        elif message.get("text"):
            sound.read(message["text"])
