"""Both sides of a call as one stream of Opus in Ogg: the caller left, the assistant right."""

from collections.abc import Callable

import av
import numpy as np
from numpy.typing import NDArray

TAPE_RATE = 24_000
"""Sample rate in hertz of what is recorded: one that Opus knows and the assistant's speech has (RFC 6716)."""
_BITS_PER_SECOND = 32_000
_STEP = 0.5
"""Seconds of sound that are encoded at once: a few milliseconds of work."""
_LATE = 0.3
"""Seconds by which sound may come late and still stand where it was heard."""
_PIECE = 4.0
"""Seconds of sound in a piece that is handed on to be kept."""

Samples = NDArray[np.int16]


class _Drain:
    """What the container writes, until it is taken. It cannot be rewound, so the stream is written straight on."""

    def __init__(self) -> None:
        self._written = bytearray()

    def write(self, data: bytes) -> int:
        """Take what the container has ready."""
        self._written += data
        return len(data)

    def take(self) -> bytes:
        """All that was written since the last time."""
        taken = bytes(self._written)
        self._written.clear()
        return taken


class _Side:
    """One side's sound that waits to be encoded; ``end`` is its last sample's place in the recording."""

    def __init__(self) -> None:
        self.end = 0
        self._waiting: list[Samples] = []

    def add(self, samples: Samples, ends_at: int) -> None:
        """Sound whose last sample was heard at ``ends_at``; what is missing before it was silence."""
        gap = ends_at - len(samples) - self.end
        if gap > _LATE * TAPE_RATE:
            self._append(np.zeros(gap, np.int16))
        self._append(samples)

    def take(self, until: int) -> Samples:
        """The sound from where the last left off until ``until``, filled up with silence."""
        if until > self.end:
            self._append(np.zeros(until - self.end, np.int16))
        whole = np.concatenate(self._waiting)
        count = len(whole) - (self.end - until)
        self._waiting = [whole[count:]]
        return whole[:count]

    def _append(self, samples: Samples) -> None:
        self._waiting.append(samples)
        self.end += len(samples)


class Tape:
    """Records until :meth:`close`. ``clock`` gives seconds; ``keep`` is handed pieces of the file, in order."""

    def __init__(self, clock: Callable[[], float], keep: Callable[[bytes], None]) -> None:
        self._clock = clock
        self._keep = keep
        self._began = clock()
        self._caller, self._assistant = _Side(), _Side()
        self._encoded = 0
        self._handed_on = 0
        self._drain = _Drain()
        self._container = av.open(self._drain, "w", format="ogg")
        self._stream = self._container.add_stream(
            "libopus", rate=TAPE_RATE, layout="stereo", bit_rate=_BITS_PER_SECOND
        )

    def hear(self, pcm: bytes, rate: int) -> None:
        """Sound of the caller, just heard: 16-bit mono PCM."""
        self._add(self._caller, pcm, rate)

    def say(self, pcm: bytes, rate: int) -> None:
        """Sound of the assistant, just sent: 16-bit mono PCM."""
        self._add(self._assistant, pcm, rate)

    def close(self) -> None:
        """Encode what is left and hand it on: the file is whole."""
        self._encode(max(self._caller.end, self._assistant.end))
        for packet in self._stream.encode(None):
            self._container.mux(packet)
        self._container.close()
        self._hand_on()

    def _add(self, side: _Side, pcm: bytes, rate: int) -> None:
        now = round((self._clock() - self._began) * TAPE_RATE)
        side.add(_resampled(np.frombuffer(pcm, np.int16), rate), now)
        settled = now - round(_LATE * TAPE_RATE)
        if settled - self._encoded >= _STEP * TAPE_RATE:
            self._encode(settled)
            if self._encoded - self._handed_on >= _PIECE * TAPE_RATE:
                self._hand_on()

    def _encode(self, until: int) -> None:
        if until <= self._encoded:
            return
        both = np.stack((self._caller.take(until), self._assistant.take(until)), axis=1)
        frame = av.AudioFrame.from_ndarray(both.reshape(1, -1), format="s16", layout="stereo")
        frame.sample_rate, frame.pts = TAPE_RATE, self._encoded
        for packet in self._stream.encode(frame):
            self._container.mux(packet)
        self._encoded = until

    def _hand_on(self) -> None:
        self._handed_on = self._encoded
        if piece := self._drain.take():
            self._keep(piece)


def _resampled(samples: Samples, rate: int) -> Samples:
    """``samples`` at the tape's rate; in between, a straight line is near enough for speech."""
    if rate == TAPE_RATE or not len(samples):
        return samples
    count = round(len(samples) * TAPE_RATE / rate)
    places = np.arange(count) * (rate / TAPE_RATE)
    line: Samples = np.interp(places, np.arange(len(samples)), samples).astype(np.int16)
    return line
