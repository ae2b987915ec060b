"""Hearing with a detector and a recognizer that do what the test says: what is noticed when."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

from mia.voice.engine.pipeline.turns.endpointing import Foreseen, StartSpeakingPlan
from mia.voice.engine.pipeline.turns.hearing import Hearing, Utterance
from mia.voice.engine.ports import Recognized, Speech

WINDOW = 512


@dataclass
class Detector:
    """Says these probabilities, one a window, then silence."""

    says: list[float]
    window: int = WINDOW

    def probability(self, window: bytes) -> float:
        return self.says.pop(0) if self.says else 0.0

    def reset(self) -> None:
        pass


@dataclass
class Ears:
    """Recognizes the same words each time, and counts what is asked of the models."""

    words: str = "I would like to book a facial."
    melody: int = 0
    recognized: int = 0

    async def transcribe(self, pcm: bytes, sample_rate: int, vocabulary: Sequence[str] = ()) -> Recognized:
        self.recognized += 1
        return Recognized(self.words, self.words)

    async def end_of_turn(self, pcm: bytes, sample_rate: int) -> float:
        self.melody += 1
        return 0.9


class Mute:
    """Says nothing: these tests are about hearing."""

    sample_rate = 24_000

    async def synthesize(self, text: str, speed: float = 1.0) -> AsyncIterator[bytes]:
        yield b""


@dataclass
class Listener:
    """Writes down what it is told."""

    foreseen: Foreseen = Foreseen.OTHER
    near: list[bool] = field(default_factory=list)
    started: int = 0
    prepared: list[str] = field(default_factory=list)
    finished: list[Utterance | None] = field(default_factory=list)

    def onset(self) -> float:
        return 0.16

    def is_talked_over(self) -> bool:
        return False

    def last_said(self) -> str:
        return ""

    async def caller_near(self, near: bool) -> None:
        self.near.append(near)

    async def caller_started(self) -> None:
        self.started += 1

    async def caller_guess(self, text: str) -> None:
        pass

    async def foresee(self, words: Recognized) -> Foreseen:
        self.prepared.append(words.text)
        return self.foreseen

    async def caller_finished(self, utterance: Utterance | None) -> None:
        self.finished.append(utterance)


async def hear(listener: Listener, ears: Ears, says: list[float]) -> None:
    """Windows of these probabilities; tasks run to their end in between."""
    fake = Speech(ears, Mute(), ears, lambda: Detector(list(says)))
    hearing = Hearing(fake, listener, (), StartSpeakingPlan())
    for _ in says:
        await hearing.feed(bytes(2 * WINDOW))
        for _ in range(5):
            await asyncio.sleep(0)


def waited(listener: Listener) -> float:
    """Seconds that the one turn was waited for."""
    (utterance,) = listener.finished
    assert utterance is not None
    return utterance.waited


SPEECH, QUIET = [0.9] * 10, [0.0] * 12


async def test_a_voice_is_noticed_before_it_counts_and_a_click_is_let_go_again() -> None:
    listener = Listener()
    await hear(listener, Ears(), [0.9, 0.9, 0.0, 0.0])
    assert (listener.near, listener.started) == ([True, False], 0)
    listener = Listener()
    await hear(listener, Ears(), [0.9, 0.0])
    assert listener.near == [], "a window is no voice"


async def test_the_turn_model_is_asked_only_where_words_leave_it_open() -> None:
    clear, open_ = Ears(), Ears("Excuse me.")
    for ears in (clear, open_):
        listener = Listener()
        await hear(listener, ears, SPEECH + QUIET)
        assert len(listener.finished) == 1
    assert (clear.melody, open_.melody) == (0, 1)


async def test_an_answer_is_prepared_while_the_wait_is_on_and_may_shorten_it() -> None:
    usual, answer = Listener(), Listener(Foreseen.AFTER_ANSWER)
    await hear(usual, Ears(), SPEECH + QUIET)
    await hear(answer, Ears(), SPEECH + QUIET)
    assert usual.prepared == answer.prepared == ["I would like to book a facial."]
    assert waited(answer) < waited(usual)


async def test_what_is_not_finished_is_not_answered_ahead() -> None:
    listener = Listener(Foreseen.AFTER_ANSWER)
    await hear(listener, Ears("My number is"), SPEECH + QUIET)
    assert listener.prepared == [] and listener.finished == []
