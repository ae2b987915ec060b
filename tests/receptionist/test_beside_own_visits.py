"""Visits on file beside something else: a new one for a child, another provider, another day in place of none."""

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import CODE, Office, visit_on_file
from tests.receptionist.patients.patient import practice

_WHO = "Laura Stein 614 555 0188"


def _canceled(talk: Conversation) -> list[str]:
    assert isinstance(talk.office, Office)
    return talk.office.canceled


def _talk(kind: str, number: str, *visits: tuple[str, str]) -> Conversation:
    facts = practice(kind)
    on_file = [
        visit_on_file({"id": f"v{place}", "service": service, "start": start, "name": "Laura Stein"}, facts)
        for place, (service, start) in enumerate(visits)
    ]
    return Conversation(Office(practice=facts, on_file=on_file, number=number), typed=True)


async def test_ones_own_visit_is_told_before_the_childs_is_arranged_right_after_it() -> None:
    talk = _talk("dental", "0188", ("svc_clean", "2026-12-03T10:00"))
    await talk.say(
        "Can you tell me what time my appointment is Thursday? Also I might be bringing my son, can he get a"
        " cleaning right after me?"
    )
    said = await talk.say("Laura Stein 614-555-0188", CODE)
    assert "December 3rd at 10 AM" in said and "11 AM" in said, said


async def test_two_visits_of_which_one_can_be_kept_are_told_first() -> None:
    talk = _talk("dental", "0188", ("svc_clean", "2026-12-03T10:00"), ("svc_fill", "2026-12-03T14:00"))
    await talk.say("i got two things the same day on dec 3 and i can only do one", _WHO, CODE)
    await talk.say("drop the later one", "yes")
    assert _canceled(talk) == ["v1"] and "Cleaning" in await talk.say("which one's left?")


async def test_another_day_is_no_answer_to_shall_i_cancel_it() -> None:
    talk = _talk("medspa", "1234", ("svc_botox", "2026-11-24T15:00"))
    await talk.say("cant make it tuesday my kid is sick", "laura stein 3055551234", CODE)
    assert "December 1st at 3 PM" in await talk.say("the following tuesday same time")


async def test_another_provider_for_a_visit_on_file() -> None:
    talk = _talk("wellness", "0177", ("svc_massage", "2026-11-25T17:00"))
    await talk.say("Is my massage with Astrid or Daniel this week?", "Laura Stein 503-555-0177", CODE)
    await talk.say("can I make it Daniel? same time", "yes")
    assert _canceled(talk) == ["v0"] and len(talk.office.booked) == 1


async def test_the_treatment_that_was_swapped_is_told_to_be_gone() -> None:
    talk = _talk("medspa", "1234", ("svc_botox", "2026-11-24T15:00"))
    await talk.say("Need to swap my botox for filler, same time", "Laura Stein, 305 555 1234", CODE, "yes")
    assert "is gone" in await talk.say("so botox is off?")
