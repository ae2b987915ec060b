"""Sound that is made ahead is heard once, and only as what it is."""

from collections.abc import AsyncIterator

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
