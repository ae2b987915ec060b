"""One call that a carrier with webhooks and a media stream places: what is the same for all of them."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol
from uuid import UUID

from mia.platform.kernel.errors import Conflict
from mia.voice.engine.ports import MediaTransport
from mia.voice.telephony.ports import Dial, LegEvent, NotReached, PickedUp

NEWS_AFTER = 15.0
"""Seconds after the ringing has to be over within which the carrier tells what came of it."""


class Stream(MediaTransport, Protocol):
    """The sound of a call; :meth:`lost` says that its socket is gone."""

    def lost(self) -> None:
        """The other side has closed it."""
        ...


class CarrierLeg:
    """``provider_id`` is empty while it is not known whether the carrier has taken the call; ``done`` is awaited
    when it is closed. The carrier's class reads what it is told, and says what it calls a failure."""

    failed = ""

    def __init__(
        self,
        dial: Dial,
        hang_up: Callable[[str], Awaitable[None]],
        forget: Callable[[UUID], object],
        done: Callable[[], Awaitable[None]],
    ) -> None:
        self.provider_id = ""
        self.dial = dial
        self._hang_up = hang_up
        self._forget = forget
        self._done = done
        self._events: asyncio.Queue[LegEvent] = asyncio.Queue()
        self._stream: Stream | None = None
        self._over = False
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(dial.ring_seconds + NEWS_AFTER, self._give_up, self.failed)

    async def next(self) -> LegEvent:
        """What happens next; waits for it."""
        return await self._events.get()

    async def close(self) -> None:
        """Hang up, whatever the state, and forget the call."""
        self._timer.cancel()
        self._forget(self.dial.key)
        if self._stream is not None:
            await self._stream.close()
        if not self._over and self.provider_id:
            self._over = True
            await self._hang_up(self.provider_id)
        await self._done()

    def tell(self, event: LegEvent) -> None:
        """Something happens."""
        self._events.put_nowait(event)

    def end(self, reason: str) -> None:
        """The carrier says that the call is over; saying so again changes nothing."""
        if not self._over:
            self._over = True
            self._give_up(reason)

    def hand_over(self) -> None:
        """The carrier goes on with this call by itself: it is not ours to hang up anymore."""
        self._over = True
        self._timer.cancel()

    def open(self, stream: Stream) -> None:
        """The person has picked up, and sound comes; :class:`Conflict` when it came before."""
        if self._stream is not None or self._over:
            raise Conflict("The call has its stream already.")
        self._timer.cancel()
        self._stream = stream
        self._events.put_nowait(PickedUp(stream))

    def _give_up(self, reason: str) -> None:
        self._events.put_nowait(NotReached(reason))
        if self._stream is not None:
            self._stream.lost()


async def stays_open() -> None:
    """Nothing is to be done after a call by the installation's own account."""
