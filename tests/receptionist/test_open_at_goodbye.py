"""Nobody is let go with a goodbye while a question of theirs is open that nobody's call was offered about."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.front_office import FrontOffice
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice

_ASKED = "Do you offer a discount for veterans?"


async def booked(asked: str = _ASKED, *, typed: bool = False) -> Conversation:
    """A booking in which something was asked that the practice has not told."""
    talk = Conversation(FrontOffice(), typed=typed)
    for line in ("Botox next Tuesday at 3 PM please", asked, "Ana Ruiz", "305 555 0142"):
        await talk.say(line)
    assert "Is there anything else" in await talk.say("yes, that's right")
    return talk


@pytest.mark.parametrize("bye", ["no thanks, bye", "nope, that's all", "thank you", "no, that's everything!"])
async def test_what_was_left_open_is_said_before_the_goodbye_and_becomes_a_task(bye: str) -> None:
    talk = await booked()
    assert "call you about it" in await talk.say(bye)
    assert not talk.ended
    await talk.say("oh yes, please do")
    (task,) = talk.office.made("request_person")
    assert _ASKED in task["reason"]


@pytest.mark.parametrize("no", ["no thanks", "nah it's fine", "no need, bye", "no thank you, never mind"])
async def test_who_wants_no_call_is_let_go(no: str) -> None:
    talk = await booked()
    await talk.say("no, that's it. bye")
    assert "look forward to seeing you" in await talk.say(no)
    assert talk.ended
    assert not talk.office.made("request_person")


async def test_thanks_in_a_chat_are_answered_with_what_is_open_once() -> None:
    talk = await booked(typed=True)
    assert "call you about it" in await talk.say("thank you so much!")
    assert "call" not in await talk.say("no thanks")
    assert talk.ended


async def test_who_asks_something_else_is_answered() -> None:
    talk = await booked(typed=True)
    await talk.say("ok bye")
    assert "$" in await talk.say("oh wait, how much is Botox?")


async def test_a_question_for_which_a_call_was_offered_is_not_brought_up_again() -> None:
    talk = Conversation(FrontOffice())
    assert "Shall I have someone" in await talk.say(_ASKED)
    await talk.say("no, never mind")
    await talk.say("no, bye")
    assert talk.ended


async def test_it_is_said_in_spanish_to_who_writes_it() -> None:
    talk = Conversation(Office(practice=practice("medspa"), on_file=[], number="0142"), typed=True)
    for line in ("quiero botox el martes a las 3 de la tarde", "¿hay descuento para veteranos?", "la primera"):
        await talk.say(line)
    for line in ("Ana Ruiz", "305 555 0142"):
        await talk.say(line)
    assert "algo más" in await talk.say("sí, está correcto"), talk.spoken
    assert "llame por eso" in await talk.say("no, eso es todo, gracias")


@pytest.mark.parametrize(
    "says",
    [
        "Is there a quiet room for nursing moms? If you're not sure, have someone find out for me.",
        "Do you do eyebrow threading and for how much? If you don't know, have someone check and call me, no rush.",
    ],
)
async def test_what_someone_is_to_find_out_is_a_task_at_once(says: str) -> None:
    talk = Conversation(Office(practice=practice("medspa"), on_file=[], number="0142"), typed=True)
    asked = await talk.say(says)
    assert "your name" in asked and asked.count("?") == 1, asked
    await talk.say("Ana Ruiz, 305 555 0142")
    assert talk.office.made("request_person")
