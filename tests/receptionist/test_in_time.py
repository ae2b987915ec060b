"""Whether a visit is changed in time is told from the practice's own rule."""

from datetime import UTC, datetime

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office, visit_on_file
from tests.receptionist.patients.patient import practice

NOW = datetime(2026, 12, 1, 15, tzinfo=UTC)
"""A Tuesday, at 10 in the morning of the practices."""


@pytest.mark.parametrize(
    ("kind", "said", "told"),
    [
        ("medspa", "I'm booked tomorrow at 9, what do you charge me if I cancel?", "late fee applies"),
        ("medspa", "I'm booked Thursday at 9, what do you charge me if I cancel?", "no late fee"),
        ("dental", "my cleaning is December 9 at 2, what do you charge if I cancel that late?", "no late fee"),
        ("dental", "my cleaning is tomorrow at 2, what do you charge if I cancel that late?", "late fee applies"),
    ],
)
async def test_who_tells_their_visit_hears_whether_it_is_in_time(kind: str, said: str, told: str) -> None:
    talk = Conversation(Office(practice=practice(kind), now=NOW), typed=True)
    assert told in await talk.say(said)


async def test_without_a_visit_only_the_rule_is_told() -> None:
    talk = Conversation(Office(practice=practice("medspa"), now=NOW), typed=True)
    said = await talk.say("what is your cancellation policy?")
    assert "24 hours" in said and "late fee" not in said


async def test_before_a_near_visit_is_canceled_it_is_said_whether_it_costs() -> None:
    facts = practice("wellness")
    visit = {"id": "apt_1", "service": "svc_massage", "start": "2026-12-02T17:00", "name": "Robert Lind"}
    office = Office(practice=facts, on_file=[visit_on_file(visit, facts)], number="0127", now=NOW)
    talk = Conversation(office, typed=True)
    said = await talk.say("please cancel my massage", "Robert Lind 503 555 0127", "482913")
    assert "no late fee" in said and "Shall I cancel it" in said, said
