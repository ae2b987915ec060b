"""``costLimit`` of a token: what its calls and chats may cost, at the organization's prices."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from mia.platform.conversation.ports import Conclusion
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.voice.auth.guards import scope_of_row
from mia.voice.engine.pipeline.call import CallRecord, Used
from mia.voice.media.recorder import CallRecorder
from mia.voice.resources.call.lifecycle import Worker, begin_call, claim_call
from mia.voice.upkeep import erase_old_content
from tests.fakes.phones.voice import VoiceApi, assistant_body

Json = dict[str, Any]
PRICES = {"vapi": 0.05, "voice": {"11labs": 0.3}, "model": {"mia": {"prompt": 1000, "completion": 1000}}}
LIMIT = {"amount": 0.1, "period": "day"}


async def priced(voice: VoiceApi) -> None:
    answer = await voice.http.patch(f"/org/{voice.org_id}", json={"prices": PRICES})
    assert answer.status_code == 200, answer.text
    assert answer.json()["prices"] == PRICES


async def issued(voice: VoiceApi, **body: Any) -> Json:
    answer = await voice.http.post("/token", json=body)
    assert answer.status_code == 201, answer.text
    token: Json = answer.json()
    return token


async def begun(voice: VoiceApi, token: Json) -> str:
    headers = voice.as_client(token["value"])
    answer = await voice.http.post("/call/web", json={"assistant": assistant_body()}, headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def ended(voice: VoiceApi, database: Database, id: str, minutes: int) -> None:
    """The call was held for so long."""
    scope, now = scope_of_row(voice.org_id, "test"), database.clock.now()
    async with database.org(scope) as session:
        await claim_call(session, UUID(id), Worker(new_id(), "http://127.0.0.1:9"))
    async with database.org(scope) as session:
        await begin_call(session, UUID(id), now)
    at, done = now + timedelta(minutes=minutes), Conclusion("They talked.", {}, success=True)
    record = CallRecord(now, at, "customer-ended-call", (), (), {}, done, Used(1000, 40, 9))
    await CallRecorder(database, scope, UUID(id), lambda: None).finish("customer-ended-call", record)


async def refused(voice: VoiceApi, token: Json, path: str, body: Json) -> Json:
    answer = await voice.http.post(path, json=body, headers=voice.as_client(token["value"]))
    assert answer.status_code == 429, answer.text
    assert 0 < int(answer.headers["retry-after"]) <= 31 * 86400
    told: Json = answer.json()
    return told


async def test_a_call_costs_what_the_organization_says(voice: VoiceApi, database: Database) -> None:
    await priced(voice)
    token = await issued(voice)
    id = await begun(voice, token)
    await ended(voice, database, id, 2)
    call = (await voice.http.get(f"/call/{id}")).json()
    parts = {part["type"]: part["cost"] for part in call["costs"]}
    assert parts == {"transport": 0, "transcriber": 0, "model": 0.049, "voice": 0, "vapi": 0.1}
    assert (call["cost"], call["costBreakdown"]["llm"]) == (0.149, 0.049)
    operation = {"operation": "sum", "column": "costBreakdown.vapi", "alias": "ours"}
    query = {"table": "call", "name": "q", "operations": [operation]}
    (answer,) = (await voice.http.post("/analytics", json={"queries": [query]})).json()
    assert answer["result"][0]["ours"] == pytest.approx(0.1)


async def test_a_mistyped_price_keeps_no_call_from_ending(voice: VoiceApi, database: Database) -> None:
    most = {"vapi": 1000, "transcriber": {"mia": 1000}, "voice": {"mia": 1000}}
    await voice.http.patch(f"/org/{voice.org_id}", json={"prices": most})
    id = await begun(voice, await issued(voice))
    await ended(voice, database, id, 720)
    assert (await voice.http.get(f"/call/{id}")).json()["cost"] == 201_000


async def test_a_token_that_has_spent_its_limit_begins_nothing_more(voice: VoiceApi, database: Database) -> None:
    await priced(voice)
    restrictions = {"allowTransientAssistant": True}
    token = await issued(voice, tag="public", restrictions=restrictions, costLimit=LIMIT)
    assert (token["costLimit"], token["spent"]) == (LIMIT, 0)
    first, second = await begun(voice, token), await begun(voice, token)
    await ended(voice, database, first, 2)
    told = await refused(voice, token, "/call/web", {"assistant": assistant_body()})
    assert told["message"].startswith("This token has reached its cost limit of $0.10 a day.")
    assert (told["error"], told["statusCode"]) == ("Too Many Requests", 429)
    await refused(voice, token, "/chat/web", {"assistantId": str(new_id()), "input": "Hello"})
    await ended(voice, database, second, 1)
    shown = (await voice.http.get(f"/token/{token['id']}")).json()
    assert shown["spent"] == pytest.approx(0.248)
    await voice.http.delete(f"/call/{first}")
    await refused(voice, token, "/call/web", {"assistant": assistant_body()})
    await begun(voice, await issued(voice, tag="public", restrictions=restrictions, costLimit=LIMIT))


async def test_a_private_token_is_limited_wherever_it_begins_something(voice: VoiceApi, database: Database) -> None:
    await priced(voice)
    token = await issued(voice, costLimit=LIMIT)
    await ended(voice, database, await begun(voice, token), 3)
    for path in ("/call", "/call/phone", "/call/web", "/chat", "/chat/responses", "/campaign"):
        await refused(voice, token, path, {})
    answer = await voice.http.get("/call", headers=voice.as_client(token["value"]))
    assert answer.status_code == 200
    url = f"/token/{token['id']}"
    assert (await voice.http.patch(url, json={"costLimit": {"amount": 5}})).json()["costLimit"] == {
        "amount": 5,
        "period": "month",
    }
    await begun(voice, token)
    assert "costLimit" not in (await voice.http.patch(url, json={"costLimit": None})).json()


async def test_the_next_day_a_token_may_go_on(voice: VoiceApi, database: Database, clock: MovableClock) -> None:
    await priced(voice)
    token = await issued(voice, costLimit=LIMIT)
    await ended(voice, database, await begun(voice, token), 3)
    await refused(voice, token, "/call/web", {"assistant": assistant_body()})
    clock.move(timedelta(days=1))
    await begun(voice, token)


async def test_a_limit_without_prices_is_refused(voice: VoiceApi) -> None:
    answer = await voice.http.post("/token", json={"costLimit": LIMIT})
    assert (answer.status_code, "costLimit needs prices" in str(answer.json()["message"])) == (400, True)
    await priced(voice)
    for wrong in ({"amount": 0}, {"amount": 1, "period": "year"}, {}):
        assert (await voice.http.post("/token", json={"costLimit": wrong})).status_code == 400


async def test_what_was_spent_long_ago_is_forgotten(
    voice: VoiceApi, database: Database, clock: MovableClock
) -> None:
    await priced(voice)
    token = await issued(voice, costLimit=LIMIT)
    await ended(voice, database, await begun(voice, token), 3)
    clock.move(timedelta(days=63))
    await erase_old_content(database, 30)
    clock.move(timedelta(days=-63))
    assert (await voice.http.get(f"/token/{token['id']}")).json()["spent"] == 0
