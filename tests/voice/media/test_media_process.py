"""A media process of its own, with the real engine, called over WebRTC, then stopped or killed."""

import asyncio
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import text

from mia.platform.db.migrate import app_url
from mia.platform.db.session import Database
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings
from mia.voice.media.reconciliation import end_lost_calls
from mia.voice.messages.delivery import deliver_due
from mia.voice.upkeep import place_waiting_calls
from mia.voice.workers.client import MediaClient
from mia.voice.workers.registry import is_any_live
from tests.conftest import APP_PASSWORD
from tests.fakes.phones.caller import Caller
from tests.fakes.phones.media import media_worker
from tests.fakes.phones.voice import MessageServer, VoiceApi, assistant_body, local_messages, number_id
from tests.fakes.waiting import eventually

pytestmark = [pytest.mark.sound, pytest.mark.drill]

ROOT = Path(__file__).parents[3]
PRACTICE = {
    "name": "Downtown Medspa",
    "timezone": "America/New_York",
    "phone": "(305) 555-0100",
    "locations": [{"id": "loc_1", "name": "Brickell", "address": "10 Palm Avenue, Miami"}],
    "hours": [{"weekday": day, "opens": "09:00", "closes": "18:00"} for day in range(5)],
    "services": [
        {"id": "svc_1", "name": "HydraFacial", "aliases": [], "category": "facial", "duration_minutes": 45,
         "price_cents": 19900, "price_note": "", "description": "A facial."}
    ],
    "providers": [{"id": "prv_1", "name": "Dana Lee", "title": "Aesthetician", "service_ids": ["svc_1"]}],
    "faq": [],
}  # fmt: skip


class MediaProcess:
    """The process, and what it has printed once it has ended."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self._output = asyncio.create_task(self._read())

    async def ready(self, database: Database) -> None:
        """Return once it has registered."""
        async with asyncio.timeout(60):
            while not await anybody_takes_calls(database):
                assert self.process.returncode is None, await self.output()
                await asyncio.sleep(0.1)  # the registry tells no one of new workers

    async def output(self) -> str:
        """Everything it printed; waits for its end."""
        return await self._output

    async def _read(self) -> str:
        assert self.process.stderr is not None
        return (await self.process.stderr.read()).decode()


@pytest_asyncio.fixture
async def media(database: Database, database_url: str, settings: Settings) -> AsyncIterator[MediaProcess]:
    async with database.system(SystemScope.VOICE_TOKEN) as system:
        await system.sql.execute(text("DELETE FROM voice_media_workers"))
    arguments = (str(settings.data_dir), app_url(database_url, APP_PASSWORD))
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.voice.media.media_process",
        *arguments,
        cwd=ROOT,
        stderr=asyncio.subprocess.PIPE,
    )
    media = MediaProcess(process)
    try:
        await media.ready(database)
        yield media
    finally:
        if process.returncode is None:
            process.kill()
        await media.output()
        await process.wait()


async def anybody_takes_calls(database: Database) -> bool:
    """Whether a worker is registered and lives."""
    async with database.system(SystemScope.VOICE_TOKEN) as system:
        return await is_any_live(system)


@asynccontextmanager
async def on_the_phone(voice: VoiceApi, server: MessageServer) -> AsyncIterator[str]:
    """A caller who has been greeted, has typed a question and got an answer; yields the call's id."""
    assistant = assistant_body(server.url, metadata={"practice": PRACTICE})
    call = (await voice.http.post("/call/web", json={"assistant": assistant})).json()

    async def exchange(sdp: str) -> str:
        answer = await voice.http.post(f"/call/{call['id']}/offer", json={"type": "offer", "sdp": sdp}, timeout=20)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["sdp"])

    async with Caller(exchange) as caller:
        await caller.transcript("assistant", "this is Mia")
        heard = len(caller.messages)
        caller.type("My name is Ximena Quiroga. What are your opening hours?")
        await caller.transcript("assistant", "Monday", after=heard, within=20)
        yield call["id"]


