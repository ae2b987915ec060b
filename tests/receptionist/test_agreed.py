"""Nothing is booked but what was read back and agreed to, for whom it was told."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice


def chat(of: str = "medspa") -> Conversation:
    return Conversation(Office(practice=practice(of), on_file=[], number=""), typed=True)


async def tell(talk: Conversation, *lines: str) -> str:
    reply = ""
    for line in lines:
        reply = await talk.say(line)
    return reply


async def test_a_yes_that_names_another_treatment_books_nothing() -> None:
    talk = chat("wellness")
    assert "IV drip" in await tell(talk, "IV drip December 1 at 4 pm", "Catarino Lucero", "360 555 0143")
    assert "Infrared sauna" in await talk.say("yes, the sauna")
    assert not talk.office.booked
    await tell(talk, "yes")
    assert [visit["service_id"] for visit in talk.office.booked] == ["svc_sauna"]


async def test_a_yes_that_names_what_was_read_back_books_it() -> None:
    talk = chat("wellness")
    await tell(talk, "IV drip December 1 at 4 pm", "Catarino Lucero", "360 555 0143", "yes, the drip please")
    assert [visit["service_id"] for visit in talk.office.booked] == ["svc_iv"]


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("between 11 and 3, the 1st or the 3rd", {1, 3}),
        ("the 2nd or 9th, between 10 and 2", {2, 9}),
        ("could we do it on the 2nd, from 11 on?", {2}),
    ],
)
async def test_days_told_after_an_offer_are_no_choice_of_it(said: str, days: set[int]) -> None:
    talk = chat()
    await tell(talk, "I'd like Botox on Monday", said)
    assert talk.state["slot"] is None or int(talk.state["slot"]["starts_at"][8:10]) in days
    assert {int(slot["starts_at"][8:10]) for slot in talk.state["offered"]} <= days


@pytest.mark.parametrize(("said", "place"), [("the 2nd one", 1), ("the second, please", 1), ("the 3rd", 2)])
async def test_a_place_among_what_was_offered_is_taken(said: str, place: int) -> None:
    talk = chat()
    await talk.say("I'd like Botox on Monday")
    offered = talk.state["offered"]
    await talk.say(said)
    assert talk.state["slot"] == offered[place]


async def test_the_next_persons_name_is_asked_for() -> None:
    talk = chat()
    reply = await tell(
        talk,
        "three of us on Saturday December 5th: a chemical peel for me, a HydraFacial for my mother,"
        " and my daughter (she is 26) just a consultation",
        *("10 am", "Noelani Kahale", "305 555 0171", "yes", "10:30 am", "Haunani Kahale", "yes", "11 am"),
    )
    assert "name" in reply
    await tell(talk, "Leilani Kahale", "yes")
    assert [visit["name"] for visit in talk.office.booked] == ["Noelani Kahale", "Haunani Kahale", "Leilani Kahale"]


async def test_one_persons_treatments_need_one_name() -> None:
    talk = chat()
    wish = "a chemical peel and a HydraFacial on December 5th"
    reply = await tell(talk, wish, "10 am", "Noe Kahale", "305 555 0171", "yes", "11 am")
    assert "Noe Kahale" in reply


@pytest.mark.parametrize(
    "said", ["ok, the sauna then, December 5 at 1 pm", "can you turn it into a sauna instead?"]
)
async def test_what_replaces_a_visit_says_so(said: str) -> None:
    talk = chat("wellness")
    await tell(talk, "IV drip December 5 at 10 am", "Hine Tautahi", "808 555 0116", "yes")
    reply = await talk.say(said)
    assert "takes the place of your IV drip" in reply
    if "Shall I" not in reply and "correct" not in reply:
        await talk.say("the first one")
    await talk.say("yes")
    assert [visit["service_id"] for visit in talk.office.booked] == ["svc_sauna"]


async def test_what_is_wanted_as_well_replaces_nothing() -> None:
    talk = chat("wellness")
    await tell(talk, "IV drip December 5 at 10 am", "Hine Tautahi", "808 555 0116", "yes")
    await tell(talk, "and also the sauna, December 5 at 1 pm", "yes")
    assert [visit["service_id"] for visit in talk.office.booked] == ["svc_iv", "svc_sauna"]


async def test_of_two_visits_the_one_named_is_moved() -> None:
    talk = chat("dental")
    wish = "a cleaning on December 7 at 9 and a filling on December 14 at 9"
    await tell(talk, wish, "Bert Maddox", "614 555 0140", "yes", "yes")
    await tell(talk, "could the cleaning on December 7 be at 11 instead?", "yes")
    told = {(visit["service_id"], visit["start"].hour) for visit in talk.office.booked}
    assert told == {("svc_clean", 11), ("svc_fill", 9)}


async def test_who_insists_on_what_was_read_back_gets_it() -> None:
    talk = chat("dental")
    await tell(talk, "a cleaning on December 7 at 9", "Bert Maddox", "614 555 0140")
    assert "December 7th at 9 AM" in await talk.say("no, I meant December 7 at 9")
    await talk.say("yes")
    assert len(talk.office.booked) == 1


@pytest.mark.parametrize("said", ["Bet. Thanks coach I mean thanks", "You'd do well in accounting."])
async def test_small_talk_after_a_booking_begins_no_other(said: str) -> None:
    talk = chat("wellness")
    await tell(talk, "sauna December 5 at 10 am", "Kai Fonoti", "808 555 0116", "yes")
    reply = await talk.say(said)
    assert not talk.state["booking"], reply


async def test_a_number_that_cannot_be_one_is_asked_for_again_and_never_lost() -> None:
    talk = chat()
    await tell(talk, "I want to talk to a person", "Pilar Cruz 000 555 0199")
    assert not talk.office.made("request_person")
    await tell(talk, *["000 555 0199"] * 3)
    assert "0005550199" in talk.office.made("request_person")[-1]["reason"]


async def test_an_extension_is_passed_on_beside_the_number() -> None:
    talk = chat()
    await tell(talk, "I want to talk to a person", "Pilar Cruz, 614-555-0199, extension 4")
    asked = talk.office.made("request_person")[-1]
    assert asked["phone"].endswith("6145550199") and "extension 4" in asked["reason"]


async def test_a_visit_that_is_told_to_be_booked_is_not_booked_again() -> None:
    talk = chat("dental")
    await talk.say(
        "Got a cleaning scheduled for Dec 15, 9 in the morning. While I'm there I might as well do the whitening."
    )
    assert talk.state["service_id"] == "svc_white" and not talk.state["planned"]


async def test_a_remark_beside_the_yes_asks_nothing() -> None:
    talk = chat("dental")
    await tell(talk, "cleaning December 1 at 2 pm", "Ana Ruiz", "614 555 0143")
    await tell(talk, "Yes. And if there's a fee for being late, so be it.")
    assert [visit["service_id"] for visit in talk.office.booked] == ["svc_clean"]


async def test_a_question_beside_the_yes_is_answered_first() -> None:
    talk = chat("dental")
    await tell(talk, "cleaning December 1 at 2 pm", "Ana Ruiz", "614 555 0143")
    assert "$120" in await talk.say("yes, and how much is it?")
