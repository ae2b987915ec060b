"""Questions as people put them, inside a story, in passing or in pieces: the fact is told, nothing pressed."""

import re

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice

PRESSED = {"service", "when", "slot"}


async def _after(at: str, *says: str) -> tuple[Conversation, str]:
    talk = Conversation(Office(practice=practice(at)), typed=True)
    return talk, " ".join([await talk.say(one) for one in says])


@pytest.mark.parametrize(
    ("at", "says", "told"),
    [
        ("wellness", "How much would a massage be if I was a member vs if I just walked in?", "\\$110.*\\$95"),
        ("wellness", "Do members get money off the acupuncture too?", "\\$95 a month"),
        (
            "dental",
            "what does the smile plan cost again and is there anything in there besides cleanings",
            "\\$299",
        ),
        (
            "medspa",
            "My girl gave me a brochure about a glow membership. What is that and what does one pay",
            "\\$129",
        ),
        ("wellness", "i might have to cancel last minute bc of work, how strict are you", "12 hours"),
        ("medspa", "is the consult free or do i have to pay just to talk to somebody", "free"),
        ("dental", "how much if I just come talk to the dentist, no work done", "free"),
        ("dental", "Is Dr. Reyes a DMD or a DDS?", "Reyes, DMD"),
        ("medspa", "my friend told me u have 2 offices. where's the second one at", "22 Fern Lane"),
        ("medspa", "wats microneedling run n how long am i in the chair", "\\$310.*an hour"),
        ("medspa", "Timewise, what's the difference between the peel and the hydrafacial?", "45 minutes.*an hour"),
        ("medspa", "Budgeting for the new year. A peel and the HydraFacial, how much is each?", "\\$160.*\\$189"),
        ("medspa", "Before I say yes to my wife about laser for my ears, what hours do you keep?", "9 AM to 6 PM"),
        ("wellness", "Are you open on Saturday? And the Sunday after?", "Saturday.*9 AM.*9 AM to 4 PM"),
        (
            "dental",
            "I have no insurance, I play bass. My friend thought you had some kinda deal for the uninsured?",
            "\\$299",
        ),
        (
            "dental",
            "Where in that mall are you? And would there be anybody there of a Friday afternoon?",
            "8 AM to 1 PM",
        ),
        (
            "medspa",
            "My neighbor didn't show up once at a hair place and they took $90 off her. How are you about that?",
            "24 hours.*\\$50",
        ),
        (
            "wellness",
            "my sister missed one at her old salon and they charged her for all of it. are you guys like that?",
            "12 hours",
        ),
        ("wellness", "Can I write the massage off on my flex spending?", "HSA"),
        (
            "dental",
            "My old dentist in Dayton has all my films. How do I get them over to you?",
            "email your x-rays",
        ),
    ],
)
async def test_what_is_asked_in_passing_is_told(at: str, says: str, told: str) -> None:
    talk, said = await _after(at, says)
    assert re.search(told, said), said
    assert talk.step not in PRESSED, said


@pytest.mark.parametrize(
    "says",
    [
        "There's a $50 late fee on my card from you, but I moved it two days ahead. What's the rule?",
        "I got charged a late cancellation fee and I gave two days notice. What's your policy?",
    ],
)
async def test_a_fee_that_is_complained_of_goes_to_the_team_with_its_rule_told(says: str) -> None:
    talk, said = await _after("medspa", says)
    assert "24 hours" in said and talk.step == "person_contact", said


@pytest.mark.parametrize(
    ("at", "says"),
    [
        ("dental", "Can you send my x-rays to my new dentist in Cleveland?"),
        ("dental", "Where in Northgate Mall are you, and does the elevator that goes up there fit a scooter?"),
        ("medspa", "Can my guide dog be in the room during the laser, or is there someone who stays with him?"),
    ],
)
async def test_what_the_practice_has_not_said_goes_to_people(at: str, says: str) -> None:
    talk, said = await _after(at, says)
    assert talk.step in ("person_contact", "offer_person"), said


async def test_the_answer_is_asked_for_in_many_words() -> None:
    talk, _ = await _after(
        "medspa",
        "How much is laser on full legs? I am so done with shaving",
        "Could someone look it up and text me?",
    )
    assert talk.step == "person_contact"


async def test_what_another_place_charged_is_no_bill_of_ours() -> None:
    _, said = await _after(
        "medspa", "I missed my appt once at another spa and they charged me 100. What do you people do"
    )
    assert "24 hours" in said


@pytest.mark.parametrize(
    ("kind", "said", "told", "never"),
    [
        (
            "wellness",
            "Comparing prices. IV drip? Nutrition coaching? And the infrared sauna, what's that one come to?",
            ("$175", "$130", "$45"),
            "I don't have",
        ),
        (
            "medspa",
            "1) does my Blue Cross pay for this? 2) do you sell gift cards?",
            ("insurance", "front desk"),
            "team",
        ),
        (
            "dental",
            "what's whitening run, and a crown? do you take metlife too?",
            ("$350", "$1,150", "MetLife"),
            "team",
        ),
        (
            "dental",
            "Three things: are your gloves latex free? Do you sell gift cards? And is parking free there?",
            ("gift cards", "free lot", "call you"),
            "911",
        ),
        (
            "medspa",
            "what's in that glow membership i saw on the door n how much. also r u open on dec 14",
            ("$129", "9 AM to 6 PM"),
            "team",
        ),
    ],
)
async def test_a_list_of_questions_is_answered_one_by_one(
    kind: str, said: str, told: tuple[str, ...], never: str
) -> None:
    answer = await Conversation(Office(practice=practice(kind)), typed=True).say(said)
    assert all(each in answer for each in told) and never not in answer, answer
    assert all(answer.count(each) == 1 for each in told if each.startswith("$")), answer
