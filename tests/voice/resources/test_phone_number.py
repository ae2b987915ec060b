"""``/phone-number``: a number is one organization's, and its calls leave from it."""

from uuid import uuid4

import pytest

from mia.platform.kernel.ids import new_id
from tests.fakes.voice import VoiceApi, assistant_body


def fresh_number() -> str:
    return f"+1305{new_id().int % 10**10:010d}"


async def test_a_number_made_known_again_is_the_same(voice: VoiceApi) -> None:
    number = fresh_number()
    first = (await voice.http.post("/phone-number", json={"number": number, "name": "Main"})).json()
    assert (first["number"], first["name"], first["orgId"]) == (number, "Main", str(voice.org_id))
    assert (await voice.http.post("/phone-number", json={"number": number})).json() == first
    assert (await voice.http.get("/phone-number")).json() == [first]
    assert (await voice.http.get(f"/phone-number/{first['id']}")).json() == first


async def test_no_other_organization_has_it_or_calls_from_it(voice: VoiceApi, stranger: VoiceApi) -> None:
    number = fresh_number()
    mine = (await voice.http.post("/phone-number", json={"number": number})).json()
    assert (await stranger.http.post("/phone-number", json={"number": number})).status_code == 409
    for method in ("GET", "DELETE"):
        assert (await stranger.http.request(method, f"/phone-number/{mine['id']}")).status_code == 404
    call = {
        "assistant": assistant_body(None),
        "customer": {"number": "+13055550142"},
        "phoneNumberId": mine["id"],
    }
    refused = await stranger.http.post("/call", json=call)
    assert refused.status_code == 400
    assert refused.json()["message"] == "phoneNumberId is no number of this organization."
    made = (await voice.http.post("/call", json=call)).json()
    assert made["phoneNumberId"] == mine["id"]
    found = await voice.http.get("/call", params={"phoneNumberId": mine["id"]})
    assert [one["id"] for one in found.json()] == [made["id"]]


async def test_a_call_without_a_number_to_leave_from_is_refused(voice: VoiceApi) -> None:
    call = {"assistant": assistant_body(None), "customer": {"number": "+13055550142"}}
    refused = await voice.http.post("/call", json=call)
    assert (refused.status_code, refused.json()["message"][:19]) == (400, "phoneNumberId must ")


async def test_a_number_given_up_is_free_for_another(voice: VoiceApi, stranger: VoiceApi) -> None:
    number = fresh_number()
    mine = (await voice.http.post("/phone-number", json={"number": number})).json()
    assert (await voice.http.delete(f"/phone-number/{mine['id']}")).json() == mine
    assert (await stranger.http.post("/phone-number", json={"number": number})).status_code == 201
    assert (await voice.http.delete(f"/phone-number/{mine['id']}")).status_code == 404


@pytest.mark.parametrize("number", ["305-555-0100", "+1", "+1305555010\u0660", "+13055550100\n"])
async def test_what_is_no_number_is_refused(voice: VoiceApi, number: str) -> None:
    assert (await voice.http.post("/phone-number", json={"number": number})).status_code == 400


async def test_only_a_private_token_sees_numbers(voice: VoiceApi) -> None:
    for method, path in (("POST", ""), ("GET", ""), ("GET", f"/{uuid4()}"), ("DELETE", f"/{uuid4()}")):
        headers = voice.as_client(voice.public_token)
        answer = await voice.http.request(method, f"/phone-number{path}", json={}, headers=headers)
        assert answer.status_code == 403
