"""The product's ear, fed faster than real time: voice activity, turns and words as in a call."""

import asyncio
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from mia.clinic.frontdesk.assistant import vocabulary_of
from mia.platform.conversation.ports import Heard
from mia.voice.engine.pipeline.turns.endpointing import Foreseen, StartSpeakingPlan
from mia.voice.engine.pipeline.turns.hearing import Hearing, Utterance
from mia.voice.engine.pipeline.turns.interrupting import ONSET
from mia.voice.engine.ports import Recognized, Speech, Transcriber, TurnDetector
from tests.receptionist.spoken.sound import AFTER, RATE

T = TypeVar("T")

_PIECE = 2 * RATE // 50
"""Bytes of 20 ms, as they arrive in a call."""


class Ear:
    """Listens to one caller of a practice. ``last_said`` is what Mia said before."""

    def __init__(self, speech: Speech, practice: Mapping[str, Any]) -> None:
        self._work = _Work()
        self._said: list[Utterance] = []
        self._last = ""
        speech = replace(
            speech,
            transcriber=_AwaitedTranscriber(speech.transcriber, self._work),
            turn_detector=_AwaitedTurnDetector(speech.turn_detector, self._work),
        )
        self._hearing = Hearing(speech, self, vocabulary_of(dict(practice)), StartSpeakingPlan())

    async def listen(self, pcm: bytes, last_said: str) -> Heard | None:
        """What a turn's sound is heard as. Turns that follow each other before any answer could be heard are one,
        as in a call."""
        self._said, self._last = [], last_said
        over = len(pcm) - 2 * int(AFTER * RATE)
        for at in range(0, len(pcm), _PIECE):
            await self._hearing.feed(pcm[at : at + _PIECE])
            await self._work.done()
            if at > over and self._said and not self._hearing.speaking:
                break
        if not self._said:
            return None
        text = " ".join(utterance.text for utterance in self._said)
        raw = " ".join(utterance.raw for utterance in self._said)
        return Heard(text, raw=raw if raw != text else "")

    def onset(self) -> float:
        return ONSET

    def is_talked_over(self) -> bool:
        return False

    def last_said(self) -> str:
        return self._last

    async def caller_near(self, near: bool) -> None:
        pass

    async def foresee(self, words: Recognized) -> Foreseen:
        return Foreseen.OTHER

    async def caller_started(self) -> None:
        pass

    async def caller_guess(self, text: str) -> None:
        pass

    async def caller_finished(self, utterance: Utterance | None) -> None:
        if utterance is not None:
            self._said.append(utterance)


class _Work:
    """What the models have in hand: sound waits for it, so that a slow machine hears the same as a fast one."""

    def __init__(self) -> None:
        self._open = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def of(self, awaitable: Awaitable[T]) -> T:
        self._open += 1
        self._idle.clear()
        try:
            return await awaitable
        finally:
            self._open -= 1
            if not self._open:
                self._idle.set()

    async def done(self) -> None:
        """Return once nothing is in hand, and what waited for it has run."""
        for _ in range(4):
            await asyncio.sleep(0)
        await self._idle.wait()
        for _ in range(4):
            await asyncio.sleep(0)


class _AwaitedTranscriber:
    def __init__(self, transcriber: Transcriber, work: _Work) -> None:
        self._transcriber, self._work = transcriber, work

    async def transcribe(self, pcm: bytes, sample_rate: int, vocabulary: Sequence[str] = ()) -> Recognized:
        return await self._work.of(self._transcriber.transcribe(pcm, sample_rate, vocabulary))


class _AwaitedTurnDetector:
    def __init__(self, detector: TurnDetector, work: _Work) -> None:
        self._detector, self._work = detector, work

    async def end_of_turn(self, pcm: bytes, sample_rate: int) -> float:
        return await self._work.of(self._detector.end_of_turn(pcm, sample_rate))
