"""Says lines one after the other, and knows at any moment which words have been said."""

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import structlog
from pipecat.frames.frames import (
    ControlFrame,
    Frame,
    InterruptionFrame,
    OutputAudioRawFrame,
    TTSAudioRawFrame,
)
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor

from mia.voice.engine.ducking import Ducked
from mia.voice.engine.pipeline.turns.ahead import Ahead
from mia.voice.engine.ports import Synthesizer

log = structlog.get_logger()

_CHUNK_SECONDS = 0.02
_STEP_BACK = 0.3
"""Seconds repeated when a line goes on after a pause, so that no word is lost in the cut."""


@dataclass(eq=False)
class Line:
    """One sentence the assistant says. Times are ``time.monotonic()``, lengths seconds."""

    text: str
    queued_at: float
    speed: float = 1.0
    voice: Synthesizer | None = None
    ready_at: float | None = None
    started_at: float | None = None
    audio: bytes = b""
    length: float = 0.0
    played: float = 0.0
    finished: bool = False
    cut: bool = False

    def said(self) -> str:
        """The words said so far, or to be said when the line was not cut."""
        if not self.cut:
            return self.text
        words = self.text.split()
        share = min(1.0, self.played / self.length) if self.length else 0.0
        return " ".join(words[: round(share * len(words))])


@dataclass
class LineStarted(ControlFrame):
    """Travels with the sound: what follows belongs to ``line``."""

    line: Line


@dataclass
class LineEnded(ControlFrame):
    """Travels with the sound: all of ``line`` has been sent."""

    line: Line


class SpeakingListener(Protocol):
    """Who is told what is being said."""

    async def line_started(self, line: Line) -> None:
        """The first sound of a line is on its way."""

    async def line_finished(self, line: Line) -> None:
        """The last sound of a line is on its way."""

    async def speech_ended(self) -> None:
        """Nothing is left to say."""


class Mouth(FrameProcessor):
    """Where speech enters the pipeline."""

    def __init__(self) -> None:
        super().__init__(enable_direct_mode=True)

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        await super().process_frame(frame, direction)
        await self.push_frame(frame, direction)


class PlayedMeter(FrameProcessor):
    """Behind the output: sees each piece of sound once it has been sent."""

    def __init__(self, speaking: "Speaking") -> None:
        super().__init__(enable_direct_mode=True)
        self._speaking = speaking

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        await super().process_frame(frame, direction)
        if isinstance(frame, LineStarted):
            await self._speaking.on_started(frame.line)
        elif isinstance(frame, LineEnded):
            await self._speaking.on_ended(frame.line)
        elif isinstance(frame, OutputAudioRawFrame):
            self._speaking.on_played(len(frame.audio) / (2 * frame.sample_rate))
        else:
            await self.push_frame(frame, direction)


