"""Voice activity by Silero VAD, from the model file that Pipecat ships. One model for all calls."""

from functools import cache

import numpy as np
import onnxruntime

from mia.voice.engine.speech.model_files import model_path, open_model
from mia.voice.engine.speech.samples import MODEL_RATE, Samples, samples_for_model

WINDOW = 512
"""Samples the model takes at once at 16 kHz (32 ms)."""
_CONTEXT = 64
"""Samples of the previous window that the model wants in front of the next."""


@cache
def _shared_model() -> onnxruntime.InferenceSession:
    return open_model(model_path("pipecat", "audio/vad/data/silero_vad.onnx"))


class SileroVoiceDetector:
    """The ``VoiceDetector`` of one call: its own recurrent state over the shared model."""

    def __init__(self) -> None:
        self._model = _shared_model()
        self._rate = np.array(MODEL_RATE, dtype=np.int64)
        self._context: Samples
        self._state: Samples
        self.reset()

    @property
    def window(self) -> int:
        return WINDOW

    def probability(self, window: bytes) -> float:
        samples = samples_for_model(window, MODEL_RATE)
        heard = np.concatenate((self._context, samples))[None]
        out, self._state = self._model.run(None, {"input": heard, "state": self._state, "sr": self._rate})
        self._context = samples[-_CONTEXT:]
        return float(out[0, 0])

    def reset(self) -> None:
        self._state = np.zeros((2, 1, 128), dtype=np.float32)
        self._context = np.zeros(_CONTEXT, dtype=np.float32)
