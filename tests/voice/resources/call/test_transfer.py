"""Which phones callers may be put through to: what is stored, who may name one, and how often."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
import pytest_asyncio

from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.settings import Settings
from mia.voice.auth.guards import scope_of_row
from mia.voice.media import switchboard
from mia.voice.media.switchboard import CallSwitchboard
from mia.voice.telephony.none import NoTelephony
from tests.fakes.phones.voice import VoiceApi, number_id, voice_api
from tests.voice.resources.tool_steps import OBEDIENT, assistant_with, told

Json = dict[str, Any]
DESK = "+13055550111"
JAMAICA, PREMIUM, LONDON, NOBODY = "+18765551234", "+19005551234", "+442071838750", "+99912345678"


@pytest_asyncio.fixture
async def voice(database: Database, settings: Settings) -> AsyncIterator[VoiceApi]:
    async with voice_api(database, settings, OBEDIENT) as api:
        yield api


def transfer_to(*numbers: str, **extra: Any) -> Json:
    places = [{"type": "number", "number": number, **extra} for number in numbers]
    return {"type": "transferCall", "destinations": places}


async def refused(voice: VoiceApi, path: str, body: Json) -> str:
    answer = await voice.http.post(path, json=body)
    assert answer.status_code == 400, answer.text
    return str(answer.json()["message"])


@pytest.mark.parametrize("number", [JAMAICA, PREMIUM, LONDON, NOBODY])
async def test_premium_and_foreign_numbers_are_not_stored(voice: VoiceApi, number: str) -> None:
    tool = transfer_to(DESK, number)
    complaint = "destinations.1.number must be no premium number and of US, CA"
    assert complaint in await refused(voice, "/tool", tool)
    assert complaint in await refused(voice, "/assistant", {"model": {"provider": "mia", "tools": [tool]}})


@pytest.mark.parametrize("number", [PREMIUM, LONDON])
async def test_nor_are_they_as_the_phone_that_rings_next(voice: VoiceApi, number: str) -> None:
    plan = {"mode": "warm-transfer-say-summary", "fallbackPlan": {"message": "Sorry.", "number": number}}
    complaint = "destinations.0.number must be no premium number and of US, CA"
    assert complaint in await refused(voice, "/tool", transfer_to(DESK, transferPlan=plan))


async def test_an_organization_allows_other_countries(voice: VoiceApi) -> None:
    allowed = await voice.http.patch(f"/org/{voice.org_id}", json={"transferCountries": ["US", "GB"]})
    assert allowed.json()["transferCountries"] == ["GB", "US"]
    assert (await voice.http.post("/tool", json=transfer_to(LONDON))).status_code == 201
    assert "of GB, US" in await refused(voice, "/tool", transfer_to(PREMIUM))
    assert "transferCountries" in await refused_change(voice, {"transferCountries": ["Jamaica"]})


async def refused_change(voice: VoiceApi, change: Json) -> str:
    answer = await voice.http.patch(f"/org/{voice.org_id}", json=change)
    assert answer.status_code == 400, answer.text
    return str(answer.json()["message"])


@pytest.mark.parametrize(
    ("extra", "complaint"),
    [
        ({"number": "305-555-0111"}, "number"),
        ({"numberE164CheckEnabled": False}, "numberE164CheckEnabled"),
        ({"extension": "1;2"}, "extension"),
        ({"callerId": "{{customer.number}}"}, "callerId"),
        ({"type": "sip"}, "type must be assistant or number"),
        ({"transferPlan": {"mode": "warm-transfer-twiml"}}, "warm-transfer-say-summary"),
        ({"transferPlan": {"mode": "blind-transfer-add-summary-to-sip-header"}}, "'blind-transfer'"),
        ({"transferPlan": {"mode": "warm-transfer-say-message"}}, "message belongs to mode"),
        ({"transferPlan": {"fallbackPlan": {"message": "Sorry."}}}, "fallbackPlan needs a warm mode"),
        ({"transferPlan": {"mode": "warm-transfer-say-summary", "dialTimeout": 600}}, "dialTimeout"),
        ({"sipVerb": "refer"}, "sipVerb"),
    ],
)
async def test_what_cannot_be_served_is_refused_by_name(voice: VoiceApi, extra: Json, complaint: str) -> None:
    tool = {"type": "transferCall", "destinations": [{"type": "number", "number": DESK, **extra}]}
    assert complaint in await refused(voice, "/tool", tool)


async def test_there_is_no_forwarding_phone_number(voice: VoiceApi) -> None:
    assert "forwardingPhoneNumber" in await refused(voice, "/assistant", {"forwardingPhoneNumber": DESK})


async def test_a_model_cannot_make_up_a_number_and_a_chat_has_no_phone(voice: VoiceApi) -> None:
    assistant = await assistant_with(voice, transfer_to(DESK))
    invented = f'use transferCall {{"destination": "{JAMAICA}"}}'
    assert await told(voice, assistant, invented) == f"Error: destination must be one of: {DESK}"
    written = f'use transferCall {{"destination": "{DESK}"}}'
    assert await told(voice, assistant, written) == "Error: A chat cannot be forwarded to a phone."


def phone(voice: VoiceApi, database: Database) -> CallSwitchboard:
    async def announce(*_: object) -> None:
        """Nobody is reached."""

    scope = scope_of_row(voice.org_id, "test")
    return CallSwitchboard(database, scope, new_id(), NoTelephony(), announce, f"token:{voice.org_id}", None)


async def test_a_call_and_a_token_may_ring_so_many_phones(
    voice: VoiceApi, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(switchboard, "TRANSFERS", replace(switchboard.TRANSFERS, per_subject=4))
    place = {"type": "number", "number": DESK}
    first, second = phone(voice, database), phone(voice, database)
    assert "none to call from" in str(await first.refusal(place))
    await number_id(voice.http)
    assert [await first.refusal(place) for _ in range(3)] == [None, None, None]
    assert await first.refusal(place) == "Nobody can be put through more than 3 times in a call."
    assert await second.refusal(place) is None
    assert await second.refusal(place) == "Too many calls were put through lately. Try again later."


async def test_rules_hold_when_the_number_is_dialed(voice: VoiceApi, database: Database) -> None:
    await number_id(voice.http)
    caller = phone(voice, database)
    assert "premium" in str(await caller.refusal({"number": JAMAICA}))
    foreign = {"number": DESK, "callerId": "+13055550199"}
    assert "callerId is no number" in str(await caller.refusal(foreign))


@pytest.mark.parametrize("number", [JAMAICA, PREMIUM])
async def test_a_numbers_fallback_is_bounded_too(voice: VoiceApi, number: str) -> None:
    fallback = {"type": "number", "number": number}
    own = await number_id(voice.http)
    answer = await voice.http.patch(f"/phone-number/{own}", json={"fallbackDestination": fallback})
    assert (answer.status_code, "no premium number" in answer.text) == (400, True)
