"""The database is killed with -9: streams and the outbox go on by themselves, and lose nothing."""

import asyncio
import gc
import os
import signal
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy.exc import SQLAlchemyError

from mia.platform.db.embedded import EmbeddedPostgres
from mia.platform.db.migrate import app_url, migrate
from mia.platform.db.session import Database
from mia.platform.jobs.service import Event, Registry, emit, run_worker
from mia.platform.kernel.clock import SystemClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope
from mia.platform.realtime.service import Broadcaster, publish
from tests.fakes.waiting import eventually

pytestmark = pytest.mark.drill

PASSWORD = "app-role"


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """What lost the database is thrown away here: a failed task that no one awaits tells its end when it is
    collected, and CPython 3.11 breaks what it parses just then."""
    yield
    gc.collect()


@pytest_asyncio.fixture
async def server() -> AsyncIterator[EmbeddedPostgres]:
    """A server of this test's own, with fsync: it is going to be killed."""
    with tempfile.TemporaryDirectory(prefix="mia-tests-") as folder:
        os.chmod(folder, 0o755)
        embedded = EmbeddedPostgres(Path(folder))
        await asyncio.to_thread(embedded.start)
        try:
            await asyncio.to_thread(migrate, embedded.url("mia"), PASSWORD)
            yield embedded
        finally:
            embedded.stop()


async def always() -> bool:
    return True


async def test_streams_and_worker_survive_a_killed_database(server: EmbeddedPostgres) -> None:
    database = Database.connect(app_url(server.url("mia"), PASSWORD), b"m" * 32, SystemClock())
    scope = ClinicScope(new_id(), "test")
    handled: set[object] = set()

    async def handle(_database: Database, event: Event) -> None:
        handled.add(event.id)

    registry = Registry()
    registry.register("visit.booked", handle)
    ticks = 0

    async def tick(_database: Database) -> None:
        nonlocal ticks
        ticks += 1

    registry.periodic("tick", "* * * * * *", tick)

    async def change() -> tuple[object, object]:
        object_id = new_id()
        async with database.clinic(scope) as session:
            await publish(session, "activity.changed", object_id)
            return object_id, await emit(session, "visit.booked", {})

    async with Broadcaster(database) as broadcaster:
        stream = broadcaster.stream(scope, None, always)
        worker = asyncio.create_task(run_worker(database, registry))
        assert (await anext(stream)).kind == "ready"
        before, first = await change()
        assert (await anext(stream)).object_id == before
        waiting = asyncio.ensure_future(anext(stream))

        os.kill(server.process_id, signal.SIGKILL)
        await asyncio.to_thread(server.wait)

        async def back() -> bool:
            try:
                await asyncio.to_thread(server.restart_if_dead)
                async with database.clinic(scope):
                    return True
            except SQLAlchemyError:
                return False

        await eventually(back)
        after, second = await change()
        async with asyncio.timeout(30):
            assert (await waiting).object_id == after

        async def all_handled() -> bool:
            return {first, second} <= handled

        await eventually(all_handled)
        ticks_before = ticks

        async def ticks_again() -> bool:
            return ticks > ticks_before

        await eventually(ticks_again)
        assert not worker.done()
        worker.cancel()
        await asyncio.gather(worker, return_exceptions=True)
        await stream.aclose()
    await database.close()


async def test_a_worker_ends_when_asked_though_the_database_is_away(server: EmbeddedPostgres) -> None:
    database = Database.connect(app_url(server.url("mia"), PASSWORD), b"m" * 32, SystemClock())
    began = asyncio.Event()

    async def tick(_database: Database) -> None:
        began.set()

    registry = Registry()
    registry.periodic("tick", "* * * * * *", tick)
    worker = asyncio.create_task(run_worker(database, registry))
    async with asyncio.timeout(30):
        await began.wait()
    os.kill(server.process_id, signal.SIGKILL)
    await asyncio.to_thread(server.wait)

    worker.cancel()

    async with asyncio.timeout(30):
        await asyncio.wait([worker])
    assert worker.cancelled()
    await database.close()
