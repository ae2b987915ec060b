"""Calls over a real WebRTC path on this machine: sound is encoded, sent, heard and answered."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import aioice.ice
import pytest

from mia.platform.conversation.ports import LanguageModel, Say, Turn
from mia.voice.engine.pipeline.call import NEVER_CONNECTED
from mia.voice.engine.ports import Speech
from mia.voice.engine.transports.webrtc import OfferRefused, WebRtcTimes, WebRtcTransport
from tests.fakes.language import EchoModel, ScriptedModel
from tests.fakes.phones.caller import Caller
from tests.voice.engine.conftest import PcmOf
from tests.voice.engine.pipeline.calls import GREETING, Running, start

pytestmark = pytest.mark.sound

Dial = Callable[..., AbstractAsyncContextManager[tuple[Caller, Running]]]
TIMES = WebRtcTimes(connect=3.0, vanished=1.5)


@pytest.fixture
def dial(speech: Speech) -> Dial:
    """Starts a call and connects a caller to it."""

    @asynccontextmanager
    async def connect(model: LanguageModel) -> AsyncIterator[tuple[Caller, Running]]:
        running: list[Running] = []

        async def exchange(offer: str) -> str:
            transport = WebRtcTransport(times=TIMES)
            answer = await transport.answer(offer)
            running.append(start(transport, model, speech))
            return answer

        caller = Caller(exchange)
        try:
            await caller.dial()
            yield caller, running[0]
        finally:
            await caller.hang_up()
            if running and not running[0].task.done():
                await running[0].record()

    return connect


async def test_a_spoken_question_is_answered_aloud_and_typed_words_too(
    dial: Dial, speech: Speech, pcm_of: PcmOf, leftovers: Callable[[], set[str]]
) -> None:
    threads = {t.name for t in threading.enumerate()}
    async with dial(EchoModel()) as (caller, call):
        assert await caller.message(lambda m: m == "listening") == "listening"
        await caller.transcript("assistant", GREETING)
        ended = await caller.say(await pcm_of("Do you have time on Tuesday?"), speech.synthesizer.sample_rate)
        await caller.sound_after(ended)
        await caller.transcript("assistant", "You said: Do you have time on Tuesday?")
        caller.type("Good morning")
        await caller.transcript("assistant", "You said: Good morning")
        await caller.hang_up()
        record = await call.record()
    assert record.ended_reason == "customer-ended-call"
    assert [line.role for line in record.transcript] == ["assistant", "user"] * 2 + ["assistant"]
    heard = await speech.transcriber.transcribe(caller.speech_heard(), 48_000)
    assert "time on tuesday" in heard.text.lower()
    await asyncio.sleep(0)
    assert leftovers() == set()
    decoders = {t.name for t in threading.enumerate()} - threads
    assert not [name for name in decoders if "decoder" in name]


STORY = "Our team will take good care of you, and there is a lot to tell about it, so please lean back."


async def test_the_assistant_falls_silent_when_the_caller_speaks_up(
    dial: Dial, speech: Speech, pcm_of: PcmOf
) -> None:
    model = ScriptedModel(lambda turn: [Say(STORY), Say(STORY)] if first(turn) else [Say("Sure.")])
    async with dial(model) as (caller, call):
        await caller.transcript("assistant", GREETING)
        caller.type("Tell me more")
        began = await caller.sound_after(caller.frames[-1][0])
        question = await pcm_of("Wait, do you also do lip filler?")
        speaking = asyncio.create_task(caller.say(question, speech.synthesizer.sample_rate))
        await caller.message(lambda m: m == {"type": "user-interrupted"})
        silent = await caller.silence_after(began)
        spoke = await speaking
        assert silent < spoke
        await caller.transcript("assistant", "Sure.")
        await caller.hang_up()
        record = await call.record()
    cut = record.history[2]
    assert cut.interrupted and STORY.startswith(cut.content) and cut.content != STORY


def first(turn: Turn) -> bool:
    return len(turn.history) == 1


async def test_ending_from_the_client_and_from_outside_closes_the_path(dial: Dial) -> None:
    async with dial(EchoModel()) as (caller, call):
        await caller.transcript("assistant", GREETING)
        caller.send({"type": "end-call"})
        ended = await caller.message(lambda m: isinstance(m, dict) and m.get("status") == "ended")
        assert ended["endedReason"] == "customer-ended-call"
        assert (await call.record()).ended_reason == "customer-ended-call"
        async with asyncio.timeout(5):
            await caller.closed.wait()


async def test_a_caller_who_vanishes_without_a_word_is_noticed(dial: Dial) -> None:
    async with dial(EchoModel()) as (caller, call):
        await caller.transcript("assistant", GREETING)
        await caller.vanish()
        assert (await call.record(within=5)).ended_reason == "customer-ended-call"


async def test_an_offer_nobody_follows_up_times_out(speech: Speech, leftovers: Callable[[], set[str]]) -> None:
    offers: list[str] = []

    async def keep(offer: str) -> str:
        offers.append(offer)
        raise ConnectionAbortedError

    caller = Caller(keep)
    with pytest.raises(ConnectionAbortedError):
        await caller.dial()
    await caller.hang_up()
    transport = WebRtcTransport(times=WebRtcTimes(connect=0.3))
    await transport.answer(offers[0])
    record = await start(transport, EchoModel(), speech).record()
    assert record.ended_reason == NEVER_CONNECTED
    await asyncio.sleep(0)
    assert leftovers() == set()


@pytest.mark.parametrize("offer", ["", "nonsense", "v=0\r\nm=video 9 RTP/AVP 96\r\n", "m=audio broken"])
async def test_a_useless_offer_is_refused(offer: str) -> None:
    with pytest.raises(OfferRefused):
        await WebRtcTransport().answer(offer)


async def test_a_machine_without_a_network_can_be_called(monkeypatch: pytest.MonkeyPatch, speech: Speech) -> None:
    monkeypatch.setattr("mia.voice.engine.transports.webrtc._host_addresses", lambda v4, v6: [])
    assert aioice.ice.get_host_addresses(True, True) == ["127.0.0.1"]
    running: list[Running] = []
    answers: list[str] = []

    async def exchange(offer: str) -> str:
        transport = WebRtcTransport(times=TIMES)
        answers.append(await transport.answer(offer))
        running.append(start(transport, EchoModel(), speech))
        return answers[0]

    async with Caller(exchange) as caller:
        await caller.transcript("assistant", GREETING)
    await running[0].record()
    candidates = [line.split()[4] for line in answers[0].splitlines() if line.startswith("a=candidate:")]
    assert candidates and set(candidates) == {"127.0.0.1"}
