"""End of turn by Smart Turn v3.2, from the model file that Pipecat ships."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from pipecat.audio.turn.smart_turn._whisper_features import compute_whisper_log_mel_features

from mia.voice.engine.speech.model_files import model_path, open_model
from mia.voice.engine.speech.samples import MODEL_RATE, samples_for_model

_SPAN = 8 * MODEL_RATE
"""Samples the model looks at: the last eight seconds, silence in front of shorter ones."""


class SmartTurnDetector:
    """Judges from the melody of an utterance whether its speaker has finished.

    Shared by all calls of a process; one thread of its own, so that neither the event loop nor
    recognition waits for it.
    """

    def __init__(self) -> None:
        self._model = open_model(model_path("pipecat", "audio/turn/smart_turn/data/smart-turn-v3.2-cpu.onnx"))
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="turn-end")

    async def end_of_turn(self, pcm: bytes, sample_rate: int) -> float:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._judge, pcm, sample_rate)

    def _judge(self, pcm: bytes, sample_rate: int) -> float:
        samples = samples_for_model(pcm, sample_rate)[-_SPAN:]
        samples = np.pad(samples, (_SPAN - len(samples), 0))
        features = compute_whisper_log_mel_features(samples, do_normalize=True)[None]
        return float(self._model.run(None, {"input_features": features})[0].ravel()[0])
