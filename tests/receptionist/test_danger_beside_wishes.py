"""Danger that one sentence tells of is heard beside a wish for a visit, also where no rule has words for it."""

from dataclasses import replace

import pytest

from mia.platform.conversation.ports import Heard
from mia.platform.safety.danger import hear_danger
from mia.platform.words.plain import plain
from mia.receptionist.understanding.alarms import hear_alarm
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.reading import Reading, read
from mia.receptionist.understanding.models.topics import Guess, Topic

DANGERS = ("The baby rolled off the table and he is so quiet and pale.",)
WISHES = ("Can I book a cleaning for Tuesday at 3?", "Please cancel my appointment on Friday.")


@pytest.mark.parametrize("danger", DANGERS)
@pytest.mark.parametrize("wish", WISHES)
def test_a_danger_no_rule_knows_is_heard_beside_a_wish(danger: str, wish: str) -> None:
    for said in (f"{wish} {danger}", f"{danger} {wish}"):
        assert hear_danger(plain(said)) is None
        alarm = hear_alarm(Heard(said, typed=True), read(said))
        assert alarm is not None
        assert alarm.is_urgent


@pytest.mark.parametrize(
    "said",
    [
        "My daughter's play is tonight and she dies in act three. Can we do her checkup tomorrow instead?",
        "The kid has a fat lip from hockey three days ago, nearly gone. Still okay for his cleaning Wednesday?",
        "My phone fell into the lake and it never came back. Could you email me the code?",
    ],
)
def test_stories_beside_a_wish_raise_no_alarm(said: str) -> None:
    alarm = hear_alarm(Heard(said, typed=True), read(said))
    assert alarm is None or not alarm.is_urgent


STORY = (
    "I drive a school bus, thirty-one kids. Last spring my cousin had her lips done in somebody's garage, and my "
    "aunt said nothing at dinner. I swore that I would never. And now I sit in my kitchen at five in the "
    "morning and look at my forehead in the toaster. I think I would like to talk to someone about it."
)


def sounds_of_danger(text: str) -> Reading:
    """A message that is taken for danger as a whole."""
    seen = read(text)
    assert seen is not None
    return replace(seen, topics=(Guess(Topic.EMERGENCY, 0.8),), purposes={**seen.purposes, Purpose.CLINICAL: 0.9})


def test_a_story_of_which_no_sentence_tells_of_danger_is_none() -> None:
    assert hear_alarm(Heard(STORY, typed=True), sounds_of_danger(STORY)) is None
    told = f"{STORY} My chest is crushing and my arm has gone numb."
    assert hear_alarm(Heard(told, typed=True), sounds_of_danger(told)) is not None


def test_who_would_rather_die_than_do_something_is_afraid_of_it() -> None:
    assert hear_danger(plain("I'd rather die than sit in that chair, I'm that scared of dentists")) is None
    for said in ("I'd rather die than live like this", "I'd rather die than go on like this"):
        alarm = hear_danger(plain(said))
        assert alarm is not None and alarm.is_urgent
