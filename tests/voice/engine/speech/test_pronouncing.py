"""A voice says names as it was told, and what is written stays as it is."""

from collections.abc import AsyncIterator

from mia.voice.engine.speech.pronouncing import Pronouncing


class _Told:
    """A voice that notes what it was given to say."""

    sample_rate = 24_000

    def __init__(self) -> None:
        self.words: list[str] = []

    async def synthesize(self, text: str, speed: float = 1.0) -> AsyncIterator[bytes]:
        self.words.append(text)
        yield b"\x00\x00"


async def test_a_name_is_said_as_it_sounds_wherever_it_stands_as_a_word() -> None:
    told = _Told()
    voice = Pronouncing(told, {"Reyes": "RAY-ess", "Dr. Reyes": "Doctor RAY-ess", "CO2 (laser)": "C O two laser"})
    written = "Dr. Reyes and Ana REYES, no Reyeses: CO2 (laser)."
    assert [pcm async for pcm in voice.synthesize(written)] == [b"\x00\x00"]
    assert told.words == ["Doctor RAY-ess and Ana RAY-ess, no Reyeses: C O two laser."]
    assert voice.sample_rate == told.sample_rate
