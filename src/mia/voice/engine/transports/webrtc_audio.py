"""Sound over WebRTC: the outgoing track, encoded here, and the incoming one, resampled here."""

import asyncio
import fractions
import time
from collections import deque
from typing import Any

import numpy as np
import numpy.typing as npt
from aiortc.mediastreams import MediaStreamError, MediaStreamTrack
from av import AudioFrame, AudioResampler
from av.audio.codeccontext import AudioCodecContext
from av.codec import CodecContext
from av.packet import Packet

from mia.voice.engine.transports.caller_sound import RATE

OUT_RATE = 24_000
"""Sample rate of speech before encoding; Opus takes it as it is."""
_OPUS_CLOCK = fractions.Fraction(1, 48_000)
_FRAME_SECONDS = 0.02
_FRAME_BYTES = int(OUT_RATE * _FRAME_SECONDS) * 2
_BIT_RATE = 40_000
_AHEAD = 5
"""Pieces kept waiting, so that a busy moment of the event loop is not heard (100 ms). They are
dropped at once when the caller speaks up."""
_SOFT = 0.03
"""Loudness of speech that someone may be about to interrupt: all but silent."""
_LATE = 0.1
"""Seconds behind schedule after which the schedule is moved instead of caught up with."""


class VoiceTrack(MediaStreamTrack):
    """The assistant's voice as a paced stream of Opus packets, silence when there is none.

    Encoding a frame takes a tenth of a millisecond, less than handing it to a thread, and silence is
    encoded once: idle calls cost next to nothing.
    """

    kind = "audio"

    def __init__(self) -> None:
        super().__init__()
        self._encoder = _opus_encoder()
        self._queue: deque[bytes] = deque()
        self._room = asyncio.Event()
        self._sent = 0
        self._start: float | None = None
        self._silence: bytes | None = None
        self._silent_frames = 0
        self.underruns = 0
        """How often speech had to pause because its next piece came too late."""
        self._speaking = False
        self._gain = self._aim = 1.0
        self._relayed: AudioResampler | None = None
        self._rest = b""

    async def play(self, pcm: bytes) -> None:
        """Queue up to 20 ms of PCM (mono, 24 kHz); returns once few pieces are waiting."""
        if self._relayed is not None:
            return
        self._queue.append(pcm[:_FRAME_BYTES].ljust(_FRAME_BYTES, b"\0"))
        self._speaking = True
        while len(self._queue) > _AHEAD and self.readyState == "live":
            self._room.clear()
            await self._room.wait()

    def take_over(self) -> None:
        """From here on only what is relayed is heard."""
        self.clear()
        self._relayed = AudioResampler("s16", "mono", OUT_RATE)

    def relay(self, frame: AudioFrame) -> None:
        """Queue what someone else says; the oldest goes where it piles up."""
        if self._relayed is None:
            return
        made = self._relayed.resample(frame)
        self._rest += b"".join(piece.to_ndarray().astype(np.int16).tobytes() for piece in made)
        while len(self._rest) >= _FRAME_BYTES:
            self._queue.append(self._rest[:_FRAME_BYTES])
            self._rest = self._rest[_FRAME_BYTES:]
        while len(self._queue) > _AHEAD:
            self._queue.popleft()

    def duck(self, softly: bool) -> None:
        """From the next packet on, however much is queued, speech is soft; or as loud as it is."""
        self._aim = _SOFT if softly else 1.0

    def clear(self) -> None:
        """Drop what is queued, at once; what is played next is as loud as it is."""
        self._queue.clear()
        self._gain = self._aim = 1.0
        self._speaking = False
        self._room.set()

    def rest(self) -> None:
        """Speech is complete: silence after it is no underrun."""
        self._speaking = False

    def stop(self) -> None:
        super().stop()
        self.clear()

    async def recv(self) -> "Packet[Any]":
        if self.readyState != "live":
            raise MediaStreamError
        await self._pace()
        pcm = self._queue.popleft() if self._queue else None
        self._room.set()
        if pcm is None and self._speaking:
            # One gap counts once, however long it is.
            self.underruns += 1
            self._speaking = False
        packet: Packet[Any] = Packet(self._encode(pcm))
        packet.pts = self._sent * int(_FRAME_SECONDS * 48_000)
        packet.time_base = _OPUS_CLOCK
        self._sent += 1
        return packet

    async def _pace(self) -> None:
        now = time.monotonic()
        if self._start is None:
            self._start = now
        wait = self._start + self._sent * _FRAME_SECONDS - now
        if wait > 0:
            await asyncio.sleep(wait)
        elif wait < -_LATE:
            self._start -= wait

    def _encode(self, pcm: bytes | None) -> bytes:
        self._silent_frames = self._silent_frames + 1 if pcm is None else 0
        # The first silent frames let the decoder fade out; from then on all silence is the same.
        if pcm is None and self._silence is not None and self._silent_frames > 3:
            return self._silence
        samples = np.frombuffer(pcm or bytes(_FRAME_BYTES), dtype=np.int16)
        frame = AudioFrame.from_ndarray(self._softened(samples)[None, :], format="s16", layout="mono")
        frame.sample_rate = OUT_RATE
        data = b"".join(bytes(p) for p in self._encoder.encode(frame))
        if self._silent_frames == 3:
            self._silence = data
        return data

    def _softened(self, samples: npt.NDArray[np.int16]) -> npt.NDArray[np.int16]:
        """The samples as loud as they are to be, without a click where that changes."""
        before, self._gain = self._gain, self._aim
        if before == self._gain == 1.0:
            return samples
        return (samples * np.linspace(before, self._gain, len(samples))).astype(np.int16)


def _opus_encoder() -> AudioCodecContext:
    encoder = CodecContext.create("libopus", "w")
    assert isinstance(encoder, AudioCodecContext)
    encoder.bit_rate = _BIT_RATE
    encoder.format = "s16"
    encoder.layout = "mono"
    encoder.sample_rate = OUT_RATE
    encoder.options = {"application": "voip", "frame_duration": "20", "fec": "1", "packet_loss": "5"}
    return encoder


class SpeechResampler:
    """Turns decoded frames (48 kHz stereo) into PCM, mono at 16 kHz."""

    def __init__(self) -> None:
        self._resampler = AudioResampler("s16", "mono", RATE)

    def __call__(self, frame: AudioFrame) -> bytes:
        return b"".join(f.to_ndarray().astype(np.int16).tobytes() for f in self._resampler.resample(frame))
