"""What was done to visits on file is taken back, or told truly to who asks whether it is done."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import CODE, Office, visit_on_file
from tests.receptionist.patients.patient import practice

_MASSAGE = {"id": "apt_a", "service": "svc_massage", "start": "2026-12-04T11:00", "name": "Priya Nair"}
_NEEDLES = {"id": "apt_b", "service": "svc_acu", "start": "2026-12-08T16:00", "name": "Priya Nair"}
_WHO = "Priya Nair 503 555 0143"
_CANCELED = ("cancel my massage please", _WHO, CODE, "yes")
_MOVED = ("move my massage to December 11 at 11 am", _WHO, CODE, "yes")


async def _after(*lines: str) -> tuple[Conversation, Office]:
    facts = practice("wellness")
    on_file = [visit_on_file(one, facts) for one in (_MASSAGE, _NEEDLES)]
    talk = Conversation(Office(practice=facts, on_file=on_file, number="0143"), typed=True)
    await talk.say(*lines)
    assert isinstance(talk.office, Office)
    return talk, talk.office


def _stands(office: Office) -> list[str]:
    booked = [f"{one['service_id']} {one['start']:%m-%d %H}" for one in office.booked]
    on_file = [one["appointment_id"] for one in office.on_file if one["appointment_id"] not in office.canceled]
    return sorted(booked + on_file)


@pytest.mark.parametrize(
    "said",
    [
        "wait no, undo that please",
        "I want that one back",
        "put it back, my sister can sit",
        "can you reinstate it?",
    ],
)
async def test_a_visit_that_was_canceled_is_booked_again_as_it_was(said: str) -> None:
    talk, office = await _after(*_CANCELED)
    assert "December 4th at 11 AM" in await talk.say(said)
    assert "Not yet" in await talk.say("is it back on?")
    await talk.say("yes")
    assert _stands(office) == ["apt_b", "svc_massage 12-04 11"]


@pytest.mark.parametrize(
    "said", ["never mind, put it back to the 4th", "undo that", "ugh, I want my old time back"]
)
async def test_a_visit_that_was_moved_is_moved_back_and_not_canceled(said: str) -> None:
    talk, office = await _after(*_MOVED)
    await talk.say(said, "yes")
    assert _stands(office) == ["apt_b", "svc_massage 12-04 11"]


async def test_all_that_were_canceled_together_come_back() -> None:
    talk, office = await _after("cancel both my appointments", _WHO, CODE, "yes")
    await talk.say("oh no, can you put them back", "yes", "yes")
    assert _stands(office) == ["svc_acu 12-08 16", "svc_massage 12-04 11"]


@pytest.mark.parametrize("said", ["actually I'd rather keep my original time", "leave it as it was"])
async def test_a_move_that_is_not_wanted_after_all_changes_nothing(said: str) -> None:
    talk, office = await _after(*_MOVED[:-1])
    assert "stays" in await talk.say(said)
    assert _stands(office) == ["apt_a", "apt_b"] and not talk.state["booking"]


async def test_a_visit_is_put_off_and_not_put_back() -> None:
    talk, office = await _after(*_MOVED)
    await talk.say("can you push it back a week?", "yes")
    assert _stands(office) == ["apt_b", "svc_massage 12-18 11"]


async def test_it_is_told_which_one_was_canceled_and_which_stands() -> None:
    talk, _ = await _after(*_CANCELED)
    said = await talk.say("so which one did you cancel?")
    assert "massage on Friday, December 4th at 11 AM is canceled" in said and "Acupuncture" in said
    assert "Yes" in await talk.say("and the massage is off the books?")
    still = await talk.say("is the acupuncture still on?")
    assert "Acupuncture on Tuesday, December 8th" in still and "canceled" not in still


async def test_whether_it_is_moved_is_told_before_and_after() -> None:
    talk, _ = await _after(*_MOVED[:-1])
    assert "Not yet" in await talk.say("am I moved?")
    await talk.say("yes")
    said = await talk.say("am I moved now?")
    assert "December 4th at 11 AM" in said and "to Friday, December 11th at 11 AM" in said
    assert "December 4th at 11 AM" in await talk.say("what time was it before?")


async def test_a_visit_booked_in_this_conversation_is_moved_like_one_on_file() -> None:
    talk, office = await _after(*_CANCELED, "undo that", "yes")
    await talk.say("could I come an hour later though", "yes")
    assert _stands(office) == ["apt_b", "svc_massage 12-04 12"]
