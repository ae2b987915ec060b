"""A second question beside the first is answered, too, in whichever words it comes."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice


def chat(at: str) -> Conversation:
    return Conversation(Office(practice=practice(at), on_file=[], number="0142"), typed=True)


@pytest.mark.parametrize(
    ("at", "says", "told"),
    [
        ("dental", "¿Cuánto cuesta una corona y la puedo ir pagando por mes?", ("1,150", "seis")),
        ("dental", "cuanto sale el blanqueamiento, y se puede pagar poco a poco?", ("350", "seis")),
        ("medspa", "¿venden tarjetas? y dnde me estaciono", ("tarjetas de regalo", "marina")),
        ("wellness", "tarjetas de regalo, ¿vencen? y donde nos parqueamos", ("no vencen", "molino")),
        ("dental", "is this recorded, and is it an actual person over there?", ("recorded", "AI assistant")),
        ("dental", "do you record these? also what do you guys charge for a filling?", ("recorded", "210")),
        ("medspa", "Someone wanted $900 for a peel, my jaw dropped. What do you folks ask?", ("160",)),
        ("medspa", "If a hydrafacial comes in under two hundred I'm in. Does it?", ("189",)),
        ("medspa", "My aunt pays her peels off over time, do you do such a thing?", ("CareCredit",)),
    ],
)
async def test_all_that_is_asked_is_told(at: str, says: str, told: tuple[str, ...]) -> None:
    said = await chat(at).say(says)
    assert all(text in said for text in told), said


@pytest.mark.parametrize(
    "says",
    [
        "My acupuncture is tomorrow at 3, how late tonight can I still call it off for free?",
        "our massage is on Friday at noon. what would you charge if we don't come?",
    ],
)
async def test_what_a_change_of_a_visit_costs_is_told_and_nothing_is_booked(says: str) -> None:
    talk = chat("wellness")
    assert "12 hours" in await talk.say(says)
    assert not talk.state["booking"]


@pytest.mark.parametrize(
    "says",
    [
        "I've had the monthly membership ($95) since May and moved away. I want to cancel it.",
        "About our membership: with the twins we never get to come, can we please pause it for a while?",
        "my membership, I'd like to end it and get the unused months back",
    ],
)
async def test_a_membership_that_is_to_end_is_for_the_team(says: str) -> None:
    talk = chat("wellness")
    await talk.say(says)
    assert talk.office.made("request_person")
