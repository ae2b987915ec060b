"""Whether a visit is for a child: by age, school or kin, and not by children who only fill someone's day."""

import pytest

from mia.platform.words.plain import plain
from mia.receptionist.understanding.who.minors import is_for_child, is_minor, more_children
from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice


@pytest.mark.parametrize(
    "said",
    [
        "my 5 yr old needs a checkup",
        "an exam for our 3yo",
        "my 17 year old niece wants a cleaning",
        "my lad Cormac's due his checkup",
        "my son Theo, 6, needs a checkup",
        "Theo is 6 and Junie is 9, checkups please",
        "our third grader lost a filling",
        "my oldest, who is 13, needs one too",
        "he'll be 10 in January and is due his checkup",
        "first dental visit for our baby",
        "do you see toddlers",
    ],
)
def test_a_childs_age_or_school_makes_it_a_childs_visit(said: str) -> None:
    assert is_for_child(plain(said))


@pytest.mark.parametrize(
    "said",
    [
        "my son, who is 27, needs a cleaning",
        "my daughter is 34 and needs a checkup",
        "my grown son needs a cleaning",
        "my daughter is picking me up at 4",
        "I dropped my kid off at 8 so 9 works",
        "I have two kids so mornings only",
        "I teach third grade, so after 3:30",
        "my 12 year old crown came off",
        "she is one of your patients",
        "my daughter will be 10 minutes late",
        "Tuesday is 6 and Friday is 5",
    ],
)
def test_grown_up_kin_and_children_who_stay_at_home_are_no_childs_visit(said: str) -> None:
    assert not is_for_child(plain(said))
    assert not is_minor(plain(said), for_a_child=False)


@pytest.mark.parametrize(
    ("said", "more"),
    [
        ("Theo is 6 and Junie is 9", 1),
        ("my son, 9, and daughter, 7, need checkups", 1),
        ("checkups for my kids, ages 5 and 8", 1),
        ("my three need checkups", 2),
        ("my son needs a checkup", 0),
        ("my daughter, 8 and 9 both work", 0),
        ("my two o'clock", 0),
    ],
)
def test_children_are_counted_by_their_ages(said: str, more: int) -> None:
    assert more_children(plain(said)) == more


@pytest.mark.parametrize(
    ("kind", "asked", "told"),
    [
        ("dental", "do you guys see kids?", "Children's checkup"),
        ("dental", "will Dr. Sato take toddlers?", "Children's checkup"),
        ("medspa", "do you see teenagers?", "under 18"),
        ("medspa", "is there an age limit?", "under 18"),
    ],
)
async def test_who_asks_whether_children_are_seen_is_told(kind: str, asked: str, told: str) -> None:
    talk = Conversation(Office(practice=practice(kind)), typed=True)
    assert told in await talk.say(asked)
