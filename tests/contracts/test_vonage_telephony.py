"""Numbers of accounts at Vonage: brought along, called, called from, and told of by nobody else."""

import asyncio
import time
from typing import Any

import httpx
import pytest

from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.voice.engine.ports import key_message
from mia.voice.media.reconciliation import end_lost_calls
from mia.voice.telephony.hanging_up import hanging_up
from mia.voice.workers import registry
from tests.fakes.phones.media import ScriptedCall
from tests.fakes.phones.telephones import ANA, Phones, bring_vonage_number
from tests.fakes.phones.voice import assistant_body, make_token
from tests.fakes.phones.vonage import API_KEY, API_SECRET, FRAME, SIGNATURE_SECRET, FakeVonage

Json = dict[str, Any]

SECOND = "13055550188"
_LOGIN = {"provider": "vonage", "apiKey": API_KEY, "apiSecret": API_SECRET, "signatureSecret": SIGNATURE_SECRET}


async def bound(phones: Phones, vonage: FakeVonage, **more: Any) -> Json:
    """A number that an assistant answers."""
    body = assistant_body(phones.server.url, **more)
    assistant = (await phones.http.post("/assistant", json=body)).json()
    fallback = {"type": "number", "number": f"+{SECOND}", "message": "One moment."}
    return await bring_vonage_number(phones.http, vonage, assistantId=assistant["id"], fallbackDestination=fallback)


async def talk_of(phones: Phones) -> ScriptedCall:
    talk = await phones.worker.engine.next_call()
    await talk.transport.connected()
    await talk.begin()
    return talk


async def test_a_number_is_led_here_and_no_secret_is_shown(by_vonage: Phones, vonage: FakeVonage) -> None:
    number = await bring_vonage_number(by_vonage.http, vonage, name="Main")
    owned = vonage.numbers[number["number"].removeprefix("+")]
    assert (number["provider"], number["name"]) == ("vonage", "Main")
    assert owned["app_id"] == number["vonageApplicationId"]
    assert vonage.applications[owned["app_id"]]["capabilities"]["voice"]["signed_callbacks"] is True
    shown = [await by_vonage.http.get(path) for path in ("/phone-number", "/v2/phone-number", "/credential")]
    said = str(number) + "".join(answer.text for answer in shown)
    for secret in (API_SECRET, SIGNATURE_SECRET, "PRIVATE KEY"):
        assert secret not in said


async def test_brought_again_it_keeps_its_application(by_vonage: Phones, vonage: FakeVonage) -> None:
    number = await bring_vonage_number(by_vonage.http, vonage)
    made = len(vonage.applications)
    body = {"provider": "vonage", "number": number["number"], "credentialId": number["credentialId"]}
    again = (await by_vonage.http.post("/phone-number", json=body)).json()
    path = f"/phone-number/{number['id']}"
    patched = await by_vonage.http.patch(path, json={"credentialId": number["credentialId"]})
    assert again["id"] == number["id"] and patched.status_code == 200
    assert len(vonage.applications) == made
    assert (await by_vonage.http.patch(path, json={"twilioAuthToken": "x"})).status_code == 400
    assert (await by_vonage.http.patch(path, json={"credentialId": None})).status_code == 400


async def test_what_is_not_the_accounts_is_not_brought_along(
    by_vonage: Phones, vonage: FakeVonage, database: Database
) -> None:
    http = by_vonage.http
    number = await bring_vonage_number(http, vonage)
    body = {"vonagePhoneNumber": number["number"], "credentialId": number["credentialId"]}
    wrong = (await http.post("/credential", json=_LOGIN | {"apiSecret": "wrong"})).json()
    for change, status, what in (
        ({"vonagePhoneNumber": "+13055550000"}, 400, ["The account of this credential does not own this number."]),
        ({"credentialId": wrong["id"]}, 400, ["Vonage does not accept apiKey and apiSecret of this credential."]),
        ({"credentialId": str(new_id())}, 404, "Credential not found."),
    ):
        refused = await http.post("/phone-number/import/vonage", json=body | change)
        assert (refused.status_code, refused.json()["message"]) == (status, what)
    other = await make_token(database, by_vonage.settings, new_id())
    headers = {"Authorization": f"Bearer {other}"}
    theirs = (await http.post("/credential", json=_LOGIN, headers=headers)).json()
    taken, made = body | {"credentialId": theirs["id"]}, len(vonage.applications)
    refused = await http.post("/phone-number/import/vonage", json=taken, headers=headers)
    assert (refused.status_code, refused.json()["message"]) == (400, ["This number cannot be used here."])
    assert len(vonage.applications) == made
    assert (await http.post("/phone-number/import/vonage", json=taken)).status_code == 404


async def test_a_caller_talks_with_the_assistant(by_vonage: Phones, vonage: FakeVonage) -> None:
    number = await bound(by_vonage, vonage)
    ncco = (await vonage.ring(number["number"])).json()
    async with vonage.picked_up(ncco) as stream:
        talk = await talk_of(by_vonage)
        await stream.press("7")
        assert await anext(aiter(talk.transport.messages())) == key_message("7")
    talk.hang_up()
    report = await by_vonage.report()
    assert (report["endedReason"], report["call"]["customer"]["number"]) == ("customer-ended-call", ANA)
    (call,) = (await by_vonage.http.get("/call", params={"phoneNumberId": number["id"]})).json()
    assert call["phoneCallProviderId"]
    assert (call["phoneCallProvider"], call["phoneCallTransport"]) == ("vonage", "pstn")


