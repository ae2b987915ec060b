"""What someone has changed their mind about: a move that becomes a cancellation, one visit that goes and one that
stays, a new visit where one on file was understood, and danger that was a joke."""

from dataclasses import replace
from datetime import datetime

import pytest

from mia.platform.conversation.ports import Heard
from mia.receptionist.dialogue.on_file.new_instead import may_be_new
from mia.receptionist.practice import read_practice
from mia.receptionist.understanding.meaning import Expecting
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.utterance import understand
from mia.receptionist.understanding.wishes.errands import Errand
from tests.receptionist.front_office import ZONE
from tests.receptionist.patients.office import CODE
from tests.receptionist.patients.patient import practice
from tests.receptionist.writers import writer

BOTOX = {"id": "apt_1", "service": "svc_botox", "start": "2026-12-15T14:00"}
PEEL = {"id": "apt_2", "service": "svc_peel", "start": "2026-12-02T11:00"}
NOW = datetime(2026, 11, 21, 10, tzinfo=ZONE)
WHO = "Ana Ruiz, 305 555 0142"


@pytest.mark.parametrize("said", ["don't move it, just cancel it", "you know what, drop it altogether"])
async def test_a_visit_that_was_to_be_moved_is_canceled_after_a_yes(said: str) -> None:
    talk, office = writer("medspa", BOTOX)
    asked = await talk.say("I need to move my Botox to another day", WHO, CODE, said)
    assert "Shall I cancel it?" in asked and not office.canceled
    await talk.say("yes")
    assert office.canceled == ["apt_1"]


async def test_who_says_what_stays_agrees_to_the_other() -> None:
    talk, office = writer("medspa", BOTOX, PEEL)
    asked = await talk.say("cancel my Botox on the 15th", WHO, CODE)
    assert "Botox" in asked
    await talk.say("Take the Botox off, leave the peel.")
    assert office.canceled == ["apt_1"]


async def test_that_is_the_visit_told_of_before() -> None:
    talk, _ = writer("medspa", BOTOX, PEEL)
    asked = await talk.say(
        "My husband had Botox set for the 15th. Please cancel that. My own peel on the 2nd can stay.",
        WHO,
        CODE,
    )
    assert "Botox" in asked and "Shall I cancel it?" in asked


async def test_one_treatment_in_the_place_of_another_moves_that_visit() -> None:
    talk, office = writer("medspa", BOTOX)
    asked = await talk.say(
        "Instead of the Botox on Tuesday the 15th I'd rather do a chemical peel, 1 pm or later", WHO, CODE
    )
    assert "December 15th at 1 PM" in asked
    await talk.say("Tuesday at 1 PM", "yes")
    assert [one["service_id"] for one in office.booked] == ["svc_peel"] and office.canceled == ["apt_1"]


@pytest.mark.parametrize(
    ("said", "errand", "book", "may_be"),
    [
        ("laser hair removal, an odd date, the week of December 7th", Errand.MOVE, 0.12, True),
        ("a massage Saturday or Sunday, just get me out of the house", Errand.CANCEL, 0.6, True),
        ("please move my massage to Saturday", Errand.MOVE, 0.03, False),
        ("cancel the massage on Saturday", Errand.CANCEL, 0.1, False),
    ],
)
def test_a_new_visit_may_have_been_meant(said: str, errand: Errand, book: float, may_be: bool) -> None:
    facts = practice("medspa" if "laser" in said else "wellness")
    meaning = understand(Heard(said, typed=True), read_practice(facts), NOW, Expecting(), None)
    assert bool(may_be_new(errand, replace(meaning, purposes={Purpose.BOOK: book}))) is may_be


@pytest.mark.parametrize("reply", ["no, no, I was only joking around", "no"])
async def test_who_says_no_to_the_script_is_asked_and_not_sent_to_911_for_ever(reply: str) -> None:
    talk, office = writer("medspa")
    assert "911" in await talk.say("I can't breathe")
    asked = await talk.say(reply)
    assert "danger right now" in asked or "glad" in asked
    assert "911" not in await talk.say("no, nobody. Book me for Botox on Wednesday December 9th at 2")
    assert office.made("request_person"), "the note for the team stays"


async def test_danger_that_goes_on_is_danger_again() -> None:
    talk, _ = writer("medspa")
    await talk.say("I can't breathe", "no")
    assert "911" in await talk.say("yes")


async def test_nobody_who_may_harm_themselves_is_asked_that() -> None:
    talk, _ = writer("medspa")
    assert "988" in await talk.say("I want to kill myself")
    assert "911" in await talk.say("no")


async def test_no_more_texts_but_a_visit() -> None:
    talk, office = writer("medspa")
    offered = await talk.say("Quit texting me, no more texts. And I want a peel on Wednesday, December 9 at 1.")
    assert "off every list" in offered and "December 9th at 1 PM" in offered
    await talk.say("Ana Ruiz", "305 555 0142", "yes")
    assert [one["service_id"] for one in office.booked] == ["svc_peel"]
    told = office.made("request_person")[-1]
    assert "0142" in told["phone"] and "no more calls or messages" in told["reason"]


@pytest.mark.parametrize("said", ["wrong number, sorry", "oops I have the wrong number"])
async def test_a_wrong_number_is_let_go(said: str) -> None:
    talk, office = writer("medspa")
    await talk.say(said)
    assert talk.ended and not office.made("request_person")


async def test_weekends_are_told_by_the_week() -> None:
    answer = await writer("medspa")[0].say("are you open on weekends?")
    assert "closed on Sundays" in answer and "Saturdays we're open 10 AM to 3 PM" in answer


@pytest.mark.parametrize(
    "said",
    [
        "I chickened out of the Botox on Tuesday the 15th. Keep me that day but give me a peel, 1 pm or later",
        "Botox isn't in the cards this month. Swap it for a peel? Same Tuesday, the 15th, after 1",
        "could you swap my Botox on the 15th for a chemical peel, 1 pm or later",
    ],
)
async def test_a_treatment_that_is_given_up_makes_room_for_another(said: str) -> None:
    talk, office = writer("medspa", BOTOX)
    await talk.say(said, WHO, CODE, "Tuesday at 1 PM", "yes")
    assert [one["service_id"] for one in office.booked] == ["svc_peel"] and office.canceled == ["apt_1"]


async def test_who_has_no_visit_may_find_one_treatment_too_dear_and_book_another() -> None:
    talk, _ = writer("medspa")
    await talk.say("Botox is too much for me. Could I do a peel instead, Tuesday the 15th?")
    assert talk.step == "slot"
