"""Danger that one sentence tells of is heard beside a wish for a visit, also where no rule has words for it."""

import pytest

from mia.platform.conversation.ports import Heard
from mia.platform.safety.danger import hear_danger
from mia.platform.words.plain import plain
from mia.receptionist.understanding.alarms import hear_alarm
from mia.receptionist.understanding.models.reading import read

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
