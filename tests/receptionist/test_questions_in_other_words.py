"""Questions about prices, times, rules and days in the words that people find for them."""

from datetime import datetime

import pytest

from mia.platform.words.plain import plain
from mia.receptionist.dates.spoken import hear_when
from mia.receptionist.practice import read_practice
from mia.receptionist.understanding.asked_of import priced_thing
from mia.receptionist.understanding.clauses import clauses
from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice

NOW = datetime.fromisoformat("2026-12-01T10:00")


async def _talk(at: str, *says: str) -> tuple[Conversation, list[str]]:
    talk = Conversation(Office(practice=practice(at)), typed=True)
    return talk, [await talk.say(one) for one in says]


@pytest.mark.parametrize(
    ("compared", "asked", "told"),
    [
        ("whats cheaper, the peel or the hydrafacial?", "how long does the cheaper one take", "peel takes"),
        ("how much are a peel and microneedling?", "and the longer one, how long is that?", "Microneedling takes"),
        ("do you do peels or microneedling", "how long is the pricier one?", "Microneedling takes"),
        ("cuanto cuesta el peel y el hydrafacial?", "cuanto dura el mas barato?", "peel dura"),
    ],
)
async def test_the_cheaper_one_is_of_those_that_were_told(compared: str, asked: str, told: str) -> None:
    _, (_, answer) = await _talk("medspa", compared, asked)
    assert told in answer, answer


async def test_the_cheaper_one_is_booked() -> None:
    talk, _ = await _talk("medspa", "how much are a peel and a hydrafacial?", "book the cheaper one on Tuesday")
    assert talk.state["service_id"] == "svc_peel"


@pytest.mark.parametrize(
    ("at", "asked", "told"),
    [
        ("medspa", "my budget for my face is 500, does a peel PLUS microneedling fit in that?", ["$160", "$310"]),
        ("medspa", "is the hydrafacial under 200?", ["$189"]),
        ("wellness", "what's one hour with the nutritionist?", ["$130"]),
        ("wellness", "massage once = ? member = ?", ["$110", "$95"]),
        ("wellness", "do I get a receipt for my health savings thing?", ["HSA"]),
        ("wellness", "are you open on these: the 24th, 25th, 27th?", ["24th", "25th", "27th"]),
        ("dental", "Which dentists do you have? A woman at church swears by one of them", ["Sato", "Reyes"]),
        ("dental", "how much is my crown?", ["$1,150"]),
        ("dental", "how long is a crown and what do I owe for it?", ["an hour and a half", "$1,150"]),
        ("medspa", "how much is one syringe and how long will I be in the chair?", ["$720", "an hour"]),
        ("medspa", "what do u charge a unit for botox and whats the latest on saturdays", ["$13", "10 AM to 3 PM"]),
        (
            "wellness",
            "About my nutrition session: what's the charge? Also is it an hour?",
            ["$130", "about an hour"],
        ),
        (
            "wellness",
            "Are you open on the 26th of December, that's a Saturday?",
            ["closed on Saturday, December 26th"],
        ),
        ("dental", "Do you lot also flee on Fridays?", ["8 AM to 1 PM"]),
    ],
)
async def test_what_is_known_is_told(at: str, asked: str, told: list[str]) -> None:
    talk, (answer,) = await _talk(at, asked)
    assert all(fact in answer for fact in told) and talk.step != "offer_person", answer


async def test_what_has_no_price_is_left_to_the_team_by_its_name() -> None:
    talk, (answer,) = await _talk("dental", "price of filling? price of crown? price of root canal?")
    assert "$210" in answer and "$1,150" in answer
    assert "a price for root canal" in answer and talk.step == "offer_person"


@pytest.mark.parametrize("asked", ["how much is it", "what does a visit cost?", "prices", "how much for my kid"])
def test_what_names_no_treatment_is_not_taken_for_one(asked: str) -> None:
    assert priced_thing(plain(asked)) is None


async def test_a_deal_on_several_visits_is_no_membership() -> None:
    talk, (answer,) = await _talk(
        "wellness", "what does one massage cost, and do I get a deal if I buy five up front?"
    )
    assert "$110" in answer and "$95" not in answer and talk.step == "offer_person", answer


@pytest.mark.parametrize(
    "asked",
    ["how long am i in there for?", "how much time should I plan?", "and for how long?", "¿cuánto tiempo toma?"],
)
async def test_in_a_booking_it_is_told_how_long_that_visit_takes(asked: str) -> None:
    talk, (_, answer) = await _talk("medspa", "I want a chemical peel on Tuesday", asked)
    assert "45" in answer and talk.step == "slot", answer


@pytest.mark.parametrize(
    "asked",
    [
        "if the hip acts up and I need to cancel, what do you take?",
        "would dropping it this early cost anything?",
        "what do I owe if I oversleep and cancel the same morning?",
        "how much would I lose if I bail the day before?",
    ],
)
async def test_a_change_that_is_only_thought_of_is_a_question(asked: str) -> None:
    talk, (answer,) = await _talk("dental", asked)
    assert "two business days" in answer and talk.step == "else", answer
    talk, (_, answer) = await _talk("dental", "I need a crown on Tuesday", asked)
    assert "two business days" in answer and talk.step == "slot", answer


def test_what_is_supposed_stays_in_one_piece() -> None:
    assert len(clauses("what do I owe if I oversleep and cancel the same morning?")) == 1
    assert len(clauses("cancel my facial and move my peel")) == 2


@pytest.mark.parametrize("says", ["not so fast, questions first", "still asking", "I have a couple more questions"])
async def test_who_has_more_questions_hears_no_answer_again(says: str) -> None:
    talk, (told, first, second, answer) = await _talk("medspa", "what is botox?", says, says, "how much is a peel?")
    assert told not in (first, second) and first != second and first.endswith(("?", "away."))
    assert "$160" in answer and talk.step == "offer_visit"


@pytest.mark.parametrize(
    ("says", "days"),
    [
        ("our 20th anniversary is coming up", ()),
        ("I'm on the 11th floor, could I come the 12th?", (12,)),
        ("book me the 10th, baby sitter is free at one", (10,)),
    ],
)
def test_what_is_counted_is_no_date(says: str, days: tuple[int, ...]) -> None:
    bounds = read_practice(practice("dental")).day_bounds
    when = hear_when(plain(says), NOW, bounds)
    assert tuple(day.day for day in when.days) == days


async def test_other_times_are_those_after_the_ones_that_were_offered() -> None:
    talk, (offer, others, more) = await _talk("medspa", "Botox on Tuesday", "other times?", "some other hours?")
    assert "9 AM" in offer and "10:30 AM" in others and "noon" in more and talk.step == "slot"


@pytest.mark.parametrize(
    ("says", "told"),
    [
        (
            "Running ten minutes late, please tell Astrid. And where do I park?",
            "in front of the mill",
        ),
    ],
)
async def test_what_is_asked_beside_news_for_the_team_is_told(says: str, told: str) -> None:
    talk, (answer,) = await _talk("wellness", says)
    assert told in answer and talk.step == "person_contact", answer


async def test_an_okay_before_one_more_question_begins_no_booking() -> None:
    talk, (_, answer) = await _talk("dental", "who does crowns?", "OK, that calms me. And how long does it take?")
    assert "an hour and a half" in answer and not talk.state["booking"], answer


async def test_a_price_without_coverage_leaves_the_insurers_told() -> None:
    says = (
        "I'm switching to Cigna in January. Do you accept that one? And what would a cleaning be with no coverage?"
    )
    _, (answer,) = await _talk("dental", says)
    assert "Cigna" in answer and "$120" in answer, answer
