"""Who may interrupt the assistant, by her plan."""

import time

import pytest

from mia.voice.engine.pipeline.turns.barge_in import BargeIn
from mia.voice.engine.pipeline.turns.hearing import Utterance
from mia.voice.engine.pipeline.turns.interrupting import ONSET, StopSpeakingPlan
from mia.voice.engine.pipeline.turns.manners import Manners
from mia.voice.engine.pipeline.turns.speaking import Line


def said(text: str, seconds: float = 1.0) -> Utterance:
    return Utterance(text, started_at=10.0, spoken_until=10.0 + seconds, waited=0.3, ended_at=12.0)


def with_plan(plan: StopSpeakingPlan) -> BargeIn:
    return BargeIn(Manners(stop=plan), names=())


def greeting(*, may_be_interrupted: bool) -> BargeIn:
    barge_in = BargeIn(Manners(first_message_interruptions=may_be_interrupted), names=())
    barge_in.begin([Line("Good morning, this is Mia.", queued_at=0.0)])
    return barge_in


@pytest.mark.parametrize(("text", "meant"), [("wait", False), ("wait a moment", True), ("", False)])
def test_num_words_is_how_many_words_it_takes(text: str, meant: bool) -> None:
    barge_in = with_plan(StopSpeakingPlan(num_words=3))
    assert barge_in.begins(talking=True), "she goes on until the words are known"
    assert barge_in.cuts_in(text) is meant
    assert barge_in.is_meant(said(text)) is meant


def test_without_num_words_the_voice_alone_stops_her() -> None:
    assert not with_plan(StopSpeakingPlan()).begins(talking=True)


def test_a_silent_assistant_is_never_talked_over() -> None:
    assert not with_plan(StopSpeakingPlan(num_words=3)).begins(talking=False)


def test_voice_seconds_is_how_long_a_voice_must_last_while_she_talks() -> None:
    barge_in = with_plan(StopSpeakingPlan(voice_seconds=0.5))
    assert barge_in.onset(talking=True) == 0.5
    assert barge_in.onset(talking=False) == ONSET, "her question is answered with a short word as well"


@pytest.mark.parametrize(("text", "meant"), [("Okay.", False), ("Okay, right", False), ("Okay but when?", True)])
def test_an_acknowledgement_alone_does_not_interrupt(text: str, meant: bool) -> None:
    barge_in = with_plan(StopSpeakingPlan(num_words=1, acknowledgement_phrases=["okay", "right"]))
    assert barge_in.is_meant(said(text)) is meant


@pytest.mark.parametrize("text", ["Mm-hmm.", "Okay.", "Right.", "Alright, okay."])
def test_who_only_listens_interrupts_nothing(text: str) -> None:
    saying = Line("We are across from the library.", queued_at=0.0, length=3.0, played=1.0)
    next_line = Line("Shall I book it?", queued_at=0.0)
    assert not with_plan(StopSpeakingPlan()).is_meant(said(text), [saying])
    assert not with_plan(StopSpeakingPlan()).is_meant(said(text), [next_line])


def test_an_okay_at_the_end_of_a_question_answers_it() -> None:
    asking = Line("Shall I book it?", queued_at=0.0, length=1.5, played=1.2)
    assert with_plan(StopSpeakingPlan()).is_meant(said("Okay."), [asking])


def test_an_okay_that_goes_on_is_meant() -> None:
    saying = Line("We are across from the library.", queued_at=0.0, length=3.0, played=1.0)
    assert with_plan(StopSpeakingPlan()).is_meant(said("Okay, but when?"), [saying])


def test_an_acknowledgement_does_not_count_where_the_voice_stops_her() -> None:
    plan = StopSpeakingPlan(acknowledgement_phrases=["sounds good"])
    assert not with_plan(plan).is_meant(said("Sounds good."))
    assert with_plan(StopSpeakingPlan()).is_meant(said("Sounds good."))


def test_an_interruption_phrase_is_enough() -> None:
    barge_in = with_plan(StopSpeakingPlan(num_words=5, interruption_phrases=["hold on"]))
    assert barge_in.cuts_in("hold on")
    assert not barge_in.cuts_in("household one")


@pytest.mark.parametrize("plan", [StopSpeakingPlan(num_words=10, acknowledgement_phrases=["my throat is closing"])])
def test_danger_always_interrupts(plan: StopSpeakingPlan) -> None:
    assert with_plan(plan).cuts_in("my throat is closing")
    assert with_plan(plan).is_meant(said("my throat is closing"))


def test_the_first_message_is_said_to_its_end_unless_it_may_be_interrupted() -> None:
    assert greeting(may_be_interrupted=False).begins(talking=True)
    assert not greeting(may_be_interrupted=True).begins(talking=True)


def test_what_is_said_over_a_protected_first_message_is_answered_after_it() -> None:
    barge_in = greeting(may_be_interrupted=False)
    assert not barge_in.cuts_in("I would like to book a facial")
    assert barge_in.is_meant(said("I would like to book a facial"))
    assert barge_in.waits(said("I would like to book a facial"))


def test_danger_interrupts_the_first_message_too() -> None:
    barge_in = greeting(may_be_interrupted=False)
    assert barge_in.cuts_in("I can't breathe")
    assert not barge_in.waits(said("I can't breathe"))


def test_a_first_message_that_was_said_protects_nothing() -> None:
    line = Line("Good morning.", queued_at=0.0, finished=True)
    barge_in = BargeIn(Manners(first_message_interruptions=False), names=())
    barge_in.begin([line])
    assert not barge_in.begins(talking=True)


def test_she_backs_off_once_after_an_interruption() -> None:
    barge_in = with_plan(StopSpeakingPlan(backoff_seconds=60))
    barge_in.cut(time.monotonic())
    assert 0 < barge_in.back_off() <= 60
    assert barge_in.back_off() == 0
    barge_in.cut(time.monotonic() - 61)
    assert barge_in.back_off() == 0
    barge_in.cut(time.monotonic())
    barge_in.cut(None)
    assert barge_in.back_off() == 0, "it was only a cough"
