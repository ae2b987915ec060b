"""When a conversation ends: never before someone has what they came for, as far as they let us know."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.front_office import FrontOffice
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice


def chat() -> Conversation:
    return Conversation(Office(practice=practice("medspa"), on_file=[], number=""), typed=True)


@pytest.mark.parametrize("said", ["Thank you dear, I'll think that over.", "thanks so much!", "much obliged"])
async def test_a_thank_you_in_writing_leaves_the_chat_open(said: str) -> None:
    talk = chat()
    await talk.say("where are you located?")
    assert "oodbye" not in await talk.say(said)
    assert not talk.ended
    assert "$" in await talk.say("and how much is Botox?")


@pytest.mark.parametrize("said", ["no that's all, thanks", "thanks, bye", "nope, nothing else. Goodbye"])
async def test_who_says_that_this_is_all_is_let_go(said: str) -> None:
    talk = chat()
    await talk.say("where are you located?")
    await talk.say(said)
    assert talk.ended == "assistant-ended-call"


async def test_a_call_ends_with_thanks() -> None:
    talk = Conversation(FrontOffice())
    await talk.say("where are you located?")
    await talk.say("thank you")
    assert talk.ended == "assistant-ended-call"


@pytest.mark.parametrize("said", ["nah, I'm good", "no I'm ok", "no I'm fine thanks"])
async def test_who_wants_no_call_is_still_helped(said: str) -> None:
    talk = chat()
    assert "call you" in await talk.say("Is it safe to get Botox while breastfeeding?")
    await talk.say(said)
    assert not talk.ended
    assert "$" in await talk.say("how much is Botox then?")


async def test_thanks_after_the_script_for_danger_leave_the_chat_open() -> None:
    talk = chat()
    assert "911" in await talk.say("my throat is closing up and I can't breathe")
    assert "911" in await talk.say("thank you")
    assert not talk.ended
    await talk.say("bye")
    assert talk.ended
