"""Both sides of a call as one stream of Opus in Ogg: the caller left, the assistant right."""

from collections.abc import Callable

import av

from mia.voice.engine.pipeline.sound.sides import RATE, Samples, Sides

TAPE_RATE = RATE
_BITS_PER_SECOND = 32_000
_PIECE = 4.0
"""Seconds of sound in a piece that is handed on to be kept."""


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


class RecordingEncoder:
    """Records until :meth:`close`. ``clock`` gives seconds; ``keep`` is handed pieces of the file, in order."""

    def __init__(self, clock: Callable[[], float], keep: Callable[[bytes], None]) -> None:
        self._keep = keep
        self._sides = Sides(clock, self._encode)
        self._handed_on = 0
        self._drain = _Drain()
        self._container = av.open(self._drain, "w", format="ogg")
        self._stream = self._container.add_stream(
            "libopus", rate=TAPE_RATE, layout="stereo", bit_rate=_BITS_PER_SECOND
        )

    def hear(self, pcm: bytes, rate: int) -> None:
        """Sound of the caller, just heard: 16-bit mono PCM."""
        self._sides.hear(pcm, rate)

    def say(self, pcm: bytes, rate: int) -> None:
        """Sound of the assistant, just sent: 16-bit mono PCM."""
        self._sides.say(pcm, rate)

    def close(self) -> None:
        """Encode what is left and hand it on: the file is whole."""
        self._sides.finish()
        for packet in self._stream.encode(None):
            self._container.mux(packet)
        self._container.close()
        self._hand_on()

    def _encode(self, both: Samples, place: int) -> None:
        frame = av.AudioFrame.from_ndarray(both.reshape(1, -1), format="s16", layout="stereo")
        frame.sample_rate, frame.pts = TAPE_RATE, place
        for packet in self._stream.encode(frame):
            self._container.mux(packet)
        if place + len(both) - self._handed_on >= _PIECE * TAPE_RATE:
            self._handed_on = place + len(both)
            self._hand_on()

    def _hand_on(self) -> None:
        if piece := self._drain.take():
            self._keep(piece)
