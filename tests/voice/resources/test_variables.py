"""``variableValues`` stand in all that an assistant says."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from mia.platform.db.session import Database
from mia.platform.kernel.settings import Settings
from mia.voice.resources.assistant.brief import brief_of, recording_question
from mia.voice.resources.assistant.manners import manners_of
from mia.voice.resources.assistant.variables import fill_texts
from tests.fakes.phones.voice import VoiceApi, voice_api
from tests.voice.resources.plan_steps import Json, kept, nested
from tests.voice.resources.tool_steps import OBEDIENT, all_told

ANA = {"name": "Ana"}
HELLO = "Hello {{name}}."
PHONE = {"type": "number", "number": "+13055550111"}


@pytest_asyncio.fixture
async def voice(database: Database, settings: Settings) -> AsyncIterator[VoiceApi]:
    async with voice_api(database, settings, OBEDIENT) as api:
        yield api


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("firstMessage", HELLO), ("endCallMessage", HELLO), ("voicemailMessage", HELLO), ("busyMessage", HELLO),
        ("endCallPhrases.0", HELLO), ("messagePlan.idleMessages.0", HELLO),
        ("messagePlan.silenceTimeoutMessage", HELLO),
        ("compliancePlan.recordingConsentPlan", {"type": "verbal", "message": HELLO}),
        ("hooks.0", {"on": "customer.speech.timeout", "do": [{"type": "say", "exact": [HELLO]}]}),
        ("hooks.0", {"on": "assistant.speech.interrupted", "do": [{"type": "say", "exact": HELLO}]}),
        ("model", {"provider": "announcement", "thanks": HELLO}),
        ("model", {"provider": "openai", "messages": [{"role": "system", "content": HELLO}]}),
        ("model", {"provider": "mia", "tools": [
            {"type": "endCall", "messages": [{"type": "request-complete", "content": HELLO}]}]}),
        ("model", {"provider": "mia", "tools": [{"type": "transferCall", "destinations": [
            PHONE | {"message": HELLO, "transferPlan": {
                "mode": "warm-transfer-say-message", "message": HELLO, "fallbackPlan": {"message": HELLO}}}]}]}),
    ],
)  # fmt: skip
def test_a_variable_is_filled_into(path: str, value: Any) -> None:
    assistant = kept(**nested(path, value))
    filled = str(fill_texts(assistant, ANA))
    assert filled == str(assistant).replace("{{name}}", "Ana")
    assert "Ana" in filled


def test_what_is_filled_is_what_is_said() -> None:
    idle: Json = {"messagePlan": {"idleMessages": ["Are you there, {{ name }}?"]}}
    consent = {"recordingConsentPlan": {"type": "verbal", "message": "May I record, {{name}}?"}}
    assistant = fill_texts(
        kept(**idle, artifactPlan={"recordingEnabled": True}, compliancePlan=consent, firstMessage="{{other}}"), ANA
    )
    assert manners_of(assistant).quiet.prompts[0].texts == ("Are you there, Ana?",)
    assert recording_question(assistant) == "May I record, Ana?"
    assert brief_of(assistant).first_message == "{{other}}", "what has no value is left as it is"


async def test_who_hands_on_says_the_name(voice: VoiceApi) -> None:
    billing = {"type": "assistant", "assistantName": "Billing", "message": "One moment, {{name}}."}
    members = [
        {"assistant": {"name": "Reception"}, "assistantDestinations": [billing]},
        {"assistant": {"name": "Billing", "firstMessage": "Hello {{name}}, Billing here."}},
    ]
    asked: Json = {"squad": {"members": members}, "input": 'use transferCall {"destination": "Billing"}'}
    told = await all_told(voice, asked | {"assistantOverrides": {"variableValues": ANA}})
    assert told == ["One moment, Ana. Hello Ana, Billing here."]
