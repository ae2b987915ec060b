"""What is almost like something else is not taken for it."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice


def talk_with(kind: str = "medspa") -> Conversation:
    return Conversation(Office(practice=practice(kind), on_file=[], number=""), typed=True)


@pytest.mark.parametrize(
    ("kind", "said", "heard"),
    [
        ("medspa", "can someone tell me how much a hydrafacial is", "189"),
        ("dental", "my two kids need checkups, when are you open on Friday?", "open"),
        ("medspa", "can I come at ten past three on Tuesday for Botox", "Which would you like|open|have"),
        ("medspa", "my lips look uneven, I'd like filler on Tuesday", "have|open"),
        ("wellness", "I've spent a lot on massages elsewhere, can I come Saturday", "have|open"),
        ("medspa", "I won't be here after Thursday, can I come Tuesday for a peel", "have|open"),
        ("wellness", "I need to talk to a nutrition person, December 2 is good", "have|open"),
    ],
)
async def test_an_ordinary_wish_goes_on_as_one(kind: str, said: str, heard: str) -> None:
    talk = talk_with(kind)
    answer = await talk.say(said)
    assert any(word in answer for word in heard.split("|")), answer
    assert not talk.office.made("request_person") and "911" not in answer
    assert "know it's you" not in answer


async def test_times_that_do_not_suit_are_no_complaint() -> None:
    talk = talk_with()
    await talk.say("Botox on Tuesday")
    assert "sorry to hear" not in await talk.say("that's not okay for me, later please")
    assert not talk.office.made("request_person")


@pytest.mark.parametrize(
    "said",
    [
        "my lip is swollen since my filler, can I book Botox on Tuesday?",
        "I have a fever, can I still get a peel on Tuesday",
        "it's burning after my laser, book me a hydrafacial on Tuesday",
    ],
)
async def test_a_sign_after_a_treatment_goes_to_clinicians_before_any_booking(said: str) -> None:
    answer = await talk_with().say(said)
    assert "911" in answer or "clinic" in answer, answer
    assert "Which would you like" not in answer


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("dental", "my 15 year old daughter wants whitening on Tuesday"),
        ("dental", "I'm 16 and need a checkup"),
        ("medspa", "my daughter is 15 and wants Botox"),
    ],
)
async def test_under_18_only_a_childs_own_visit_is_booked(kind: str, said: str) -> None:
    assert "parent or guardian" in await talk_with(kind).say(said)


@pytest.mark.parametrize(
    "said", ["I need to talk to a person about my Botox on Tuesday", "speak to a human please"]
)
async def test_a_person_is_reached_whatever_else_is_named(said: str) -> None:
    talk = talk_with()
    await talk.say(said)
    await talk.say("Ana Ruiz 305 555 0142")
    assert talk.office.made("request_person")


@pytest.mark.parametrize(
    ("kind", "said", "heard"),
    [
        ("dental", "a cleaning, Fridays are the only day I have", "December 4th"),
        ("dental", "I'd like a filling on a Thursday in December, 3:30 or later", "December 3rd at 3:30 PM"),
        ("dental", "what time do you close on Fridays", "On Fridays we're open 8 AM to 1 PM"),
        ("wellness", "prices for deep tissue, infrared sauna and acupuncture please", "$45"),
        ("dental", "Do you take Delta Dental? And do you sell gift cards?", "We don't sell gift cards"),
    ],
)
async def test_days_for_any_week_and_several_questions_are_heard(kind: str, said: str, heard: str) -> None:
    assert heard in await talk_with(kind).say(said)


@pytest.mark.parametrize(
    "said",
    [
        "I've got lip filler with you on Tuesday December 1st at 11 but I need to move it",
        "can you do my peel later the same day? it's December 7 at 9",
    ],
)
async def test_a_visit_that_stands_is_moved_and_not_booked_twice(said: str) -> None:
    assert "know it's you" in await talk_with().say(said)


async def test_two_misheard_words_call_nobody() -> None:
    talk = Conversation(Office(practice=practice("medspa"), number="0142"))
    await talk.say("I'd like to book an appointment")
    await talk.say("Official please")
    assert not talk.office.made("request_person") and "reach you" not in " ".join(talk.spoken)


async def test_a_parent_who_asks_for_a_child_may_book_for_themselves() -> None:
    talk = talk_with()
    await talk.say("my daughter is sixteen and wants her lips done, Saturday December 12?")
    answer = await talk.say("all right, then a HydraFacial that Saturday, just for me")
    assert "December 12th" in answer and "18" not in answer


async def test_a_minor_stays_one() -> None:
    talk = talk_with()
    await talk.say("hi I'm 16, can I get Botox?")
    assert "18" in await talk.say("a HydraFacial on Friday then, just for me")


async def test_days_that_do_not_suit_a_new_visit_move_no_old_one() -> None:
    answer = await talk_with().say("lip filler please, I can't do the 1st through the 6th, any time after that")
    assert "December 7th" in answer, answer
