import pytest

from mia.voice.engine.pipeline.patterns import BadPattern, matcher
from mia.voice.engine.pipeline.turns.endpointing import (
    BASE,
    LIKELY,
    LONG,
    NOISE,
    OPENING,
    SHORT,
    EndpointingRule,
    Foreseen,
    PunctuationPlan,
    StartSpeakingPlan,
    by_melody,
    by_words,
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
    assert by_words(text) == LONG


@pytest.mark.parametrize(
    "text",
    [
        "I'd like to book a facial.",
        "How much is it?",
        "It's 305-555-0142.",
        "It's 305, 555, 0142.",
        "three zero five, five five five, zero one four two.",
        "I paid $650.",
        "My email is anna at gmail dot com.",
    ],
)
def test_a_complete_sentence_is_answered_soon(text: str) -> None:
    assert by_words(text) == SHORT


@pytest.mark.parametrize(
    "text",
    [
        "Excuse me.",
        "Tuesday at 3",
        "At 2:30.",
        "In 2027.",
        "five five five, oh one four two",
        "I'd like to book a facial",
        "I will take the later one,",
        "I would like to see doctor.",
    ],
)
def test_where_words_leave_it_open_the_melody_decides(text: str) -> None:
    assert by_words(text) is None
    assert by_melody(0.9) == LIKELY
    assert by_melody(0.2) == BASE


@pytest.mark.parametrize("text", ["How much is that?", "Who is this for?"])
def test_a_question_may_end_with_a_small_word(text: str) -> None:
    assert by_words(text) == SHORT
    assert by_words("Can I get a facial or?") == LONG


@pytest.mark.parametrize("text", ["Hello.", "Hi there.", "Yes.", "Okay, so", "Good morning."])
def test_an_opening_word_often_goes_on(text: str) -> None:
    assert by_words(text) in (OPENING, LONG)


def test_a_sound_without_words_is_soon_forgotten() -> None:
    assert by_words("") == NOISE


ON_ENDINGS = StartSpeakingPlan(punctuation=PunctuationPlan(0.1, 1.5, 0.5))


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("I'd like to book.", 0.1), ("I'd like to", 1.5), ("It's 305 555", 0.5), ("three oh five.", 0.5)],
)
def test_transcription_endpointing_goes_by_how_the_words_end(text: str, seconds: float) -> None:
    assert ON_ENDINGS.by_words(text) == seconds


def test_the_assistant_never_speaks_before_its_wait() -> None:
    assert StartSpeakingPlan(wait_seconds=2.0).by_words("Good morning, I would like to book.") == 2.0
    assert StartSpeakingPlan(wait_seconds=0.1).by_words("Good morning, I would like to book.") == SHORT


def test_an_answer_to_what_was_asked_is_waited_for_less() -> None:
    plan = StartSpeakingPlan()
    assert plan.shorter(SHORT, Foreseen.AFTER_ANSWER) < SHORT
    assert plan.shorter(OPENING, Foreseen.ACTS) < OPENING
    assert plan.shorter(BASE, Foreseen.AFTER_ANSWER) == SHORT
    assert plan.shorter(SHORT, Foreseen.AFTER_ANSWER) < plan.shorter(SHORT, Foreseen.ACTS) < SHORT, (
        "what a tool does is done"
    )
    assert plan.shorter(SHORT, Foreseen.OTHER) == SHORT
    assert plan.shorter(LONG, Foreseen.AFTER_ANSWER) == LONG


def test_words_that_can_be_taken_back_are_waited_for_less_where_the_sentence_is_complete() -> None:
    plan = StartSpeakingPlan()
    assert plan.shorter(SHORT, Foreseen.AFTER_ANSWER) < plan.shorter(SHORT, Foreseen.SPEAKS) < SHORT
    assert plan.shorter(LIKELY, Foreseen.SPEAKS) < LIKELY
    assert plan.shorter(OPENING, Foreseen.SPEAKS) == OPENING
    assert plan.shorter(BASE, Foreseen.SPEAKS) == BASE
    assert StartSpeakingPlan(wait_seconds=0.4).shorter(SHORT, Foreseen.SPEAKS) == 0.4


def test_what_an_assistant_was_told_to_wait_is_waited() -> None:
    assert StartSpeakingPlan(wait_seconds=0.4).shorter(SHORT, Foreseen.AFTER_ANSWER) == 0.4
    assert ON_ENDINGS.shorter(0.5, Foreseen.AFTER_ANSWER) == 0.5


def test_the_first_rule_that_applies_says_how_long_to_wait() -> None:
    asks_number = matcher("phone number", ignore_case=True)
    rules = [
        EndpointingRule("both", 4.0, customer=matcher(r"\d"), assistant=asks_number),
        EndpointingRule("assistant", 3.0, assistant=asks_number),
        EndpointingRule("customer", 0.2, customer=matcher("yes|no", whole_word=True)),
    ]
    plan = StartSpeakingPlan(punctuation=PunctuationPlan(1.0, 1.0, 1.0), rules=rules)
    assert plan.by_words("305", "What is your Phone Number?") == 4.0
    assert plan.by_words("It is", "What is your Phone Number?") == 3.0
    assert plan.by_words("yes", "Is Tuesday fine?") == 0.2
    assert plan.by_words("yesterday", "When?") == 1.0


def test_an_expression_takes_its_options() -> None:
    assert matcher("yes", full=True)("yes") and not matcher("yes", full=True)("yes please")
    assert not matcher("YES")("yes")


def test_an_expression_that_would_take_for_ever_elsewhere_is_quick() -> None:
    assert not matcher("(a+)+$")("a" * 2_000 + "b")


@pytest.mark.parametrize("bad", ["(", "(?=x)", r"(a)\1", "(x{1000}){1000}"])
def test_what_is_no_expression_of_re2_is_refused(bad: str) -> None:
    with pytest.raises(BadPattern):
        matcher(bad)