async def test_after_a_call_nothing_more_is_said(by_vonage: Phones, vonage: FakeVonage) -> None:
    number = await bound(by_vonage, vonage)
    call = asyncio.create_task(vonage.carry_out((await vonage.ring(number["number"])).json()))
    talk = await talk_of(by_vonage)
    await talk.transport.close()
    talk.hang_up("assistant-ended-call")
    await by_vonage.report()
    assert await call == []


async def test_a_line_that_is_taken_meanwhile_leads_to_the_fallback(by_vonage: Phones, vonage: FakeVonage) -> None:
    number = await bound(by_vonage, vonage)
    ncco = (await vonage.ring(number["number"])).json()
    by_vonage.worker.worker.calls.draining = True
    assert await vonage.carry_out(ncco) == ["One moment.", f"->{SECOND}"]
    await by_vonage.worker.worker.report()
    at_once = (await vonage.ring(number["number"], caller="Anonymous")).json()
    assert await vonage.carry_out(at_once) == ["One moment.", f"->{SECOND}"]
    assert (await by_vonage.report())["endedReason"] == "call.start.error-vapifault-worker-not-available"


@pytest.mark.parametrize(
    "forged",
    [
        {"secret": "another"},
        {"secret": ""},
        {"iat": int(time.time()) - 3600},
        {"iat": "soon"},
        {"exp": 1},
        {"api_key": "another"},
        {"application_id": "another"},
        {"payload_hash": "0" * 64},
        {"payload_hash": None},
    ],
)
async def test_what_vonage_did_not_sign_is_refused(
    by_vonage: Phones, vonage: FakeVonage, forged: dict[str, Any]
) -> None:
    number = await bound(by_vonage, vonage)
    assert (await vonage.ring(number["number"], **forged)).status_code == 403
    assert (await by_vonage.http.get("/call")).json() == []


async def test_strangers_are_refused_before_anything_is_looked_up(by_vonage: Phones, vonage: FakeVonage) -> None:
    base = str(by_vonage.http.base_url).rstrip("/") + "/telephony/vonage"
    async with httpx.AsyncClient(trust_env=False) as client:
        for path in (f"/numbers/{new_id()}", f"/calls/{new_id()}", f"/calls/{new_id()}/after"):
            for headers in ({}, {"Authorization": "Bearer a.b.c"}, {"Authorization": "Bearer " + "a" * 9000}):
                answer = await client.post(base + path, json={"uuid": "x"}, headers=headers)
                assert answer.status_code == 403, path
    number = await bound(by_vonage, vonage)
    ncco = (await vonage.ring(number["number"])).json()
    ncco[0]["endpoint"][0]["authorization"]["value"] = "Bearer c3RyYW5nZXI="
    assert await vonage.carry_out(ncco) == ["One moment.", f"->{SECOND}"]


async def test_a_call_is_kept_once_however_often_vonage_asks(by_vonage: Phones, vonage: FakeVonage) -> None:
    number = await bound(by_vonage, vonage)
    answers = [(await vonage.ring(number["number"], uuid="call-1")).json() for _ in range(2)]
    assert answers[0] == answers[1]
    assert len((await by_vonage.http.get("/call")).json()) == 1


async def test_what_the_assistant_says_is_sent_in_whole_frames(by_vonage: Phones, vonage: FakeVonage) -> None:
    await by_vonage.call()
    placed = await vonage.next_call()
    async with vonage.picked_up(placed.body["ncco"]) as stream:
        talk = await by_vonage.worker.engine.next_call()
        await talk.transport.connected()
        await talk.transport._speak(b"\1" * FRAME)  # type: ignore[attr-defined]
        await talk.transport._clear()  # type: ignore[attr-defined]
        async with asyncio.timeout(5):
            await stream.commanded.wait()
        assert (stream.frames, stream.commands) == ({FRAME}, [{"action": "clear"}])
        talk.hang_up()


@pytest.mark.parametrize(
    ("status", "reason"), [("rejected", "vonage-rejected"), ("failed", "vonage-failed-to-connect-call")]
)
async def test_what_becomes_of_a_call_is_told(
    by_vonage: Phones, vonage: FakeVonage, status: str, reason: str
) -> None:
    await by_vonage.call()
    await vonage.tell(await vonage.next_call(), status)
    assert (await by_vonage.report())["endedReason"] == reason


async def test_a_call_whose_placing_got_no_answer_is_not_placed_again(
    by_vonage: Phones, vonage: FakeVonage
) -> None:
    vonage.fail.append("drop")
    await by_vonage.call()
    await vonage.tell(await vonage.next_call(), "unanswered")
    assert (await by_vonage.report())["endedReason"] == "customer-did-not-answer"
    assert len(vonage.calls) == 1


async def test_a_telephone_whose_worker_died_is_silenced(
    by_vonage: Phones, vonage: FakeVonage, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await by_vonage.call()
    await vonage.tell(await vonage.next_call(), "ringing")
    await by_vonage.server.wait_for("status-update")
    monkeypatch.setattr(registry, "_RESTART_GRACE_SECONDS", 0.0)
    monkeypatch.setattr(registry, "LOST_AFTER_SECONDS", 0.0)
    await end_lost_calls(database, hanging_up(by_vonage.settings))
    await vonage.hung_up(vonage.calls[0])
