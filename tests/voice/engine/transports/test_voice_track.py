"""The assistant's voice as packets: how loud it is while the caller may be about to interrupt."""

import numpy as np
from av.audio.codeccontext import AudioCodecContext
from av.codec import CodecContext

from mia.voice.engine.transports.webrtc_audio import OUT_RATE, VoiceTrack

SIZE = OUT_RATE // 50
TONE = (8000 * np.sin(np.arange(4 * SIZE) * 2 * np.pi * 440 / OUT_RATE)).astype("<i2")


class Ear:
    """Hears what the track sends."""

    def __init__(self, track: VoiceTrack) -> None:
        self._track = track
        decoder = CodecContext.create("libopus", "r")
        assert isinstance(decoder, AudioCodecContext)
        self._decoder = decoder

    async def loudness(self, pieces: int = 4) -> float:
        """Of the last of some pieces of a tone."""
        heard = np.zeros(1)
        for at in range(pieces):
            await self._track.play(TONE[at * SIZE : (at + 1) * SIZE].tobytes())
            for frame in self._decoder.decode(await self._track.recv()):
                heard = frame.to_ndarray().astype(np.float64).ravel()
        return float(np.sqrt((heard**2).mean()))


async def test_a_voice_is_soft_at_once_and_as_loud_as_before_again() -> None:
    track = VoiceTrack()
    ear = Ear(track)
    loud = await ear.loudness()
    track.duck(True)
    assert await ear.loudness() < 0.2 * loud
    track.duck(False)
    assert await ear.loudness() > 0.8 * loud


async def test_what_is_said_after_an_interruption_is_loud() -> None:
    track = VoiceTrack()
    ear = Ear(track)
    loud = await ear.loudness()
    track.duck(True)
    await ear.loudness()
    track.clear()
    assert await ear.loudness() > 0.8 * loud
