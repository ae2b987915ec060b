"""Several people in one conversation: who is told of, whose name each visit gets, and whose visit stands."""

import pytest

from mia.receptionist.understanding.clauses import clauses
from mia.receptionist.understanding.who.people import SELF, Person, called, hear_everyone
from tests.receptionist.conversation import Conversation
from tests.receptionist.front_office import FrontOffice
from tests.receptionist.patients.office import Office, visit_on_file
from tests.receptionist.patients.patient import practice

CODE = "482913"


def at(kind: str, *visits: dict[str, str]) -> Conversation:
    facts = practice(kind)
    on_file = [visit_on_file(visit, facts) for visit in visits]
    return Conversation(Office(practice=facts, on_file=on_file, number="0142"), typed=True)


def booked(talk: Conversation) -> set[tuple[str, str]]:
    return {(visit["service_id"], visit["name"]) for visit in talk.office.booked}


@pytest.mark.parametrize(
    ("said", "people"),
    [
        ("I'm Dana Whitcomb, my cousin is Leo Marsh", [(SELF, "Dana Whitcomb"), ("cousin", "Leo Marsh")]),
        ("leo marsh is him, dana whitcomb is me", [("other", "Leo Marsh"), (SELF, "Dana Whitcomb")]),
        ("Dana and Leo Whitcomb", [("", "Dana Whitcomb"), ("", "Leo Whitcomb")]),
        ("Mom: Ines Duarte. Dad: Paulo Duarte.", [("mom", "Ines Duarte"), ("dad", "Paulo Duarte")]),
        (
            "The kids are Tess Oduya and Kofi Oduya, I am Ama Oduya",
            [("kid", "Tess Oduya"), ("kid", "Kofi Oduya"), (SELF, "Ama Oduya")],
        ),
        ("The guests: Rita Sol and Bo Lind. I'm their sister Pia", [("", "Rita Sol"), ("", "Bo Lind")]),
        ("Ana Ruiz", []),
        ("Whitcomb, Dana", []),
    ],
)
def test_everyone_who_is_named_in_an_answer_is_heard(said: str, people: list[tuple[str, str]]) -> None:
    assert [(one.kin, one.name) for one in hear_everyone(said, asked=True)] == people


@pytest.mark.parametrize(
    ("kin", "taken", "name"),
    [
        (SELF, (), "Dana Whitcomb"),
        ("daughter", (), "Tess Oduya"),
        ("first", (), "Dana Whitcomb"),
        ("other", ("Dana Whitcomb",), "Leo Marsh"),
        ("other", ("Dana Whitcomb", "Leo Marsh"), "Tess Oduya"),
        ("Leo", (), "Leo Marsh"),
    ],
)
def test_the_one_who_is_meant_is_called_by_name(kin: str, taken: tuple[str, ...], name: str) -> None:
    people = [Person(SELF, "Dana Whitcomb"), Person("", "Leo Marsh"), Person("kid", "Tess Oduya")]
    assert called(people, kin, taken) == name


def test_who_is_not_told_of_is_not_guessed() -> None:
    assert called([Person(SELF, "Dana Whitcomb")], "other", ()) is None
    assert called([Person("wife", "Ana Ruiz")], "brother", ()) is None


