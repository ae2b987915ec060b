"""``/log`` and ``/logs``: what happened, in ids and fixed words."""

from typing import Any

import pytest

from mia.platform.db.session import Database
from mia.voice.auth.guards import scope_of_row
from mia.voice.messages.delivery import deliver_due
from mia.voice.resources.call.lifecycle import end_call
from tests.fakes.phones.voice import MessageServer, VoiceApi, assistant_body, local_messages

Json = dict[str, Any]


async def ended(voice: VoiceApi, database: Database, server: MessageServer) -> str:
    """A call that nobody joined."""
    call = (await voice.http.post("/call/web", json={"assistant": assistant_body(server.url)})).json()
    async with database.org(scope_of_row(voice.org_id, "test")) as session:
        await end_call(session, call["id"], "customer-did-not-answer", session.now())
    return str(call["id"])


async def lines(voice: VoiceApi, path: str) -> list[Json]:
    answer = await voice.http.get(path)
    assert answer.status_code == 200, answer.text
    results: list[Json] = answer.json()["results"]
    return results


async def test_a_call_leaves_its_states_and_deliveries(
    voice: VoiceApi, stranger: VoiceApi, database: Database, server: MessageServer
) -> None:
    id = await ended(voice, database, server)
    server.fail.extend([503, 503])
    async with local_messages() as client:
        await deliver_due(database, client)
    found = await lines(voice, f"/log?callId={id}&sortOrder=ASC")
    assert (found[0]["log"], found[0]["level"], found[0]["callId"]) == (
        "ended: customer-did-not-answer",
        "INFO",
        id,
    )
    assert ("status-update not delivered: status-503", "WARN") in [(each["log"], each["level"]) for each in found]
    (webhook, *_) = await lines(voice, f"/logs?type=Webhook&callId={id}")
    assert (webhook["webhookType"], webhook["responseHttpCode"]) == ("status-update", 503)
    assert await lines(stranger, f"/log?callId={id}") == []
    assert (await voice.http.delete(f"/log?callId={id}")).status_code == 200
    assert await lines(voice, f"/log?callId={id}") == []


async def test_requests_that_change_or_are_refused_stand_there_without_their_content(voice: VoiceApi) -> None:
    await voice.http.post("/assistant", json=assistant_body())
    await voice.http.get("/assistant")
    await voice.http.get("/assistant/ana-ruiz")
    found = await lines(voice, "/logs?type=API&sortOrder=ASC")
    told = [(each["requestHttpMethod"], each["requestPath"], each["responseHttpCode"]) for each in found]
    assert told == [("POST", "/assistant", 201), ("GET", "/assistant/{id}", 400)]
    assert [each["resource"] for each in found] == ["assistant", "assistant"]
    assert "ana-ruiz" not in str(found)


async def test_a_kind_is_cleared_and_the_others_stay(
    voice: VoiceApi, database: Database, server: MessageServer
) -> None:
    id = await ended(voice, database, server)
    assert (await voice.http.delete("/logs?type=Call")).status_code == 200
    assert await lines(voice, f"/log?callId={id}") == []
    assert {each["type"] for each in await lines(voice, "/logs")} == {"API"}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/logs?customerId=x"),
        ("DELETE", "/logs?squadId=x"),
        ("GET", "/logs?type=Everything"),
        ("DELETE", "/log"),
        ("GET", "/log?callId=x"),
    ],
)
async def test_what_is_not_in_the_log_is_refused(voice: VoiceApi, method: str, path: str) -> None:
    assert (await voice.http.request(method, path)).status_code == 400


async def test_what_is_said_of_a_call_goes_with_it(
    voice: VoiceApi, database: Database, server: MessageServer
) -> None:
    id, other = await ended(voice, database, server), await ended(voice, database, server)
    assert (await voice.http.delete(f"/call/{id}")).status_code == 200
    assert await lines(voice, f"/log?callId={id}") == []
    assert len(await lines(voice, f"/log?callId={other}")) == 1
