"""The framework's own quick start around the embedded models, to measure the engine against.

Its pipeline, its voice detector and its way of finding the end of a turn as they come; only the services that a
quick start takes from the network are the embedded models here, behind the framework's base classes for them.
"""

import asyncio
import dataclasses
from collections.abc import AsyncGenerator
from typing import Any

from pipecat.audio.vad.silero import SileroVADAnalyzer
from pipecat.frames.frames import (
    Frame,
    LLMContextFrame,
    LLMFullResponseEndFrame,
    LLMFullResponseStartFrame,
    TranscriptionFrame,
    TTSSpeakFrame,
)
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import (
    LLMContextAggregatorPair,
    LLMUserAggregatorParams,
)
from pipecat.processors.frame_processor import FrameDirection
from pipecat.services.llm_service import LLMService
from pipecat.services.settings import LLMSettings, STTSettings, TTSSettings
from pipecat.services.stt_service import SegmentedSTTService
from pipecat.services.tts_service import TTSService
from pipecat.utils.time import time_now_iso8601
from pipecat.workers.runner import WorkerRunner

from mia.voice.engine.ports import Speech
from mia.voice.engine.transports.webrtc import WebRtcTransport

_HEARD_RATE = 16_000
_SPOKEN_RATE = 24_000


class _Recognizer(SegmentedSTTService):
    """The embedded recognizer; the framework cuts what it hears by its voice detector."""

    def __init__(self, speech: Speech) -> None:
        settings = STTSettings(model="embedded", language="en")
        super().__init__(sample_rate=_HEARD_RATE, ttfs_p99_latency=0.5, settings=settings)
        self._speech = speech

    @property
    def wants_wav_segments(self) -> bool:
        return False

    async def run_stt(self, audio: bytes) -> AsyncGenerator[Frame, None]:
        heard = await self._speech.transcriber.transcribe(audio, _HEARD_RATE)
        if heard.text:
            yield TranscriptionFrame(heard.text, self._user_id, time_now_iso8601(), finalized=True)


class _Voice(TTSService):
    """The embedded voice."""

    def __init__(self, speech: Speech) -> None:
        settings = TTSSettings(model="embedded", voice="embedded", language="en")
        super().__init__(push_start_frame=True, push_stop_frames=True, settings=settings)
        self._speech = speech

    async def run_tts(self, text: str, context_id: str) -> AsyncGenerator[Frame, None]:
        synthesizer = self._speech.synthesizer
        async for frame in self._stream_audio_frames_from_iterator(
            synthesizer.synthesize(text), in_sample_rate=synthesizer.sample_rate, context_id=context_id
        ):
            yield frame


class _Repeater(LLMService):
    """Answers with what it heard, as the model of the engine's bench does."""

    def __init__(self, afterwards: str) -> None:
        unset: dict[str, Any] = {
            each.name: None for each in dataclasses.fields(LLMSettings) if each.init and each.name != "extra"
        }
        super().__init__(settings=LLMSettings(**unset | {"model": "repeater"}))
        self._afterwards = afterwards

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        await super().process_frame(frame, direction)
        if not isinstance(frame, LLMContextFrame):
            await self.push_frame(frame, direction)
            return
        heard = str(frame.context.messages[-1].get("content", ""))  # type: ignore[union-attr]
        await self.push_frame(LLMFullResponseStartFrame())
        await self._push_llm_text(f"I heard {heard} ")
        await self._push_llm_text(self._afterwards)
        await self.push_frame(LLMFullResponseEndFrame())


async def run_quick_start(transport: WebRtcTransport, speech: Speech, greeting: str, afterwards: str) -> None:
    """Hold one call: greet, and answer what is said, until the caller leaves."""
    await transport.connected()
    detector = SileroVADAnalyzer()
    aggregators = LLMContextAggregatorPair(LLMContext(), user_params=LLMUserAggregatorParams(vad_analyzer=detector))
    pipeline = Pipeline(
        [
            transport.input(),
            _Recognizer(speech),
            aggregators.user(),
            _Repeater(afterwards),
            _Voice(speech),
            transport.output(),
            aggregators.assistant(),
        ]
    )
    params = PipelineParams(audio_in_sample_rate=_HEARD_RATE, audio_out_sample_rate=_SPOKEN_RATE)
    worker = PipelineWorker(pipeline, params=params, enable_rtvi=False, idle_timeout_secs=None)

    async def greet(*_: object) -> None:
        await worker.queue_frames([TTSSpeakFrame(greeting)])

    worker.add_event_handler("on_pipeline_started", greet)
    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(worker)

    async def until_left() -> None:
        await transport.left()
        await worker.cancel()

    transport.send("listening")
    await asyncio.gather(runner.run(), until_left(), return_exceptions=True)
    await transport.close()