class Speaking:
    """The assistant's side of the conversation as sound."""

    def __init__(self, synthesizer: Synthesizer, listener: SpeakingListener, speed: float = 1.0) -> None:
        self._synthesizer = synthesizer
        self.speed = speed
        """Of what is said at no other."""
        self._listener = listener
        self.mouth = Mouth()
        self.meter = PlayedMeter(self)
        self._ahead = Ahead()
        self._waiting: deque[Line] = deque()
        self._unfinished: list[Line] = []
        self._current: Line | None = None
        self._work = asyncio.Event()
        self._held = self._soft = False
        self._pause: asyncio.TimerHandle | None = None
        self._muted = False
        self._maker: asyncio.Task[None] | None = None
        self._quiet = asyncio.Event()
        self._quiet.set()
        self.characters = 0
        """Of all text that was made into sound."""

    @property
    def busy(self) -> bool:
        """Whether anything is being said or waits to be."""
        return bool(self._unfinished)

    @property
    def lines(self) -> Sequence[Line]:
        """What is being said and what waits to be."""
        return tuple(self._unfinished)

    @property
    def talking(self) -> bool:
        """Whether something is being said, and not held back."""
        return self.busy and not self._held

    def say(self, text: str, speed: float | None = None, voice: Synthesizer | None = None) -> Line:
        """Queue one sentence, to be said at this speed or as fast as usual, by this voice or the usual one."""
        line = Line(text, time.monotonic(), speed or self.speed, voice)
        self._enqueue(line)
        return line

    def prepare(self, text: str, speed: float | None = None, voice: Synthesizer | None = None) -> None:
        """One sentence may be said next: have its sound ready for :meth:`say` with the same."""
        self._ahead.prepare(text, speed or self.speed, voice or self._synthesizer)

    @property
    def rate(self) -> int:
        """Sample rate in hertz of what is said."""
        return self._synthesizer.sample_rate

    def play(self, pcm: bytes) -> Line:
        """Queue a sound (at :attr:`rate`) that has no words."""
        line = Line("", time.monotonic(), audio=pcm, length=len(pcm) / (2 * self.rate))
        self._enqueue(line)
        return line

    async def hush(self) -> list[Line]:
        """Stop at once and stay silent until :meth:`go_on`. Returns the lines not said to the end."""
        self._held, self._soft = True, False
        self._end_pause()
        stopped, self._unfinished = self._unfinished, []
        self._waiting.clear()
        self._current = None
        await self._stop_maker()
        await self.mouth.push_frame(InterruptionFrame())
        self._quiet.set()
        return stopped

    async def duck(self, softly: bool) -> None:
        """Speak softly while someone may be about to interrupt, or as before; after :meth:`hush` as before."""
        if softly is not self._soft:
            self._soft = softly
            await self.mouth.push_frame(Ducked(softly=softly))

    def go_on(self, lines: Sequence[Line] = (), *, after: float = 0.0) -> None:
        """Speak again, ``after`` seconds from now: ``lines`` from where they stopped, then what was queued."""
        if not (self._held or lines):
            return
        self._end_pause()
        if after > 0:
            self._pause = asyncio.get_running_loop().call_later(after, self.go_on, lines)
            return
        self._held = False
        meanwhile = list(self._unfinished)
        self._unfinished, self._waiting = [], deque()
        for line in (*lines, *meanwhile):
            self._enqueue(line)

    async def mute(self, muted: bool) -> None:
        """Say everything without sound, or with it again."""
        if muted == self._muted:
            return
        self._muted = muted
        held = self._held and self._pause is None
        lines = await self.hush()
        self.go_on(lines)
        self._held = held

    async def silence(self) -> None:
        """Return once nothing is left to say."""
        await self._quiet.wait()

    async def stop(self) -> None:
        """Give up for good."""
        self._end_pause()
        self._ahead.drop()
        await self._stop_maker()
        self._quiet.set()

    def _enqueue(self, line: Line) -> None:
        self._waiting.append(line)
        self._unfinished.append(line)
        self._quiet.clear()
        if not self._held and (self._maker is None or self._maker.done()):
            self._maker = asyncio.create_task(self._make())

    def _end_pause(self) -> None:
        if self._pause is not None:
            self._pause.cancel()
            self._pause = None

    async def _stop_maker(self) -> None:
        maker, self._maker = self._maker, None
        if maker is not None and maker is not asyncio.current_task():
            maker.cancel()
            await asyncio.gather(maker, return_exceptions=True)

    async def _make(self) -> None:
        """Turn waiting lines into sound, ahead of playback."""
        while self._waiting and not self._held:
            line = self._waiting.popleft()
            try:
                await self._send(line)
            except Exception as fault:
                # Its words are lost, the call is not; the caption still shows them.
                log.warning("synthesizer_failed", kind=type(fault).__name__)
            if line.ready_at is None:
                await self.mouth.push_frame(LineStarted(line))
            await self.mouth.push_frame(LineEnded(line))

    async def _send(self, line: Line) -> None:
        voice = line.voice or self._synthesizer
        rate = voice.sample_rate
        if line.audio:
            skip = int(max(0.0, line.played - _STEP_BACK) * rate) * 2
            line.played = skip / (2 * rate)
            await self.mouth.push_frame(LineStarted(line))
            await self._push(line.audio[skip:], rate)
            return
        line.played, line.ready_at = 0.0, None
        self.characters += len(line.text)
        whole = bytearray()
        async for pcm in self._ahead.say(line.text, line.speed, voice):
            if line.ready_at is None:
                line.ready_at = time.monotonic()
                await self.mouth.push_frame(LineStarted(line))
            whole += pcm
            line.length = len(whole) / (2 * rate)
            await self._push(pcm, rate)
        line.audio = bytes(whole)

    async def _push(self, pcm: bytes, rate: int) -> None:
        # Whole pieces only, so that no sound of a line is left waiting behind its end marker.
        pcm += bytes(-len(pcm) % (int(_CHUNK_SECONDS * rate) * 2))
        if self._muted:
            pcm = bytes(len(pcm))
        await self.mouth.push_frame(TTSAudioRawFrame(audio=pcm, sample_rate=rate, num_channels=1))

    async def on_started(self, line: Line) -> None:
        if line not in self._unfinished:
            return
        self._current = line
        if line.started_at is None:
            line.started_at = time.monotonic()
            await self._listener.line_started(line)

    def on_played(self, seconds: float) -> None:
        if self._current is not None:
            self._current.played += seconds

    async def on_ended(self, line: Line) -> None:
        if line not in self._unfinished:
            return
        self._unfinished.remove(line)
        self._current = None
        line.finished = True
        await self._listener.line_finished(line)
        if not self._unfinished:
            self._quiet.set()
            await self._listener.speech_ended()
