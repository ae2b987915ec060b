"""A phone call as a media stream: mu-law in and out, whole frames of 20 ms, interruptions, the end."""

import asyncio
import base64
import json
from typing import Any

import numpy as np
import pytest
import soxr
from pipecat.audio.utils import create_stream_resampler, pcm_to_ulaw, ulaw_to_pcm

from mia.voice.engine.pipeline.call import NEVER_CONNECTED
from mia.voice.engine.pipeline.control import SayNow
from mia.voice.engine.pipeline.events import TranscriptLine
from mia.voice.engine.ports import Speech
from mia.voice.engine.transports import media_stream
from mia.voice.engine.transports.bounds import FLOODED
from mia.voice.engine.transports.media_stream import FRAME_BYTES, LINE_RATE, MediaStream
from tests.fakes.language import EchoModel
from tests.voice.engine.conftest import PcmOf
from tests.voice.engine.pipeline.calls import GREETING, Running, start

pytestmark = pytest.mark.sound


class Carrier:
    """The other end of the socket: keeps what it is sent, and speaks in frames of 20 ms."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.closed = asyncio.Event()
        self.stream = MediaStream(self._take, self._close)

    async def begin(self) -> None:
        await self.stream.take(json.dumps({"event": "connected", "protocol": "Call"}))
        await self.stream.take(json.dumps({"event": "start", "streamSid": "MZ1", "start": {}}))

    async def say(self, mulaw: bytes) -> None:
        """Speak in real time, with a second of silence behind."""
        mulaw += b"\xff" * LINE_RATE
        for at in range(0, len(mulaw), FRAME_BYTES):
            payload = base64.b64encode(mulaw[at : at + FRAME_BYTES].ljust(FRAME_BYTES, b"\xff")).decode()
            await self.stream.take(
                json.dumps({"event": "media", "streamSid": "MZ1", "media": {"payload": payload}})
            )
            await asyncio.sleep(FRAME_BYTES / LINE_RATE)

    def frames(self) -> list[bytes]:
        return [base64.b64decode(m["media"]["payload"]) for m in self.sent if m["event"] == "media"]

    async def _take(self, text: str) -> None:
        self.sent.append(json.loads(text))

    async def _close(self) -> None:
        self.closed.set()


def said(call: Running, role: str, words: str) -> bool:
    return any(line.role == role and words.lower() in line.text.lower() for line in call.of(TranscriptLine))


async def mulaw_of(pcm: bytes, rate: int) -> bytes:
    samples = soxr.resample(np.frombuffer(pcm, np.int16), rate, LINE_RATE)
    return bytes(await pcm_to_ulaw(samples.tobytes(), LINE_RATE, LINE_RATE, create_stream_resampler()))


async def test_a_spoken_question_is_answered_in_whole_frames(speech: Speech, pcm_of: PcmOf) -> None:
    carrier = Carrier()
    call = start(carrier.stream, EchoModel(), speech)
    await carrier.begin()
    await call.told(lambda _: said(call, "assistant", GREETING), within=10)
    rate = speech.synthesizer.sample_rate
    await carrier.say(await mulaw_of(await pcm_of("Do you have time on Tuesday?"), rate))
    await call.told(lambda _: said(call, "assistant", "You said: Do you have time on Tuesday?"), within=15)
    await carrier.stream.take(json.dumps({"event": "stop", "streamSid": "MZ1"}))
    assert (await call.record()).ended_reason == "customer-ended-call"
    assert carrier.closed.is_set()
    assert {len(frame) for frame in carrier.frames()} == {FRAME_BYTES}
    assert {message["streamSid"] for message in carrier.sent} == {"MZ1"}
    heard = await ulaw_to_pcm(b"".join(carrier.frames()), LINE_RATE, LINE_RATE, create_stream_resampler())
    assert np.abs(np.frombuffer(heard, np.int16)).max() > 3000


async def test_speech_that_is_cut_off_is_taken_back_from_the_carrier(speech: Speech, pcm_of: PcmOf) -> None:
    carrier = Carrier()
    call = start(carrier.stream, EchoModel(), speech)
    await carrier.begin()
    call.control.give(SayNow("One sentence that is long enough to be cut off while it is being said."))
    await carrier.say(await mulaw_of(await pcm_of("Wait, stop please, I have a question."), 24_000))
    await call.told(lambda _: said(call, "user", "question"), within=15)
    assert any(message["event"] == "clear" for message in carrier.sent)
    await carrier.stream.close()
    await call.record()
    assert carrier.closed.is_set()


async def test_a_stream_that_plays_faster_than_life_is_thrown_out(speech: Speech) -> None:
    carrier = Carrier()
    call = start(carrier.stream, EchoModel(), speech)
    await carrier.begin()
    await call.told(lambda _: said(call, "assistant", GREETING), within=10)
    media = {"event": "media", "media": {"payload": base64.b64encode(bytes(FRAME_BYTES)).decode()}}
    for _ in range(2_000):  # forty seconds of noise at a stroke
        await carrier.stream.take(json.dumps(media))
    assert (await call.record()).ended_reason == FLOODED
    assert carrier.closed.is_set()


async def test_a_stream_that_never_begins_is_no_call(speech: Speech, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(media_stream, "_START", 0.1)
    carrier = Carrier()
    record = await start(carrier.stream, EchoModel(), speech).record()
    assert record.ended_reason == NEVER_CONNECTED


@pytest.mark.parametrize(
    "nonsense",
    ["", "{", "[]", '{"event": "media"}', '{"event": "media", "media": {"payload": "%%%"}}', '{"event": "mark"}'],
)
async def test_nonsense_from_the_carrier_is_left_alone(nonsense: str) -> None:
    carrier = Carrier()
    await carrier.begin()
    await carrier.stream.take(nonsense)
    await carrier.stream.connected()
    carrier.stream.lost()
    await carrier.stream.left()
