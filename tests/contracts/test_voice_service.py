"""What every adapter of the ``VoiceService`` port must do: the one in memory, and HTTP against the real API."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio

from mia.adapters.http_voice import HttpVoiceServices
from mia.clinic.frontdesk.ports import Description, Earlier, PhoneCall, VoiceService, WebCall
from mia.platform.db.session import Database
from mia.platform.kernel.errors import Conflict, MiaError, NotFound, Unavailable
from mia.platform.kernel.ids import new_id
from mia.voice.app import create_voice_app, voice_service
from mia.voice.telephony.line import Line
from tests.fakes.front_desk import MemoryVoice
from tests.fakes.phones.voice import SCRIPTED, OneToken, make_token, voice_settings

pytestmark = pytest.mark.conformance

OFFER = Description("v=0 offer", "offer")
ANA = "+13055550142"
VARIABLES = {"now": "Tuesday, 2:30 PM"}


def own_number() -> str:
    """A number that no other organization of these tests has."""
    return f"+1305{new_id().int % 10**10:010d}"


def assistant(greeting: str = "Hello, this is Mia.") -> dict[str, Any]:
    return {"name": "Mia", "firstMessage": greeting, "model": {"provider": "mia", "model": "receptionist"}}


@pytest_asyncio.fixture(params=["memory", "http"])
async def voice(request: pytest.FixtureRequest, database: Database, tmp_path: Path) -> AsyncIterator[VoiceService]:
    if request.param == "memory":
        yield MemoryVoice()
        return
    settings = voice_settings(tmp_path)
    token = await make_token(database, settings, new_id())
    app = create_voice_app(line=Line("AC1", "token", "https://mia.example", "https://api.example"))
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(voice_service(app, database, settings, SCRIPTED))
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        adapter = HttpVoiceServices("http://voice.example", OneToken(token), transport=transport)
        stack.push_async_callback(adapter.close)
        yield adapter.of(new_id())


async def test_an_assistant_is_saved_and_changed_in_place(voice: VoiceService) -> None:
    first = await voice.save_assistant(assistant(), None)
    assert await voice.save_assistant(assistant("Good morning."), first) == first
    assert (await voice.start_chat(first, VARIABLES)).greeting == "Good morning."


async def test_an_assistant_that_is_gone_is_made_anew(voice: VoiceService) -> None:
    gone = str(new_id())
    saved = await voice.save_assistant(assistant(), gone)
    assert saved != gone
    assert (await voice.start_chat(saved, VARIABLES)).id


async def test_nothing_begins_with_an_unknown_assistant(voice: VoiceService) -> None:
    with pytest.raises(NotFound):
        await voice.start_web_call(str(new_id()), VARIABLES)
    with pytest.raises(NotFound):
        await voice.start_chat(str(new_id()), VARIABLES)


async def test_a_call_begins_and_ends(voice: VoiceService) -> None:
    call = await voice.start_web_call(await voice.save_assistant(assistant(), None), VARIABLES)
    assert call.id and call.ticket
    state = await voice.call_state(call.id)
    assert state is not None and not state.ended
    await voice.end_call(call)
    await voice.end_call(call)
    state = await voice.call_state(call.id)
    assert state is not None and state.ended
    assert state.report["endedReason"] == "customer-ended-call"


async def test_a_call_that_ended_cannot_be_joined(voice: VoiceService) -> None:
    call = await voice.start_web_call(await voice.save_assistant(assistant(), None), VARIABLES)
    await voice.end_call(call)
    with pytest.raises((Conflict, Unavailable)):
        await voice.answer_offer(call, OFFER)


async def test_an_unknown_call_has_no_state_and_ends_without_complaint(voice: VoiceService) -> None:
    call = await voice.start_web_call(await voice.save_assistant(assistant(), None), VARIABLES)
    await voice.erase_call(call.id)
    await voice.erase_call(call.id)
    assert await voice.call_state(call.id) is None
    await voice.end_call(call)
    assert await voice.call_state(str(new_id())) is None


async def test_what_was_not_recorded_cannot_be_read_and_is_erased_without_complaint(voice: VoiceService) -> None:
    overrides = {"firstMessage": "Hello.", "artifactPlan": {"recordingEnabled": True}}
    call = await voice.start_web_call(await voice.save_assistant(assistant(), None), VARIABLES, overrides)
    for call_id in (call.id, str(new_id())):
        assert await voice.read_recording(call_id) is None
        await voice.erase_recording(call_id)


async def test_a_chat_goes_on_from_what_was_written_before_without_a_greeting(voice: VoiceService) -> None:
    earlier = [Earlier(True, "May I come on Tuesday?"), Earlier(False, "Tuesday is fine.")]
    chat = await voice.start_chat(await voice.save_assistant(assistant(), None), VARIABLES, None, earlier)
    assert chat.id and not chat.greeting
    assert (await voice.send_chat(chat.id, "hello")).texts == ("You said hello.",)


async def test_a_chat_is_answered_until_goodbye(voice: VoiceService) -> None:
    chat = await voice.start_chat(await voice.save_assistant(assistant(), None), VARIABLES)
    assert chat.greeting == "Hello, this is Mia."
    reply = await voice.send_chat(chat.id, "hello")
    assert (reply.texts, reply.ended) == (("You said hello.",), False)
    assert (await voice.send_chat(chat.id, "bye")).ended
    state = await voice.chat_state(chat.id)
    assert state is not None and state.ended
    with pytest.raises(Conflict):
        await voice.send_chat(chat.id, "hello?")


async def test_a_chat_is_left_and_erased_without_complaint(voice: VoiceService) -> None:
    chat = await voice.start_chat(await voice.save_assistant(assistant(), None), VARIABLES)
    await voice.end_chat(chat.id)
    await voice.end_chat(chat.id)
    state = await voice.chat_state(chat.id)
    assert state is not None and state.ended
    await voice.erase_chat(chat.id)
    await voice.erase_chat(chat.id)
    await voice.end_chat(chat.id)
    assert await voice.chat_state(chat.id) is None


async def test_a_number_is_dialled_once_for_a_key(voice: VoiceService) -> None:
    before = datetime.now(UTC) - timedelta(minutes=1)
    saved = await voice.save_assistant(assistant(), None)
    call = PhoneCall(f"out-{new_id().hex[:20]}", saved, ANA, own_number(), {"metadata": {"outreach": {"id": "x"}}})
    assert await voice.find_phone_call(call.key, before) is None
    call_id = await voice.start_phone_call(call)
    assert await voice.start_phone_call(call) == call_id
    assert await voice.find_phone_call(call.key, before) == call_id


async def test_whatever_fails_is_an_error_a_person_may_meet(voice: VoiceService) -> None:
    forged = WebCall(str(new_id()), "forged")
    with pytest.raises(MiaError):
        await voice.answer_offer(forged, OFFER)


async def test_a_call_that_comes_in_gets_a_document_for_its_carrier(voice: VoiceService) -> None:
    assistant_id = await voice.save_assistant(assistant(), None)
    for number in ("+13055550142", "anonymous", ""):
        assert (await voice.receive_phone_call(assistant_id, number, VARIABLES)).startswith("<Response>")
    with pytest.raises(NotFound):
        await voice.receive_phone_call(str(new_id()), "+13055550142", VARIABLES)
