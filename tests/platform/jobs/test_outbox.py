"""Events: written with the change, handled after its commit, at least once, anyone who dies."""

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text

from mia.platform.db.migrate import app_url
from mia.platform.db.session import Database
from mia.platform.jobs.dispatcher import Dispatcher, forget_old_events
from mia.platform.jobs.service import Event, Handler, Registry, emit, run_worker
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope, SystemScope
from tests.conftest import APP_PASSWORD
from tests.fakes.waiting import eventually

NAME = "visit.booked"
ROOT = Path(__file__).parents[3]


@pytest.fixture
def scope() -> ClinicScope:
    return ClinicScope(new_id(), "test")


class Recorder:
    """A handler that keeps what it gets; the first ``failures`` deliveries fail."""

    def __init__(self, failures: int = 0) -> None:
        self.events: list[Event] = []
        self.failures = failures
        self._arrived = asyncio.Condition()

    async def __call__(self, _database: Database, event: Event) -> None:
        async with self._arrived:
            self.events.append(event)
            self._arrived.notify_all()
        if len(self.events) <= self.failures:
            raise RuntimeError

    async def wait_for(self, count: int) -> list[Event]:
        async with asyncio.timeout(20), self._arrived:
            await self._arrived.wait_for(lambda: len(self.events) >= count)
        return self.events


