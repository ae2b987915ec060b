"""Calls whose worker is gone are ended and reported; calls that go on are left alone."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text

from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings
from mia.voice.auth.guards import scope_of_row
from mia.voice.engine.pipeline.events import StatusChanged, TranscriptLine
from mia.voice.media.reconciliation import end_lost_calls
from mia.voice.media.recorder import CallRecorder
from mia.voice.messages.delivery import deliver_due
from mia.voice.resources.call.lifecycle import Worker, claim_call
from mia.voice.workers import registry
from tests.fakes.phones.media import OFFER, media_worker
from tests.fakes.phones.voice import MessageServer, VoiceApi, assistant_body, local_messages

Json = dict[str, Any]


async def report(database: Database, worker: Worker, seconds_ago: float = 0) -> None:
    async with database.system(SystemScope.VOICE_TOKEN) as system:
        await registry.report_worker(
            system, registry.WorkerState(worker.id, worker.address, 4, 1, 2, 1, draining=False)
        )
        await system.sql.execute(
            text("UPDATE voice_media_workers SET heartbeat_at = now() - :age * interval '1 s' WHERE id = :id"),
            {"age": seconds_ago, "id": worker.id},
        )


async def held_call(voice: VoiceApi, database: Database, server: MessageServer, worker: Worker) -> UUID:
    """A call in progress at ``worker`` in which two things were said."""
    made = await voice.http.post("/call/web", json={"assistant": assistant_body(server.url)})
    call_id = UUID(made.json()["id"])
    scope = scope_of_row(voice.org_id, "test")
    async with database.org(scope) as session:
        await claim_call(session, call_id, worker)
    recorder = CallRecorder(database, scope, call_id, lambda: None)
    await recorder(StatusChanged("in-progress"))
    await recorder(TranscriptLine("assistant", "Hello, this is Mia.", 0.2, 1.5))
    await recorder(TranscriptLine("user", "Do you have time on Friday?", 3.0, 1.0))
    return call_id


@pytest.fixture(autouse=True)
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test's database has only just started."""
    monkeypatch.setattr(registry, "_RESTART_GRACE_SECONDS", 0.0)


async def test_a_lost_workers_call_is_reported_with_what_was_said(
    voice: VoiceApi, database: Database, server: MessageServer
) -> None:
    worker = Worker(new_id(), "http://127.0.0.1:9")
    await report(database, worker, seconds_ago=7)
    call_id = await held_call(voice, database, server, worker)
    await end_lost_calls(database)
    await end_lost_calls(database)
    async with local_messages() as client:
        await deliver_due(database, client)
    assert [m["status"] for m in server.of_type("status-update")] == ["in-progress", "ended"]
    sent = server.of_type("end-of-call-report")
    assert len(sent) == 1
    assert sent[0]["endedReason"] == "worker-shutdown"
    assert sent[0]["transcript"] == "AI: Hello, this is Mia.\nUser: Do you have time on Friday?\n"
    assert sent[0]["analysis"]["structuredData"] == {"outcome": "abandoned"}
    call = (await voice.http.get(f"/call/{call_id}")).json()
    assert (call["status"], call["endedReason"]) == ("ended", "worker-shutdown")


async def test_a_living_workers_call_goes_on(voice: VoiceApi, database: Database, server: MessageServer) -> None:
    worker = Worker(new_id(), "http://127.0.0.1:9")
    await report(database, worker, seconds_ago=5)
    call_id = await held_call(voice, database, server, worker)
    await end_lost_calls(database)
    assert (await voice.http.get(f"/call/{call_id}")).json()["status"] == "in-progress"


async def test_after_a_restart_of_the_database_workers_have_time_to_report(
    voice: VoiceApi, database: Database, server: MessageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_RESTART_GRACE_SECONDS", 3600.0)
    worker = Worker(new_id(), "http://127.0.0.1:9")
    await report(database, worker, seconds_ago=60)
    call_id = await held_call(voice, database, server, worker)
    await end_lost_calls(database)
    assert (await voice.http.get(f"/call/{call_id}")).json()["status"] == "in-progress"


async def test_a_worker_at_the_same_address_replaces_the_one_before(
    voice: VoiceApi, database: Database, server: MessageServer, settings: Settings
) -> None:
    async with media_worker(database, settings) as running:
        dead = Worker(new_id(), running.address)
        await report(database, dead)
        call_id = await held_call(voice, database, server, dead)
        async with running.worker.on_duty():
            assert (await voice.http.get(f"/call/{call_id}")).json()["status"] == "ended"


async def test_a_call_that_nobody_joins_ends(
    voice: VoiceApi, database: Database, server: MessageServer, clock: MovableClock
) -> None:
    made = await voice.http.post("/call/web", json={"assistant": assistant_body(server.url)})
    await end_lost_calls(database)
    assert (await voice.http.get(f"/call/{made.json()['id']}")).json()["status"] == "queued"
    clock.move(timedelta(minutes=4))
    await end_lost_calls(database)
    call = (await voice.http.get(f"/call/{made.json()['id']}")).json()
    assert call["endedReason"] == "customer-did-not-answer"


async def test_a_worker_lets_go_of_a_call_that_was_ended_elsewhere(
    voice: VoiceApi, database: Database, settings: Settings
) -> None:
    async with media_worker(database, settings) as running:
        made = (await voice.http.post("/call/web", json={"assistant": assistant_body()})).json()
        assert (await voice.http.post(f"/call/{made['id']}/offer", json=OFFER)).status_code == 200
        script = await running.engine.next_call()
        async with database.org(scope_of_row(voice.org_id, "test")) as session:
            await session.sql.execute(text("UPDATE voice_calls SET status = 'ended', ended_reason = 'x'"))
        await running.worker.report()
        await script.ended.wait()
        assert script.reason == "worker-shutdown"


async def test_a_call_its_worker_lost_sight_of_is_ended(
    voice: VoiceApi, database: Database, settings: Settings, server: MessageServer
) -> None:
    async with media_worker(database, settings) as running:
        call_id = await held_call(voice, database, server, running.worker.identity)
        await running.worker.report()
        assert (await voice.http.get(f"/call/{call_id}")).json()["endedReason"] == "worker-shutdown"
