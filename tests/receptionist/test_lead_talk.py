"""Someone answers Mia's first text: a time that stood in it is chosen, another day asked for, or no more."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from mia.platform.conversation.ports import Brief
from mia.receptionist.outreach_rules import outreach_rules
from tests.receptionist.conversation import Conversation
from tests.receptionist.front_office import FrontOffice
from tests.receptionist.outreach_steps import OutreachOffice, office_with_two_times


def office_of_a_lead() -> OutreachOffice:
    office = office_with_two_times()
    office.identified = True  # known by the number
    return office


@dataclass
class LeadTalk(Conversation):
    """Noa answers a text in which two times of Tuesday stood."""

    office: FrontOffice = field(default_factory=office_of_a_lead)
    offered: list[dict[str, Any]] = field(default_factory=list)

    @property
    def brief(self) -> Brief:
        outreach = {
            "kind": "lead",
            "first_name": "Noa",
            "practice": "Downtown MedSpa",
            "services": ["svc_botox"],
            "offered": self.offered,
            "identified": True,
        }
        return Brief("Mia - Downtown MedSpa", "Hi", "", {"practice": self.office.practice, "outreach": outreach})


@pytest.fixture
def talk() -> LeadTalk:
    office = office_of_a_lead()
    slots = office.answer("find_slots", {"service_id": "svc_botox", "limit": 2})["slots"]
    office.calls.clear()
    return LeadTalk(office, offered=slots)


@pytest.mark.parametrize("words", ["The first one, please", "the first works", "1st one"])
async def test_a_time_that_stood_in_the_text_is_booked_without_name_or_number(talk: LeadTalk, words: str) -> None:
    asked = await talk.say(words)
    assert "Shall I book it" in asked or "Is that right" in asked
    booked = await talk.say("Yes")
    assert "booked" in booked or "All set" in booked
    assert [name for name, _ in talk.office.calls] == ["book_appointment"]
    assert talk.office.calls[0][1]["slot_token"] == talk.offered[0]["token"]


async def test_another_day_is_looked_for(talk: LeadTalk) -> None:
    await talk.say("Thursday afternoon would be better")
    assert [name for name, _ in talk.office.calls] == ["find_slots"]


async def test_no_more_contact_is_taken_for_an_answer(talk: LeadTalk) -> None:
    await talk.say("Please don't contact me again")
    assert talk.office.calls == [("stop_contact", {})]


async def test_without_times_in_the_text_a_day_is_looked_for() -> None:
    talk = LeadTalk()
    assert "Which would you like?" in await talk.say("Tuesday would be good")
    assert len(talk.office.made("find_slots")) == 1


def test_a_language_model_is_told_whom_it_writes_with_and_what_was_offered(talk: LeadTalk) -> None:
    rules = outreach_rules(talk.brief)
    assert "asked the practice to get in touch" in rules and "patient of the practice" not in rules
    assert talk.offered[0]["token"] in rules and "time for their next visit" not in rules
