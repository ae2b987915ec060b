"""Fans the event feed out to the browsers connected to this process.

One LISTEN connection per process. Each browser has a short queue; what it cannot hold, and what was sent
while the database was away, is read again from the table, so that nothing is lost and order is kept.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass
from types import TracebackType
from typing import Self
from uuid import UUID

import structlog
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from mia.platform.db.listen import Connected, notifications
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.scope import ClinicScope
from mia.platform.realtime.models import FeedRow

log = structlog.get_logger()

CHANNEL = "mia_feed"
_QUEUE = 256
_PAGE = 500


@dataclass(frozen=True)
class News:
    """One event for a browser. ``kind`` ``"ready"`` opens a stream that does not continue an earlier one:
    what the page holds may be stale, from here on it hears all."""

    seq: int
    kind: str
    object_id: UUID | None = None


async def newest(session: ClinicSession) -> int:
    """The number of a clinic's latest event, 0 when there never were any."""
    return await session.sql.scalar(select(FeedRow.seq).order_by(FeedRow.seq.desc()).limit(1)) or 0


class _Subscriber:
    """A connected browser: the queue of its clinic's events, or a flag that it must check the table."""

    def __init__(self) -> None:
        self.queue: list[News] = []
        self.gap = False
        self.wake = asyncio.Event()
        self.checked_at = asyncio.get_running_loop().time()

    def push(self, news: News) -> None:
        if len(self.queue) >= _QUEUE:
            self.miss()
        elif not self.gap:
            self.queue.append(news)
            self.wake.set()

    def miss(self) -> None:
        self.queue.clear()
        self.gap = True
        self.wake.set()


class Broadcaster:
    """``async with Broadcaster(database) as broadcaster`` runs for the life of a web process.

    :meth:`close` ends all streams at once; call it when the server begins to shut down.
    """

    def __init__(self, database: Database, *, check_every_s: float = 15.0) -> None:
        self._database = database
        self._check_every_s = check_every_s
        self._subscribers: dict[UUID, set[_Subscriber]] = {}
        self._closing = False
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._listen(), name="broadcaster")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def close(self) -> None:
        """End every stream; new ones end at once."""
        self._closing = True
        for subscriber in self._everybody():
            subscriber.wake.set()

    @property
    def subscriber_count(self) -> int:
        """Browsers connected to this process."""
        return len(self._everybody())

    async def stream(
        self, scope: ClinicScope, last_seq: int | None, still_allowed: Callable[[], Awaitable[bool]]
    ) -> AsyncGenerator[News, None]:
        """A clinic's events after ``last_seq``, then as they happen, until :meth:`close`.

        Without ``last_seq``, or when that one is gone, it begins with ``ready``. The stream ends when
        ``still_allowed``, asked every few seconds, says no. No database session is held while waiting.
        """
        subscriber = _Subscriber()
        self._subscribers.setdefault(scope.clinic_id, set()).add(subscriber)
        try:
            seq = last_seq
            if seq is None or not await self._remembers(scope, seq):
                seq = await self._newest(scope)
                yield News(seq, "ready")
            subscriber.gap = True
            while not self._closing:
                async for news in self._pending(scope, subscriber, seq):
                    seq = news.seq
                    yield news
                if not await self._wait(subscriber, still_allowed):
                    return
        finally:
            self._forget(scope.clinic_id, subscriber)

    async def _wait(self, subscriber: _Subscriber, still_allowed: Callable[[], Awaitable[bool]]) -> bool:
        """Until there is something to do; False when the stream must end."""
        clock = asyncio.get_running_loop().time
        while not self._closing:
            left = subscriber.checked_at + self._check_every_s - clock()
            if left > 0:
                try:
                    async with asyncio.timeout(left):
                        await subscriber.wake.wait()
                        return not self._closing
                except TimeoutError:
                    pass
            try:
                if not await still_allowed():
                    return False
            except (SQLAlchemyError, OSError):
                log.warning("stream_check_failed")  # the database is away: ask again at the next turn
            subscriber.checked_at = clock()
        return False

    async def _pending(self, scope: ClinicScope, subscriber: _Subscriber, seq: int) -> AsyncGenerator[News, None]:
        """What has come for a subscriber after ``seq``, in order, from the table when it has a gap."""
        subscriber.wake.clear()
        while subscriber.gap:
            subscriber.gap = False  # before reading: what comes meanwhile queues up behind it
            try:
                page = await self._after(scope, seq)
            except (SQLAlchemyError, OSError):
                log.warning("feed_unreachable")  # the next connection of the listener wakes us
                subscriber.gap = True
                return
            for news in page:
                seq = news.seq
                yield news
            if len(page) == _PAGE:
                subscriber.miss()
        queue, subscriber.queue = subscriber.queue, []
        for news in queue:
            if news.seq > seq:
                seq = news.seq
                yield news

    async def _listen(self) -> None:
        async with aclosing(notifications(self._database.listen_dsn, CHANNEL)) as payloads:
            async for payload in payloads:
                if isinstance(payload, Connected):
                    for subscriber in self._everybody():
                        subscriber.miss()
                    continue
                data = json.loads(payload)
                news = News(data["seq"], data["kind"], UUID(data["object"]))
                for subscriber in self._subscribers.get(UUID(data["clinic"]), ()):
                    subscriber.push(news)

    async def _remembers(self, scope: ClinicScope, seq: int) -> bool:
        """Whether everything after ``seq`` can still be told."""
        async with self._database.clinic(scope) as session:
            return await session.sql.scalar(select(FeedRow.seq).where(FeedRow.seq == seq)) is not None

    async def _newest(self, scope: ClinicScope) -> int:
        async with self._database.clinic(scope) as session:
            return await newest(session)

    async def _after(self, scope: ClinicScope, seq: int) -> list[News]:
        async with self._database.clinic(scope) as session:
            rows = await session.sql.execute(
                select(FeedRow.seq, FeedRow.kind, FeedRow.object_id)
                .where(FeedRow.seq > seq)
                .order_by(FeedRow.seq)
                .limit(_PAGE)
            )
            return [News(row.seq, row.kind, row.object_id) for row in rows]

    def _everybody(self) -> list[_Subscriber]:
        return [subscriber for group in self._subscribers.values() for subscriber in group]

    def _forget(self, clinic_id: UUID, subscriber: _Subscriber) -> None:
        group = self._subscribers.get(clinic_id, set())
        group.discard(subscriber)
        if not group:
            self._subscribers.pop(clinic_id, None)
