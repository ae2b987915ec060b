"""What several of the same treatment, or several treatments, cost in all: Mia adds it up."""

import re

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice


async def _answer(at: str, says: str) -> str:
    return await Conversation(Office(practice=practice(at)), typed=True).say(says)


@pytest.mark.parametrize(
    ("at", "says", "told"),
    [
        ("medspa", "I get 14 units in the forehead and 10 at the eyes. What would botox run me, all in?", r"\$312"),
        ("dental", "what do three fillings come to", r"\$630"),
        ("medspa", "how much is 20 units of botox", r"\$260"),
        ("medspa", "what are two syringes of lip filler", r"\$1,440"),
        ("medspa", "buenas, ¿cuánto me saldrían dos jeringas de labios?", r"\$1,440"),
        ("medspa", "how much would two peels and a hydrafacial be altogether", r"\$509"),
        ("wellness", "what does it cost for the sauna and a massage together?", r"\$155"),
        ("wellness", "What's a massage plus the sauna, all in, and how long would that be?", r"\$155"),
        ("dental", "A cleaning for me and a checkup for my little girl, what will the two come to?", r"\$200"),
        (
            "wellness",
            "If I do a massage and the sauna on one day, what's my total? And do you bill my insurance?",
            r"\$155.*insurance",
        ),
    ],
)
async def test_what_several_come_to_is_told(at: str, says: str, told: str) -> None:
    said = await _answer(at, says)
    assert re.search(told, said), said


@pytest.mark.parametrize(
    ("at", "says"),
    [
        ("medspa", "how much is botox"),
        ("medspa", "A peel and the HydraFacial, how much is each?"),
        ("wellness", "how much is a 60 minute massage"),
        ("wellness", "how long do the massage and the sauna take together?"),
    ],
)
async def test_no_sum_is_told_unasked(at: str, says: str) -> None:
    said = await _answer(at, says)
    assert not re.search(r"together, that|in all", said, re.IGNORECASE), said


@pytest.mark.parametrize(
    "says",
    [
        "How much is a crown, and can I do the monthly thing?",
        "what would a crown be, and do I have to hand it over in one lump",
        "Price of a crown? Is that a lump sum?",
    ],
)
async def test_whether_it_is_paid_at_once_beside_a_price_is_how_it_is_paid(says: str) -> None:
    said = await _answer("dental", says)
    assert "six monthly parts" in said and "Smile Plan" not in said, said


async def test_some_monthly_thing_is_still_a_membership() -> None:
    assert "$95 a month" in await _answer("wellness", "Do you have some monthly thing for massages?")


@pytest.mark.parametrize(
    ("at", "says", "told"),
    [
        (
            "dental",
            "My husband and I are both due for a cleaning and he has two cavities. What would all of that come to?",
            r"\$660",
        ),
        ("dental", "what would a cleaning for my wife and me come to", r"\$240"),
        ("medspa", "how much total if I did lips with 2 syringes and also the microneedling", r"\$1,750"),
    ],
)
async def test_people_who_come_are_counted(at: str, says: str, told: str) -> None:
    assert re.search(told, said := await _answer(at, says)), said


@pytest.mark.parametrize(
    ("at", "says"),
    [
        ("medspa", "Botox and a HydraFacial, what's the total?"),
        ("dental", "cleanings for the kids and fillings for my husband, what does that come to?"),
    ],
)
async def test_what_is_not_counted_is_not_summed(at: str, says: str) -> None:
    said = await _answer(at, says)
    assert "$" in said and not re.search(r"together, that|in all", said, re.IGNORECASE), said


async def test_what_was_asked_one_by_one_is_summed_when_that_is_asked() -> None:
    talk = Conversation(Office(practice=practice("medspa")), typed=True)
    assert "$310" in await talk.say("how much is microneedling?")
    assert "$160" in await talk.say("and the peel?")
    assert "$470" in await talk.say("and all together?")


@pytest.mark.parametrize(
    ("says", "told"),
    [
        ("whats like ur cheapest facial thing", r"\$160.*\$189"),
        ("is there anything cheaper to freshen up my face", r"\$160.*\$189"),
        ("my mom gave me $400 for my bday, could I get botox and a hydrafacial with that?", r"\$13.*\$189"),
        ("no, I didn't pay anything. is $400 enough for a HydraFacial?", r"\$189"),
    ],
)
async def test_what_is_to_fit_a_purse_is_told_by_prices(says: str, told: str) -> None:
    said = await _answer("medspa", says)
    assert re.search(told, said) and "payments" not in said, said
