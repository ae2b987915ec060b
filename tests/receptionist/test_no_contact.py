"""Who turns to us and wants no more calls or messages: it holds, or people are told at once."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.front_office import FrontOffice


@pytest.mark.parametrize(
    "said",
    [
        "please stop texting me",
        "take me off whatever list this is",
        "don't ever call me again",
        "remove my number from your calling list",
        "I don't want any more of your texts",
        "no me manden m\u00e1s mensajes",
        "dejen de llamarme",
    ],
)
async def test_no_more_contact_holds_in_any_words(said: str) -> None:
    office = FrontOffice(answers={"stop_contact": {"status": "stopped"}})
    assert "won't call or write to this number" in await Conversation(office).say(said)
    assert office.made("stop_contact")


async def test_of_a_number_nobody_proved_people_are_told_in_the_callers_words() -> None:
    office = FrontOffice(answers={"stop_contact": {"status": "unknown_person"}})
    talk = Conversation(office)
    reply = await talk.say("stop calling me, I mean it")
    assert "take you off every list. Which number or email is it?" in reply
    (request,) = office.made("request_person")  # before any answer: the caller may hang up now
    assert "stop calling me, I mean it" in request["reason"]
    assert "call you" not in await talk.say("305 555 0142")
    assert talk.state["phone"] == "+13055550142" and len(office.made("request_person")) == 1


@pytest.mark.parametrize(
    "said",
    ["please don't call me before nine", "I'd like to stop smoking", "never had Botox, I want it on Tuesday"],
)
async def test_other_wishes_are_none(said: str) -> None:
    office = FrontOffice()
    await Conversation(office).say(said)
    assert not office.made("stop_contact")
