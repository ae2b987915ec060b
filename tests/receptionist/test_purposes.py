"""What a whole message wants decides where a treatment and a day would look like a wish for a visit."""

import pytest

from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.reading import reader
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.spanish import speaks_spanish
from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import CODE, Office, visit_on_file
from tests.receptionist.patients.patient import practice
from training.reader.messages import digest, read_messages

PEEL = {"id": "apt_1", "service": "svc_peel", "start": "2026-12-03T10:00"}


def talk_with(kind: str = "medspa", *visits: dict[str, str]) -> Conversation:
    facts = practice(kind)
    on_file = [visit_on_file(one, facts) for one in visits]
    return Conversation(Office(practice=facts, on_file=on_file, number="0142"), typed=True)


def test_the_reader_has_learned_from_the_messages_and_knows_all_their_labels() -> None:
    learned = reader().learned
    assert learned["messages"] == digest(), "train it again: training/reader/README.md"
    assert learned["purposes"].split() == list(Purpose)
    assert learned["topics"].split() == list(Topic)


def test_the_reader_knows_the_messages_it_learned_from() -> None:
    some = [one for one in read_messages() if not speaks_spanish(one.text)][::60]
    right = []
    for one in some:
        topics, purposes = reader().read(one.text, one.asked)
        if one.purposes:
            judged = [purpose for purpose in Purpose if one.judged(purpose)]
            right.append(max(judged, key=lambda purpose: purposes[purpose]) in one.purposes)
        if one.topics:
            right.append(topics[0].topic in one.topics)
    assert sum(right) >= 0.9 * len(right)


def test_the_same_words_mean_something_else_after_a_question() -> None:
    _, after_offers = reader().read("the later one please", "slot")
    _, after_an_offer_to_call = reader().read("no thanks, I'll call back another day", "offer person")
    assert after_offers[Purpose.ANSWER] > 0.5
    assert max(after_an_offer_to_call[Purpose.NO], after_an_offer_to_call[Purpose.QUIT]) > 0.5


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("medspa", "I was billed twice for the peel on the 12th, that needs fixing please"),
        ("medspa", "I paid ahead for three HydraFacials and had one, what about the money for the other two"),
        ("wellness", "there's a charge on my card from you for a massage I never had on the 9th"),
    ],
)
async def test_a_treatment_and_a_day_in_a_grievance_are_no_wish_for_a_visit(kind: str, said: str) -> None:
    talk = talk_with(kind)
    answer = await talk.say(said)
    assert "Which would you like" not in answer and "What day" not in answer
    assert talk.office.made("request_person") or "have someone" in answer, answer


@pytest.mark.parametrize(
    "said",
    [
        "I also have a chemical peel on December 3rd. Please cancel that one",
        "I'm on for a peel the 3rd of December but please take me off, something came up at work",
    ],
)
async def test_a_visit_told_of_in_passing_is_canceled_after_identity(said: str) -> None:
    talk = talk_with("medspa", PEEL)
    assert "know it's you" in await talk.say(said)


async def test_what_the_team_has_to_settle_does_not_lose_the_visit_asked_for_beside_it() -> None:
    talk = talk_with("wellness")
    await talk.say(
        "I left my scarf in the treatment room on Thursday. And I'd like acupuncture on Friday December 11"
    )
    answer = await talk.say("Saoirse Delaney 503 555 0106")
    assert talk.office.made("request_person") and "December 11th" in answer


async def test_a_question_of_words_that_mean_no_known_thing_is_still_one_for_the_practice() -> None:
    answer = await talk_with().say("How do I find you")
    assert "Bayfront Drive" in answer


async def test_whoever_takes_none_of_many_offers_is_offered_a_person() -> None:
    talk = talk_with()
    said = [await talk.say("Botox on Saturday December 5")]
    for _ in range(9):
        said.append(await talk.say("a Saturday in December, but none of those times"))
    assert any("find a time that suits you" in line for line in said)


@pytest.mark.parametrize(
    ("said", "names_911"),
    [
        ("my lip is a bit tender two days after the filler but I feel fine", False),
        ("my lip is swollen after the filler and the redness is spreading", True),
    ],
)
async def test_911_is_named_only_where_a_sign_may_get_worse(said: str, names_911: bool) -> None:
    assert ("911" in await talk_with().say(said)) is names_911


async def test_whoever_writes_spanish_and_wants_a_person_gets_one() -> None:
    talk = talk_with()
    answer = await talk.say("no me gustan las máquinas, páseme con una persona que hable español por favor")
    assert "nombre" in answer


async def test_the_old_visit_is_told_as_gone_after_it_was_moved() -> None:
    talk = talk_with("medspa", PEEL)
    for line in ("move my peel on December 3rd to December 10th at 2 pm", "Ana Ruiz, 305 555 0142", CODE, "yes"):
        await talk.say(line)
    assert "is gone" in await talk.say("so the 3rd is off the books now?")