@pytest.mark.parametrize(
    ("asks", "names", "expected"),
    [
        (
            "A facial for me and a chemical peel for my cousin, both Tuesday December 8 at 10 or later",
            "my cousin is Leo Marsh, I'm Dana Whitcomb",
            {("svc_hydra", "Dana Whitcomb"), ("svc_peel", "Leo Marsh")},
        ),
        (
            "My sister and I both want Botox on Tuesday December 8",
            "Dana Whitcomb and Nell Whitcomb",
            {("svc_botox", "Dana Whitcomb"), ("svc_botox", "Nell Whitcomb")},
        ),
        (
            "Botox for my mother (Ines Duarte) and lip filler for me (Rosa Duarte), Tuesday December 8",
            "",
            {("svc_botox", "Ines Duarte"), ("svc_lip", "Rosa Duarte")},
        ),
    ],
)
async def test_each_visit_gets_the_name_of_the_one_who_comes(
    asks: str, names: str, expected: set[tuple[str, str]]
) -> None:
    talk = at("medspa")
    reply = await talk.say(asks)
    for _ in range(12):
        if talk.office.booked and len(talk.office.booked) == 2:
            break
        if "name" in reply and "Shall I" not in reply and "correct" not in reply:
            reply = await talk.say(names)
        elif "number" in reply:
            reply = await talk.say("305 555 0142")
        elif "?" in reply and ("book it" in reply or "correct" in reply):
            reply = await talk.say("yes")
        else:
            reply = await talk.say("the first one")
    assert booked(talk) == expected, reply


async def test_who_books_for_another_gives_their_own_name_to_no_visit() -> None:
    talk = at("medspa")
    reply = await talk.say("Hi, I'm Dana Whitcomb. My mother needs Botox on Tuesday December 8 at 10")
    assert "full name" in reply
    reply = await talk.say("Ines Duarte")
    assert "number" in reply
    assert "for Ines Duarte" in await talk.say("305 555 0142")


@pytest.mark.parametrize("said", ["My sister: Nell Marsh", "my sister \u2013 Nell Marsh", "My sister, Nell Marsh"])
async def test_a_name_told_with_who_it_is_of_is_not_asked_for_again(said: str) -> None:
    talk = at("medspa")
    for line in ("Botox Tuesday December 8", "the first one", "Dana Whitcomb", "305 555 0142", "yes"):
        await talk.say(line)
    await talk.say("My sister wants a HydraFacial the same day")
    await talk.say("the first one")
    assert "for Nell Marsh" in await talk.say(said)


async def test_one_name_for_two_people_is_asked_about_and_moves_no_visit() -> None:
    talk = at("medspa")
    for said in ("Botox for me and my friend Tuesday December 8", "the first one", "Dana Whitcomb"):
        await talk.say(said)
    for said in ("305 555 0142", "yes", "the first one"):
        await talk.say(said)
    reply = await talk.say("Dana Whitcomb")
    assert "Dana has that visit" in reply and len(talk.office.booked) == 1
    await talk.say("oh, Leo Marsh")
    await talk.say("yes")
    assert booked(talk) == {("svc_botox", "Dana Whitcomb"), ("svc_botox", "Leo Marsh")}


@pytest.mark.parametrize("said", ["yes, just the one for me", "yes but only mine, she can't come after all"])
async def test_who_comes_alone_after_all_is_asked_for_no_other(said: str) -> None:
    talk = at("medspa")
    for line in ("Botox for me and my sister Tuesday December 8", "the first one", "Dana Whitcomb", "305 555 0142"):
        await talk.say(line)
    reply = await talk.say(said)
    assert len(talk.office.booked) == 1 and "next person" not in reply, reply


async def test_a_visit_of_ones_own_stays_and_another_person_gets_one_beside_it() -> None:
    talk = at("wellness")
    asks = "I'm down for acupuncture on Saturday December 12 at 11. Leave mine, but my brother Leo Marsh wants a "
    await talk.say(asks + "massage that same day")
    assert (await talk.say("the first one")).count("acupuncture") == 0
    for said in ("305 555 0142", "yes"):
        await talk.say(said)
    assert booked(talk) == {("svc_massage", "Leo Marsh")}


