"""Records and x-rays in any words: how they come here is told, and what only the team can do goes to the team."""

import pytest

from mia.receptionist.understanding.records import records_come, with_x_rays_named
from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice

_TOLD = "email your x-rays"


def dental() -> Conversation:
    return Conversation(Office(practice=practice("dental"), on_file=[], number="0142"), typed=True)


@pytest.mark.parametrize(
    "says",
    [
        "My mother's old office took panoramic pictures of her jaw last year, will you see those or redo them?",
        "My dentist in Dayton has films of my teeth. Do I carry them over myself?",
        "I paid for a whole set of bitewings at Dr. Lowell's in May. Must I do all that again?",
        "Do I need to fetch my x-rays from Dr. Lowell's office or do they just get sent over",
        "my last dentist did a full set, horrible gagging. can you use those x-rays instead of new ones",
        "¿Cómo les hago llegar las radiografías que tiene mi dentista de antes?",
    ],
)
async def test_how_they_come_here_is_told(says: str) -> None:
    told = await dental().say(says)
    assert _TOLD in told or "radiografías por correo" in told


async def test_it_is_told_beside_a_visit_that_is_booked() -> None:
    said = await dental().say(
        "At my previous dentist they made pictures of my teeth. Must I bring those? I'd also like a cleaning on "
        "December 14."
    )
    assert _TOLD in said
    assert "don't have that information" not in said
    assert "December 14th" in said


@pytest.mark.parametrize(
    "says",
    [
        "Can you send my records to my new dentist in Austin?",
        "I need a copy of my x-rays",
        "please forward my x-rays to Dr. Lowell, I moved away",
    ],
)
async def test_records_that_leave_are_a_task_and_nothing_is_told_of_those_that_come(says: str) -> None:
    talk = dental()
    assert _TOLD not in await talk.say(says)
    assert talk.office.made("request_person")


@pytest.mark.parametrize(
    ("says", "told"),
    [
        ("Do you take Cigna? And I need a copy of my x-rays from March.", "Cigna"),
        ("I think I left my scarf there on Friday. Also, where do you park around Northgate?", "Mall parking"),
        ("Please change the phone number you have for me, it's old. Also how late are you open Mondays?", "5"),
    ],
)
async def test_what_is_asked_beside_a_matter_is_told_and_the_matter_is_a_task(says: str, told: str) -> None:
    talk = dental()
    assert told in await talk.say(says)
    assert talk.office.made("request_person")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("a full set of pictures at Dr. Fenn's", "a full set of x-rays at Dr. Fenn's"),
        ("they took films of my teeth", "they took x-rays of my teeth"),
        ("send me pictures of the result", "send me pictures of the result"),
    ],
)
def test_x_rays_are_called_that(text: str, named: str) -> None:
    assert with_x_rays_named(text) == named


@pytest.mark.parametrize(
    ("line", "come"),
    [
        ("my old guy has my x rays", True),
        ("can dr lowell s office send the records to you", True),
        ("send my records to my new dentist", False),
        ("my old dentist was rude", False),
    ],
)
def test_records_come_from_elsewhere(line: str, come: bool) -> None:
    assert records_come(line) is come


@pytest.mark.parametrize("says", ["What's your email?", "is there an e-mail address I can write to?"])
async def test_who_asks_for_an_email_that_we_have_not_hears_the_number_and_is_offered_the_team(says: str) -> None:
    talk = dental()
    said = await talk.say(says)
    assert "(614) 555-0120" in said
    assert "don't have an email" in said
    await talk.say("yes please")
    await talk.say("Ana Ruiz, 614 555 0142")
    assert talk.office.made("request_person")


async def test_an_email_address_that_the_practice_has_told_is_told() -> None:
    facts = dict(practice("dental"))
    own = {"topic": "email", "questions": ["Do you have email?"], "answer": "Write to desk@maple.example."}
    facts["faq"] = [*facts["faq"], {**own, "answer_es": ""}]
    talk = Conversation(Office(practice=facts, on_file=[], number="0142"), typed=True)
    assert "desk@maple.example" in await talk.say("what email do I use to reach you?")
