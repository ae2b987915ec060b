"""Who only wants to know: everything asked is answered, what is not known goes to people, and no one is pressed."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.front_office import FrontOffice


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("which one takes less time, the peel or the hydrafacial?", ["45 minutes", "an hour"]),
        ("Between microneedling and a chemical peel, what's cheaper?", ["$300", "$150"]),
        ("what do you charge for a peel, and how much time should I set aside?", ["$150", "45 minutes"]),
        ("botox vs dysport: cost, time?", ["$14", "$5", "30 minutes"]),
        ("is the peel quick? I'm on my lunch break", ["45 minutes"]),
        ("what is one facial by itself", ["$199"]),
        ("Good day, excuse my english. Is possible that I pay the filler every month a part?", ["CareCredit"]),
    ],
)
async def test_treatments_that_are_weighed_are_told_side_by_side(asked: str, told: list[str]) -> None:
    answer = await Conversation(FrontOffice()).say(asked)
    assert all(fact in answer for fact in told), answer
    assert "our team" not in answer, "nothing of it is unknown"


@pytest.mark.parametrize(
    "asked", ["do you have a student discount", "do you do couples hydrafacials", "is it sterile"]
)
async def test_what_is_near_a_fact_is_no_fact(asked: str) -> None:
    answer = await Conversation(FrontOffice()).say(asked)
    assert "Yes" not in answer and "CareCredit" not in answer and "$" not in answer, answer


@pytest.mark.parametrize(
    "answer",
    [
        "Could somebody look it up and let me know?",
        "please check and call me",
        "I'd like to hear it from the people who work there",
        "I'll wait to hear back",
        "would you mind checking with the staff",
    ],
)
@pytest.mark.parametrize(
    "first", ["Do you use laughing gas?", "Botox on Tuesday please. Is there wifi for guests?"]
)
async def test_who_wants_to_hear_what_is_not_known_is_called_about_it(first: str, answer: str) -> None:
    office = FrontOffice()
    talk = Conversation(office)
    await talk.say(first)
    await talk.say(answer)
    await talk.say("Ana Ruiz, 305 555 0142")
    (task,) = office.made("request_person")
    assert task["reason"].startswith("Question for the team: ")
    assert talk.state["booking"] is first.startswith("Botox"), "a booking goes on afterwards"


@pytest.mark.parametrize(
    "answer", ["ok forget it", "nah it's fine", "no it's okay", "Ok. And what does a peel cost?"]
)
async def test_no_one_is_called_who_only_takes_note(answer: str) -> None:
    office = FrontOffice()
    talk = Conversation(office)
    await talk.say("Do you use laughing gas?")
    assert "your name" not in await talk.say(answer)
    assert not office.made("request_person")


@pytest.mark.parametrize(
    "later",
    [
        "Thank you, I will speak with my husband",
        "ok I'll call when I know my schedule",
        "just pricing it out for now",
        "I have to check my calendar",
        "I'm gonna shop around first",
        "not yet, need payday first",
    ],
)
@pytest.mark.parametrize("asked", ["How much is lip filler?", "I'm interested in microneedling, what does it cost"])
async def test_who_decides_later_is_not_asked_for_a_day(asked: str, later: str) -> None:
    talk = Conversation(FrontOffice(), typed=True)
    await talk.say(asked)
    assert "No rush" in (answer := await talk.say(later)) or "Anything else" in answer or "anything else" in answer
    assert talk.state["booking"] is False


async def test_who_decides_later_may_come_back_to_it() -> None:
    talk = Conversation(FrontOffice(), typed=True)
    await talk.say("I'm interested in microneedling, what does it cost")
    await talk.say("let me talk it over with my wife first")
    assert "Tuesday" in await talk.say("ok she says yes, microneedling on Tuesday please")


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("About Thursday's peel, do you take CareCredit, and how much is it?", ["CareCredit", "$150"]),
        ("For my Botox this Friday, how long will it take and where do I park?", ["30 minutes", "garage"]),
        (
            "My daughter has her peel with you Monday morning. How long is it and what does it cost?",
            ["$150"],
        ),
    ],
)
async def test_who_asks_about_a_visit_they_have_is_offered_no_other(asked: str, told: list[str]) -> None:
    talk = Conversation(FrontOffice())
    answer = await talk.say(asked)
    assert all(fact in answer for fact in told), answer
    assert talk.step == "else" and not talk.state["booking"]
    await talk.say("Good to know, see you then")
    assert not talk.state["booking"]


@pytest.mark.parametrize(
    "answer", ["Yes, please have somebody tell me before Friday", "if somebody can find out and let me know"]
)
async def test_the_team_tells_them_before_the_visit_they_have(answer: str) -> None:
    office = FrontOffice()
    talk = Conversation(office)
    await talk.say("For my Botox this Friday, may my husband be in the room?", answer, "Ana, 305 555 0142")
    (task,) = office.made("request_person")
    assert "my husband" in task["reason"] and not talk.state["booking"]


async def test_what_was_answered_badly_is_found_out_as_well() -> None:
    office = FrontOffice()
    talk = Conversation(office)
    await talk.say("How much is parking?", "alright, if somebody can find out the height of the garage I'd be glad")
    assert talk.step == "person_contact"


@pytest.mark.parametrize(
    ("said", "step"),
    [
        ("No visit, only the gift card", "offer_person"),
        ("no appointment needed", "else"),
        ("I have one already, just asking", "else"),
        ("I don't need an appointment, I'm looking for the ring I had on Saturday", "person_contact"),
    ],
)
async def test_who_says_that_no_visit_is_wanted_is_not_asked_for_a_treatment_again(said: str, step: str) -> None:
    talk = Conversation(FrontOffice())
    await talk.say("can I come in sometime", said)
    assert talk.step == step and not talk.state["booking"]
