"""Names and numbers by ear: what a recognizer writes for them, and what Mia makes of it."""

import pytest

from mia.receptionist.understanding.phones import hear_digits
from mia.receptionist.understanding.who.name_sounds import as_meant, by_sound, mend
from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office, visit_on_file
from tests.receptionist.patients.patient import practice
from tests.receptionist.steps import at_name


@pytest.mark.parametrize(
    ("heard", "meant"),
    [
        ("Prayer Patel", "Priya Patel"),
        ("Marcus Rayes", "Marcus Reyes"),
        ("Amara Oconquo", "Amara Okonkwo"),
        ("Claire Dubwa", "Claire Dubois"),
        ("Peter Kowalsky", "Peter Kowalski"),
        ("Rosa Himenez", "Rosa Jimenez"),
        ("Kenjitanaka", "Kenji Tanaka"),
    ],
)
def test_a_misheard_name_is_the_common_one_that_it_sounds_like(heard: str, meant: str) -> None:
    assert mend(heard) == meant


@pytest.mark.parametrize("name", ["Ana Ruiz", "Zebulon Thibodeaux", "Hollis Ray", "Grace Park", "Fiona Campbell"])
def test_other_names_stay_as_they_were_heard(name: str) -> None:
    assert mend(name) == name


def test_what_is_like_no_common_name_is_left_alone() -> None:
    assert by_sound("zzyzx", "family") is None


def test_a_spelled_name_stays_unless_the_common_one_was_heard_before() -> None:
    assert (
        as_meant("Jessica Thorvaldsdo", "T-h-o-r-v-a-l-d-s-d-o", expected=True, known=None) == "Jessica Thorvaldsdo"
    )
    assert as_meant("Jessica Tramn", "T-r-a-m-n", expected=True, known="Jessica Tran") == "Jessica Tran"


def test_a_first_name_is_kept_where_the_last_one_was_not_heard() -> None:
    assert as_meant(None, "Emma would ache her.", expected=True, known=None) == "Emma"
    assert as_meant(None, "What would ache her?", expected=True, known=None) is None


async def test_a_rare_last_name_is_spelled_before_it_is_kept() -> None:
    talk = await at_name()
    assert "spell" in await talk.say("Linda Umbafrode.")
    await talk.say("U, M, B, A, F, R, O, D, Y")
    assert talk.state["name"] == "Linda Umbafrody"


async def test_a_digit_is_no_part_of_a_name() -> None:
    talk = Conversation()
    await talk.say("Can I talk to a person?")
    await talk.say("Marcus Reyes, three o five, five, five, five, o one, one, four.")
    assert talk.office.made("request_person")[-1]["name"] == "Marcus Reyes"


async def test_a_number_to_call_back_is_read_back_and_put_right() -> None:
    talk = Conversation()
    await talk.say("Can I talk to a person?")
    assert "305-555-0114" in await talk.say("Rosa Jimenez, 305-555-0114")
    assert "305-555-0141" in await talk.say("No, that's not the number. It's 305-555-0141.")
    assert talk.office.made("request_person")[-1]["phone"] == "+13055550141"


async def test_a_number_read_back_wrong_is_asked_for_again() -> None:
    talk = Conversation()
    await talk.say("Can I talk to a person?")
    await talk.say("Rosa Jimenez, 305-555-0114")
    assert "number" in await talk.say("No, that's not the number.")
    assert "305-555-0141" in await talk.say("305-555-0141")


async def test_a_number_that_cannot_be_one_is_asked_for_again() -> None:
    talk = Conversation()
    await talk.say("Can I talk to a person?")
    assert "number" in await talk.say("Rosa Jimenez, 305-555-0114-77")
    assert not talk.office.made("request_person")
    await talk.say("305-555-0114")
    assert talk.office.made("request_person")[-1]["phone"] == "+13055550114"


async def test_no_ones_name_is_put_right_towards_the_practices_own_patients() -> None:
    """Else a stranger would learn who comes here by saying what sounds alike."""
    facts = practice("dental")
    visit = {"id": "apt_1", "service": "svc_crown", "start": "2026-12-10T09:00", "name": "Zorvana Quillfeather"}
    talk = Conversation(Office(practice=facts, on_file=[visit_on_file(visit, facts)], number="0199"))
    await talk.say("I need a cleaning on Tuesday")
    await talk.say("the first one")
    said = await talk.say("Zorvana Kwilfether")
    assert "Quillfeather" not in said + str(talk.state)


def test_a_group_that_was_heard_twice_is_said_once() -> None:
    assert hear_digits("305-555-555-555 O177.", expected=True) == "3055550177"
    assert hear_digits("Five of three, double five five, o one three six.", expected=True) == "5035550136"
