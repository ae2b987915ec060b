"""What a practice does not let Mia do she neither does nor offers: the team does it."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.front_office import FrontOffice
from tests.receptionist.patients.office import CODE, Office, visit_on_file
from tests.receptionist.patients.patient import practice
from tests.receptionist.test_waiting_list import FullOffice

WHO = "Ana Ruiz, 305 555 0142"
BOTOX = {"id": "apt_1", "service": "svc_botox", "start": "2026-12-02T14:00"}


def without(power: str, office: type[FrontOffice] = Office) -> tuple[Conversation, FrontOffice]:
    """Ana writes to a practice that does not let Mia do something."""
    lasts = {
        "topic": "Botox duration",
        "questions": ["How long does Botox last?"],
        "answer": "Three to four months.",
    }
    known = practice("medspa")
    facts = {**known, "faq": [*known["faq"], lasts], "may": {power: False}}
    more = {"on_file": [visit_on_file(BOTOX, facts)], "number": "0142"} if office is Office else {}
    front = office(practice=facts, **more)  # type: ignore[arg-type]
    return Conversation(front), front


@pytest.mark.parametrize(
    ("power", "asks"),
    [("move", "can I move my appointment to Friday?"), ("cancel", "I need to cancel my appointment")],
)
async def test_a_visit_that_she_may_not_change_is_a_task_for_the_team(power: str, asks: str) -> None:
    talk, office = without(power)
    said = await talk.say(asks, WHO)
    assert office.made("request_person")
    assert not office.made("identify_patient") and not office.made("cancel_visit"), said


async def test_the_other_change_is_still_made() -> None:
    talk, office = without("move")
    await talk.say("I need to cancel my appointment", WHO, CODE, "yes please")
    assert office.made("cancel_visit")


async def test_no_waiting_list_is_offered_or_kept() -> None:
    talk, office = without("list", FullOffice)
    assert "waiting list" not in await talk.say("Botox on Tuesday afternoon please")
    await talk.say("put me on the waiting list please", WHO)
    assert office.made("request_person") and not office.made("join_waiting_list")


@pytest.mark.parametrize(
    "asks", ["how much is Botox?", "what do Botox and lip filler cost?", "what are your prices"]
)
async def test_prices_are_told_by_the_team(asks: str) -> None:
    talk, office = without("price")
    said = await talk.say(asks)
    assert "$" not in said and "team" in said
    await talk.say("yes please", WHO)
    assert office.made("request_person")


async def test_a_price_asked_for_in_a_booking_does_not_end_it() -> None:
    talk, office = without("price")
    said = await talk.say("Botox on Tuesday please", "how much is it?")
    assert "$" not in said and "team" in said
    assert office.made("find_slots")
