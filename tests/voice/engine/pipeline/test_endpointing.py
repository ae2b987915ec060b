import pytest

from mia.voice.engine.pipeline.endpointing import BASE, LONG, NOISE, OPENING, SHORT, wait_for


@pytest.mark.parametrize(
    "text",
    [
        "My number is",
        "My number is three oh five.",
        "It's 305-555",
        "305 555.",
        "My email is anna at gmail",
        "I'd like to come on",
        "I want Botox and",
        "Um,",
    ],
)
def test_unfinished_words_are_waited_for_longest(text: str) -> None:
    assert wait_for(text, 0.99) == LONG


@pytest.mark.parametrize(
    "text",
    [
        "I'd like to book a facial.",
        "How much is it?",
        "It's 305-555-0142.",
        "three zero five, five five five, zero one four two.",
        "five five five, oh one four two",
        "Tuesday at 3",
        "At 2:30.",
        "In 2027.",
        "I paid $650.",
        "My email is anna at gmail dot com.",
    ],
)
def test_a_complete_sentence_is_answered_soon(text: str) -> None:
    assert wait_for(text, 0.9) == SHORT


def test_without_the_melody_of_an_end_plain_silence_decides() -> None:
    assert wait_for("I'd like to book a facial.", 0.2) == BASE


@pytest.mark.parametrize("text", ["Hello.", "Hi there.", "Yes.", "Okay, so", "Good morning."])
def test_an_opening_word_often_goes_on(text: str) -> None:
    assert wait_for(text, 0.9) in (OPENING, LONG)


def test_a_sound_without_words_is_soon_forgotten() -> None:
    assert wait_for("", 0.9) == NOISE
