"""What counts as consent to a recording: a clear yes to the question, and nothing else."""

import pytest

from mia.voice.engine.pipeline.consent import Judged, judge, withdraws

YES = ["Yes.", "yes please", "Yeah, sure.", "OK", "Okay, that's fine.", "That's fine with me", "Sure, go ahead.",
       "No problem.", "You can record it.", "Yes you may", "I don't mind.", "Uh-huh", "Of course, thank you",
       "Hi, yes, that's okay"]  # fmt: skip
NO = ["No.", "Please don't.", "Don't", "No thanks.", "No, please don't record me.", "I'd rather not.",
      "Please don't record this", "I don't want to be recorded", "Nope", "Not really, no",
      "Yes but don't record it", "I mind"]  # fmt: skip
UNCLEAR = ["Hello?", "Who is this?", "Yes, this is Ana.", "Yes, but what is this about?", "Stop calling me.", "",
           "I'd like to book a HydraFacial on Tuesday.", "No, you have the wrong number.", "Speaking", "Maybe",
           "What did you say?", "Okay so who are you", "Please leave your message after the tone."]  # fmt: skip


@pytest.mark.parametrize("said", YES)
def test_a_clear_yes_is_consent(said: str) -> None:
    assert judge(said) == Judged("granted", was_all=True)


@pytest.mark.parametrize("said", NO)
def test_a_no_is_none(said: str) -> None:
    assert judge(said) == Judged("refused", was_all=True)


@pytest.mark.parametrize("said", UNCLEAR)
def test_whatever_is_unclear_is_none_either(said: str) -> None:
    assert judge(said) == Judged("unanswered", was_all=False)


@pytest.mark.parametrize("said", ["Yes, I'd like to book a HydraFacial.", "Sure, and can you tell me your hours?"])
def test_a_yes_may_come_with_a_wish(said: str) -> None:
    assert judge(said) == Judged("granted", was_all=False)


@pytest.mark.parametrize("said", ["Please stop recording.", "Turn that recording off.", "Don't record me"])
def test_consent_can_be_taken_back(said: str) -> None:
    assert withdraws(said) == Judged("refused", was_all=True)


@pytest.mark.parametrize("said", ["Tuesday at three", "Do you have a record of my last visit?", "Stop", "No"])
def test_other_words_take_nothing_back(said: str) -> None:
    assert withdraws(said) is None
