"""A call over a plain WebSocket: binary sound in and out, in both formats."""

import asyncio
import json
from typing import Any

import numpy as np
import pytest
import soxr
from pipecat.audio.utils import create_stream_resampler, pcm_to_ulaw, ulaw_to_pcm

from mia.voice.engine.pipeline.events import TranscriptLine
from mia.voice.engine.ports import Speech
from mia.voice.engine.transports.socket_sound import Format, SocketSound
from tests.fakes.language import EchoModel
from tests.voice.engine.conftest import PcmOf
from tests.voice.engine.pipeline.calls import GREETING, Running, start

pytestmark = pytest.mark.sound


class Program:
    """The other end of the socket."""

    def __init__(self, format: Format) -> None:
        self.format = format
        self.heard = bytearray()
        self.sizes: set[int] = set()
        self.texts: list[Any] = []
        self.closed = asyncio.Event()
        self.socket = SocketSound(format, self._hear, self._read, self._close)

    async def say(self, sound: bytes) -> None:
        """Speak in real time, with a second of silence behind."""
        size = self.format.frame
        sound += self.format.silence * (size * 50)
        for at in range(0, len(sound), size):
            await self.socket.hear(sound[at : at + size])
            await asyncio.sleep(0.02)

    async def _hear(self, frame: bytes) -> None:
        self.sizes.add(len(frame))
        self.heard += frame

    async def _read(self, text: str) -> None:
        self.texts.append(json.loads(text))

    async def _close(self) -> None:
        self.closed.set()


def said(call: Running, role: str, words: str) -> bool:
    return any(line.role == role and words.lower() in line.text.lower() for line in call.of(TranscriptLine))


@pytest.mark.parametrize("encoding", ["pcm_s16le", "mulaw"])
async def test_a_spoken_question_is_answered(speech: Speech, pcm_of: PcmOf, encoding: Any) -> None:
    format = Format(encoding)
    program = Program(format)
    call = start(program.socket, EchoModel(), speech)
    program.socket.begin()
    await call.told(lambda _: said(call, "assistant", GREETING), within=10)
    spoken = np.frombuffer(await pcm_of("Do you have time on Tuesday?"), np.int16)
    pcm = soxr.resample(spoken, speech.synthesizer.sample_rate, format.rate).tobytes()
    if encoding == "mulaw":
        pcm = bytes(await pcm_to_ulaw(pcm, format.rate, format.rate, create_stream_resampler()))
    await program.say(pcm)
    await call.told(lambda _: said(call, "assistant", "You said: Do you have time on Tuesday?"), within=15)
    program.socket.read('{"type":"end-call"}')
    assert (await call.record()).ended_reason == "customer-ended-call"
    assert program.closed.is_set()
    assert program.sizes == {format.frame}
    assert program.texts[-1] == {"type": "status-update", "status": "ended", "endedReason": "customer-ended-call"}
    sound = bytes(program.heard)
    if encoding == "mulaw":
        sound = await ulaw_to_pcm(sound, format.rate, format.rate, create_stream_resampler())
    assert np.abs(np.frombuffer(sound, np.int16)).max() > 3000
