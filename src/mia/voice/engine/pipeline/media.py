"""Runs the Pipecat pipeline of a call: sound in, speech out, and what was really sent."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from pipecat.frames.frames import ErrorFrame, Frame, InputAudioRawFrame, OutputAudioRawFrame
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor
from pipecat.workers.runner import WorkerRunner

from mia.voice.engine.pipeline.conversation import Conversation
from mia.voice.engine.pipeline.recording import Recording
from mia.voice.engine.pipeline.sound.listening import Listening
from mia.voice.engine.pipeline.turns.hearing import SAMPLE_RATE, Hearing
from mia.voice.engine.ports import MediaTransport

log = structlog.get_logger()

_SPEECH_RATE = 24_000
"""Sample rate of the pipeline's speech; a transport with another one resamples."""
_START = 10.0


class Ear(FrameProcessor):
    """Where the caller's sound leaves the pipeline for :class:`Hearing`, for a recording and for listeners."""

    def __init__(self, hearing: Hearing, recording: Recording, listening: Listening) -> None:
        super().__init__(enable_direct_mode=True)
        self._hearing = hearing
        self._recording = recording
        self._listening = listening

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        await super().process_frame(frame, direction)
        if isinstance(frame, InputAudioRawFrame):
            self._recording.hear(frame.audio, frame.sample_rate)
            self._listening.hear(frame.audio, frame.sample_rate)
            await self._hearing.feed(frame.audio)
        else:
            await self.push_frame(frame, direction)


class Microphone(FrameProcessor):
    """Behind the output: a recording and listeners hear what was sent to the caller."""

    def __init__(self, recording: Recording, listening: Listening) -> None:
        super().__init__(enable_direct_mode=True)
        self._recording = recording
        self._listening = listening

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        await super().process_frame(frame, direction)
        if isinstance(frame, OutputAudioRawFrame):
            self._recording.speak(frame.audio, frame.sample_rate)
            self._listening.speak(frame.audio, frame.sample_rate)
        await self.push_frame(frame, direction)


@asynccontextmanager
async def sound_flowing(
    transport: MediaTransport, conversation: Conversation, listening: Listening
) -> AsyncIterator[None]:
    """Connect a conversation to its transport while the context lasts."""
    speaking, recording = conversation.speaking, conversation.recording
    ear = Ear(conversation.hearing, recording, listening)
    microphone = Microphone(recording, listening)
    voice = (speaking.mouth, conversation.background)
    pipeline = Pipeline([transport.input(), ear, *voice, transport.output(), microphone, speaking.meter])
    try:
        async with flowing(pipeline):
            yield
    finally:
        listening.end()


@asynccontextmanager
async def flowing(pipeline: Pipeline) -> AsyncIterator[None]:
    """Have sound flow through ``pipeline`` while the context lasts."""
    worker = PipelineWorker(
        pipeline,
        params=PipelineParams(audio_in_sample_rate=SAMPLE_RATE, audio_out_sample_rate=_SPEECH_RATE),
        enable_rtvi=False,
        enable_turn_tracking=False,
        idle_timeout_secs=None,
    )
    started = asyncio.Event()

    async def on_started(*_: object) -> None:
        started.set()

    async def on_error(_: object, frame: ErrorFrame) -> None:
        log.warning("pipeline_error", processor=type(frame.processor).__name__, fatal=frame.fatal)

    worker.add_event_handler("on_pipeline_started", on_started)
    worker.add_event_handler("on_pipeline_error", on_error)
    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(worker)
    running = asyncio.create_task(runner.run())
    try:
        async with asyncio.timeout(_START):
            await started.wait()
        yield
    finally:
        await worker.cancel()
        await asyncio.gather(running, return_exceptions=True)
