"""Calls by Vonage: placed by its Voice API, spoken over its WebSockets."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from uuid import UUID

import structlog
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from mia.platform.kernel.errors import Conflict, MiaError
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
    Text,
    TextRefused,
)
from mia.voice.telephony.vonage_line import Ncco, VonageLine
from mia.voice.telephony.vonage_rest import NotPlaced, VonageCalls
from mia.voice.telephony.vonage_texts import send_text
from mia.voice.wire import Json

log = structlog.get_logger()

FAILED = "vonage-failed-to-connect-call"
MISDIALED = "vonage-rejected"

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
        self._streams: dict[UUID, VonageStream] = {}
        self._take: Take | None = None
        self._imported = imported
        self.router = APIRouter()
        self.router.add_api_route("/vonage", self._told, methods=["POST"], status_code=204)
        self.router.add_api_websocket_route("/vonage-media", self._media)

    def receive(self, take: Take) -> None:
        self._take = take

    async def dial(self, dial: Dial) -> VonageLeg:
        line = self._line_of(dial.account)
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
        line = self._line_of(dial.account)
        await self._hand_on(dial.call_id, line, line.forwarding(dial))

    async def connect(self, call_id: UUID, leg: Leg) -> None:
        assert isinstance(leg, VonageLeg)
        line = self._line_of(leg.dial.account)
        meeting = line.meeting(call_id)
        await _go_on(leg.provider_id, line, meeting)
        await self._hand_on(call_id, line, meeting)
        leg.hand_over()

    async def text(self, text: Text) -> None:
        try:
            line = self._line_of(text.account)
        except DialRefused as refusal:
            raise TextRefused(refusal.reason) from None
        await send_text(line.login, text.sender, text.number, text.words)

    def _line_of(self, account: Account | None) -> VonageLine:
        """The line of the account that a number belongs to."""
        line = self._imported(account) if account is not None else None
        if line is None:
            raise DialRefused(NO_TELEPHONE)
        return line

    async def _hand_on(self, call_id: UUID, line: VonageLine, ncco: Ncco) -> None:
        leg, stream = self._legs.get(call_id), self._streams.get(call_id)
        await _go_on(leg.provider_id if leg else stream.caller if stream else "", line, ncco)
        if leg is not None:
            leg.hand_over()

    async def _told(self, id: UUID, body: Json, leg: UUID | None = None) -> None:
        dialed = self._legs.get(leg or id)
        if dialed is not None:
            dialed.told(body)

    async def _media(self, id: UUID, org: UUID, websocket: WebSocket, leg: UUID | None = None) -> None:
        """The sound of a call that we placed, of a second phone of one, or of a call that comes in."""
        dialed, take, key = self._legs.get(leg or id), self._take, leg or id

        async def begin(stream: VonageStream) -> None:
            if dialed is not None:
                dialed.open(stream)
            elif leg is not None:
                raise Conflict("This phone is not wanted anymore.")
            elif take is not None:
                await take(org, id, stream)
            self._streams[key] = stream

        try:
            await _carry(websocket, begin)
        finally:
            self._streams.pop(key, None)


async def _go_on(provider_id: str, line: VonageLine, ncco: Ncco) -> None:
    calls = VonageCalls(line)
    try:
        if not provider_id:
            raise NotPlaced
        await calls.transfer(provider_id, ncco)
    except NotPlaced:
        log.info("transfer_refused")
        raise DialRefused(FAILED) from None
    finally:
        await calls.close()


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
