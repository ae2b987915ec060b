"""Sound that is made ahead is heard once, and only as what it is."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from mia.voice.engine.pipeline.turns.ahead import Ahead


class Voice:
    """``said`` is what it was asked to say."""

    sample_rate = 24_000

    def __init__(self, *, is_free: bool = True) -> None:
        self.is_free = is_free
        self.said: list[str] = []

    async def synthesize(self, text: str, speed: float = 1.0) -> AsyncIterator[bytes]:
        self.said.append(text)
        yield text.encode()


async def heard(ahead: Ahead, text: str, voice: Voice, speed: float = 1.0) -> bytes:
    return b"".join([pcm async for pcm in ahead.say(text, speed, voice)])


async def test_a_prepared_sentence_is_made_once() -> None:
    ahead, voice = Ahead(), Voice()
    ahead.prepare("Tuesday at ten?", 1.0, voice)
    ahead.prepare("Tuesday at ten?", 1.0, voice)
    assert await heard(ahead, "Tuesday at ten?", voice) == b"Tuesday at ten?"
    assert voice.said == ["Tuesday at ten?"]
    assert await heard(ahead, "Tuesday at ten?", voice) == b"Tuesday at ten?"


async def test_what_is_not_the_same_is_made_anew() -> None:
    ahead, voice, other = Ahead(), Voice(), Voice()
    ahead.prepare("Tuesday at ten?", 1.0, voice)
    assert await heard(ahead, "Wednesday?", voice) == b"Wednesday?"
    assert await heard(ahead, "Tuesday at ten?", other) == b"Tuesday at ten?"
    assert other.said == ["Tuesday at ten?"]


async def test_a_voice_that_is_paid_for_says_nothing_in_vain() -> None:
    ahead, voice = Ahead(), Voice(is_free=False)
    ahead.prepare("Tuesday at ten?", 1.0, voice)
    assert await heard(ahead, "Something else.", voice) == b"Something else."
    assert voice.said == ["Something else."]


class SlowVoice(Voice):
    """Makes the rest of a sentence once it may ``go_on``, or fails then."""

    def __init__(self, *, fails: bool = False) -> None:
        super().__init__()
        self.go_on, self.fails = asyncio.Event(), fails

    async def synthesize(self, text: str, speed: float = 1.0) -> AsyncIterator[bytes]:
        yield b"Let me read that back:"
        await self.go_on.wait()
        if self.fails:
            raise ConnectionError("the voice is gone")
        yield b" Botox on Tuesday."


async def test_what_is_made_is_heard_before_the_rest_of_it() -> None:
    ahead, voice = Ahead(), SlowVoice()
    ahead.prepare("A visit.", 1.0, voice)
    sound = ahead.say("A visit.", 1.0, voice)
    assert await anext(sound) == b"Let me read that back:"
    voice.go_on.set()
    assert [pcm async for pcm in sound] == [b" Botox on Tuesday."]


async def test_a_voice_that_fails_ahead_is_told_of_and_keeps_nobody_waiting() -> None:
    ahead, voice = Ahead(), SlowVoice(fails=True)
    ahead.prepare("A visit.", 1.0, voice)
    voice.go_on.set()
    with pytest.raises(ConnectionError):
        await heard(ahead, "A visit.", voice)
