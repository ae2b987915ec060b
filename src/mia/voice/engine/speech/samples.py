"""Sound as numbers, the way the models want it."""

import numpy as np
import numpy.typing as npt
import soxr

Samples = npt.NDArray[np.float32]

MODEL_RATE = 16_000
"""Sample rate in hertz that all embedded models of hearing take."""


def samples_for_model(pcm: bytes, sample_rate: int) -> Samples:
    """PCM as numbers from -1 to 1 at :data:`MODEL_RATE`."""
    samples = np.frombuffer(pcm, dtype=np.int16).astype(np.float32) / np.float32(32768.0)
    if sample_rate == MODEL_RATE:
        return samples
    resampled: Samples = soxr.resample(samples, sample_rate, MODEL_RATE)
    return resampled
