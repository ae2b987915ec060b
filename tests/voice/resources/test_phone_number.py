"""``/phone-number``: a number is one organization's, and its calls leave from it."""

from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import update

from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.voice.auth.guards import scope_of_row
from mia.voice.resources.phone_number.models import PhoneNumberRecord
from tests.fakes.phones.voice import VoiceApi, assistant_body
from tests.voice.resources.tool_steps import made
from tests.voice.resources.workflow.workflow_steps import talk, workflow


def fresh_number() -> str:
    return f"+1305{new_id().int % 10**10:010d}"


async def test_a_number_made_known_again_is_the_same(voice: VoiceApi) -> None:
    number = fresh_number()
    first = (await voice.http.post("/phone-number", json={"number": number, "name": "Main"})).json()
    assert (first["number"], first["name"], first["orgId"]) == (number, "Main", str(voice.org_id))
    assert (await voice.http.post("/phone-number", json={"number": number})).json() == first
    assert (await voice.http.get("/phone-number")).json() == [first]
    assert (await voice.http.get(f"/phone-number/{first['id']}")).json() == first


async def test_a_number_made_known_again_is_what_is_said_of_it_now(voice: VoiceApi) -> None:
    first = await known(voice, name="Main")
    assistant = await made(voice, "/assistant", **assistant_body(None))
    given = {"number": first["number"], "assistantId": assistant}
    again = (await voice.http.post("/phone-number", json=given)).json()
    assert (again["id"], again["name"], again["assistantId"]) == (first["id"], "Main", assistant)


@pytest.mark.parametrize(
    ("provider", "login"),
    [
        ("mia", {"credentialId": str(uuid4())}),
        ("twilio", {"credentialId": str(uuid4())}),
        ("vonage", {"twilioAccountSid": "AC" + "0" * 32, "twilioAuthToken": "sesame"}),
    ],
)
async def test_an_account_is_of_the_provider_that_is_named(
    voice: VoiceApi, provider: str, login: dict[str, Any]
) -> None:
    body = {"provider": provider, "number": fresh_number(), **login}
    refused = await voice.http.post("/phone-number", json=body)
    told = "twilioAccountSid is of the provider twilio, credentialId of the provider vonage."
    assert (refused.status_code, refused.json()["message"]) == (400, [told])


async def test_no_other_organization_has_it_or_calls_from_it(voice: VoiceApi, stranger: VoiceApi) -> None:
    number = fresh_number()
    mine = (await voice.http.post("/phone-number", json={"number": number})).json()
    taken = await stranger.http.post("/phone-number", json={"number": number})
    assert (taken.status_code, taken.json()["message"]) == (400, ["This number cannot be used here."])
    for none in ("911", "+0305", f"{number}\n", f"{number}000000000"):
        unusable = await stranger.http.post("/phone-number", json={"number": none})
        assert (unusable.status_code, unusable.json()) == (taken.status_code, taken.json())
    for method in ("GET", "DELETE"):
        assert (await stranger.http.request(method, f"/phone-number/{mine['id']}")).status_code == 404
    call = {
        "assistant": assistant_body(None),
        "customer": {"number": "+13055550142"},
        "phoneNumberId": mine["id"],
    }
    refused = await stranger.http.post("/call", json=call)
    assert refused.status_code == 400
    assert refused.json()["message"] == ["phoneNumberId is no number of this organization."]
    made = (await voice.http.post("/call", json=call)).json()
    assert made["phoneNumberId"] == mine["id"]
    found = await voice.http.get("/call", params={"phoneNumberId": mine["id"]})
    assert [one["id"] for one in found.json()] == [made["id"]]


async def test_a_call_without_a_number_to_leave_from_is_refused(voice: VoiceApi) -> None:
    call = {"assistant": assistant_body(None), "customer": {"number": "+13055550142"}}
    refused = await voice.http.post("/call", json=call)
    assert (refused.status_code, refused.json()["message"][0][:19]) == (400, "phoneNumberId must ")


async def test_a_number_given_up_is_free_for_another(voice: VoiceApi, stranger: VoiceApi) -> None:
    number = fresh_number()
    mine = (await voice.http.post("/phone-number", json={"number": number})).json()
    assert (await voice.http.delete(f"/phone-number/{mine['id']}")).json() == mine
    assert (await stranger.http.post("/phone-number", json={"number": number})).status_code == 201
    assert (await voice.http.delete(f"/phone-number/{mine['id']}")).status_code == 404


