"""A number that an organization brings from its own account at Twilio: it rings here, and calls leave from it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
import pytest_asyncio

from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.voice.telephony.carriers import Carriers
from mia.voice.telephony.line import Line
from mia.voice.telephony.none import NoTelephony
from mia.voice.telephony.twilio import TwilioTelephony
from tests.fakes.phones.media import RunningWorker
from tests.fakes.phones.telephones import ANA, voice_api
from tests.fakes.phones.twilio import FakeTwilio, fake_twilio
from tests.fakes.phones.voice import MessageServer, assistant_body, listen, make_token, voice_settings

Json = dict[str, Any]

SID, TOKEN = "AC" + "b" * 32, "token-of-their-account"
SECOND = "+13055550188"
NO_FREE_LINE = "call.start.error-vapifault-worker-not-available"


@dataclass
class House:
    """The voice API without a carrier of its own, an organization, and the organization's account at Twilio."""

    http: httpx.AsyncClient
    stranger: httpx.AsyncClient
    worker: RunningWorker
    twilio: FakeTwilio
    server: MessageServer

    def own(self) -> str:
        """A number that the account owns."""
        number = f"+1305{new_id().int % 10**10:010d}"
        self.twilio.numbers[number] = {"sid": "PN" + new_id().hex}
        return number

    async def bring(self, **more: Any) -> Json:
        login = {"twilioAccountSid": SID, "twilioAuthToken": TOKEN}
        body = {"twilioPhoneNumber": self.own(), **login, **more}
        made = await self.http.post("/phone-number/import/twilio", json=body)
        assert made.status_code == 201, made.text
        number: Json = made.json()
        return number

    async def ring(self, number: Json, token: str = "", sid: str = "", caller: str = ANA) -> httpx.Response:
        """Someone calls: what Twilio asks and is answered."""
        url = self.twilio.numbers[number["number"]]["VoiceUrl"]
        form = {"CallSid": sid or "CA" + new_id().hex, "From": caller, "To": number["number"]}
        return await self.twilio.post(url, form, token)

    async def calls(self) -> list[Json]:
        listed: list[Json] = (await self.http.get("/call")).json()
        return listed

    def answer(self, told: Any) -> None:
        """What the number's server answers."""

        async def say(_message: Json) -> Any:
            return told

        self.server.answer = say


@pytest_asyncio.fixture
async def house(database: Database, tmp_path: Path, server: MessageServer) -> AsyncIterator[House]:
    async with fake_twilio(SID, TOKEN) as twilio:
        listener, base_url = listen()
        settings = voice_settings(tmp_path, PUBLIC_URL=base_url, MIA_TWILIO_API_URL=twilio.api_url)
        telephony = Carriers(NoTelephony(), {"twilio": TwilioTelephony(None, partial(Line.imported, settings))})
        async with voice_api(database, settings, telephony, listener, base_url) as (http, worker):
            other = {"Authorization": f"Bearer {await make_token(database, settings, new_id())}"}
            async with httpx.AsyncClient(base_url=http.base_url, headers=other, trust_env=False) as stranger:
                yield House(http, stranger, worker, twilio, server)


def dialed(twiml: str) -> tuple[str | None, str | None]:
    """The number that a document puts the caller through to, and what it says before."""
    root = ElementTree.fromstring(twiml)
    return root.findtext("./Dial/Number"), root.findtext("./Say")


async def test_a_number_is_led_here_and_its_token_is_never_shown(house: House) -> None:
    number = await house.bring(name="Main")
    assert (number["provider"], number["twilioAccountSid"], number["name"]) == ("twilio", SID, "Main")
    assert house.twilio.numbers[number["number"]]["VoiceMethod"] == "POST"
    assert number["id"] in house.twilio.numbers[number["number"]]["VoiceUrl"]
    shown = [await house.http.get(path) for path in (f"/phone-number/{number['id']}", "/v2/phone-number")]
    assert TOKEN not in str(number) + "".join(answer.text for answer in shown)


async def test_the_hosted_creation_with_an_account_is_the_same(house: House) -> None:
    login = {"twilioAccountSid": SID, "twilioAuthToken": TOKEN}
    body = {"provider": "twilio", "number": house.own(), **login}
    first = (await house.http.post("/phone-number", json=body)).json()
    assert first["twilioAccountSid"] == SID
    again = await house.http.post("/phone-number", json=body | {"name": "Second"})
    assert (again.json()["id"], again.json()["name"]) == (first["id"], "Second")


