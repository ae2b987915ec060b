"""An answer that does not hold what was asked is not given as if it did; people are offered instead."""

import re

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice


async def _after(at: str, *says: str) -> str:
    return await Conversation(Office(practice=practice(at)), typed=True).say(*says)


@pytest.mark.parametrize(
    ("at", "says"),
    [
        ("medspa", ("are gift cards still good after a year?",)),
        ("medspa", ("can I buy a gift card online?",)),
        ("medspa", ("do you sell gift cards?", "can I use a gift card to pay for Botox?")),
        ("medspa", ("what's parking after the two hours at Bayfront?",)),
        ("medspa", ("Y si me paso de las dos horas en el garaje de Bayfront, ¿cuánto cobran?",)),
        ("medspa", ("what if I pay cash, is it cheaper?",)),
        ("medspa", ("my friend's place is 9 a unit, will you match it?",)),
        ("medspa", ("group rate for six of us?",)),
        ("medspa", ("does the membership cover Botox?",)),
        ("dental", ("do you have a plan without insurance?", "does it cover fillings?")),
        ("dental", ("do you charge for copies of records?",)),
        ("dental", ("do you take Guardian?",)),
        ("wellness", ("if I'm ten minutes late do I still get my full hour?",)),
        ("medspa", ("what's your cancellation policy? do I lose the visit or just pay the fee?",)),
    ],
)
async def test_what_the_text_does_not_hold_is_offered_to_be_found_out(at: str, says: tuple[str, ...]) -> None:
    said = await _after(at, *says)
    assert re.search(r"call you|help you|le llame|persona", said), said
    assert "CareCredit" not in said and "insurance doesn't" not in said, said


async def test_who_comes_late_hears_no_fee_for_late_changes() -> None:
    assert "half the price" not in await _after("wellness", "if I'm ten minutes late do I still get my full hour?")


@pytest.mark.parametrize(
    ("at", "says", "told"),
    [
        ("wellness", "do gift cards expire?", "never expire"),
        ("medspa", "is parking free for two hours?", "free for two hours"),
        ("dental", "does the Smile Plan include cleanings?", "two cleanings"),
        ("dental", "do you take Cigna?", "Cigna"),
        ("wellness", "what's the fee if I cancel late?", "half the price"),
        ("medspa", "what does it cost to change my visit too late?", "$50"),
    ],
)
async def test_what_the_text_holds_is_told(at: str, says: str, told: str) -> None:
    said = await _after(at, says)
    assert told in said and not re.search(r"call you|help you\b(?! with)", said), said


async def test_insurers_that_are_not_listed_are_named_beside_what_else_is_asked() -> None:
    said = await _after("dental", "Do you take Delta? Aetna? And if not, is there some kind of a plan?")
    assert "Delta Dental" in said and "don't see Aetna" in said and "Smile Plan" in said, said
