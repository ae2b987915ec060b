"""``/squad``: assistants that hand one conversation on to each other."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import pytest
import pytest_asyncio

from mia.platform.db.session import Database
from mia.platform.kernel.settings import Settings
from tests.fakes.phones.media import media_worker
from tests.fakes.phones.voice import VoiceApi, voice_api
from tests.voice.resources.call.test_call import join, make_call
from tests.voice.resources.tool_steps import OBEDIENT, all_told, made

Json = dict[str, Any]
TO_BILLING = 'use transferCall {"destination": "Billing"}'


@pytest_asyncio.fixture
async def voice(database: Database, settings: Settings) -> AsyncIterator[VoiceApi]:
    async with voice_api(database, settings, OBEDIENT) as api:
        yield api


def to(name: str, **extra: Any) -> Json:
    return {"type": "assistant", "assistantName": name, "description": f"For {name}.", **extra}


async def squad(voice: VoiceApi) -> Json:
    """Reception, stored, hands on to Billing, which is written into the squad and hands back."""
    reception = await made(voice, "/assistant", name="Reception", firstMessage="Reception here.")
    billing = {"name": "Billing", "firstMessage": "Billing here."}
    to_billing = to("Billing", message="I will put you through.")
    return {
        "name": "House",
        "members": [
            {"assistantId": reception, "assistantDestinations": [to_billing]},
            {"assistant": billing, "assistantDestinations": [to("Reception")]},
        ],
    }


async def test_a_squad_is_kept_listed_changed_and_removed(voice: VoiceApi, stranger: VoiceApi) -> None:
    id = await made(voice, "/squad", **await squad(voice))
    assert [each["id"] for each in (await voice.http.get("/squad")).json()] == [id]
    renamed = (await voice.http.patch(f"/squad/{id}", json={"name": "Office"})).json()
    assert (renamed["name"], len(renamed["members"])) == ("Office", 2)
    assert (await stranger.http.get(f"/squad/{id}")).status_code == 404
    assert (await voice.http.delete(f"/squad/{id}")).json()["id"] == id
    assert (await voice.http.get(f"/squad/{id}")).status_code == 404


async def test_members_and_destinations_must_be_there(voice: VoiceApi) -> None:
    for member, complaint in (
        ({}, "needs either assistantId or assistant"),
        ({"assistantId": str(uuid4())}, "assistantId is no assistant"),
        ({"assistant": {"name": "A"}, "assistantDestinations": [to("B")]}, "names no member of the squad"),
    ):
        refused = await voice.http.post("/squad", json={"members": [member]})
        assert (refused.status_code, complaint in str(refused.json()["message"])) == (400, True), refused.text


async def test_a_session_is_handed_on_and_back(voice: VoiceApi) -> None:
    squad_id = await made(voice, "/squad", **await squad(voice))
    session = (await voice.http.post("/session", json={"squadId": squad_id})).json()
    assert [message["content"] for message in session["messages"]] == ["Reception here."]
    here: Json = {"sessionId": session["id"]}
    assert await all_told(voice, here | {"input": "Hello"}) == ["Reception hears you."]
    assert await all_told(voice, here | {"input": TO_BILLING}) == ["I will put you through. Billing here."]
    assert await all_told(voice, here | {"input": "Hello"}) == ["Billing hears you."]
    back = 'use transferCall {"destination": "Reception"}'
    assert await all_told(voice, here | {"input": back}) == ["Reception here."]
    assert await all_told(voice, here | {"input": "Hello"}) == ["Reception hears you."]


async def test_words_for_a_tool_that_has_run_do_not_keep_from_handing_on(voice: VoiceApi) -> None:
    said = {"type": "request-complete", "content": "One moment."}
    tool = {"type": "transferCall", "destinations": [to("Billing")], "messages": [said]}
    model = {"provider": "mia", "tools": [tool]}
    reception = {"name": "Reception", "firstMessage": "Reception here.", "model": model}
    members = [{"assistant": reception}, {"assistant": {"name": "Billing", "firstMessage": "Billing here."}}]
    squad_id = await made(voice, "/squad", name="House", members=members)
    here = {"sessionId": (await voice.http.post("/session", json={"squadId": squad_id})).json()["id"]}
    assert await all_told(voice, here | {"input": TO_BILLING}) == ["One moment. Billing here."]
    assert await all_told(voice, here | {"input": "Hello"}) == ["Billing hears you."]


async def test_a_chat_goes_on_with_whom_it_was_handed_to(voice: VoiceApi) -> None:
    first = await voice.http.post("/chat", json={"squad": await squad(voice), "input": TO_BILLING})
    after: Json = {"previousChatId": first.json()["id"]}
    assert await all_told(voice, after | {"input": "Hello"}) == ["Billing hears you."]


async def test_a_value_that_is_told_later_stands_in_what_is_said_from_then_on(voice: VoiceApi) -> None:
    body = await squad(voice)
    body["members"][1]["assistant"]["firstMessage"] = "Billing here, {{name}}."
    told: Json = {"assistantOverrides": {"variableValues": {"name": "Ana"}}, "input": TO_BILLING}
    heard = ["I will put you through. Billing here, Ana."]
    session = {"sessionId": await made(voice, "/session", squad=body)}
    assert await all_told(voice, session | told) == heard
    first = await voice.http.post("/chat", json={"squad": body, "input": "Hello"})
    assert await all_told(voice, {"previousChatId": first.json()["id"]} | told) == heard


async def test_values_of_a_member_of_the_squad_and_of_the_conversation_stand_beside_each_other(
    voice: VoiceApi,
) -> None:
    hello = "{{greeting}} {{name}}, {{place}} here, {{mood}}."
    member = {"assistant": {"name": "A", "firstMessage": hello}}
    own = {"assistantOverrides": {"variableValues": {"place": "Billing"}}}
    body: Json = {
        "squad": {
            "members": [member | own],
            "membersOverrides": {"variableValues": {"mood": "glad", "place": "Nowhere", "greeting": "Hi"}},
        },
        "assistantOverrides": {"variableValues": {"name": "Ana", "place": "Here", "greeting": "Hello"}},
    }
    session = (await voice.http.post("/session", json=body)).json()
    assert [each["content"] for each in session["messages"]] == ["Hello Ana, Billing here, glad."]
    body["customer"] = {"assistantOverrides": {"variableValues": {"name": "Bea"}}}
    session = (await voice.http.post("/session", json=body)).json()
    assert [each["content"] for each in session["messages"]] == ["Hello Bea, Billing here, glad."]


async def test_who_waits_for_the_person_says_nothing_when_handed_a_conversation(voice: VoiceApi) -> None:
    body = await squad(voice)
    body["members"][1]["assistant"]["firstMessageMode"] = "assistant-waits-for-user"
    here: Json = {"sessionId": await made(voice, "/session", squad=body)}
    assert await all_told(voice, here | {"input": TO_BILLING}) == ["I will put you through."]
    assert await all_told(voice, here | {"input": "Hello"}) == ["Billing hears you."]
    del body["members"][0]["assistantDestinations"][0]["message"]
    assert await all_told(voice, {"squad": body, "input": TO_BILLING}) == []


async def test_nobody_is_handed_to_a_stranger(voice: VoiceApi) -> None:
    request: Json = {"squad": await squad(voice), "input": 'use transferCall {"destination": "Sales"}'}
    assert await all_told(voice, request) == ["Error: destination must be one of: Billing"]


async def test_a_call_is_answered_by_the_first_member(voice: VoiceApi) -> None:
    squad_id = await made(voice, "/squad", **await squad(voice))
    call = await voice.http.post("/call/web", json={"squadId": squad_id})
    assert (call.status_code, call.json()["assistant"]["name"]) == (201, "Reception")


async def test_a_call_goes_on_by_the_plans_of_whom_it_was_handed_to(
    database: Database, settings: Settings, voice: VoiceApi
) -> None:
    house = await squad(voice)
    house["members"][1]["assistant"] |= {
        "endCallMessage": "Billing says goodbye.",
        "stopSpeakingPlan": {"numWords": 4},
        "clientMessages": ["transcript"],
    }
    async with media_worker(database, settings) as media:
        call = await make_call(voice, squad=house)
        assert (await join(voice, call)).status_code == 200
        begun = await media.engine.next_call()
        setup = begun.setup
        heir = setup.answering.successor("Billing")
        assert heir is not None
        assert setup.manners_of is not None
        theirs = setup.manners_of(heir.assistant)
        begun.hang_up()
    assert setup.manners.end_message == ""
    assert (theirs.end_message, theirs.stop.num_words) == ("Billing says goodbye.", 4)
    assert theirs.client_messages == {"transcript"}


@pytest.mark.parametrize("path", ["/call/web", "/session", "/chat"])
async def test_one_answers_not_two(voice: VoiceApi, path: str) -> None:
    assistant = (await voice.http.post("/assistant", json={"model": {"provider": "mia"}})).json()["id"]
    asked = {"assistantId": assistant, "squad": {"members": [{"assistantId": assistant}]}}
    refused = await voice.http.post(path, json=asked | ({"input": "Hello"} if path == "/chat" else {}))
    assert (refused.status_code, refused.json()["message"]) == (
        400,
        ["Only one of assistant and squad may be provided."],
    )


async def test_a_caller_who_left_does_not_come_back(voice: VoiceApi) -> None:
    asked = {"assistant": {"model": {"provider": "mia"}}}
    assert (
        await voice.http.post("/call/web", json=asked | {"roomDeleteOnUserLeaveEnabled": True})
    ).status_code == 201
    refused = await voice.http.post("/call/web", json=asked | {"roomDeleteOnUserLeaveEnabled": False})
    assert refused.json()["message"] == ["roomDeleteOnUserLeaveEnabled must be one of the following values: True"]
