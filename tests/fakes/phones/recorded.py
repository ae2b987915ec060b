"""A recording of a call, for tests: the caller speaks for the first half of it, the assistant for the second."""

import numpy as np

from mia.voice.engine.pipeline.sound.recording_encoder import RecordingEncoder

_STEP = 0.02


def recorded_sound(seconds: float) -> list[bytes]:
    """Pieces of a stereo recording, as a call makes them."""
    pieces: list[bytes] = []
    now = [0.0]
    encoder = RecordingEncoder(lambda: now[0], pieces.append)
    steps = round(seconds / _STEP)
    for step in range(steps):
        now[0] += _STEP
        first = step < steps / 2
        encoder.hear(tone(16_000) if first else bytes(640), 16_000)
        encoder.say(bytes(960) if first else tone(24_000), 24_000)
    encoder.close()
    return pieces


def tone(rate: int) -> bytes:
    """20 ms of it."""
    return bytes((8_000 * np.sin(2 * np.pi * 450 * np.arange(rate // 50) / rate)).astype(np.int16).tobytes())
