"""What is asked of the visit that is being arranged is answered, and the booking goes on."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice


async def _named(kind: str, said: str) -> Conversation:
    talk = Conversation(Office(practice=practice(kind)), typed=True)
    await talk.say(said)
    assert talk.step == "name"
    return talk


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("is it with Dr. Sato?", "that's with Dr. Emi Sato"),
        ("wait, what am I booked for exactly?", "This is for Cleaning"),
        ("so with her, right", "that's with Dr. Emi Sato"),
    ],
)
async def test_it_is_told_whom_a_visit_is_with_and_what_for(asked: str, told: str) -> None:
    talk = await _named("dental", "a cleaning with Dr. Sato on December 8 at 9")
    said = await talk.say(asked)
    assert told in said and "don't have that" not in said and talk.step == "name", said


async def test_another_provider_beside_the_name_is_looked_for() -> None:
    talk = await _named("dental", "a cleaning on December 8 at 9")
    assert "with Dr. Paul Reyes" in await talk.say("Ann Lee 614 555 0144. with Reyes please")


async def test_days_that_are_taken_may_be_named_first() -> None:
    office = Office(practice=practice("dental"))
    talk = Conversation(office, typed=True)
    await talk.say("a crown for my father", "He has dialysis Monday Wednesday Friday. So not those days.")
    assert {start.weekday() for start in office.offered} <= {1, 3}


async def test_a_crown_that_came_off_is_looked_at_first() -> None:
    talk = Conversation(Office(practice=practice("dental")), typed=True)
    await talk.say("my crown came off while I was eating. Can I come in tomorrow?")
    assert talk.state["service_id"] == "svc_consult"


async def test_a_call_that_is_declined_is_no_wish_for_no_contact() -> None:
    talk = Conversation(Office(practice=practice("medspa")), typed=True)
    await talk.say("how much is the laser thing for legs", "nah don't call me")
    assert not talk.office.made("stop_contact")
