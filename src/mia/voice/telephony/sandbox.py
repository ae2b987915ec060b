"""Telephones that ring nowhere: they are picked up, declined or left to ring at ``/sandbox/phone``."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal
from uuid import UUID

from fastapi import APIRouter
from pydantic import Field

from mia.platform.kernel.errors import Conflict
from mia.voice.engine.ports import Joined, MediaTransport, OfferNotUnderstood
from mia.voice.http import BadRequest
from mia.voice.telephony.ports import (
    BUSY,
    NO_ANSWER,
    Dial,
    DialRefused,
    LegEvent,
    NotReached,
    PickedUp,
    Ringing,
    Take,
)
from mia.voice.wire import Json, WireModel

NOT_IN_SERVICE = "+15005550001"
"""A number that cannot be called, as with Twilio's test credentials."""
MISDIALLED = "call.start.error-number-not-in-service"

Join = Callable[[str], Awaitable[Joined]]


class SandboxPhoneAction(WireModel):
    """What someone does with a phone that the sandbox plays. ``answer`` brings an offer."""

    action: Literal["answer", "decline", "voicemail", "ring-out"]
    sdp: str | None = Field(None, max_length=64_000)


class SandboxLeg:
    """One phone that rings."""

    def __init__(self, dial: Dial, forget: Callable[[UUID], object]) -> None:
        self.provider_id = f"sandbox-{dial.call_id}"
        self._call_id = dial.call_id
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
        self._forget(self._call_id)

    def settle(self, event: PickedUp | NotReached) -> None:
        """Someone picks up, or no one will."""
        self._stop_ringing()
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
        leg = self._legs[dial.call_id] = SandboxLeg(dial, lambda call_id: self._legs.pop(call_id, None))
        return leg

    async def _use(self, id: UUID, body: SandboxPhoneAction) -> Json:
        leg = self._legs.get(id)
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