async def test_only_a_number_of_the_account_is_taken(house: House) -> None:
    body = {"twilioPhoneNumber": house.own(), "twilioAccountSid": SID, "twilioAuthToken": TOKEN}
    for change, what in (
        ({"twilioPhoneNumber": "+13055550000"}, "The account of twilioAccountSid does not own this number."),
        ({"twilioAuthToken": "wrong"}, "Twilio does not accept twilioAccountSid and twilioAuthToken."),
        ({"twilioAccountSid": "AC" + "c" * 32}, "Twilio does not accept twilioAccountSid and twilioAuthToken."),
    ):
        refused = await house.http.post("/phone-number/import/twilio", json=body | change)
        assert (refused.status_code, refused.json()["message"]) == (400, [what])
    assert (await house.http.get("/phone-number")).json() == []
    assert (await house.http.post("/phone-number/import/twilio", json=body)).status_code == 201
    house.twilio.fail.append(500)
    assert (await house.http.post("/phone-number/import/twilio", json=body)).status_code == 503


async def test_only_who_owns_a_number_learns_that_it_is_in_use(house: House) -> None:
    number = await house.bring()
    leads_to = house.twilio.numbers[number["number"]]["VoiceUrl"]
    body = {"twilioPhoneNumber": number["number"], "twilioAccountSid": SID, "twilioAuthToken": TOKEN}
    for change, what in (
        ({}, "This number cannot be used here."),
        ({"twilioAuthToken": "wrong"}, "Twilio does not accept twilioAccountSid and twilioAuthToken."),
    ):
        refused = await house.stranger.post("/phone-number/import/twilio", json=body | change)
        assert (refused.status_code, refused.json()["message"]) == (400, [what])
    assert house.twilio.numbers[number["number"]]["VoiceUrl"] == leads_to


async def test_a_new_token_is_proven_before_it_is_kept(house: House) -> None:
    number = await house.bring()
    path = f"/phone-number/{number['id']}"
    assert (await house.http.patch(path, json={"twilioAuthToken": "second"})).status_code == 400
    house.twilio.token = "second"
    assert (await house.http.patch(path, json={"twilioAuthToken": "second"})).status_code == 200
    assert (await house.ring(number, token="second")).status_code == 200
    assert (await house.ring(number, token=TOKEN)).status_code == 403


async def test_a_call_leaves_from_it_with_the_accounts_own_login(house: House) -> None:
    number = await house.bring()
    body = {"assistant": assistant_body(house.server.url), "customer": {"number": ANA}}
    made = await house.http.post("/call", json=body | {"phoneNumberId": number["id"]})
    assert made.status_code == 201, made.text
    placed = await house.twilio.next_call()
    assert (placed.form["From"], placed.form["To"]) == (number["number"], ANA)
    assert (await house.twilio.tell(placed, "ringing")).status_code == 204
    async with house.twilio.picked_up(placed.form["Twiml"]):
        talk = await house.worker.engine.next_call()
        await talk.transport.connected()
        await talk.begin()
    talk.hang_up()
    report = (await house.server.wait_for("end-of-call-report"))[0]
    assert report["endedReason"] == "customer-ended-call"
    (call,) = await house.calls()
    assert (call["phoneCallProvider"], call["phoneCallTransport"]) == ("twilio", "pstn")
    columns = {"columns": ["phoneCallProvider", "phoneCallProviderId"]}
    exported = (await house.http.get("/v2/call/export", params=columns)).text.splitlines()
    assert exported[1] == f"twilio,{call['phoneCallProviderId']}"


async def test_a_call_to_it_is_answered_by_its_assistant(house: House) -> None:
    assistant = (await house.http.post("/assistant", json=assistant_body(house.server.url))).json()
    number = await house.bring(assistantId=assistant["id"])
    twiml = (await house.ring(number)).text
    async with house.twilio.picked_up(twiml):
        talk = await house.worker.engine.next_call()
        await talk.transport.connected()
        await talk.begin()
    talk.hang_up()
    report = (await house.server.wait_for("end-of-call-report"))[0]
    assert report["endedReason"] == "customer-ended-call"
    assert report["call"]["customer"]["number"] == ANA
    (call,) = await house.calls()
    assert (call["phoneNumberId"], call["assistantId"]) == (number["id"], assistant["id"])


