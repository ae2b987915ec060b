"""In production a vendor without a BAA gets nothing about a patient (45 CFR 164.502(e))."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import cast
from unittest.mock import AsyncMock
from uuid import UUID

import pytest
import pytest_asyncio

from mia.app.language_models import build_language_models
from mia.app.parts import carrier_numbers, front_desk, mail_sender, object_store, sms_sender
from mia.app.speech_providers import speech_providers
from mia.clinic.frontdesk.assistant import Server, build_assistant
from mia.clinic.inbox.ports import OutcomeUnknown, SmsMessage, SmsRejected
from mia.clinic.practice import service as practices
from mia.identity import service as identity
from mia.platform.conversation.ports import Brief, Heard, LanguageModelFault, Say, Turn
from mia.platform.db.session import Database
from mia.platform.kernel.errors import MiaError
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.settings import Settings
from mia.platform.kernel.settings_fields import Vendor
from mia.platform.kernel.vendors import missing_baas
from mia.platform.mail.ports import Email, MailRefused, Message
from mia.voice.auth.guards import scope_of_row
from mia.voice.engine.providers import ProviderFault
from mia.voice.media.rooms.choice import rooms_of
from mia.voice.objects.rows import RowStore
from mia.voice.telephony import vonage_line, vonage_numbers
from mia.voice.telephony.line import Line
from mia.voice.telephony.ports import Account
from tests.fakes.egress import Egress, egress
from tests.fakes.practice import make_practice
from tests.fakes.production import production_settings

NAME, PHONE, EMAIL = "Quilliana Farthingdale", "+13055550177", "quilliana@farthingdale.example"
SCOPE = identity.service_scope(new_id(), "test")


@pytest_asyncio.fixture
async def vendors(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Egress]:
    async with egress(monkeypatch) as seen:
        yield seen


def settings_with(vendors: Egress, baa: str) -> Settings:
    """A production that uses a vendor for everything there is one for."""
    return production_settings(
        MIA_BAA=baa,
        MIA_SMTP_URL=vendors.smtp_url,
        MIA_TWILIO_ACCOUNT_SID="AC" + "0" * 32,
        MIA_TWILIO_AUTH_TOKEN="token",
        MIA_TWILIO_API_URL=vendors.url("carrier"),
        MIA_VONAGE_API_URL=vendors.url("carrier"),
        MIA_VONAGE_REST_URL=vendors.url("carrier"),
        OPENAI_BASE_URL=vendors.url("model"),
        OPENAI_API_KEY="key",
        OPENAI_MODEL="gpt",
        MIA_VOICE_URL=vendors.url("voice"),
        MIA_VOICE_TOKEN="token",
        MIA_DEEPGRAM_URL=vendors.url("speech"),
        MIA_ELEVENLABS_URL=vendors.url("speech"),
        MIA_OPENAI_SPEECH_URL=vendors.url("speech"),
        MIA_CARTESIA_URL=vendors.url("speech"),
        MIA_LIVEKIT_URL=vendors.url("rooms").replace("http", "ws", 1),
        MIA_LIVEKIT_API_KEY="key",
        MIA_LIVEKIT_API_SECRET="secret",
        MIA_DAILY_API_URL=vendors.url("rooms"),
        MIA_DAILY_API_KEY="key",
        MIA_S3_URL=vendors.url("objects"),
        MIA_S3_BUCKET="files",
        MIA_S3_ACCESS_KEY_ID="id",
        MIA_S3_SECRET_ACCESS_KEY="key",
        MIA_PORT="9",  # no one listens: the voice service inside is not started here
    )


async def text(database: Database, settings: Settings) -> None:
    async with sms_sender(database, settings) as sender:
        await sender.send(SmsMessage("key", SCOPE, "+13055550100", PHONE, f"Hello {NAME}"))


async def email(database: Database, settings: Settings) -> None:
    message = Message(to=EMAIL, subject="Your appointment", text=f"Hello {NAME}")
    await mail_sender(database, settings).send(Email(new_id(), SCOPE, message))


async def converse(_database: Database, settings: Settings) -> None:
    for provider in ("openai", "custom-llm"):
        context = {"practice": {"name": "Harbor", "timezone": "UTC"}}
        brief = Brief("Mia", "", "Be kind.", context, model={"provider": provider})
        model = build_language_models(settings).choose(brief)
        turn = Turn(brief, (), Heard(f"My name is {NAME} and I want a facial"), {}, datetime.now(UTC))
        assert [output async for output in model.reply(turn) if isinstance(output, Say)]


async def call(database: Database, settings: Settings) -> None:
    async with front_desk(database, settings) as desk:
        await desk.voice(SCOPE.clinic_id).start_web_call("assistant", {"name": NAME})


async def ring(_database: Database, settings: Settings) -> None:
    names = ("vonageApiKey", "vonageApiSecret", "vonageSignatureSecret")
    login = vonage_line.login_of(settings, Account("vonage", dict.fromkeys(names, "key")))
    if login is not None:
        number, anyway = f"+{NAME.split()[0]}", AsyncMock()
        await vonage_numbers.lead_here(login, number, new_id(), "https://mia.example", None, anyway)


def speak(vendor: str) -> "Use":
    async def say(_database: Database, settings: Settings) -> None:
        providers = speech_providers(settings)
        if vendor in providers:
            with suppress(ProviderFault):
                voice = providers[vendor].synthesizer("key", {"voiceId": "thalia"})
                assert [pcm async for pcm in voice.synthesize(f"Hello {NAME}")]
            await providers[vendor].close()

    return say


def meet(engine: str) -> "Use":
    async def open_room(_database: Database, settings: Settings) -> None:
        rooms = rooms_of(settings.model_copy(update={"rooms": engine}))
        if rooms is not None:
            try:
                await rooms.open(cast(UUID, NAME.split()[0]))
            finally:
                await rooms.close()

    return open_room


async def keep(database: Database, settings: Settings) -> None:
    scope = scope_of_row(new_id(), "test")
    async with object_store(settings) as objects, database.org(scope) as session:
        await (objects or RowStore()).put(session, new_id(), NAME.encode())


Use = Callable[[Database, Settings], Awaitable[None]]
USES: dict[Vendor, Use] = {
    Vendor.TWILIO: text,
    Vendor.VONAGE: ring,
    Vendor.SMTP: email,
    Vendor.OPENAI: converse,
    Vendor.VOICE: call,
    Vendor.S3: keep,
    Vendor.DEEPGRAM: speak("deepgram"),
    Vendor.ELEVENLABS: speak("11labs"),
    Vendor.OPENAI_SPEECH: speak("openai"),
    Vendor.CARTESIA: speak("cartesia"),
    Vendor.LIVEKIT: meet("livekit"),
    Vendor.DAILY: meet("daily"),
}
EXPECTED = (SmsRejected, OutcomeUnknown, MailRefused, LanguageModelFault, MiaError)
"""What a use ends in where its vendor is not used, or answers 503."""


@pytest.mark.parametrize("vendor", Vendor)
async def test_nothing_reaches_a_vendor_without_a_baa(database: Database, vendors: Egress, vendor: Vendor) -> None:
    others = ",".join(other for other in Vendor if other is not vendor)
    with suppress(*EXPECTED):
        await USES[vendor](database, settings_with(vendors, others))
    assert (vendors.connections, vendors.received) == (0, b"")


@pytest.mark.parametrize("vendor", Vendor)
async def test_a_vendor_with_a_baa_is_used(database: Database, vendors: Egress, vendor: Vendor) -> None:
    with suppress(*EXPECTED):
        await USES[vendor](database, settings_with(vendors, vendor.value))
    assert NAME.split()[0].encode() in vendors.received


async def test_without_a_baa_the_embedded_receptionist_answers(database: Database, vendors: Egress) -> None:
    await converse(database, settings_with(vendors, ""))


async def test_a_remote_voice_service_is_not_told_of_a_model_without_a_baa(
    database: Database, vendors: Egress
) -> None:
    practice = await make_practice(database, f"egress-{new_id().hex}")
    settings = settings_with(vendors, "voice")
    async with database.clinic(practice.scope) as session:
        known = await practices.get_practice(session)
    assistant = build_assistant(known, [], [], Server("https://mia.example", "secret"), settings, on_call=False)
    assert assistant["model"]["provider"] == "mia"


async def test_emails_about_accounts_leave_without_a_baa(database: Database, vendors: Egress) -> None:
    message = Message(to="owner@harbor.example", subject="Link", text="Set a password", about_patient=False)
    await mail_sender(database, settings_with(vendors, "")).send(Email(new_id(), SCOPE, message))
    assert b"Set a password" in vendors.received


async def test_there_is_no_line_and_no_number_without_a_baa(vendors: Egress) -> None:
    settings = settings_with(vendors, "smtp")
    assert Line.of(settings) is None
    async with carrier_numbers(settings) as numbers:
        assert numbers is None
    assert Line.of(settings_with(vendors, "twilio")) is not None


async def test_what_is_missing_is_named(vendors: Egress) -> None:
    missing = missing_baas(settings_with(vendors, "smtp, twilio"))
    assert [(each.vendor, each.host) for each in missing] == [
        (Vendor.OPENAI, "model.vendor.example"),
        (Vendor.VOICE, "voice.vendor.example"),
        (Vendor.S3, "objects.vendor.example"),
    ]
