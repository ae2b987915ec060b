"""The new time of a visit is told by its own, or by another of the same person: never one that changes nothing, nor
one at which they have another visit."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import CODE, Office, visit_on_file
from tests.receptionist.patients.patient import practice

_FACIAL = {"id": "apt_a", "service": "svc_hydra", "start": "2026-12-03T10:00", "name": "Gina Tran"}
_BOTOX = {"id": "apt_b", "service": "svc_botox", "start": "2026-12-08T15:00", "name": "Gina Tran"}
_WHO = "Gina Tran 305 555 0143"


def _patient(*visits: dict[str, str]) -> tuple[Conversation, Office]:
    facts = practice("medspa")
    office = Office(practice=facts, on_file=[visit_on_file(one, facts) for one in visits], number="0143")
    return Conversation(office, typed=True), office


def _booked(office: Office) -> list[str]:
    return [f"{one['service_id']} {one['start']:%m-%d %H:%M}" for one in office.booked]


@pytest.mark.parametrize(
    ("said", "start"),
    [
        ("could my Botox be a week earlier", "12-01 15:00"),
        ("please push my Botox two weeks", "12-22 15:00"),
        ("can you move my Botox to the week after, same day and time", "12-15 15:00"),
        ("I'd like my Botox moved, same time but on the 9th", "12-09 15:00"),
    ],
)
async def test_a_day_is_counted_from_the_visit(said: str, start: str) -> None:
    talk, office = _patient(_BOTOX)
    await talk.say(said, _WHO, CODE, "yes")
    assert _booked(office) == [f"svc_botox {start}"] and office.canceled == ["apt_b"]


async def test_another_hour_of_the_same_day_is_offered_without_the_present_one() -> None:
    talk, _ = _patient(_BOTOX)
    await talk.say("I need to move my Botox, same day but later", _WHO)
    said = await talk.say(CODE)
    assert "December 8th at 3:30 PM" in said and "3 PM," not in said.split("I have")[-1]


async def test_a_visit_is_put_right_after_another() -> None:
    talk, office = _patient(_FACIAL, _BOTOX)
    await talk.say("can you put my botox right after my facial so I only come once", _WHO, CODE, "yes")
    assert _booked(office) == ["svc_botox 12-03 11:00"] and office.canceled == ["apt_b"]


@pytest.mark.parametrize(
    "said",
    [
        "I'd like to swap my botox on dec 8 for a hydrafacial same time",
        "can I trade my botox for a HydraFacial at the same time",
    ],
)
async def test_a_treatment_is_swapped_for_another_in_its_place(said: str) -> None:
    talk, office = _patient(_BOTOX)
    await talk.say(said, _WHO, CODE, "yes")
    assert _booked(office) == ["svc_hydra 12-08 15:00"] and office.canceled == ["apt_b"]
    assert "In its place" in await talk.say("so the botox is gone, right?")


async def test_a_new_visit_is_not_booked_at_the_time_of_one_on_file() -> None:
    talk, office = _patient(_BOTOX)
    await talk.say("when is my botox", _WHO, CODE)
    said = await talk.say("ok and I want to book a hydrafacial that day at 3")
    assert "You already have Botox" in said and "3:30 PM" in said, said
    await talk.say("hm then what about right after it")
    assert not office.booked


async def test_something_earlier_that_day_is_of_the_day_that_was_read_back() -> None:
    talk, _ = _patient(_BOTOX)
    await talk.say("could my Botox be a week earlier", _WHO, CODE)
    assert "December 1st at 1:30 PM" in await talk.say("do you have anything a bit earlier that day")


async def test_the_place_that_is_not_meant_is_not_taken() -> None:
    talk, _ = _patient(_BOTOX)
    await talk.say("I need to change my botox to wednesday the 9th", _WHO, CODE, "The Grove please, not Bayfront")
    assert "Coconut Grove" in await talk.say("the first one")
