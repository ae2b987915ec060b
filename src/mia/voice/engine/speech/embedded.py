"""The speech of a process: every embedded model, loaded once and warmed up before the first call."""

import asyncio

from mia.voice.engine.ports import Speech
from mia.voice.engine.speech.hibari_synthesizer import HibariSynthesizer
from mia.voice.engine.speech.moonshine_transcriber import MoonshineTranscriber
from mia.voice.engine.speech.samples import MODEL_RATE
from mia.voice.engine.speech.silero_voice_detector import WINDOW, SileroVoiceDetector
from mia.voice.engine.speech.smart_turn_detector import SmartTurnDetector


def load_speech() -> Speech:
    """Load the embedded models; about two seconds and 250 MB. Blocks: call before serving, or use
    :func:`prewarm`. Raises ``ModelMissing`` when a model's package is not installed."""
    SileroVoiceDetector()
    return Speech(
        transcriber=MoonshineTranscriber(),
        synthesizer=HibariSynthesizer(),
        turn_detector=SmartTurnDetector(),
        new_voice_detector=SileroVoiceDetector,
    )


async def prewarm() -> Speech:
    """Load the embedded models off the event loop and run each once, so that the first caller
    waits no longer than the tenth."""
    speech = await asyncio.to_thread(load_speech)
    second = bytes(2 * MODEL_RATE)
    speech.new_voice_detector().probability(bytes(2 * WINDOW))
    await speech.transcriber.transcribe(second, MODEL_RATE)
    await speech.turn_detector.end_of_turn(second, MODEL_RATE)
    async for _ in speech.synthesizer.synthesize("Good morning, it is 9:30 AM."):
        pass
    return speech