@asynccontextmanager
async def dispatching(
    database: Database, *handlers: Handler, lease: timedelta = timedelta(seconds=60), max_attempts: int = 12
) -> AsyncIterator[None]:
    dispatcher = Dispatcher(database, {NAME: handlers}, lease=lease, max_attempts=max_attempts)
    task = asyncio.create_task(dispatcher.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def waiting(database: Database) -> Sequence[tuple[object, ...]]:
    async with database.system(SystemScope.OUTBOX) as session:
        rows = await session.sql.execute(text("SELECT id, attempts, failed_at FROM outbox ORDER BY id"))
        return [tuple(row) for row in rows]


async def until_empty(database: Database) -> None:
    async def empty() -> bool:
        return not await waiting(database)

    await eventually(empty)


async def test_event_reaches_its_handler_after_the_commit(database: Database, scope: ClinicScope) -> None:
    recorder, visit = Recorder(), new_id()
    async with dispatching(database, recorder):
        async with database.clinic(scope) as session:
            event_id = await emit(session, NAME, {"appointment": visit})
            assert recorder.events == []
        (event,) = await recorder.wait_for(1)
        await until_empty(database)
    assert event == Event(event_id, scope.clinic_id, NAME, {"appointment": visit}, attempt=1)


async def test_event_of_failed_work_is_never_handled(database: Database, scope: ClinicScope) -> None:
    recorder = Recorder()
    with pytest.raises(RuntimeError):
        async with database.clinic(scope) as session:
            await emit(session, NAME, {})
            raise RuntimeError
    async with dispatching(database, recorder):
        async with database.clinic(scope) as session:
            after = await emit(session, NAME, {})
        await recorder.wait_for(1)
        await until_empty(database)
    assert [event.id for event in recorder.events] == [after]


async def test_events_written_while_no_worker_ran_are_handled_at_its_start(
    database: Database, scope: ClinicScope
) -> None:
    async with database.clinic(scope) as session:
        for _ in range(30):
            await emit(session, NAME, {})
    recorder = Recorder()
    async with dispatching(database, recorder):
        await recorder.wait_for(30)
        await until_empty(database)
    assert len({event.id for event in recorder.events}) == 30


async def test_failed_handling_is_tried_again_later(database: Database, scope: ClinicScope) -> None:
    recorder = Recorder(failures=2)
    async with dispatching(database, recorder):
        async with database.clinic(scope) as session:
            await emit(session, NAME, {})
        events = await recorder.wait_for(3)
        await until_empty(database)
    assert [event.attempt for event in events] == [1, 2, 3]
    assert len({event.id for event in events}) == 1


async def test_hopeless_event_is_given_up_and_kept(
    database: Database, scope: ClinicScope, database_url: str
) -> None:
    recorder = Recorder(failures=100)
    async with dispatching(database, recorder, max_attempts=2):
        async with database.clinic(scope) as session:
            event_id = await emit(session, NAME, {})
        await recorder.wait_for(2)

        async def given_up() -> bool:
            return (await waiting(database))[0][2] is not None

        await eventually(given_up)
    assert [row[:2] for row in await waiting(database)] == [(event_id, 2)]
    await forget_old_events(database)
    assert len(await waiting(database)) == 1
    async with await psycopg.AsyncConnection.connect(database_url) as superuser:
        await superuser.execute("UPDATE outbox SET created_at = now() - interval '31 days'")
    await forget_old_events(database)
    assert await waiting(database) == []


async def test_event_without_handler_waits_for_a_worker_that_has_one(
    database: Database, scope: ClinicScope
) -> None:
    async with database.clinic(scope) as session:
        await emit(session, "visit.cancelled", {})
        await emit(session, NAME, {})
    recorder = Recorder()
    async with dispatching(database, recorder):
        await recorder.wait_for(1)
    late = Recorder()
    task = asyncio.create_task(Dispatcher(database, {"visit.cancelled": [late]}).run())
    (event,) = await late.wait_for(1)
    await until_empty(database)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert event.name == "visit.cancelled"


async def test_every_handler_of_a_name_gets_the_event(database: Database, scope: ClinicScope) -> None:
    first, second = Recorder(), Recorder()
    async with dispatching(database, first, second):
        async with database.clinic(scope) as session:
            event_id = await emit(session, NAME, {})
        await second.wait_for(1)
        await until_empty(database)
    assert [event.id for event in first.events + second.events] == [event_id] * 2


async def test_workers_side_by_side_handle_each_event_once(database: Database, scope: ClinicScope) -> None:
    recorder = Recorder()
    async with dispatching(database, recorder), dispatching(database, recorder), dispatching(database, recorder):
        for _ in range(10):
            async with database.clinic(scope) as session:
                for _ in range(10):
                    await emit(session, NAME, {})
        await recorder.wait_for(100)
        await until_empty(database)
    assert len(recorder.events) == len({event.id for event in recorder.events}) == 100


async def test_moved_clock_delays_nothing(database: Database, scope: ClinicScope, clock: MovableClock) -> None:
    clock.move(timedelta(days=-30))
    recorder = Recorder()
    async with dispatching(database, recorder):
        async with database.clinic(scope) as session:
            await emit(session, NAME, {})
        await recorder.wait_for(1)
        await until_empty(database)


@pytest.mark.drill
async def test_event_of_a_killed_worker_is_done_by_another_once(
    database: Database, database_url: str, scope: ClinicScope
) -> None:
    async with database.clinic(scope) as session:
        event_id = await emit(session, NAME, {})
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.platform.jobs.worker_process", app_url(database_url, APP_PASSWORD), "outbox",
        cwd=ROOT, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    async with asyncio.timeout(30):
        assert await process.stdout.readline() == b"started\n"
    process.kill()
    await process.wait()
    recorder = Recorder()
    async with dispatching(database, recorder):
        (event,) = await recorder.wait_for(1)
        await until_empty(database)
    assert (event.id, event.attempt) == (event_id, 2)
    assert len(recorder.events) == 1


async def test_stopping_worker_lets_running_handlers_end(database: Database, scope: ClinicScope) -> None:
    started, may_end, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def slow(_database: Database, _event: Event) -> None:
        started.set()
        await may_end.wait()
        ended.set()

    async with database.clinic(scope) as session:
        await emit(session, NAME, {})
    registry = Registry()
    registry.register(NAME, slow)
    worker = asyncio.create_task(run_worker(database, registry))
    async with asyncio.timeout(20):
        await started.wait()
        worker.cancel()
        may_end.set()
        await asyncio.gather(worker, return_exceptions=True)
    assert ended.is_set()
    assert await waiting(database) == []


async def test_tenants_see_only_their_own_events(database: Database, scope: ClinicScope) -> None:
    async with database.clinic(scope) as session:
        await emit(session, "visit.unhandled", {})
    async with database.clinic(ClinicScope(new_id(), "other")) as session:
        assert await session.sql.scalar(text("SELECT count(*) FROM outbox")) == 0
