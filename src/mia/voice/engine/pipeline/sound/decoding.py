"""A file of sound becomes what is heard behind a voice."""

import io
from typing import Any

import av
import numpy as np
from numpy.typing import NDArray

from mia.voice.engine.pipeline.sound.background import RATE, Sound

_FORMATS = ((b"RIFF", "wav"), (b"ID3", "mp3"), (b"\xff\xfb", "mp3"), (b"\xff\xf3", "mp3"), (b"OggS", "ogg"))
"""How files begin that are read; no other is looked into."""
_LONGEST = 60 * RATE
"""Samples of it that are kept: a minute, then it begins again."""
_SHORTEST = RATE
_LOUDEST = 500.0
"""Root mean square, in steps of 16 bits, that a sound is brought down to, so that a voice over it is understood."""


class NoSound(Exception):
    """The file cannot be played behind a voice. ``reason`` is a static word, fit for logs."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def decoded(content: bytes) -> Sound:
    """The first minute of a WAV, MP3 or Ogg file, no louder than an office. Takes a while: not for the event loop.
    Raises :class:`NoSound`."""
    kind = next((kind for begins, kind in _FORMATS if content.startswith(begins)), None)
    if kind is None:
        raise NoSound("unknown-format")
    try:
        pieces = _samples(content, kind)
    except (av.FFmpegError, IndexError, ValueError):
        raise NoSound("not-readable") from None
    sound = np.concatenate([np.zeros(0, np.int16), *pieces])[:_LONGEST].astype(np.float64)
    if len(sound) < _SHORTEST:
        raise NoSound("too-short")
    loudness = max(float(np.sqrt((sound**2).mean())), 1e-9)
    return (sound * min(1.0, _LOUDEST / loudness)).astype(np.int32)


def _samples(content: bytes, kind: str) -> list[NDArray[Any]]:
    mono = av.AudioResampler(format="s16", layout="mono", rate=RATE)
    pieces: list[NDArray[Any]] = []
    length = 0
    with av.open(io.BytesIO(content), "r", format=kind) as file:
        for frame in file.decode(file.streams.audio[0]):
            for made in mono.resample(frame):
                pieces.append(made.to_ndarray().reshape(-1))
                length += made.samples
            if length >= _LONGEST:
                break
    return pieces