async def test_only_its_own_twilio_is_heard_and_a_call_is_kept_once(house: House) -> None:
    number = await house.bring(server={"url": house.server.url})
    house.answer({"assistant": assistant_body(None)})
    assert (await house.ring(number, token="another")).status_code == 403
    url = house.twilio.numbers[number["number"]]["VoiceUrl"]
    assert (
        await house.twilio.post(url.replace(number["id"], str(new_id())), {"CallSid": "CA1"})
    ).status_code == 403
    assert (await house.calls(), house.server.received) == ([], [])
    sid = "CA" + new_id().hex
    first, second = await house.ring(number, sid=sid), await house.ring(number, sid=sid)
    assert first.text == second.text
    assert len(await house.calls()) == len(house.server.of_type("assistant-request")) == 1


async def test_its_server_says_who_answers(house: House) -> None:
    number = await house.bring(server={"url": house.server.url, "headers": {"X-Ours": "yes"}})
    house.answer({"assistant": assistant_body(None, name="Second")})
    assert "<Stream" in (await house.ring(number, caller="anonymous")).text
    (asked,) = house.server.received
    assert (asked.headers["x-ours"], asked.message["phoneNumber"]["id"]) == ("yes", number["id"])
    (call,) = await house.calls()
    assert (asked.message["call"]["id"], call["status"]) == (call["id"], "queued")
    assert "customer" not in call


@pytest.mark.parametrize(
    ("told", "heard", "reason"),
    [
        ({"destination": {"type": "number", "number": SECOND, "message": "One moment."}}, (SECOND, "One moment."),
         "assistant-request-returned-forwarding-phone-number"),
        ({"destination": {"type": "number", "number": "+18765551234"}}, (SECOND, None),
         "assistant-request-returned-invalid-assistant"),
        ({"error": "We are closed."}, (None, "We are closed."), "assistant-request-returned-error"),
        ({}, (SECOND, None), "assistant-request-returned-no-assistant"),
        ({"assistant": {"model": 7}}, (SECOND, None), "assistant-request-returned-invalid-assistant"),
        ({"assistant": {"name": "Max"}, "workflowOverrides": {"variableValues": {"a": "b"}}}, (SECOND, None),
         "assistant-request-returned-invalid-assistant"),
        (["no"], (SECOND, None), "assistant-request-returned-invalid-assistant"),
        ({"assistantId": str(new_id())}, (SECOND, None), "assistant-not-found"),
        (503, (SECOND, None), "assistant-request-failed"),
    ],
)  # fmt: skip
async def test_a_caller_whom_no_assistant_answers_is_not_left_alone(
    house: House, told: Any, heard: tuple[str | None, str | None], reason: str
) -> None:
    number = await house.bring(
        server={"url": house.server.url}, fallbackDestination={"type": "number", "number": SECOND}
    )
    if isinstance(told, int):
        house.server.fail.append(told)
    house.answer(told)
    assert dialed((await house.ring(number)).text) == heard
    (call,) = await house.calls()
    assert (call["status"], call["endedReason"]) == ("ended", reason)
    assert (await house.server.wait_for("end-of-call-report"))[0]["endedReason"] == reason


async def test_a_caller_is_told_at_once_when_the_assistant_has_no_model_here(house: House) -> None:
    elsewhere = assistant_body(house.server.url, model={"provider": "openai"}, busyMessage="We are away.")
    assistant = (await house.http.post("/assistant", json=elsewhere)).json()
    number = await house.bring(assistantId=assistant["id"])
    assert dialed((await house.ring(number)).text)[1] is not None
    (call,) = await house.calls()
    assert (call["status"], call["endedReason"]) == ("ended", "assistant-not-valid")


async def test_a_number_that_nobody_was_given_says_so(house: House) -> None:
    number = await house.bring()
    assert dialed((await house.ring(number)).text)[1] is not None
    (call,) = await house.calls()
    assert call["endedReason"] == "call-start-error-neither-assistant-nor-server-set"


async def test_without_a_free_line_the_fallback_rings(house: House) -> None:
    assistant = (await house.http.post("/assistant", json=assistant_body(house.server.url))).json()
    fallback = {"type": "number", "number": SECOND, "extension": "12"}
    number = await house.bring(assistantId=assistant["id"], fallbackDestination=fallback)
    house.worker.worker.calls.draining = True
    await house.worker.worker.report()
    twiml = (await house.ring(number)).text
    assert dialed(twiml) == (SECOND, None)
    dial = ElementTree.fromstring(twiml).find("./Dial")
    assert dial is not None and dial.attrib["callerId"] == number["number"]
    assert dial[0].attrib["sendDigits"] == "12"
    assert (await house.server.wait_for("end-of-call-report"))[0]["endedReason"] == NO_FREE_LINE
