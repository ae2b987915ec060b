"""Calls by Vonage: placed by its Voice API, spoken over its WebSockets."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from uuid import UUID

import structlog
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from mia.platform.kernel.errors import MiaError
from mia.voice.engine.transports.vonage_stream import VonageStream
from mia.voice.telephony.leg import CarrierLeg
from mia.voice.telephony.none import NO_TELEPHONE
from mia.voice.telephony.ports import (
    BUSY,
    NO_ANSWER,
    Account,
    Dial,
    DialRefused,
    Leg,
    MachineFound,
    Ringing,
    Take,
)
from mia.voice.telephony.vonage_line import VonageLine
from mia.voice.telephony.vonage_rest import NotPlaced, VonageCalls
from mia.voice.wire import Json

log = structlog.get_logger()

FAILED = "vonage-failed-to-connect-call"
MISDIALED = "call.start.error-number-not-in-service"

_OVER = {
    "busy": BUSY,
    "timeout": NO_ANSWER,
    "unanswered": NO_ANSWER,
    "cancelled": NO_ANSWER,
    "completed": NO_ANSWER,
    "rejected": "vonage-rejected",
    "disconnected": "vonage-disconnected",
    "failed": FAILED,
}
_BEEPS = frozenset({"beep_start", "beep_timeout"})


class VonageLeg(CarrierLeg):
    """One call at Vonage."""

    failed = FAILED

    def told(self, event: Json) -> None:
        """An event of the call; of a machine only that its beep has come, since it records from there."""
        self.provider_id = self.provider_id or str(event.get("uuid") or "")
        status = str(event.get("status"))
        if status == "machine":
            if event.get("sub_state") in _BEEPS:
                self.tell(MachineFound())
        elif status == "ringing":
            self.tell(Ringing())
        elif status in _OVER:
            self.end(_OVER[status])


class VonageTelephony:
    """The calls of one media worker, each by the line that ``imported`` gives for its number's account."""

    def __init__(self, imported: Callable[[Account], VonageLine | None]) -> None:
        self._legs: dict[UUID, VonageLeg] = {}
        self._take: Take | None = None
        self._imported = imported
        self.router = APIRouter()
        self.router.add_api_route("/vonage", self._told, methods=["POST"], status_code=204)
        self.router.add_api_websocket_route("/vonage-media", self._media)

    def receive(self, take: Take) -> None:
        self._take = take

    async def dial(self, dial: Dial) -> VonageLeg:
        line = self._imported(dial.account) if dial.account is not None else None
        if line is None:
            raise DialRefused(NO_TELEPHONE)
        if dial.leg is not None:
            raise DialRefused(FAILED)  # a second phone, for a caller who is to be put through
        calls = VonageCalls(line)
        leg = VonageLeg(dial, calls.hang_up, lambda key: self._legs.pop(key, None), calls.close)
        self._legs[dial.key] = leg  # Vonage may tell of it before it answers
        try:
            leg.provider_id = await calls.place(dial) or leg.provider_id
        except NotPlaced as refusal:
            await leg.close()
            raise DialRefused(MISDIALED if refusal.misdialed else FAILED) from None
        return leg

    async def forward(self, dial: Dial) -> None:
        """Callers on lines at Vonage are not put through to other phones in mid-call."""
        raise DialRefused(FAILED)

    async def connect(self, call_id: UUID, leg: Leg) -> None:
        """As :meth:`forward`."""
        raise DialRefused(FAILED)

    async def _told(self, id: UUID, body: Json) -> None:
        leg = self._legs.get(id)
        if leg is not None:
            leg.told(body)

    async def _media(self, id: UUID, org: UUID, websocket: WebSocket) -> None:
        """The sound of a call that we placed, or of one that comes in."""
        leg, take = self._legs.get(id), self._take

        async def begin(stream: VonageStream) -> None:
            if leg is not None:
                leg.open(stream)
            elif take is not None:
                await take(org, id, stream)

        await _carry(websocket, begin)


async def _carry(websocket: WebSocket, begin: Callable[[VonageStream], Awaitable[None]]) -> None:
    """Carry a call's sound until one side ends it; refused, so that another worker may be asked, when ``begin``
    cannot take it."""

    async def hang_up() -> None:
        with suppress(RuntimeError):  # the other side was faster
            await websocket.close()

    stream = VonageStream(websocket.send_bytes, websocket.send_text, hang_up)
    try:
        await begin(stream)
        await websocket.accept()
        stream.begin()
        while (message := await websocket.receive())["type"] == "websocket.receive":
            if message.get("bytes"):
                await stream.hear(message["bytes"])
            elif message.get("text"):
                stream.read(message["text"])
    except (WebSocketDisconnect, RuntimeError):
        pass  # closed, by them or by us
    except MiaError as error:
        log.info("stream_refused", error=type(error).__name__)
        await websocket.close()
    finally:
        stream.lost()
