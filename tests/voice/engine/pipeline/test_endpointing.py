import pytest

from mia.voice.engine.pipeline.patterns import BadPattern, matcher
from mia.voice.engine.pipeline.turns.endpointing import (
    BASE,
    LONG,
    NOISE,
    OPENING,
    SHORT,
    EndpointingRule,
    PunctuationPlan,
    StartSpeakingPlan,
    wait_for,
)


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


ON_ENDINGS = StartSpeakingPlan(punctuation=PunctuationPlan(0.1, 1.5, 0.5))


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("I'd like to book.", 0.1), ("I'd like to", 1.5), ("It's 305 555", 0.5), ("three oh five.", 0.5)],
)
def test_transcription_endpointing_goes_by_how_the_words_end(text: str, seconds: float) -> None:
    assert ON_ENDINGS.wait_for(text, 0.9) == seconds


def test_the_assistant_never_speaks_before_its_wait() -> None:
    assert StartSpeakingPlan(wait_seconds=2.0).wait_for("Good morning, I would like to book.", 0.99) == 2.0
    assert StartSpeakingPlan(wait_seconds=0.1).wait_for("Good morning, I would like to book.", 0.99) == SHORT


def test_the_first_rule_that_applies_says_how_long_to_wait() -> None:
    asks_number = matcher("phone number", ignore_case=True)
    rules = [
        EndpointingRule("both", 4.0, customer=matcher(r"\d"), assistant=asks_number),
        EndpointingRule("assistant", 3.0, assistant=asks_number),
        EndpointingRule("customer", 0.2, customer=matcher("yes|no", whole_word=True)),
    ]
    plan = StartSpeakingPlan(punctuation=PunctuationPlan(1.0, 1.0, 1.0), rules=rules)
    assert plan.wait_for("305", 0.9, "What is your Phone Number?") == 4.0
    assert plan.wait_for("It is", 0.9, "What is your Phone Number?") == 3.0
    assert plan.wait_for("yes", 0.9, "Is Tuesday fine?") == 0.2
    assert plan.wait_for("yesterday", 0.9, "When?") == 1.0


def test_an_expression_takes_its_options() -> None:
    assert matcher("yes", full=True)("yes") and not matcher("yes", full=True)("yes please")
    assert not matcher("YES")("yes")


def test_an_expression_that_would_take_for_ever_elsewhere_is_quick() -> None:
    assert not matcher("(a+)+$")("a" * 2_000 + "b")


@pytest.mark.parametrize("bad", ["(", "(?=x)", r"(a)\1", "(x{1000}){1000}"])
def test_what_is_no_expression_of_re2_is_refused(bad: str) -> None:
    with pytest.raises(BadPattern):
        matcher(bad)
