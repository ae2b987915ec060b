"""Several questions at once: each is answered, or named as one that the team will have to answer."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice


def _talk(at: str) -> Conversation:
    return Conversation(Office(practice=practice(at)), typed=True)


@pytest.mark.parametrize(
    ("at", "says", "told", "left"),
    [
        (
            "medspa",
            "how much is lip filler, does bayfront have parking, and is there a numbing cream or is that extra",
            ("$720", "marina garage"),
            "numbing cream",
        ),
        (
            "medspa",
            "price for a peel? and does that include the aftercare kit, and where do i park in bayfront",
            ("$160", "marina garage"),
            "aftercare kit",
        ),
        ("dental", "i need to know what a filling costs and if you open saturdays", ("$210", "Saturdays"), ""),
    ],
)
async def test_each_is_answered_or_named(at: str, says: str, told: tuple[str, ...], left: str) -> None:
    answer = await _talk(at).say(says)
    assert all(one in answer for one in told), answer
    assert left in answer and ("As for" in answer) == bool(left), answer


async def test_what_else_a_price_holds_is_not_answered_by_the_price() -> None:
    talk = _talk("medspa")
    await talk.say("how much is microneedling")
    answer = await talk.say("is the numbing cream in that or do u charge for it")
    assert "$310" not in answer and talk.step == "offer_person", answer


async def test_a_question_about_what_the_team_has_is_added() -> None:
    talk = _talk("dental")
    await talk.say("I need my x-rays sent to my new dentist Dr Kline in Dayton", "Walt Perez 614-555-0190")
    answer = await talk.say("do they cost anything to send?")
    assert "gift card" not in answer and "price of" not in answer, answer
    assert "cost anything to send" in talk.office.made("request_person")[-1]["reason"]


async def test_a_visit_is_offered_once_and_not_to_who_only_asks() -> None:
    talk = _talk("medspa")
    assert "book an appointment" in await talk.say("what does a peel cost")
    assert "time" not in (again := await talk.say("and microneedling?")) and "book" not in again, again
    only = _talk("medspa")
    assert "book" not in await only.say("just curious, what does a peel cost")


async def test_when_someone_of_the_team_is_in_is_for_the_team_to_tell() -> None:
    talk = _talk("dental")
    answer = await talk.say("is Dr. Sato in on mondays?")
    assert "we're open" not in answer and "Our team includes" not in answer, answer


@pytest.mark.parametrize("says", ["do you guys take credit cards?", "y aceptan tarjeta de crédito?"])
async def test_cards_to_pay_with_are_no_gift_cards(says: str) -> None:
    talk = _talk("dental")
    answer = await talk.say(says)
    assert "gift" not in answer and "regalo" not in answer and talk.step == "offer_person", answer


async def test_fridays_in_spanish_are_all_fridays() -> None:
    answer = await _talk("dental").say("cuánto vale una corona y trabajan los viernes en la tarde?")
    assert "$1,150" in answer and "1 p. m." in answer, answer