async def test_a_visit_that_is_moved_keeps_the_name_of_who_has_it() -> None:
    own = {"id": "apt_1", "service": "svc_botox", "start": "2026-12-08T10:00", "name": "Dana Whitcomb"}
    talk = at("medspa", own)
    await talk.say(
        "I have Botox booked for December 8th. My husband Leo Marsh is free on the 10th only, move mine there and "
        "give him a chemical peel then"
    )
    await talk.say("Dana Whitcomb, 305 555 0142")
    await talk.say(CODE)
    for said in ("the 10th", "the first one", "yes"):
        reply = await talk.say(said)
    assert booked(talk) == {("svc_botox", "Dana Whitcomb")}, reply
    for said in ("the 10th at 2", "yes"):
        reply = await talk.say(said)
    assert booked(talk) == {("svc_botox", "Dana Whitcomb"), ("svc_peel", "Leo Marsh")}, reply


async def test_the_day_after_another_visit_moves_the_one_that_is_named() -> None:
    visits = [
        {"id": "apt_1", "service": "svc_botox", "start": "2026-12-08T12:00", "name": "Dana Whitcomb"},
        {"id": "apt_2", "service": "svc_peel", "start": "2026-12-17T12:00", "name": "Dana Whitcomb"},
    ]
    talk = at("medspa", *visits)
    await talk.say("Could you bring my chemical peel forward to the day after my Botox?")
    await talk.say("Dana Whitcomb, 305 555 0142")
    reply = await talk.say(CODE)
    assert "Chemical peel" in reply and "December 9th" in reply


@pytest.mark.parametrize(
    "said",
    [
        "You have me down for a filling at ten on December 8. Could I get my teeth whitened straight after?",
        "I've got a filling set up for Tuesday December 8 at 10. I'd like a whitening while I'm there",
    ],
)
async def test_one_more_beside_a_visit_moves_nothing(said: str) -> None:
    reply = await at("dental").say(said)
    assert "December 8th" in reply and "Let's move" not in reply and "on file" not in reply, reply


@pytest.mark.parametrize(
    "said",
    [
        "Should I pick up my x-rays at my old dentist's, or will you get them from there?",
        "Do I have to get my x-rays from my previous dentist myself or can you",
    ],
)
async def test_a_question_that_the_practice_answers_is_no_request_for_its_team(said: str) -> None:
    assert "email" in await at("dental").say(said)


def test_what_goes_on_about_someone_is_no_clause_of_its_own() -> None:
    said = "My girl turned 8 and is due a checkup, and is the lot free?"
    assert clauses(said) == ["My girl turned 8 and is due a checkup", "is the lot free?"]


@pytest.mark.parametrize(
    "said",
    [
        "Nobody has touched my face since before the twins, so put me down for a HydraFacial on Tuesday",
        "My mother in law lands Monday. Every Christmas she looks at my chin. I'd sneak in for my Botox on Tuesday",
        "A HydraFacial Tuesday. My late husband used to say soap was enough",
    ],
)
async def test_who_is_only_told_of_does_not_come(said: str) -> None:
    talk = Conversation(FrontOffice())
    answer = await talk.say(said)
    assert "one person" not in answer and not talk.state["planned"]
    assert talk.step == "slot"


async def test_a_name_told_with_a_remark_about_others_is_one_person() -> None:
    talk = Conversation(FrontOffice())
    answer = await talk.say("Botox on Tuesday at 3 PM", "Ravi Thorsen. My parents compromised")
    assert talk.state["name"] == "Ravi Thorsen" and not talk.state["planned"], answer


async def test_a_visit_for_someone_who_was_never_told_of_is_let_go() -> None:
    talk = Conversation(FrontOffice())
    await talk.say("Botox for the two of us on Tuesday at 3 PM", "Ana Ruiz", "305 555 0142", "yes")
    for _ in range(3):
        said = await talk.say("the dog is barking again")
    assert "I'll leave that one" in said and not talk.state["booking"] and talk.step == "else"


async def test_the_name_of_the_one_who_comes_is_told_beside_the_speakers() -> None:
    talk = Conversation(FrontOffice())
    await talk.say("Botox for my mother on Tuesday at 3 PM", "Mother is Constance Rutledge. I'm her son, Gerald")
    assert talk.state["name"] == "Constance Rutledge"
