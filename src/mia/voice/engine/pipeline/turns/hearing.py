"""Finds out when the caller speaks, what is said, and when it is the assistant's turn."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

import structlog

from mia.voice.engine.pipeline.turns import endpointing
from mia.voice.engine.pipeline.turns.endpointing import Foreseen, StartSpeakingPlan
from mia.voice.engine.ports import Recognized, Speech, Transcriber

log = structlog.get_logger()

T = TypeVar("T")

SAMPLE_RATE = 16_000
_SPEECH, _QUIET = 0.5, 0.35
"""Probability from which a window starts speech, and under which it is silence."""
_BEFORE = 0.5
"""Seconds kept from before the onset, so that the first syllable is recognized too."""
_SEGMENT = 8.0
"""Seconds after which a pause closes a segment: what was recognized stays, the rest is new."""
_LONGEST = 30.0
"""Seconds without a pause after which a turn is taken as complete: a radio, not a caller."""
_STALL = 0.12
"""Seconds without any audio that count as silence: some clients send nothing while it is quiet."""
_PEEK = 0.5
"""Seconds of speech between two looks at what is being said, where that decides whether the assistant stops."""
_NEAR = 0.06
"""Seconds of speech after which the caller may be about to speak up."""
_CALM = 2.0
"""Seconds of calm after which the voice detector starts afresh; it dulls over long silence."""


@dataclass(frozen=True)
class Utterance:
    """A complete turn of the caller. Times are ``time.monotonic()`` seconds.

    ``spoken_until`` is the caller's last sound; ``waited`` the seconds of silence that were asked
    for; ``ended_at`` when the turn was handed on, later than both only if recognition was slow. ``raw`` is
    what was recognized before corrections.
    """

    text: str
    started_at: float
    spoken_until: float
    waited: float
    ended_at: float
    raw: str = ""


class HearingListener(Protocol):
    """Who is told about the caller's voice, and knows what the assistant is doing."""

    def onset(self) -> float:
        """Seconds of speech that make the caller heard now."""

    def is_talked_over(self) -> bool:
        """Whether the assistant speaks on until it is known what the caller says."""

    def last_said(self) -> str:
        """What the assistant said last."""

    async def caller_near(self, near: bool) -> None:
        """The caller may be about to speak up; or it was nothing."""

    async def caller_started(self) -> None:
        """The caller has begun to speak."""

    async def caller_guess(self, text: str) -> None:
        """What the caller seems to have said so far."""

    async def foresee(self, words: Recognized) -> Foreseen:
        """Prepare the answer to what may be all that the caller says; what it would be."""

    async def caller_finished(self, utterance: Utterance | None) -> None:
        """The caller's turn is over; ``None`` when it held no words."""


@dataclass
class _Guess:
    """A recognition on trial: of everything up to a pause."""

    task: asyncio.Task[None]
    words: Recognized = field(default_factory=Recognized)
    final: bool = False
    wait: float = endpointing.BASE
    ready_at: float | None = None


