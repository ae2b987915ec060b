"""Bounds on what comes in from a network: how fast, and how much of it may wait."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Allowance:
    """A token bucket: ``per_second`` of something on average, and ``burst`` at once."""

    def __init__(self, per_second: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._left = burst
        self._at = clock()

    def take(self, amount: float = 1.0) -> bool:
        """Whether so much may pass now; it is then used up."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._per_second)
        self._at = now
        if self._left < amount:
            return False
        self._left -= amount
        return True


class Newest(asyncio.Queue[T], Generic[T]):
    """A queue that never grows beyond ``size``: the oldest item makes room for a new one.

    ``dropped`` is called for each item lost that way.
    """

    def __init__(self, size: int, dropped: Callable[[], object] = lambda: None) -> None:
        super().__init__(size)
        self._dropped = dropped

    async def put(self, item: T) -> None:
        self.put_nowait(item)

    def put_nowait(self, item: T) -> None:
        if self.full():
            self.get_nowait()
            self._dropped()
        super().put_nowait(item)


TOLERATED = 500
"""Packets that may be dropped at once without being abuse: about ten seconds of a call, held back by a network."""
FLOODED = "customer-flooded-connection"
"""Ended reason of a call whose client sent far more than a call needs."""


class Drops:
    """Counts what was dropped, by kind, and says when that is abuse rather than bad luck.

    :data:`TOLERATED` may be dropped at once, and one a second for good; ``on_abuse`` is called once.
    """

    def __init__(self, on_abuse: Callable[[], object] = lambda: None) -> None:
        self.counts: Counter[str] = Counter()
        self._tolerance = Allowance(1.0, TOLERATED)
        self._on_abuse: Callable[[], object] | None = on_abuse

    def note(self, kind: str, *, weight: int = 1, hostile: bool = True) -> None:
        """Something was dropped. ``hostile`` is false for what a slow machine may cause by itself."""
        self.counts[kind] += 1
        if hostile and not self._tolerance.take(weight) and self._on_abuse is not None:
            on_abuse, self._on_abuse = self._on_abuse, None
            on_abuse()