@pytest.mark.parametrize("number", ["305-555-0100", "+1", "+1305555010\u0660", "+13055550100\n"])
async def test_what_is_no_number_is_refused(voice: VoiceApi, number: str) -> None:
    assert (await voice.http.post("/phone-number", json={"number": number})).status_code == 400


async def test_a_change_may_name_the_provider_that_it_is_of(voice: VoiceApi) -> None:
    made = (await voice.http.post("/phone-number", json={"number": fresh_number()})).json()
    path = f"/phone-number/{made['id']}"
    for provider in ("mia", "vapi"):
        changed = await voice.http.patch(path, json={"provider": provider, "name": provider})
        assert (changed.json()["provider"], changed.json()["name"]) == ("mia", provider)
    refused = await voice.http.patch(path, json={"provider": "twilio", "name": "Other"})
    assert (refused.status_code, refused.json()["message"]) == (400, ["provider is mia, and cannot be changed."])


async def test_only_a_private_token_sees_numbers(voice: VoiceApi) -> None:
    one = f"/{uuid4()}"
    for method, path in (("POST", ""), ("GET", ""), ("GET", one), ("PATCH", one), ("DELETE", one)):
        headers = voice.as_client(voice.public_token)
        answer = await voice.http.request(method, f"/phone-number{path}", json={}, headers=headers)
        assert answer.status_code == 403


async def known(voice: VoiceApi, **more: object) -> dict[str, Any]:
    made = await voice.http.post("/phone-number", json={"number": fresh_number(), **more})
    assert made.status_code == 201, made.text
    number: dict[str, Any] = made.json()
    return number


async def test_a_number_is_given_an_assistant_and_loses_it(voice: VoiceApi) -> None:
    assistant = (await voice.http.post("/assistant", json=assistant_body(None))).json()
    mine = await known(voice, name="Main")
    fallback = {"type": "number", "number": "+13055550188"}
    given = {
        "assistantId": assistant["id"],
        "fallbackDestination": fallback,
        "server": {"url": "https://a.example"},
    }
    bound = (await voice.http.patch(f"/phone-number/{mine['id']}", json=given)).json()
    assert bound | given == bound
    assert (bound["name"], bound["number"], bound["provider"]) == ("Main", mine["number"], "mia")
    freed = (await voice.http.patch(f"/phone-number/{mine['id']}", json={"assistantId": None, "name": None})).json()
    assert not {"assistantId", "name"} & set(freed)
    assert (await voice.http.get(f"/phone-number/{mine['id']}")).json() == freed


async def test_a_squad_may_answer_and_not_an_assistant_beside_it(voice: VoiceApi) -> None:
    squad = (await voice.http.post("/squad", json={"members": [{"assistant": assistant_body(None)}]})).json()
    assistant = (await voice.http.post("/assistant", json=assistant_body(None))).json()
    mine = await known(voice, squadId=squad["id"])
    both = await voice.http.patch(f"/phone-number/{mine['id']}", json={"assistantId": assistant["id"]})
    assert (both.status_code, both.json()["message"][0][:32]) == (400, "assistantId and squadId exclude ")


async def test_a_workflow_may_answer(voice: VoiceApi) -> None:
    id = await made(voice, "/workflow", **workflow(talk("Hello", "Hello.")))
    mine = await known(voice, workflowId=id)
    assert mine["workflowId"] == id
    both = await voice.http.patch(f"/phone-number/{mine['id']}", json={"squadId": id})
    assert both.status_code == 404


async def test_nobody_of_another_organization_answers(voice: VoiceApi, stranger: VoiceApi) -> None:
    theirs = (await stranger.http.post("/assistant", json=assistant_body(None))).json()
    mine = await known(voice)
    given = {"assistantId": theirs["id"]}
    assert (await voice.http.patch(f"/phone-number/{mine['id']}", json=given)).status_code == 404
    assert (await voice.http.post("/phone-number", json={"number": fresh_number(), **given})).status_code == 404
    for name in ("squadId", "workflowId"):
        given = {name: theirs["id"]}
        assert (await voice.http.patch(f"/phone-number/{mine['id']}", json=given)).status_code == 404
    assert (await stranger.http.patch(f"/phone-number/{mine['id']}", json={"name": "x"})).status_code == 404


