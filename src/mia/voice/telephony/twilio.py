"""Calls by Twilio: placed by its REST API (2010-04-01), spoken over its media streams."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from uuid import UUID

import structlog
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from mia.platform.kernel.errors import Conflict, MiaError
from mia.voice.engine.transports.media_stream import MediaStream
from mia.voice.telephony.leg import CarrierLeg, stays_open
from mia.voice.telephony.line import Line
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
from mia.voice.telephony.rest import NotTaken, TwilioCalls
from mia.voice.wire import Json

log = structlog.get_logger()

FAILED = "twilio-failed-to-connect-call"
MISDIALLED = "twilio-reported-customer-misdialed"

_MISDIALLED = frozenset({13223, 13224, 21201, 21211, 21214, 21217})
"""Twilio's codes of numbers that cannot be called."""
_OVER = {
    "busy": BUSY,
    "no-answer": NO_ANSWER,
    "canceled": NO_ANSWER,
    "completed": NO_ANSWER,
    "failed": FAILED,
}
_MACHINES = frozenset({"machine_end_beep", "machine_end_silence", "machine_end_other", "fax"})


class TwilioLeg(CarrierLeg):
    """One call at Twilio."""

    failed = FAILED

    def told(self, form: Json) -> None:
        """A status callback, or the result of answering machine detection."""
        self.provider_id = self.provider_id or str(form.get("CallSid") or "")
        status = form.get("CallStatus")
        if form.get("AnsweredBy") in _MACHINES:
            self.tell(MachineFound())
        elif "AnsweredBy" in form and status not in _OVER:
            return
        elif status == "ringing":
            self.tell(Ringing())
        elif status in _OVER:
            self.end(_OVER[status])


class TwilioTelephony:
    """The calls of one media worker: by the installation's ``line``, or by the one that ``imported`` gives for an
    organization's own account."""

    def __init__(
        self, line: Line | None, imported: Callable[[Account], Line | None] = lambda _account: None
    ) -> None:
        self._line = line
        self._legs: dict[UUID, TwilioLeg] = {}
        self._streams: dict[UUID, MediaStream] = {}
        self._take: Take | None = None
        self._calls = TwilioCalls(line) if line is not None else None
        self._imported = imported
        self.router = APIRouter()
        self.router.add_api_route("/carrier", self._told, methods=["POST"], status_code=204)
        self.router.add_api_websocket_route("/media", self._media)

    async def close(self) -> None:
        """Return all connections."""
        if self._calls is not None:
            await self._calls.close()

    def receive(self, take: Take) -> None:
        self._take = take

    async def dial(self, dial: Dial) -> TwilioLeg:
        calls, done = self._calls_of(dial)
        leg = TwilioLeg(dial, calls.hang_up, lambda key: self._legs.pop(key, None), done)
        self._legs[dial.key] = leg  # Twilio may tell of it before it answers
        try:
            # Without an id it may ring anyway: what Twilio tells, or does not, decides.
            leg.provider_id = await calls.place(dial) or leg.provider_id
        except NotTaken as refusal:
            await leg.close()
            raise DialRefused(MISDIALLED if refusal.code in _MISDIALLED else FAILED) from None
        return leg

    async def forward(self, dial: Dial) -> None:
        line = self._line_of(dial.account)
        await self._redirect(dial.call_id, line, line.forward_twiml(dial))

    def _line_of(self, account: Account | None) -> Line:
        """The line of the account that a number belongs to."""
        line = self._line if account is None else self._imported(account)
        if line is None:
            raise DialRefused(NO_TELEPHONE)
        return line

    def _calls_of(self, dial: Dial) -> tuple[TwilioCalls, Callable[[], Awaitable[None]]]:
        """The calls of that account, and what is to be done with it afterwards."""
        line = self._line_of(dial.account)
        if dial.account is None and self._calls is not None:
            return self._calls, stays_open
        calls = TwilioCalls(line)
        return calls, calls.close

    async def connect(self, call_id: UUID, leg: Leg) -> None:
        assert isinstance(leg, TwilioLeg)
        line = self._line_of(leg.dial.account)
        meeting = line.meeting_twiml(call_id)
        await self._go_on(leg.provider_id, line, meeting)
        await self._redirect(call_id, line, meeting)
        leg.hand_over()

    async def text(self, text: Text) -> None:
        try:
            calls = TwilioCalls(self._line_of(text.account))
        except DialRefused as refusal:
            raise TextRefused(refusal.reason) from None
        try:
            await calls.text(text.sender, text.number, text.words)
        except NotTaken as refusal:
            raise TextRefused(f"twilio-{refusal.code}") from None
        finally:
            await calls.close()

    async def _redirect(self, call_id: UUID, line: Line, twiml: str) -> None:
        leg, stream = self._legs.get(call_id), self._streams.get(call_id)
        await self._go_on(leg.provider_id if leg else stream.call_sid if stream else "", line, twiml)
        if leg is not None:
            leg.hand_over()

    async def _go_on(self, provider_id: str, line: Line, twiml: str) -> None:
        calls = TwilioCalls(line)
        try:
            if not provider_id:
                raise NotTaken(0)
            await calls.redirect(provider_id, twiml)
        except NotTaken as refusal:
            log.info("redirect_refused", code=refusal.code)
            raise DialRefused(FAILED) from None
        finally:
            await calls.close()

    async def _told(self, id: UUID, body: Json, leg: UUID | None = None) -> None:
        dialed = self._legs.get(leg or id)
        if dialed is not None:
            dialed.told(body)

    async def _media(self, id: UUID, org: UUID, websocket: WebSocket, leg: UUID | None = None) -> None:
        """The sound of a call that we placed, of a second phone of one, or of a call that comes in."""
        dialed, take, key = self._legs.get(leg or id), self._take, leg or id

        async def begin(stream: MediaStream) -> None:
            if dialed is not None:
                dialed.open(stream)
            elif leg is not None:
                raise Conflict("This phone is not wanted anymore.")
            elif take is not None:
                await take(org, id, stream)
            self._streams[key] = stream

        try:
            await carry(websocket, begin)
        finally:
            self._streams.pop(key, None)


async def carry(websocket: WebSocket, begin: Callable[[MediaStream], Awaitable[None]]) -> None:
    """Carry a media stream until one side ends it. ``begin`` takes the transport, or raises when no one can: then
    the stream is refused, so that another worker may be asked."""

    async def hang_up() -> None:
        with suppress(RuntimeError):  # the other side was faster
            await websocket.close()

    stream = MediaStream(websocket.send_text, hang_up)
    try:
        await begin(stream)
        await websocket.accept()
        while True:
            await stream.take(await websocket.receive_text())
    except (WebSocketDisconnect, RuntimeError):
        pass  # closed, by them or by us
    except MiaError as error:
        log.info("stream_refused", error=type(error).__name__)
        await websocket.close()
    finally:
        stream.lost()
