"""Several acts in one utterance: a question is answered, and the wish beside it goes on."""

import pytest

from mia.receptionist.understanding.clauses import clauses
from mia.receptionist.understanding.names import hear_name, last_name_first
from mia.receptionist.understanding.telling_words import find_text
from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice


def patient(kind: str) -> Conversation:
    return Conversation(Office(practice=practice(kind), on_file=[], number=""), typed=True)


@pytest.mark.parametrize(
    ("said", "parts"),
    [
        ("Do you take Cigna? I'd like Tuesday.", ["Do you take Cigna?", "I'd like Tuesday."]),
        ("does it hurt and could I come Friday", ["does it hurt", "could I come Friday"]),
        ("Hi! How much is a cleaning", ["Hi! How much is a cleaning"]),
        ("Tuesday and Thursday are good", ["Tuesday and Thursday are good"]),
    ],
)
def test_an_utterance_has_clauses(said: str, parts: list[str]) -> None:
    assert clauses(said) == parts


@pytest.mark.parametrize(
    ("kind", "said", "answer", "then"),
    [
        ("dental", "Is parking free? I need a cleaning on Tuesday", "free lot", "Tuesday"),
        ("dental", "I'd like a filling on Wednesday, and do you take MetLife?", "MetLife", "Wednesday"),
        (
            "wellness",
            "what should I wear? And could I book a massage for December 2nd",
            "comfortable",
            "December 2nd",
        ),
        ("medspa", "do you sell gift cards, also I want botox next Monday", "front desk", "Monday"),
    ],
)
async def test_a_question_is_answered_and_the_booking_goes_on(kind: str, said: str, answer: str, then: str) -> None:
    reply = await patient(kind).say(said)
    assert answer in reply and then in reply.split(answer)[1]


async def test_what_is_not_known_is_said_and_the_booking_goes_on() -> None:
    reply = await patient("medspa").say("does microneedling hurt? and could I do it tuesday at noon")
    assert "I don't have that information" in reply and "Tuesday, November 24th at noon" in reply


@pytest.mark.parametrize(
    ("kind", "asked", "answer"),
    [("wellness", "do you have towels", "towels and robes"), ("wellness", "can I use my HSA", "receipt")],
)
async def test_a_practices_own_words_answer_what_they_name(kind: str, asked: str, answer: str) -> None:
    assert answer in await patient(kind).say(asked)


def test_a_word_that_several_texts_have_tells_nothing() -> None:
    texts = ["We provide towels.", "Robes and towels are in the sauna."]
    assert find_text("do you have robes", texts, ()) == 1
    assert find_text("do you have towels", texts, ()) is None
    assert find_text("how long is the sauna", texts, ["Infrared sauna"]) is None


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Nguyễn Thị Đào", "Nguyễn Thị Đào"),
        ("María Fernanda de la Cruz", "María Fernanda de la Cruz"),
        ("Chidi Okafor, no relation to your doctor", "Chidi Okafor"),
        ("jan van der berg", "Jan van der Berg"),
        ("Łukasz Wiśniewski", "Łukasz Wiśniewski"),
    ],
)
def test_names_of_any_origin_are_kept_as_written(said: str, name: str) -> None:
    assert hear_name(said, expected=True) == name


def test_the_last_name_may_stand_first() -> None:
    assert last_name_first("Amadi, Tobias") == "Tobias Amadi"
    assert last_name_first("yes, Tobias") == "yes, Tobias"
    assert last_name_first("Tobias Amadi") == "Tobias Amadi"
