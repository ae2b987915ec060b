"""When nothing is free, or nothing suits, Mia offers the waiting list, and lists whoever asks for it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.front_office import FrontOffice

WHO = "Ana Ruiz, 305 555 0142"


@dataclass
class FullOffice(FrontOffice):
    """Nothing is free."""

    def _free(self, first: datetime, last: datetime, args: dict[str, Any]) -> list[datetime]:
        return []


async def listed(office: FrontOffice, *lines: str) -> tuple[dict[str, Any], str]:
    """What the front office was asked to note, and what Mia said last."""
    talk, said = Conversation(office), ""
    for line in lines:
        said = await talk.say(line)
    (asked,) = office.made("join_waiting_list")
    assert "booked" not in said and "waiting list" in said
    return asked, (await talk.conclude()).summary


@pytest.mark.parametrize("agrees", ["yes please", "put me on the list, yes", "the waiting list sounds good"])
async def test_it_is_offered_when_nothing_is_free_and_keeps_the_wish(agrees: str) -> None:
    asked, summary = await listed(FullOffice(), "Botox on Tuesday afternoon please", agrees, WHO)
    assert (asked["service_id"], asked["name"], asked["phone"]) == ("svc_botox", "Ana Ruiz", "+13055550142")
    assert (asked["from"], asked["to"], asked["part_of_day"]) == ("2026-11-24", "2026-11-24", "afternoon")
    assert summary.startswith("On the waiting list for Botox")


@pytest.mark.parametrize(
    "asks", ["can you put me on the waitlist for lip filler", "lip filler, cancellation list please"]
)
async def test_who_asks_for_it_is_listed(asks: str) -> None:
    asked, _ = await listed(FrontOffice(), asks, WHO)
    assert asked["service_id"] == "svc_lip"


async def test_it_is_offered_when_nothing_suits() -> None:
    lines = ("Botox on Tuesday", "none of those", "wednesday", "none of those")
    asked, _ = await listed(FrontOffice(), *lines, "just call me if something opens up on Tuesday", WHO)
    assert asked["from"] == "2026-11-24"


async def test_another_day_goes_on_with_the_booking() -> None:
    talk = Conversation(FullOffice())
    await talk.say("Botox on Tuesday")
    await talk.say("then Friday")
    assert len(talk.office.made("find_slots")) == 2 and not talk.office.made("join_waiting_list")


async def test_a_fault_is_admitted_and_a_person_offered() -> None:
    office = FullOffice(answers={"join_waiting_list": {"status": "full"}})
    talk = Conversation(office)
    for line in ("Botox on Tuesday", "put me on the waiting list", WHO):
        said = await talk.say(line)
    assert "Shall I have someone" in said and talk.step == "offer_person"


async def test_a_treatment_that_no_provider_offers_goes_to_the_team_and_not_on_the_list() -> None:
    office = FrontOffice(answers={"find_slots": {"slots": [], "exact": False, "reason": "no_provider"}})
    talk = Conversation(office)
    said = await talk.say("Lip filler on Tuesday please")
    assert "Lip filler" in said and "yet" in said and "open" not in said and "waiting list" not in said
    await talk.say(WHO)
    (asked,) = office.made("request_person")
    assert asked["reason"] == "Asked for Lip filler, which no provider offers yet"
    assert (asked["name"], asked["phone"]) == ("Ana Ruiz", "+13055550142")
