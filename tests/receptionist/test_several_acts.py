"""Several acts in one utterance: a question is answered, and the wish beside it goes on."""

import pytest

from mia.receptionist.understanding.clauses import clauses
from mia.receptionist.understanding.dictation import written
from mia.receptionist.understanding.telling_words import find_text
from mia.receptionist.understanding.who.names import hear_name, last_name_first
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
        ("Vivienne St. Clair", "Vivienne St Clair"),
    ],
)
def test_names_of_any_origin_are_kept_as_written(said: str, name: str) -> None:
    assert hear_name(said, expected=True) == name


def test_the_last_name_may_stand_first() -> None:
    assert last_name_first("Amadi, Tobias") == "Tobias Amadi"
    assert last_name_first("yes, Tobias") == "yes, Tobias"
    assert last_name_first("Tobias Amadi") == "Tobias Amadi"


@pytest.mark.parametrize("said", ["whenever", "anything works", "doesn't matter", "any of them"])
async def test_any_of_the_times_offered_is_the_first(said: str) -> None:
    talk = patient("dental")
    offered = await talk.say("a filling on December 3rd")
    assert "Thursday, December 3rd at 8 AM" in offered
    assert "Thursday, December 3rd at 8 AM" in await talk.say(said)
    assert talk.step == "name"


async def test_the_treatment_named_last_is_the_one() -> None:
    talk = patient("wellness")
    await talk.say("I'd like an IV drip on Saturday December 5. Ah no sorry, the sauna is better, in the morning")
    assert talk.state["service_id"] == "svc_sauna"


async def test_a_child_has_the_childrens_visit_beside_ones_own() -> None:
    talk = patient("dental")
    await talk.say("a cleaning for me and a kid checkup for my son, both December 14 before noon")
    assert (talk.state["service_id"], [one["service"] for one in talk.state["planned"]]) == (
        "svc_clean",
        ["svc_child"],
    )


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I get paid the 23rd. You're open December 23, right? until what time", "8 AM to 5 PM"),
        ("do you take Cigna, and could I come Wednesday for an exam?", "Wednesday"),
    ],
)
async def test_a_day_in_a_question_is_no_wish_for_a_visit_unless_one_is_told(said: str, told: str) -> None:
    assert told in await patient("dental").say(said)


async def test_a_question_in_mid_booking_with_the_words_of_a_goodbye_is_none() -> None:
    talk = patient("dental")
    for said in ("a cleaning on Monday the 30th", "8 AM"):
        await talk.say(said)
    reply = await talk.say("Quick thing first, can you all get my x-rays from my old dentist or do I pick them up?")
    assert "have a great day" not in reply.lower() and talk.step != "end"


async def test_not_right_now_declines() -> None:
    talk = patient("medspa")
    await talk.say("how long does microneedling take")
    assert "Saturday" not in await talk.say("nah not right now")


@pytest.mark.parametrize(
    ("kind", "said", "answers"),
    [
        ("medspa", "does Blue Cross cover any of it, or if not can I pay it monthly", ("cosmetic", "CareCredit")),
        ("wellness", "what's a massage if you're a member vs if you're not", ("$110", "$95")),
        (
            "dental",
            "do you take Ameritas, and if not what do an exam and a cleaning cost",
            ("Delta", "$95", "$120"),
        ),
    ],
)
async def test_each_of_two_questions_in_one_breath_is_answered(
    kind: str, said: str, answers: tuple[str, ...]
) -> None:
    reply = await patient(kind).say(said)
    assert all(answer in reply for answer in answers), reply


async def test_a_price_said_back_is_no_bill() -> None:
    talk = patient("wellness")
    await talk.say("what's a massage if you're a member vs if you're not")
    await talk.say("so fifteen bucks, ok let me sleep on it")
    assert not talk.office.made("request_person")


async def test_another_treatment_at_the_read_back_keeps_the_time_and_a_name_is_put_right() -> None:
    talk = patient("wellness")
    await talk.say("acupuncture Sunday December 13 at 11, Lou Garett, 503 555 0121")
    reply = await talk.say("no. do deep tissue, same slot, and it's Garrett")
    assert "Deep tissue massage on Sunday, December 13th at 11 AM" in reply and "Lou Garrett" in reply, reply


async def test_who_takes_no_time_that_is_offered_gets_the_list_then_people() -> None:
    talk = patient("medspa")
    await talk.say("a chemical peel the week of December 7")
    await talk.say("none of those work")
    assert "waiting list" in await talk.say("hmm no")
    assert "someone from our team" in await talk.say("none of those either")


async def test_marks_that_are_said_are_no_words() -> None:
    reply = await patient("medspa").say("Botox please comma the second Friday in December comma after four period")
    assert "December 11th" in reply, reply
    assert written("cramps from my period") == "cramps from my period"


async def test_who_asks_whether_that_was_a_no_does_not_leave() -> None:
    talk = patient("dental")
    await talk.say("do you take Medicaid?")
    await talk.say("so no then?")
    assert not talk.ended


async def test_who_asks_for_the_price_of_three_brings_nobody() -> None:
    reply = await patient("wellness").say("how much for 3 massages")
    assert "$110" in reply and "one person" not in reply
