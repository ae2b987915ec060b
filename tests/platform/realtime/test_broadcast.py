"""News for browsers: in order, complete, for the own clinic only."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from uuid import UUID

import psycopg
import pytest
import pytest_asyncio
from sqlalchemy import text

from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope
from mia.platform.realtime.service import Broadcaster, News, newest, prune, publish


@pytest.fixture
def scope() -> ClinicScope:
    return ClinicScope(new_id(), "test")


@pytest_asyncio.fixture
async def broadcaster(database: Database) -> AsyncIterator[Broadcaster]:
    async with Broadcaster(database) as broadcaster:
        yield broadcaster


async def always() -> bool:
    return True


async def tell(database: Database, scope: ClinicScope, *objects: UUID) -> None:
    async with database.clinic(scope) as session:
        for object_id in objects:
            await publish(session, "activity.changed", object_id)


class Listener:
    """A browser: takes the news of a stream."""

    def __init__(self, stream: AsyncIterator[News]) -> None:
        self._stream = stream

    async def next(self) -> News:
        async with asyncio.timeout(20):
            return await anext(self._stream)

    async def take(self, count: int) -> list[News]:
        return [await self.next() for _ in range(count)]


@asynccontextmanager
async def listening(
    broadcaster: Broadcaster, scope: ClinicScope, last_seq: int | None = None
) -> AsyncIterator[Listener]:
    async with aclosing(broadcaster.stream(scope, last_seq, always)) as stream:
        yield Listener(stream)


async def test_change_is_heard_after_its_commit(
    broadcaster: Broadcaster, database: Database, scope: ClinicScope
) -> None:
    changed = new_id()
    async with listening(broadcaster, scope) as listener:
        assert await listener.next() == News(0, "ready")
        await tell(database, scope, changed)
        news = await listener.next()
    assert (news.kind, news.object_id) == ("activity.changed", changed)


async def test_change_that_was_rolled_back_is_not_heard(
    broadcaster: Broadcaster, database: Database, scope: ClinicScope
) -> None:
    async with listening(broadcaster, scope) as listener:
        await listener.next()
        with pytest.raises(RuntimeError):
            async with database.clinic(scope) as session:
                await publish(session, "activity.changed", new_id())
                raise RuntimeError
        after = new_id()
        await tell(database, scope, after)
        assert (await listener.next()).object_id == after


async def test_other_clinics_hear_nothing(broadcaster: Broadcaster, database: Database, scope: ClinicScope) -> None:
    other = ClinicScope(new_id(), "other")
    own = new_id()
    async with listening(broadcaster, other) as listener:
        await listener.next()
        await tell(database, scope, new_id())
        await tell(database, other, own)
        assert (await listener.next()).object_id == own


async def test_returning_browser_gets_what_it_missed(
    broadcaster: Broadcaster, database: Database, scope: ClinicScope
) -> None:
    first, missed, live = new_id(), [new_id() for _ in range(3)], new_id()
    async with listening(broadcaster, scope) as listener:
        await listener.next()
        await tell(database, scope, first)
        last = await listener.next()
    await tell(database, scope, *missed)
    async with listening(broadcaster, scope, last.seq) as listener:
        caught_up = await listener.take(3)
        await tell(database, scope, live)
        caught_up.append(await listener.next())
    assert [news.object_id for news in caught_up] == [*missed, live]
    assert [news.seq for news in caught_up] == sorted(news.seq for news in caught_up)


async def test_browser_that_was_away_too_long_is_told_to_begin_anew(
    broadcaster: Broadcaster, database: Database, scope: ClinicScope, database_url: str
) -> None:
    await tell(database, scope, new_id())
    async with database.clinic(scope) as session:
        seq = await session.sql.scalar(text("SELECT max(seq) FROM feed"))
    await tell(database, scope, new_id())
    async with await psycopg.AsyncConnection.connect(database_url) as superuser:
        await superuser.execute("UPDATE feed SET at = now() - interval '61 minutes'")
    await prune(database)
    async with listening(broadcaster, scope, seq) as listener:
        assert (await listener.next()).kind == "ready"


async def test_page_that_knows_the_latest_news_is_not_told_to_begin_anew(
    broadcaster: Broadcaster, database: Database, scope: ClinicScope, database_url: str
) -> None:
    later = new_id()
    await tell(database, scope, new_id())
    async with await psycopg.AsyncConnection.connect(database_url) as superuser:
        await superuser.execute("UPDATE feed SET at = now() - interval '61 minutes'")
    await prune(database)
    async with database.clinic(scope) as session:
        known = await newest(session)
    async with listening(broadcaster, scope, known) as listener:
        await tell(database, scope, later)
        assert (await listener.next()).object_id == later


async def test_recent_news_survive_pruning(database: Database, scope: ClinicScope) -> None:
    await tell(database, scope, new_id())
    await prune(database)
    async with database.clinic(scope) as session:
        assert await session.sql.scalar(text("SELECT count(*) FROM feed")) == 1


async def test_slow_browser_misses_nothing(
    broadcaster: Broadcaster, database: Database, scope: ClinicScope
) -> None:
    objects = [new_id() for _ in range(1300)]  # more than its queue, and more than a page of the table
    async with listening(broadcaster, scope) as listener:
        await listener.next()
        for start in range(0, len(objects), 100):
            await tell(database, scope, *objects[start : start + 100])
        news = await listener.take(len(objects))
    assert sorted(item.object_id for item in news if item.object_id) == sorted(objects)
    assert [item.seq for item in news] == sorted({item.seq for item in news})


async def test_browser_that_reconnects_all_the_time_misses_nothing_of_parallel_writers(
    broadcaster: Broadcaster, database: Database, scope: ClinicScope
) -> None:
    async def write(objects: list[UUID]) -> None:
        for object_id in objects:
            await tell(database, scope, object_id)

    before, groups = new_id(), [[new_id() for _ in range(15)] for _ in range(4)]
    await tell(database, scope, before)
    async with listening(broadcaster, scope) as listener:
        last = (await listener.next()).seq
    writing = asyncio.gather(*(write(group) for group in groups))
    heard: list[News] = []
    while len(heard) < 60:
        async with listening(broadcaster, scope, last) as listener:
            heard += await listener.take(min(3, 60 - len(heard)))
            last = heard[-1].seq
    await writing
    assert {news.object_id for news in heard} == {object_id for group in groups for object_id in group}


async def test_stream_ends_when_it_is_no_longer_allowed(database: Database, scope: ClinicScope) -> None:
    allowed = True

    async def still_allowed() -> bool:
        return allowed

    async with Broadcaster(database, check_every_s=0.05) as broadcaster:
        stream = broadcaster.stream(scope, None, still_allowed)
        assert (await anext(stream)).kind == "ready"
        allowed = False
        async with asyncio.timeout(10):
            assert [news async for news in stream] == []
        assert broadcaster.subscriber_count == 0


async def test_closing_ends_all_streams_at_once(
    broadcaster: Broadcaster, database: Database, scope: ClinicScope
) -> None:
    streams = [broadcaster.stream(scope, None, always) for _ in range(5)]
    for stream in streams:
        await anext(stream)
    assert broadcaster.subscriber_count == 5
    rest = asyncio.gather(*(anext(stream, None) for stream in streams))
    broadcaster.close()
    async with asyncio.timeout(5):
        assert await rest == [None] * 5
    assert broadcaster.subscriber_count == 0


async def test_waiting_browser_holds_no_database_connection(
    broadcaster: Broadcaster, database: Database, scope: ClinicScope, database_url: str
) -> None:
    streams = [broadcaster.stream(scope, None, always) for _ in range(25)]  # more than the pool has
    async with asyncio.TaskGroup() as group:
        for stream in streams:
            group.create_task(_first(stream))
    changed = new_id()
    await tell(database, scope, changed)
    async with asyncio.timeout(20):
        heard = await asyncio.gather(*(anext(stream) for stream in streams))
    assert {news.object_id for news in heard} == {changed}
    for stream in streams:
        await stream.aclose()


async def _first(stream: AsyncIterator[News]) -> None:
    assert (await anext(stream)).kind == "ready"
