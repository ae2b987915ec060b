"""Lines: how many one caller holds at once, and those that are kept for phones."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from mia.platform.db.session import Database
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings
from mia.voice.media.active_calls import web_share
from mia.voice.media.reconciliation import end_lost_calls
from mia.voice.telephony.none import NoTelephony
from mia.voice.upkeep import place_waiting_calls
from mia.voice.workers.client import MediaClient
from tests.fakes.phones.media import OFFER, RunningWorker, ScriptedEngine, media_worker
from tests.fakes.phones.voice import VoiceApi, assistant_body
from tests.fakes.waiting import eventually

Json = dict[str, Any]


async def join(voice: VoiceApi, key: str | None = None, at_once: int = 2) -> httpx.Response:
    """A browser's call, of the caller ``key`` if it is counted."""
    limit = {"callerLimit": {"key": key, "atOnce": at_once}} if key else {}
    made = await voice.http.post("/call/web", json={"assistant": assistant_body(), **limit})
    assert made.status_code == 201, made.text
    headers = voice.as_client(made.json()["transport"]["callToken"])
    return await voice.http.post(f"/call/{made.json()['id']}/offer", json=OFFER, headers=headers)


@asynccontextmanager
async def worker_with(database: Database, settings: Settings, lines: int) -> AsyncIterator[RunningWorker]:
    async with media_worker(database, settings.model_copy(update={"calls_per_worker": lines})) as running:
        yield running


async def holds(media: RunningWorker, calls: int) -> bool:
    return media.worker.calls.active == calls


async def dial(voice: VoiceApi) -> Json:
    body = {"assistant": assistant_body(), "customer": {"number": "+13055550142"}}
    number = await voice.http.post("/phone-number", json={"number": "+13055550100"})
    made = await voice.http.post("/call", json=body | {"phoneNumberId": number.json()["id"]})
    assert made.status_code == 201, made.text
    call: Json = made.json()
    return call


async def test_one_caller_holds_two_lines_and_another_still_gets_one(
    voice: VoiceApi, stranger: VoiceApi, database: Database, settings: Settings
) -> None:
    async with worker_with(database, settings, 16) as media:
        assert (await join(voice, "203.0.113.9")).status_code == 200
        assert (await join(stranger, "203.0.113.9")).status_code == 200, "another organization's line counts too"
        refused = await join(voice, "203.0.113.9")
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, "10")
        assert refused.json()["retryable"] is True
        assert (await join(voice, "203.0.113.10")).status_code == 200
        assert (await join(voice)).status_code == 200
        first = await media.engine.next_call()
        first.hang_up()
        await eventually(lambda: holds(media, 3))
        assert (await join(voice, "203.0.113.9")).status_code == 200


@pytest.mark.race
async def test_callers_at_the_same_moment_at_two_workers_cannot_pass_the_limit(
    voice: VoiceApi, database: Database, settings: Settings
) -> None:
    async with worker_with(database, settings, 16), worker_with(database, settings, 16):
        answers = await asyncio.gather(*(join(voice, "203.0.113.77") for _ in range(8)))
    assert sorted(answer.status_code for answer in answers) == [200] * 2 + [429] * 6


async def test_the_lines_of_a_killed_worker_count_no_more(
    voice: VoiceApi, database: Database, settings: Settings
) -> None:
    async with worker_with(database, settings, 16) as media:
        for _ in range(2):
            assert (await join(voice, "203.0.113.5")).status_code == 200
        assert (await join(voice, "203.0.113.5")).status_code == 429
        async with database.system(SystemScope.VOICE_TOKEN) as system:  # as if it had been gone for long
            gone = {"id": media.worker.identity.id}
            await system.sql.execute(
                text("UPDATE voice_calls SET worker_id = gen_random_uuid() WHERE worker_id = :id"), gone
            )
        await end_lost_calls(database)
        assert (await join(voice, "203.0.113.5")).status_code == 200


@pytest.mark.parametrize(("lines", "web"), [(1, 1), (2, 1), (3, 1), (8, 4), (16, 8)])
def test_half_of_a_workers_lines_are_for_browsers(lines: int, web: int) -> None:
    assert web_share(lines) == web


@pytest.mark.race
async def test_browsers_use_half_of_the_lines_and_telephones_all(
    voice: VoiceApi, database: Database, settings: Settings
) -> None:
    async with worker_with(database, settings, 4) as media:
        answers = await asyncio.gather(*(join(voice) for _ in range(4)))
        assert sorted(answer.status_code for answer in answers) == [200, 200, 503, 503]
        for _ in range(2):
            await dial(voice)
        await eventually(lambda: holds(media, 4))
        await media.worker.report()
        await dial(voice)
        client = MediaClient(database, settings)
        assert await place_waiting_calls(database, client) == 0
        await client.close()


async def test_without_telephones_browsers_use_all_lines(
    voice: VoiceApi, database: Database, settings: Settings
) -> None:
    few = settings.model_copy(update={"calls_per_worker": 2})
    async with media_worker(database, few, lambda: ScriptedEngine(NoTelephony())):
        assert [(await join(voice)).status_code for _ in range(3)] == [200, 200, 503]


@pytest.mark.parametrize(
    "limit", [{"key": "", "atOnce": 2}, {"key": "x", "atOnce": 0}, {"key": "x"}, {"atOnce": 1}]
)
async def test_a_limit_that_makes_no_sense_is_refused(voice: VoiceApi, limit: Json) -> None:
    made = await voice.http.post("/call/web", json={"assistant": assistant_body(), "callerLimit": limit})
    assert made.status_code == 400
