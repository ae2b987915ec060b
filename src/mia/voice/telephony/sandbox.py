"""Telephones that ring nowhere: they are picked up, declined or left to ring at ``/sandbox/phone``."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Literal, Protocol, runtime_checkable
from uuid import UUID

from fastapi import APIRouter
from pydantic import Field

from mia.platform.kernel.errors import Conflict
from mia.platform.kernel.ids import new_id
from mia.voice.engine.ports import Joined, MediaTransport, OfferNotUnderstood
from mia.voice.http import BadRequest
from mia.voice.telephony.ports import (
    BUSY,
    NO_ANSWER,
    Dial,
    DialRefused,
    Leg,
    LegEvent,
    NotReached,
    PickedUp,
    Ringing,
    Take,
    Text,
    TextRefused,
)
from mia.voice.wire import Json, WireModel

NOT_IN_SERVICE = "+15005550001"
"""A number that cannot be called, as with Twilio's test credentials."""
MISDIALLED = "twilio-reported-customer-misdialed"

Join = Callable[[str], Awaitable[Joined]]


@runtime_checkable
class Wire(Protocol):
    """A transport that can be joined to another one, without anyone between them."""

    def join(self, other: "Wire") -> None:
        """From here on what comes in goes to ``other``, and only what comes from there goes out."""
        ...

    async def connected(self) -> None:
        """Return once sound can flow."""
        ...

    async def left(self) -> str:
        """Return once the person has gone."""
        ...

    async def close(self) -> None:
        """Hang up."""
        ...


class SandboxPhoneAction(WireModel):
    """What someone does with a phone that the sandbox plays. ``answer`` brings an offer. ``number``: with the one
    that a caller is to be connected with, instead of the caller's own."""

    action: Literal["answer", "decline", "voicemail", "ring-out"]
    number: str | None = Field(None, max_length=20)
    sdp: str | None = Field(None, max_length=64_000)


class SandboxLeg:
    """One phone that rings."""

    def __init__(self, dial: Dial, forget: Callable[[UUID], object]) -> None:
        self.provider_id = f"sandbox-{dial.key}"
        self.dial = dial
        self.transport: MediaTransport | None = None
        self.detects_machines = dial.detect_machines
        self._forget = forget
        self._events: asyncio.Queue[LegEvent] = asyncio.Queue()
        self._events.put_nowait(Ringing())
        self._ringing = True
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(dial.ring_seconds, self.settle, NotReached(NO_ANSWER))

    async def next(self) -> LegEvent:
        return await self._events.get()

    async def close(self) -> None:
        self._stop_ringing()
        self._forget(self.dial.key)

    def settle(self, event: PickedUp | NotReached) -> None:
        """Someone picks up, or no one will."""
        self._stop_ringing()
        self.transport = event.transport if isinstance(event, PickedUp) else None
        self._events.put_nowait(event)

    def require_ringing(self) -> None:
        """:class:`Conflict` when the phone does not ring anymore."""
        if not self._ringing:
            raise Conflict("The phone has stopped ringing.")

    def _stop_ringing(self) -> None:
        self._ringing = False
        self._timer.cancel()


class SandboxTelephony:
    """The phones of one media worker's calls. ``join`` answers the browser that picks up."""

    def __init__(self, join: Join, open_mailbox: Callable[[], MediaTransport]) -> None:
        self._join = join
        self._open_mailbox = open_mailbox
        self._legs: dict[UUID, SandboxLeg] = {}
        self.router = APIRouter()
        self.router.add_api_route("/sandbox-phone", self._use, methods=["POST"])

    def receive(self, take: Take) -> None:
        """No one calls from a phone of the sandbox."""

    async def dial(self, dial: Dial) -> SandboxLeg:
        if dial.number == NOT_IN_SERVICE:
            raise DialRefused(MISDIALLED)
        leg = self._legs[dial.key] = SandboxLeg(dial, lambda key: self._legs.pop(key, None))
        return leg

    async def text(self, text: Text) -> None:
        """The phones of this sandbox show no texts."""
        raise TextRefused("sandbox")

    async def forward(self, dial: Dial) -> None:
        leg = await self.dial(replace(dial, leg=new_id()))
        try:
            while not isinstance(event := await leg.next(), PickedUp | NotReached):
                continue
            if isinstance(event, PickedUp):
                await self.connect(dial.call_id, leg)
        finally:
            await leg.close()

    async def connect(self, call_id: UUID, leg: Leg) -> None:
        assert isinstance(leg, SandboxLeg)
        mine, other = self._legs[call_id].transport, leg.transport
        if not (isinstance(mine, Wire) and isinstance(other, Wire)):
            return  # a voicemail talks with nobody
        await other.connected()
        mine.join(other)
        other.join(mine)
        waiting = [asyncio.create_task(wire.left()) for wire in (mine, other)]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waiting:
                task.cancel()
            await other.close()

    async def _use(self, id: UUID, body: SandboxPhoneAction) -> Json:
        leg = self._find(id, body.number)
        if leg is None:
            raise Conflict("The phone isn't ringing.")
        leg.require_ringing()
        match body.action:
            case "answer":
                return await self._answer(leg, body.sdp or "")
            case "voicemail":
                leg.settle(PickedUp(self._open_mailbox(), machine=leg.detects_machines))
            case "decline":
                leg.settle(NotReached(BUSY))
            case "ring-out":
                leg.settle(NotReached(NO_ANSWER))
        return {}

    def _find(self, call_id: UUID, number: str | None) -> SandboxLeg | None:
        if number is None:
            return self._legs.get(call_id)
        phones = (leg for leg in self._legs.values() if leg.dial.call_id == call_id and leg.dial.leg is not None)
        return next((leg for leg in phones if leg.dial.number == number), None)

    async def _answer(self, leg: SandboxLeg, sdp: str) -> Json:
        try:
            joined = await self._join(sdp)
        except OfferNotUnderstood:
            raise BadRequest("The offer could not be understood.") from None
        try:
            leg.require_ringing()
        except Conflict:
            await joined.transport.close()
            raise
        leg.settle(PickedUp(joined.transport))
        return {"type": "answer", "sdp": joined.answer_sdp}
