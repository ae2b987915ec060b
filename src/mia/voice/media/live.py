"""What others do to a running call, and who listens to it: the media worker's end of the monitor addresses."""

import asyncio
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any
from uuid import UUID

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from mia.platform.kernel.errors import NotFound, TooManyRequests
from mia.voice.engine.pipeline.control import (
    CallControl,
    Command,
    EndNow,
    Instruct,
    MuteAssistant,
    PutThrough,
    SayNow,
    TypeIn,
)
from mia.voice.engine.pipeline.sound.listening import Listener, TooManyListeners
from mia.voice.engine.pipeline.sound.sides import RATE
from mia.voice.engine.transports.bounds import Allowance
from mia.voice.http import BadRequest
from mia.voice.media.active_calls import CallsHeld
from mia.voice.resources.call.control_schemas import (
    AddMessage,
    Control,
    EndCallNow,
    PutThroughNow,
    Say,
    WorkerControl,
)

_PER_SECOND, _AT_ONCE = 2.0, 10.0
"""Commands for a call."""
_CANCELED = "manually-canceled"
_TRY_AGAIN_LATER = 1013
"""WebSocket close code: no room now (IANA registry)."""


class LiveCalls:
    """The calls of one worker, as those see them who act on them and listen to them."""

    def __init__(self, calls: CallsHeld) -> None:
        self._calls = calls
        self._paces: dict[UUID, Allowance] = {}
        self.router = APIRouter()
        self.router.add_api_route("/control", self._control, methods=["POST"], status_code=204)
        self.router.add_api_websocket_route("/listen", self._listen)

    async def _control(self, id: UUID, body: WorkerControl) -> None:
        control = self._find(id)
        for gone in self._paces.keys() - set(self._calls.call_ids):
            del self._paces[gone]
        pace = self._paces.setdefault(id, Allowance(_PER_SECOND, _AT_ONCE, time.monotonic))
        if isinstance(body.root, PutThroughNow):
            await self._require_transfer(id, body.root)
        if not pace.take() or not control.give(_command(body)):
            raise TooManyRequests("Too many commands for this call.", retry_after=1)

    async def _require_transfer(self, call_id: UUID, asked: PutThroughNow) -> None:
        phone = self._calls.phone_of(call_id)
        complaint = await phone.refusal(asked.destination.given()) if phone else "The caller has no phone."
        if complaint:
            raise BadRequest(complaint)

    async def _listen(self, id: UUID, websocket: WebSocket) -> None:
        """Say what follows, then pass on sound until one side goes."""
        try:
            with self._find(id).listening.listener() as listener:
                await websocket.accept()
                kind = {"encoding": "linear16", "sampleRate": RATE, "channels": 2}
                await websocket.send_json({"type": "start", **kind})
                await _until_either(_pass_on(listener, websocket), _left(websocket))
            with suppress(RuntimeError):  # closed by the other side
                await websocket.close()
        except TooManyListeners:
            await websocket.accept()
            await websocket.close(_TRY_AGAIN_LATER)
        except NotFound:
            await websocket.close()
        except WebSocketDisconnect:
            return

    def _find(self, call_id: UUID) -> CallControl:
        control = self._calls.control_of(call_id)
        if control is None:
            raise NotFound("This worker does not hold the call.")
        return control


async def _until_either(*works: Coroutine[Any, Any, None]) -> None:
    tasks = [asyncio.create_task(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _pass_on(listener: Listener, websocket: WebSocket) -> None:
    async for piece in listener.pieces():
        await websocket.send_bytes(piece)


async def _left(websocket: WebSocket) -> None:
    """Until the other side has gone; a listener has nothing to say."""
    while (await websocket.receive())["type"] != "websocket.disconnect":
        continue


def _command(body: WorkerControl) -> Command:
    match body.root:
        case Say() as say:
            return SayNow(
                say.content,
                end_after=say.end_call_after_spoken,
                at_once=say.interrupt_assistant_enabled,
                protected=not say.interruptions_enabled,
            )
        case AddMessage(message=message, trigger_response_enabled=answer):
            return (Instruct if message.role == "system" else TypeIn)(message.content, answer)
        case Control(control=what):
            return MuteAssistant(what == "mute-assistant")
        case PutThroughNow(destination=destination, content=text):
            return PutThrough(destination.given(), text)
        case EndCallNow():
            return EndNow(_CANCELED)
