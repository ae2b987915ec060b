import pytest

from mia.voice.engine.pipeline.turns.hearing import Utterance
from mia.voice.engine.pipeline.turns.words import means_something


def utterance(text: str, seconds: float = 0.4) -> Utterance:
    return Utterance(text, started_at=10.0, spoken_until=10.0 + seconds, waited=0.3, ended_at=11.0)


@pytest.mark.parametrize(
    "text", ["Mama.", "Mm-hmm,", "Hammer.", "Uh-huh", "Okay.", "Right.", "Okay, right.", "Mhm, I see."]
)
def test_a_short_sound_over_the_voice_means_nothing(text: str) -> None:
    assert not means_something(utterance(text), ["Botox"])


@pytest.mark.parametrize("text", ["Stop!", "No.", "Tuesday.", "Botox.", "Yes please", "3"])
def test_a_short_word_people_say_alone_is_meant(text: str) -> None:
    assert means_something(utterance(text), ["Botox"])


def test_a_longer_word_is_meant() -> None:
    assert means_something(utterance("Rescheduling.", seconds=0.9), [])
