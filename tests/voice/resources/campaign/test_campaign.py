"""``/campaign``: many people are called, each once, as far as there are lines."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
import pytest_asyncio
from sqlalchemy import text

from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope
from mia.voice.auth.guards import scope_of_row
from mia.voice.auth.spending import note_spending
from mia.voice.resources.campaign.calling import advance_campaigns
from mia.voice.upkeep import erase_old_content
from mia.voice.workers.registry import WorkerState, report_worker
from tests.fakes.phones.voice import VoiceApi, assistant_body, number_id
from tests.voice.resources.tool_steps import made
from tests.voice.resources.workflow.workflow_steps import HANG_UP, edge, talk, tool, workflow

Json = dict[str, Any]

NOW = datetime(2026, 11, 23, 15, tzinfo=UTC)
NUMBERS = [f"+1305555014{digit}" for digit in range(5)]
LINES = 4
"""Two of them are for campaigns."""


@pytest_asyncio.fixture(autouse=True)
async def lines(database: Database, clock: MovableClock) -> None:
    """A media worker without calls, and nothing that an earlier test has left."""
    clock.set(NOW)
    async with database.system(SystemScope.CRON) as system:
        await system.sql.execute(text("UPDATE voice_calls SET status = 'ended'"))
        await system.sql.execute(text("DELETE FROM voice_campaigns"))
    await have_lines(database, LINES)


async def have_lines(database: Database, count: int) -> None:
    async with database.system(SystemScope.VOICE_TOKEN) as system:
        await system.sql.execute(text("DELETE FROM voice_media_workers"))
        state = WorkerState(new_id(), "http://worker", count, 0, count, 0, draining=False)
        if count:
            await report_worker(system, state)


def people(*numbers: str) -> list[Json]:
    return [{"number": number} for number in numbers]


def plan(hours: float, latest: float | None = None) -> Json:
    times = {"earliestAt": hours} | ({} if latest is None else {"latestAt": latest})
    return {name: (NOW + timedelta(hours=value)).isoformat() for name, value in times.items()}


async def asked(voice: VoiceApi, numbers: list[str] = NUMBERS, **more: Any) -> Json:
    assistant = {"assistantId": await made(voice, "/assistant", **assistant_body())}
    base = {"name": "Recall", "phoneNumberId": await number_id(voice.http), "customers": people(*numbers)}
    return base | (assistant if "squadId" not in more else {}) | more


async def begun(voice: VoiceApi, numbers: list[str] = NUMBERS, **more: Any) -> str:
    return await made(voice, "/campaign", **await asked(voice, numbers, **more))


async def read(voice: VoiceApi, id: str) -> Json:
    answer = await voice.http.get(f"/campaign/{id}")
    assert answer.status_code == 200, answer.text
    campaign: Json = answer.json()
    return campaign


def counters(campaign: Json) -> list[int]:
    names = ("Scheduled", "Queued", "InProgress", "EndedVoicemail", "Ended")
    return [campaign[f"callsCounter{name}"] for name in names]


async def hang_up(voice: VoiceApi, campaign: Json) -> None:
    for call_id, call in campaign["calls"].items():
        if call["status"] != "ended":
            assert (await voice.http.post(f"/call/{call_id}/end")).status_code == 204


async def test_everyone_is_called_once_as_lines_are_free(voice: VoiceApi, database: Database) -> None:
    id = await begun(voice, [*NUMBERS, NUMBERS[0], NUMBERS[0]])
    campaign = await read(voice, id)
    assert (campaign["status"], counters(campaign)) == ("in-progress", [5, 0, 0, 0, 0])
    assert [customer["number"] for customer in campaign["customers"]] == NUMBERS
    rounds = []
    while campaign["status"] != "ended":
        rounds.append(await advance_campaigns(database))
        assert await advance_campaigns(database) == 0, "the lines for campaigns are in use"
        await hang_up(voice, campaign := await read(voice, id))
    assert rounds == [2, 2, 1, 0]
    assert (campaign["endedReason"], counters(campaign)) == ("campaign.ended.success", [0, 0, 0, 0, 5])
    calls = [call for call in (await voice.http.get("/call")).json() if call["campaignId"] == id]
    assert sorted(call["customer"]["number"] for call in calls) == NUMBERS
    assert {call["id"] for call in calls} == set(campaign["calls"])


async def test_counters_follow_the_calls(voice: VoiceApi, database: Database) -> None:
    id = await begun(voice)
    await have_lines(database, 8)
    assert await advance_campaigns(database) == 4
    called = list((await read(voice, id))["calls"])
    for call_id, status, reason in (
        (called[0], "ended", "voicemail"), (called[1], "in-progress", None), (called[2], "ringing", None),
    ):  # fmt: skip
        async with database.system(SystemScope.CRON) as system:
            change = text("UPDATE voice_calls SET status = :status, ended_reason = :reason WHERE id = :id")
            await system.sql.execute(change, {"status": status, "reason": reason, "id": call_id})
    assert counters(await read(voice, id)) == [1, 1, 2, 1, 1]
    assert (await voice.http.delete(f"/call/{called[0]}")).status_code == 200
    campaign = await read(voice, id)
    assert (counters(campaign), campaign["calls"][called[0]]) == ([1, 1, 2, 0, 1], {"status": "ended"})


async def test_without_a_line_nobody_is_called(voice: VoiceApi, database: Database) -> None:
    await have_lines(database, 0)
    id = await begun(voice)
    assert await advance_campaigns(database) == 0
    assert counters(await read(voice, id)) == [5, 0, 0, 0, 0]


async def test_two_campaigns_take_turns(voice: VoiceApi, stranger: VoiceApi, database: Database) -> None:
    mine, theirs = await begun(voice), await begun(stranger)
    assert await advance_campaigns(database) == 2
    assert [len((await read(*each))["calls"]) for each in ((voice, mine), (stranger, theirs))] == [1, 1]


async def test_a_campaign_waits_for_its_time_and_may_be_changed_until_then(
    voice: VoiceApi, database: Database, clock: MovableClock
) -> None:
    id = await begun(voice, schedulePlan=plan(2, 3))
    squad = await made(voice, "/squad", members=[{"assistant": {"name": "Billing"}}])
    changed = await voice.http.patch(f"/campaign/{id}", json={"squadId": squad, "name": "Winter"})
    assert (changed.status_code, changed.json()["status"]) == (200, "scheduled")
    assert (changed.json()["squadId"], "assistantId" in changed.json()) == (squad, False)
    assert await advance_campaigns(database) == 0
    clock.move(timedelta(hours=2))
    assert await advance_campaigns(database) == 2
    refused = await voice.http.patch(f"/campaign/{id}", json={"schedulePlan": plan(5)})
    assert (refused.status_code, refused.json()["message"]) == (
        409, "Only the name of a campaign that has begun can be changed."
    )  # fmt: skip
    clock.move(timedelta(hours=1))
    assert await advance_campaigns(database) == 0
    campaign = await read(voice, id)
    assert campaign["endedReason"] == "campaign.in-progress.ended-at-latest"
    assert counters(campaign) == [0, 0, 0, 0, 2]
    assert {call["endedReason"] for call in campaign["calls"].values()} == {"manually-canceled"}


@pytest.mark.parametrize(("hours", "before"), [(2, "scheduled"), (-1, "in-progress")])
async def test_an_ended_campaign_calls_nobody_else(
    voice: VoiceApi, database: Database, clock: MovableClock, hours: int, before: str
) -> None:
    id = await begun(voice, schedulePlan=plan(hours))
    await advance_campaigns(database)
    for _ in range(2):
        ended = (await voice.http.patch(f"/campaign/{id}", json={"status": "ended"})).json()
        assert (ended["status"], ended["endedReason"]) == ("ended", f"campaign.{before}.ended-by-user")
    clock.move(timedelta(days=1))
    assert await advance_campaigns(database) == 0
    assert {call["status"] for call in ended["calls"].values()} <= {"ended"}
    assert (await voice.http.delete(f"/campaign/{id}")).json()["id"] == id
    assert (await voice.http.get(f"/campaign/{id}")).status_code == 404


async def test_a_workflow_calls_with_what_stands_for_each_customer(voice: VoiceApi, database: Database) -> None:
    written = workflow(talk("Hello", "Hello {{who}}."), tool("End", HANG_UP), edge("Hello", "End"))
    body = await asked(voice) | {"workflowId": await made(voice, "/workflow", **written)}
    leo = {"number": NUMBERS[0], "assistantOverrides": {"variableValues": {"who": "Leo"}}}
    body = {name: value for name, value in body.items() if name != "assistantId"} | {"customers": [leo]}
    id = await made(voice, "/campaign", **body)
    assert await advance_campaigns(database) == 1
    (call,) = (await read(voice, id))["calls"]
    assert (await voice.http.get(f"/call/{call}")).json()["workflowOverrides"] == leo["assistantOverrides"]
    loud = {"number": NUMBERS[0], "assistantOverrides": {"firstMessage": "Hey!"}}
    refused = await voice.http.post("/campaign", json=body | {"customers": [loud]})
    assert (refused.status_code, refused.json()["message"][0][:31]) == (400, "customers.0.assistantOverrides ")


async def test_whom_no_call_can_be_made_to_is_told(voice: VoiceApi, database: Database) -> None:
    body = await asked(voice, NUMBERS[:1])
    id = await made(voice, "/campaign", **body)
    await voice.http.delete(f"/assistant/{body['assistantId']}")
    assert await advance_campaigns(database) == 0
    await advance_campaigns(database)
    campaign = await read(voice, id)
    assert campaign["errors"] == [{"customer": {"number": NUMBERS[0]}, "error": "Assistant not found."}]
    assert (campaign["status"], counters(campaign)) == ("ended", [0, 0, 0, 0, 0])


async def test_the_same_key_makes_one_campaign(voice: VoiceApi) -> None:
    body = await asked(voice)
    key = {"Idempotency-Key": "winter"}
    first, again = [(await voice.http.post("/campaign", json=body, headers=key)).json() for _ in range(2)]
    assert first == again
    other = await voice.http.post("/campaign", json=body | {"name": "Other"}, headers=key)
    assert other.status_code == 409


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        ({"customers": []}, "customers is not valid (too short)"),
        ({"customers": people(*NUMBERS[:1], "555")}, "customers.1.number must be a phone number in E.164 form"),
        ({"phoneNumberId": str(uuid4())}, "phoneNumberId is no number of this organization."),
        ({"assistantId": None}, "needs one of assistantId, squadId and workflowId"),
        ({"squadId": str(uuid4()), "assistantId": str(uuid4())}, "needs one of assistantId"),
        ({"schedulePlan": plan(2, 1)}, "latestAt must be later"),
        ({"dialPlan": []}, "property dialPlan should not exist"),
    ],
)
async def test_what_cannot_be_called_is_refused(voice: VoiceApi, more: Json, complaint: str) -> None:
    refused = await voice.http.post("/campaign", json=await asked(voice) | more)
    assert (refused.status_code, complaint in str(refused.json()["message"])) == (400, True), refused.text


async def test_campaigns_are_found_by_status_and_id(voice: VoiceApi) -> None:
    later, now = await begun(voice, schedulePlan=plan(1)), await begun(voice)
    assert [each["id"] for each in (await voice.http.get("/campaign")).json()] == [now, later]
    for query, found in (({"status": "scheduled"}, [later]), ({"id": now}, [now]), ({"limit": 1}, [now])):
        page = (await voice.http.get("/campaign/paginated", params=query)).json()
        assert [each["id"] for each in page["results"]] == found
    assert page["metadata"]["totalItems"] == 2


async def test_campaigns_are_their_organization_s(voice: VoiceApi, stranger: VoiceApi) -> None:
    id = await begun(voice)
    for headers, status in (({"Authorization": ""}, 401), (voice.as_client(voice.public_token), 403)):
        assert (await voice.http.get(f"/campaign/{id}", headers=headers)).status_code == status
        assert (await voice.http.post("/campaign", json={}, headers=headers)).status_code == status
    for method, body in (("GET", None), ("PATCH", {"status": "ended"}), ("DELETE", None)):
        assert (await stranger.http.request(method, f"/campaign/{id}", json=body)).status_code == 404
    assert (await stranger.http.get("/campaign")).json() == []


async def test_a_campaign_is_erased_with_its_contacts_once_it_is_over(
    voice: VoiceApi, database: Database, clock: MovableClock
) -> None:
    over, open_ = await begun(voice), await begun(voice)
    await voice.http.patch(f"/campaign/{over}", json={"status": "ended"})
    clock.move(timedelta(days=31))
    await erase_old_content(database, 30)
    assert (await voice.http.get(f"/campaign/{over}")).status_code == 404
    assert len((await read(voice, open_))["customers"]) == 5


async def test_a_campaign_waits_while_its_token_has_spent_what_it_may(voice: VoiceApi, database: Database) -> None:
    await voice.http.patch(f"/org/{voice.org_id}", json={"prices": {"vapi": 0.05}})
    token = (await voice.http.post("/token", json={"costLimit": {"amount": 1, "period": "day"}})).json()
    body = await asked(voice)
    begun = await voice.http.post("/campaign", json=body, headers=voice.as_client(token["value"]))
    assert begun.status_code == 201, begun.text
    async with database.org(scope_of_row(voice.org_id, "test")) as session:
        await note_spending(session, f"voice-token:{token['id']}", Decimal(1))
    assert await advance_campaigns(database) == 0
    assert (await read(voice, begun.json()["id"]))["status"] == "in-progress"
    assert (await voice.http.patch(f"/token/{token['id']}", json={"costLimit": None})).status_code == 200
    assert await advance_campaigns(database) == LINES // 2