async def stored_words(voice: VoiceApi, call_id: str, containing: str) -> None:
    """Return once words that contain these are stored as the assistant's."""
    async with asyncio.timeout(20):
        while True:
            lines = (await voice.http.get(f"/call/{call_id}")).json().get("messages", [])
            if any(line["role"] == "bot" and containing in line["message"] for line in lines):
                return
            await asyncio.sleep(0.1)  # the API has no event for a stored line


async def test_a_killed_media_process_loses_nothing_that_was_said(
    voice: VoiceApi, server: MessageServer, database: Database, media: MediaProcess
) -> None:
    async with on_the_phone(voice, server) as call_id:
        await stored_words(voice, call_id, "Monday")
        media.process.kill()
        await media.process.wait()
        async with asyncio.timeout(30), local_messages() as client:
            while not server.of_type("end-of-call-report"):
                await end_lost_calls(database)
                await deliver_due(database, client)
                await asyncio.sleep(0.2)  # a dead process announces nothing
    report = server.of_type("end-of-call-report")[0]
    assert report["endedReason"] == "worker-shutdown"
    assert "User: My name is Ximena Quiroga. What are your opening hours?" in report["transcript"]
    assert "Monday" in report["transcript"]
    assert "Ximena" not in await media.output()


async def test_a_media_process_that_is_told_to_stop_says_goodbye(
    voice: VoiceApi, server: MessageServer, database: Database, media: MediaProcess
) -> None:
    async with on_the_phone(voice, server) as call_id:
        await stored_words(voice, call_id, "Monday")
        media.process.terminate()
        report = (await server.wait_for("end-of-call-report"))[0]
    # On a busy machine the goodbye may take longer than a process has to stop.
    assert report["endedReason"] in ("assistant-ended-call-after-message-spoken", "worker-shutdown")
    assert "Monday" in report["transcript"]
    assert report["analysis"]["structuredData"]["outcome"] in ("answered", "lead")
    assert await media.process.wait() == 0
    output = await media.output()
    assert "call_ended" in output
    assert "Ximena" not in output
    assert not await anybody_takes_calls(database)


async def nothing_is_promised(database: Database) -> bool:
    """Whether every server message has arrived, and the sender knows it."""
    async with database.system(SystemScope.OUTBOX) as system:
        return not await system.sql.scalar(text("SELECT count(*) FROM voice_server_messages"))


async def test_a_media_process_killed_while_a_telephone_rings_rings_nobody_twice(
    voice: VoiceApi, server: MessageServer, database: Database, settings: Settings, media: MediaProcess
) -> None:
    body = {
        "assistant": assistant_body(server.url),
        "phoneNumberId": await number_id(voice.http),
        "customer": {"number": "+13055550142"},
    }
    call = (await voice.http.post("/call", json=body, headers={"Idempotency-Key": "outreach-1"})).json()
    await server.wait_for("status-update")
    await eventually(lambda: nothing_is_promised(database))
    media.process.kill()
    await media.process.wait()
    client = MediaClient(database, settings)
    async with asyncio.timeout(90), local_messages() as messages, media_worker(database, settings) as other:
        while not server.of_type("end-of-call-report"):
            await place_waiting_calls(database, client)
            await end_lost_calls(database)
            await deliver_due(database, messages)
            await asyncio.sleep(0.2)  # a dead process announces nothing
        assert other.worker.calls.active == 0
        again = await voice.http.post("/call", json=body, headers={"Idempotency-Key": "outreach-1"})
        assert again.json()["id"] == call["id"]
        await place_waiting_calls(database, client)
        assert other.worker.calls.active == 0
    await client.close()
    assert server.of_type("end-of-call-report")[0]["endedReason"] == "worker-shutdown"
    assert [message["status"] for message in server.of_type("status-update")] == ["ringing", "ended"]
    assert "5550142" not in await media.output()
