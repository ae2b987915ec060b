"""What reaches the product of a recording: as it is, in a noisy room, or through a telephone."""

import zlib
from functools import cache
from pathlib import Path
from typing import Any

import av
import numpy as np
import soxr

Samples = np.ndarray[Any, np.dtype[np.float32]]

RATE = 16_000
CONDITIONS = ("clean", "noisy", "phone")
BETWEEN = 0.35
"""Seconds between two things that are said in one turn."""
BEFORE, AFTER = 0.6, 7.0
"""Seconds around what is said; a caller waits as long for an answer, the room goes on."""
_SNR = 10.0
_PHONE_RATE = 8_000
_PHONE_BAND = (300.0, 3_400.0)
_MU = 255.0
ROOM = Path(__file__).resolve().parents[3] / "evals/spoken/room.opus"
"""Several people who talk at once."""


def heard_as(clips: list[Path], condition: str) -> bytes:
    """PCM of recordings, one after another, at :data:`RATE`; the same bytes each time."""
    pause = np.zeros(int(BETWEEN * RATE), np.float32)
    parts = [part for clip in clips for part in (_read(clip), pause)]
    said = np.concatenate(
        [np.zeros(int(BEFORE * RATE), np.float32), *parts, np.zeros(int(AFTER * RATE), np.float32)]
    )
    if condition == "noisy":
        said = said + _room(said, seed=zlib.crc32(clips[0].name.encode()))
    elif condition == "phone":
        said = _through_a_phone(said)
    pcm: bytes = (np.clip(said, -1, 1) * 32767).astype("<i2").tobytes()
    return pcm


@cache
def _read(clip: Path) -> Samples:
    resampler = av.AudioResampler(format="s16", layout="mono", rate=RATE)
    with av.open(str(clip)) as file:
        frames = [out for frame in (*file.decode(audio=0), None) for out in resampler.resample(frame)]
    pcm = b"".join(bytes(frame.planes[0])[: frame.samples * 2] for frame in frames)
    return np.frombuffer(pcm, np.int16).astype(np.float32) / np.float32(32768)


def _room(said: Samples, seed: int) -> Samples:
    """Pink noise and people who talk far away, 10 dB under the voice."""
    chance = np.random.default_rng(seed)
    noise = _pink(len(said), chance)
    noise += _babble(len(said), chance)
    spoken = said[np.abs(said) > 0.02]
    level = float(np.sqrt((spoken**2).mean())) / 10 ** (_SNR / 20)
    quiet: Samples = (noise / np.sqrt((noise**2).mean()) * level).astype(np.float32)
    return quiet


def _pink(length: int, chance: np.random.Generator) -> Samples:
    spectrum = np.fft.rfft(chance.standard_normal(length))
    spectrum /= np.sqrt(np.maximum(np.arange(len(spectrum)), 1))
    return _unit(np.fft.irfft(spectrum, length))


def _babble(length: int, chance: np.random.Generator) -> Samples:
    """The room from somewhere on, backwards and twice over: voices without words."""
    room = _read(ROOM)[::-1]
    room = np.roll(room + np.roll(room, len(room) // 2), int(chance.integers(0, RATE * 10)))
    return _unit(np.resize(room, length))


def _unit(wave: "np.ndarray[Any, np.dtype[Any]]") -> Samples:
    unit: Samples = (wave / np.sqrt((wave**2).mean())).astype(np.float32)
    return unit


def _through_a_phone(said: Samples) -> Samples:
    """300 to 3,400 Hz, 8,000 samples a second, 8 bits each by the logarithmic law of North American carriers."""
    spectrum = np.fft.rfft(soxr.resample(said, RATE, _PHONE_RATE))
    pitch = np.linspace(0, _PHONE_RATE / 2, len(spectrum))
    spectrum[(pitch < _PHONE_BAND[0]) | (pitch > _PHONE_BAND[1])] = 0
    line = np.clip(np.fft.irfft(spectrum), -1, 1)
    coded = np.round(np.sign(line) * np.log1p(_MU * np.abs(line)) / np.log1p(_MU) * 127) / 127
    decoded = np.sign(coded) * np.expm1(np.abs(coded) * np.log1p(_MU)) / _MU
    back: Samples = soxr.resample(decoded, _PHONE_RATE, RATE).astype(np.float32)
    return back
