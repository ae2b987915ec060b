"""Twilio's webhooks at the front office: texts and calls that come in, receipts; nothing without its signature."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from xml.etree import ElementTree

import httpx
import pytest
import pytest_asyncio
from sqlalchemy import text

from mia.app.webhooks.routes import router
from mia.clinic.frontdesk.service import FrontDesk
from mia.clinic.inbox import service as inbox
from mia.platform.db.session import Database
from mia.platform.kernel.errors import Unavailable
from mia.platform.kernel.form_signature import sign_form
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.settings import Settings
from tests.fakes.access import app_of_tests, browser, settings_of_tests
from tests.fakes.front_desk import MemoryVoice
from tests.fakes.phones.twilio import SID, TOKEN
from tests.fakes.practice import PracticeOfTests, make_practice

PUBLIC = "https://mia.example"
ANA = "+13055550142"


@dataclass
class Twilio:
    """Twilio, which posts to the front office of a practice."""

    http: httpx.AsyncClient
    practice: PracticeOfTests
    voice: MemoryVoice

    async def post(self, path: str, form: dict[str, str], signature: str | None = None) -> httpx.Response:
        """A webhook, signed unless another ``signature`` (or ``""`` for none) is given."""
        path = f"/api/webhooks/twilio/{path}"
        signed = sign_form(TOKEN, PUBLIC + path, form.items()) if signature is None else signature
        return await self.http.post(path, data=form, headers={"X-Twilio-Signature": signed} if signed else {})


def settings_with_twilio() -> Settings:
    return settings_of_tests(
        PUBLIC_URL=PUBLIC,
        MIA_DEMO_PUBLIC="1",
        MIA_TWILIO_ACCOUNT_SID=SID,
        MIA_TWILIO_AUTH_TOKEN=TOKEN,
    )


@pytest_asyncio.fixture
async def twilio(database: Database) -> AsyncIterator[Twilio]:
    practice = await make_practice(database, new_id().hex)
    settings, voice = settings_with_twilio(), MemoryVoice()
    app = app_of_tests(database, settings, routers=(router,))
    app.state.front_desk = FrontDesk(database, voice, settings)
    async with browser(app) as client:
        yield Twilio(client, practice, voice)


def incoming(to: str, words: str, sid: str = "SM1") -> dict[str, str]:
    return {"MessageSid": sid, "AccountSid": SID, "From": ANA, "To": to, "Body": words, "NumMedia": "0"}


async def texts_of(database: Database, twilio: Twilio) -> list[str]:
    """What patients have written, as the inbox keeps it."""
    async with database.clinic(twilio.practice.scope) as session:
        rows = await session.sql.scalars(text("SELECT text_sealed FROM texts WHERE author = 'patient'"))
        return [session.unseal(row) for row in rows.all()]


async def test_a_text_comes_in_once_however_often_it_is_told(database: Database, twilio: Twilio) -> None:
    for _ in range(2):
        answer = await twilio.post(
            "sms", incoming(twilio.practice.number, "Do you have time on Tuesday? \u00bfS\u00ed?")
        )
        assert (answer.status_code, answer.text) == (200, "<Response/>")
        assert answer.headers["content-type"].startswith("text/xml")
    assert await texts_of(database, twilio) == ["Do you have time on Tuesday? \u00bfS\u00ed?"]


@pytest.mark.parametrize("path", ["sms", "sms-status", "voice"])
async def test_what_twilio_did_not_sign_is_refused(path: str, database: Database, twilio: Twilio) -> None:
    form = incoming(twilio.practice.number, "Hello")
    url = f"{PUBLIC}/api/webhooks/twilio/{path}"
    forged = sign_form("another token", url, form.items())
    tampered = sign_form(TOKEN, url, incoming(twilio.practice.number, "Hi").items())
    elsewhere = sign_form(TOKEN, f"https://evil.example/api/webhooks/twilio/{path}", form.items())
    for signature in ("", "AAAA", forged, tampered, elsewhere):
        assert (await twilio.post(path, form, signature)).status_code == 403
    assert await texts_of(database, twilio) == []


async def test_a_text_from_no_telephone_is_left_alone(database: Database, twilio: Twilio) -> None:
    answer = await twilio.post("sms", incoming(twilio.practice.number, "Win a prize") | {"From": "22000"})
    assert answer.status_code == 200
    assert await texts_of(database, twilio) == []


async def test_receipts_are_taken(twilio: Twilio) -> None:
    form = {"MessageSid": "SM1", "MessageStatus": "delivered", "To": ANA, "From": twilio.practice.number}
    assert (await twilio.post("sms-status", form)).status_code == 204


async def test_a_call_is_answered_at_the_voice_service(twilio: Twilio) -> None:
    form = {"CallSid": "CA1", "From": ANA, "To": twilio.practice.number, "CallStatus": "ringing"}
    answer = await twilio.post("voice", form)
    assert answer.status_code == 200
    assert "<Stream" in answer.text


@pytest.mark.parametrize("number", ["+19995550100", "", "client:desk", "\x00"])
async def test_what_comes_to_a_number_of_no_clinic_is_answered_and_not_kept(
    number: str, database: Database, twilio: Twilio
) -> None:
    answer = await twilio.post("sms", incoming(number, "Hello"))
    assert (answer.status_code, answer.text) == (200, "<Response/>")
    told = await twilio.post("sms-status", {"MessageSid": "SM1", "MessageStatus": "failed", "From": number})
    assert told.status_code == 204
    heard = await twilio.post("voice", {"CallSid": "CA1", "From": ANA, "To": number, "CallStatus": "ringing"})
    assert "<Say>This number is not in use." in heard.text
    assert not twilio.voice.states
    assert await texts_of(database, twilio) == []


async def test_a_caller_hears_a_sentence_when_the_voice_service_is_away(database: Database, twilio: Twilio) -> None:
    twilio.voice.fault = Unavailable("away")
    form = {"CallSid": "CA1", "From": ANA, "To": twilio.practice.number, "AccountSid": SID}
    answer = await twilio.post("voice", form)
    assert answer.status_code == 200
    (say,) = ElementTree.fromstring(answer.text)
    assert say.tag == "Say" and "Someone will call you back at this number" in str(say.text)
    async with database.clinic(twilio.practice.scope) as session:
        assert [task.phone for task in await inbox.list_tasks(session)] == [ANA]


async def test_the_voice_service_knows_what_to_say_without_a_free_line(twilio: Twilio) -> None:
    form = {"CallSid": "CA1", "From": "anonymous", "To": twilio.practice.number, "AccountSid": SID}
    assert (await twilio.post("voice", form)).status_code == 200
    assert "Please call again in a few minutes" in twilio.voice.overrides["busyMessage"]


async def test_without_twilio_there_are_no_webhooks(database: Database) -> None:
    app = app_of_tests(database, routers=(router,))
    async with browser(app) as client:
        assert (await client.post("/api/webhooks/twilio/sms", data=incoming("+1", "Hello"))).status_code == 404