class Hearing:
    """Fed with PCM at 16 kHz as it arrives; tells its listener what it makes of it.

    Recognition runs on trial at the first pause, while the wait for the end of the turn is still
    on, so that it costs no time when the caller has finished, and is thrown away when not.
    """

    def __init__(
        self, speech: Speech, listener: HearingListener, vocabulary: Sequence[str], start: StartSpeakingPlan
    ) -> None:
        self._speech = speech
        self._transcriber = speech.transcriber
        self._start = start
        self._listener = listener
        self._vocabulary = tuple(vocabulary)
        self._detector = speech.new_voice_detector()
        self._size = self._detector.window * 2
        self._length = self._detector.window / SAMPLE_RATE
        self._buffer = bytearray()
        self._before: deque[bytes] = deque(maxlen=round(_BEFORE / self._length))
        self._segment = bytearray()
        self._kept: list[Recognized] = []
        self._speaking = False
        self._onset = self._silence = self._calm = 0.0
        self._started_at = self._spoken_until = self._fed_at = 0.0
        self._guess: _Guess | None = None
        self._guesses: set[asyncio.Task[None]] = set()
        self._peeked = 0
        self._peeking = False

    def follow(self, start: StartSpeakingPlan, vocabulary: Sequence[str], transcriber: Transcriber | None) -> None:
        """Who answers from now on waits by this plan, and is told such names; ``transcriber`` recognizes them, or
        the one before."""
        self._start, self._vocabulary = start, tuple(vocabulary)
        self._transcriber = transcriber or self._transcriber

    @property
    def speaking(self) -> bool:
        """Whether the caller's turn is on, pauses included."""
        return self._speaking

    async def feed(self, pcm: bytes) -> None:
        """Take the next audio, of any length."""
        self._fed_at = time.monotonic()
        await self._take(pcm)

    async def keep_time(self) -> None:
        """Stand in for clients that send nothing while it is quiet. Runs until canceled."""
        step = 0.064
        while True:
            await asyncio.sleep(step)
            if self._speaking and time.monotonic() - self._fed_at > _STALL:
                await self._take(bytes(2 * int(step * SAMPLE_RATE)))

    def stop(self) -> None:
        """Give up whatever is going on."""
        for task in self._guesses:
            task.cancel()

    async def _take(self, pcm: bytes) -> None:
        self._buffer += pcm
        while len(self._buffer) >= self._size:
            window = bytes(self._buffer[: self._size])
            del self._buffer[: self._size]
            probability = self._detector.probability(window)
            if self._speaking:
                await self._go_on(window, probability)
            else:
                await self._wait_for_onset(window, probability)

    async def _wait_for_onset(self, window: bytes, probability: float) -> None:
        self._before.append(window)
        before, self._onset = self._onset, self._onset + self._length if probability >= _SPEECH else 0.0
        if (before >= _NEAR) is not (self._onset >= _NEAR):
            await self._listener.caller_near(self._onset >= _NEAR)
        self._calm = self._calm + self._length if probability < 0.1 else 0.0
        if self._calm >= _CALM:
            self._detector.reset()
            self._calm = 0.0
        if self._onset < self._listener.onset() or not self._onset:
            return
        self._speaking = True
        self._silence = 0.0
        self._spoken_until = time.monotonic()
        self._started_at = self._spoken_until - self._onset
        self._segment = bytearray(b"".join(self._before))
        self._peeked = len(self._segment)
        self._before.clear()
        await self._listener.caller_started()

    async def _go_on(self, window: bytes, probability: float) -> None:
        self._segment += window
        paused = self._silence >= endpointing.PAUSE
        if probability >= (_SPEECH if paused else _QUIET):
            self._spoken_until = time.monotonic()
            if paused:
                self._resume()
            self._silence = 0.0
            self._peek()
            if self._guess is None and len(self._segment) > _LONGEST * SAMPLE_RATE * 2:
                self._try_recognition(final=True)
        else:
            self._silence += self._length
            if self._guess is None and self._silence >= endpointing.PAUSE:
                self._try_recognition()
        await self._end_if_due()

    def _resume(self) -> None:
        """The caller goes on: what was recognized at the pause is kept if the segment is long."""
        guess = self._guess
        if guess is None or guess.final:
            return
        self._guess = None
        if guess.ready_at is not None and len(self._segment) > _SEGMENT * SAMPLE_RATE * 2:
            self._kept.append(guess.words)
            overlap = int(0.1 * SAMPLE_RATE) * 2
            self._segment = self._segment[-overlap:]
        else:
            guess.task.cancel()

    def _try_recognition(self, *, final: bool = False) -> None:
        audio = bytes(self._segment)
        task = asyncio.create_task(self._recognise(audio))
        self._guesses.add(task)
        task.add_done_callback(self._guesses.discard)
        self._guess = _Guess(task, final=final)

    def _peek(self) -> None:
        """Look at what is being said without waiting for a pause, if that may stop the assistant."""
        enough = len(self._segment) - self._peeked >= _PEEK * SAMPLE_RATE * 2
        if self._peeking or not enough or not self._listener.is_talked_over():
            return
        self._peeking, self._peeked = True, len(self._segment)
        task = asyncio.create_task(self._look(bytes(self._segment)))
        self._guesses.add(task)
        task.add_done_callback(self._guesses.discard)

    async def _look(self, audio: bytes) -> None:
        try:
            words = await self._safely("recogniser_failed", self._transcribe(audio), Recognized())
        finally:
            self._peeking = False
        whole = self._whole(words).text
        if whole and self._speaking:
            await self._listener.caller_guess(whole)

    async def _recognise(self, audio: bytes) -> None:
        words = await self._safely("recogniser_failed", self._transcribe(audio), Recognized())
        if (guess := self._own_guess()) is None:
            return
        guess.words, whole = words, self._whole(words)
        wait = 0.0 if guess.final else self._start.by_words(whole.text, self._listener.last_said())
        if wait is None:
            melody = self._speech.turn_detector.end_of_turn(audio, SAMPLE_RATE)
            wait = self._start.by_melody(await self._safely("turn_detector_failed", melody, 0.0))
            if self._own_guess() is None:
                return
        guess.wait, guess.ready_at = wait, time.monotonic()
        if whole.text:
            await self._listener.caller_guess(whole.text)
            await self._foresee(guess, whole)
        await self._end_if_due()

    async def _foresee(self, guess: _Guess, words: Recognized) -> None:
        """Have the answer prepared while the wait is on, which may shorten it."""
        if guess.wait < endpointing.LONG and self._own_guess():
            guess.wait = self._start.shorter(guess.wait, await self._listener.foresee(words))

    def _own_guess(self) -> _Guess | None:
        """The guess that the current task makes; ``None`` when the caller has gone on."""
        return self._guess if self._guess and self._guess.task is asyncio.current_task() else None

    def _whole(self, last: Recognized) -> Recognized:
        """The words of the turn so far."""
        parts = (*self._kept, last)
        return Recognized(" ".join(p.text for p in parts).strip(), " ".join(p.raw for p in parts).strip())

    def _transcribe(self, audio: bytes) -> Awaitable[Recognized]:
        return self._transcriber.transcribe(audio, SAMPLE_RATE, self._vocabulary)

    async def _safely(self, event: str, work: Awaitable[T], otherwise: T) -> T:
        try:
            return await work
        except Exception as fault:
            log.warning(event, kind=type(fault).__name__)
            return otherwise

    async def _end_if_due(self) -> None:
        guess = self._guess
        if not self._speaking or guess is None or guess.ready_at is None or self._silence < guess.wait:
            return
        words = self._whole(guess.words)
        utterance = Utterance(
            words.text, self._started_at, self._spoken_until, guess.wait, time.monotonic(), raw=words.raw
        )
        self._speaking = False
        self._onset = 0.0
        self._guess = None
        self._kept.clear()
        self._segment.clear()
        self._detector.reset()
        await self._listener.caller_finished(utterance if words.text else None)