@pytest.mark.parametrize(
    "wrong",
    [
        {"fallbackDestination": {"type": "sip", "sipUri": "sip:a@b.example"}},
        {"fallbackDestination": {"type": "number", "number": "911"}},
        {"server": {"url": "http://169.254.169.254/"}},
        {"server": {"url": "https://a.example", "credentialId": str(uuid4())}},
        {"number": "+13055550199"},
        {"hooks": []},
    ],
)
async def test_what_a_number_cannot_do_is_refused(voice: VoiceApi, wrong: dict[str, Any]) -> None:
    mine = await known(voice)
    assert (await voice.http.patch(f"/phone-number/{mine['id']}", json=wrong)).status_code == 400
    assert (await voice.http.get(f"/phone-number/{mine['id']}")).json() == mine


@pytest.mark.parametrize("provider", ["byo-phone-number", "telnyx"])
async def test_a_number_by_sip_or_of_another_carrier_is_refused_by_name(voice: VoiceApi, provider: str) -> None:
    body = {"provider": provider, "number": fresh_number(), "credentialId": str(uuid4())}
    refused = await voice.http.post("/phone-number", json=body)
    served = "provider must be one of the following values: 'twilio', 'vonage' or 'mia'"
    assert (refused.status_code, refused.json()["message"]) == (400, [served])


@pytest.mark.parametrize(("provider", "needed"), [("twilio", "twilioAccountSid"), ("vonage", "credentialId")])
async def test_a_number_of_a_carrier_needs_the_account_there(voice: VoiceApi, provider: str, needed: str) -> None:
    refused = await voice.http.post("/phone-number", json={"provider": provider, "number": fresh_number()})
    told = f"{needed} should not be empty with the provider {provider}"
    assert (refused.status_code, refused.json()["message"]) == (400, [told])


async def test_a_number_by_sip_has_no_address(voice: VoiceApi) -> None:
    refused = await voice.http.post("/phone-number", json={"number": fresh_number(), "sipUri": "sip:a@b.example"})
    assert (refused.status_code, refused.json()["message"]) == (400, ["property sipUri should not exist"])


async def test_numbers_come_in_pages(voice: VoiceApi, stranger: VoiceApi) -> None:
    await known(stranger)
    numbers = [(await known(voice))["id"] for _ in range(3)]
    page = (await voice.http.get("/v2/phone-number", params={"limit": 2, "page": 2, "sortOrder": "ASC"})).json()
    assert [one["id"] for one in page["results"]] == numbers[2:]
    assert page["metadata"] == {"itemsPerPage": 2, "totalItems": 3, "currentPage": 2}
    first = (await voice.http.get(f"/phone-number/{numbers[0]}")).json()
    later = await voice.http.get("/v2/phone-number", params={"createdAtGt": first["createdAt"], "limit": 1})
    assert [one["id"] for one in later.json()["results"]] == numbers[2:]
    assert (await voice.http.get("/v2/phone-number", params={"page": 0})).status_code == 400


async def test_a_number_of_before_there_were_documents_is_whole(voice: VoiceApi, database: Database) -> None:
    mine = await known(voice, name="Main")
    async with database.org(scope_of_row(voice.org_id, "test")) as session:
        await session.sql.execute(update(PhoneNumberRecord).values(config_sealed=b""))
    whole = (await voice.http.get(f"/phone-number/{mine['id']}")).json()
    assert whole == mine | {"updatedAt": whole["updatedAt"]}
    renamed = (await voice.http.patch(f"/phone-number/{mine['id']}", json={"name": "Second"})).json()
    assert (renamed["name"], renamed["number"]) == ("Second", mine["number"])


async def test_a_number_without_an_account_of_its_own_may_say_so(voice: VoiceApi) -> None:
    body = {"number": "+13055550188", "twilioAccountSid": None, "twilioAuthToken": None}
    made = await voice.http.post("/phone-number", json=body)
    assert made.status_code == 201, made.text
    assert "twilioAuthToken" not in made.json()
