"""Twilio's webhooks at the front office: texts and calls that come in, receipts; nothing without its signature."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import httpx
import pytest
import pytest_asyncio
from sqlalchemy import text

from mia.db.session import Database
from mia.frontdesk.service import FrontDesk
from mia.kernel.form_signature import sign_form
from mia.kernel.ids import new_id
from mia.kernel.settings import Settings
from mia.webhooks.routes import router
from tests.fakes.access import app_of_tests, browser, settings_of_tests
from tests.fakes.front_desk import MemoryVoice
from tests.fakes.practice import PracticeOfTests, make_practice
from tests.fakes.twilio import NUMBER, SID, TOKEN

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


def settings_with_twilio(slug: str) -> Settings:
    return settings_of_tests(
        PUBLIC_URL=PUBLIC,
        MIA_TWILIO_ACCOUNT_SID=SID,
        MIA_TWILIO_AUTH_TOKEN=TOKEN,
        MIA_TWILIO_NUMBER=NUMBER,
        MIA_TWILIO_CLINIC=slug,
    )


@pytest_asyncio.fixture
async def twilio(database: Database) -> AsyncIterator[Twilio]:
    practice = await make_practice(database, new_id().hex)
    settings, voice = settings_with_twilio(practice.slug), MemoryVoice()
    app = app_of_tests(database, settings)
    app.include_router(router)
    app.state.front_desk = FrontDesk(database, voice, settings)
    async with browser(app) as client:
        yield Twilio(client, practice, voice)


def incoming(words: str, sid: str = "SM1") -> dict[str, str]:
    return {"MessageSid": sid, "AccountSid": SID, "From": ANA, "To": NUMBER, "Body": words, "NumMedia": "0"}


async def texts_of(database: Database, twilio: Twilio) -> list[str]:
    """What patients have written, as the inbox keeps it."""
    async with database.clinic(twilio.practice.scope) as session:
        rows = await session.sql.scalars(text("SELECT text_sealed FROM texts WHERE author = 'patient'"))
        return [session.unseal(row) for row in rows.all()]


async def test_a_text_comes_in_once_however_often_it_is_told(database: Database, twilio: Twilio) -> None:
    for _ in range(2):
        answer = await twilio.post("sms", incoming("Do you have time on Tuesday? \u00bfS\u00ed?"))
        assert (answer.status_code, answer.text) == (200, "<Response/>")
        assert answer.headers["content-type"].startswith("text/xml")
    assert await texts_of(database, twilio) == ["Do you have time on Tuesday? \u00bfS\u00ed?"]


@pytest.mark.parametrize("path", ["sms", "sms-status", "voice"])
async def test_what_twilio_did_not_sign_is_refused(path: str, database: Database, twilio: Twilio) -> None:
    form = incoming("Hello")
    forged = sign_form("another token", f"{PUBLIC}/api/webhooks/twilio/{path}", form.items())
    tampered = sign_form(TOKEN, f"{PUBLIC}/api/webhooks/twilio/{path}", incoming("Hi").items())
    elsewhere = sign_form(TOKEN, f"https://evil.example/api/webhooks/twilio/{path}", form.items())
    for signature in ("", "AAAA", forged, tampered, elsewhere):
        assert (await twilio.post(path, form, signature)).status_code == 403
    assert await texts_of(database, twilio) == []


async def test_a_text_from_no_telephone_is_left_alone(database: Database, twilio: Twilio) -> None:
    answer = await twilio.post("sms", incoming("Win a prize") | {"From": "22000"})
    assert answer.status_code == 200
    assert await texts_of(database, twilio) == []


async def test_receipts_are_taken(twilio: Twilio) -> None:
    form = {"MessageSid": "SM1", "MessageStatus": "delivered", "To": ANA, "From": NUMBER, "AccountSid": SID}
    assert (await twilio.post("sms-status", form)).status_code == 204


async def test_a_call_is_answered_at_the_voice_service(twilio: Twilio) -> None:
    form = {"CallSid": "CA1", "From": ANA, "To": NUMBER, "CallStatus": "ringing", "AccountSid": SID}
    answer = await twilio.post("voice", form)
    assert answer.status_code == 200
    assert "<Stream" in answer.text


async def test_without_twilio_there_are_no_webhooks(database: Database) -> None:
    app = app_of_tests(database)
    app.include_router(router)
    async with browser(app) as client:
        assert (await client.post("/api/webhooks/twilio/sms", data=incoming("Hello"))).status_code == 404
