"""Calls for later and calls to several people: placed when their time has come, each of them once."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import text

from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings
from mia.voice.media.reconciliation import end_lost_calls, waiting_to_be_placed
from mia.voice.upkeep import place_waiting_calls
from mia.voice.workers.client import MediaClient
from tests.fakes.phones.media import media_worker
from tests.fakes.phones.voice import MessageServer, VoiceApi, assistant_body, number_id

Json = dict[str, Any]

NOW = datetime(2026, 11, 23, 15, tzinfo=UTC)
NUMBERS = ("+13055550142", "+13055550143")


@pytest_asyncio.fixture(autouse=True)
async def quiet(database: Database, clock: MovableClock) -> None:
    """No call waits that an earlier test has left."""
    clock.set(NOW)
    async with database.system(SystemScope.CRON) as system:
        await system.sql.execute(text("UPDATE voice_calls SET status = 'ended'"))


@pytest_asyncio.fixture
async def client(database: Database, settings: Settings) -> AsyncIterator[MediaClient]:
    media = MediaClient(database, settings)
    yield media
    await media.close()


def plan(hours: float, latest: float | None = None) -> Json:
    given = {"earliestAt": (NOW + timedelta(hours=hours)).isoformat()}
    return given if latest is None else given | {"latestAt": (NOW + timedelta(hours=latest)).isoformat()}


async def ask(voice: VoiceApi, server_url: str | None = None, key: str | None = None, **body: Any) -> Any:
    request = {"assistant": assistant_body(server_url), "phoneNumberId": await number_id(voice.http), **body}
    if "customers" not in body:
        request["customer"] = {"number": NUMBERS[0]}
    headers = {"Idempotency-Key": key} if key else {}
    return await voice.http.post("/call", json=request, headers=headers)


async def test_a_call_for_later_waits_and_is_placed_in_its_time(
    voice: VoiceApi, database: Database, settings: Settings, clock: MovableClock, client: MediaClient,
    server: MessageServer,
) -> None:  # fmt: skip
    call = (await ask(voice, server.url, schedulePlan=plan(2))).json()
    assert call["status"] == "scheduled"
    assert call["schedulePlan"]["earliestAt"].startswith("2026-11-23T17:00")
    async with media_worker(database, settings):
        clock.move(timedelta(hours=1, minutes=59))
        assert await place_waiting_calls(database, client) == 0
        await end_lost_calls(database)
        assert (await voice.http.get(f"/call/{call['id']}")).json()["status"] == "scheduled"
        clock.move(timedelta(minutes=1))
        assert await place_waiting_calls(database, client) == 1
        assert (await server.wait_for("status-update"))[0]["status"] == "ringing"


@pytest.mark.parametrize(("latest", "minutes"), [(None, 3), (2.5, 30)])
async def test_who_could_not_be_called_in_time_is_not_called_late(
    voice: VoiceApi, database: Database, clock: MovableClock, latest: float | None, minutes: int
) -> None:
    call = (await ask(voice, schedulePlan=plan(2, latest))).json()
    clock.move(timedelta(hours=2, minutes=minutes - 1))
    async with database.system(SystemScope.CRON) as system:
        await system.sql.execute(text("UPDATE voice_calls SET status = 'queued' WHERE status = 'scheduled'"))
    await end_lost_calls(database)
    assert len(await waiting_to_be_placed(database)) == 1
    clock.move(timedelta(minutes=2))
    await end_lost_calls(database)
    assert (await voice.http.get(f"/call/{call['id']}")).json()[
        "endedReason"
    ] == "call.start.error-vapifault-worker-not-available"


async def test_a_call_for_later_can_be_called_off(voice: VoiceApi) -> None:
    call = (await ask(voice, schedulePlan=plan(2))).json()
    assert (await voice.http.post(f"/call/{call['id']}/end")).status_code == 204
    assert (await voice.http.get(f"/call/{call['id']}")).json()["status"] == "ended"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (plan(24 * 31), "within 30 days"),
        (plan(2, 1), "later than schedulePlan.earliestAt"),
        (plan(-3, -1), "later than schedulePlan.earliestAt"),
        ({}, "schedulePlan.earliestAt should not be empty"),
        ({"earliestAt": "soon"}, "schedulePlan.earliestAt is not valid"),
    ],
)
async def test_a_plan_that_cannot_be_kept_is_refused(voice: VoiceApi, given: Json, message: str) -> None:
    refused = await ask(voice, schedulePlan=given)
    assert refused.status_code == 400
    assert message in str(refused.json()["message"])


async def test_several_customers_get_a_call_each_and_bad_numbers_are_named(voice: VoiceApi) -> None:
    overrides = {"firstMessage": "Hello Leo."}
    customers = [{"number": NUMBERS[0]}, {"number": "555"}, {"number": NUMBERS[1], "assistantOverrides": overrides}]
    made = await ask(voice, customers=customers, name="recall", schedulePlan=plan(1))
    assert made.status_code == 201
    answer = made.json()
    assert [call["customer"]["number"] for call in answer["results"]] == list(NUMBERS)
    assert [call["assistantOverrides"] for call in answer["results"] if "assistantOverrides" in call] == [overrides]
    assert {call["status"] for call in answer["results"]} == {"scheduled"}
    (error,) = answer["errors"]
    assert error["customer"] == {"number": "555"}
    assert "E.164" in error["error"]


async def test_the_same_key_calls_nobody_twice(voice: VoiceApi) -> None:
    customers = [{"number": number} for number in NUMBERS]
    first, again = [
        (await ask(voice, key="batch-1", customers=customers, schedulePlan=plan(1))).json() for _ in range(2)
    ]
    assert [call["id"] for call in first["results"]] == [call["id"] for call in again["results"]]
    other = await ask(voice, key="batch-1", customers=customers[:1], schedulePlan=plan(1))
    assert other.status_code == 409
