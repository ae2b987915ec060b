"""A visit for someone else beside the one that was booked, and several treatments in a list."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice


async def booked() -> Conversation:
    talk = Conversation(Office(practice=practice("medspa"), on_file=[], number=""), typed=True)
    for said in ("I want Botox Monday at 4", "Lakshmi Iyer", "305 555 0168", "yes"):
        await talk.say(said)
    assert len(talk.office.booked) == 1
    return talk


@pytest.mark.parametrize(
    ("said", "answers", "who"),
    [
        ("can you also do my roommate, Paige Donnelly, right after me at 5? also botox", (), "Paige Donnelly"),
        ("could you squeeze in my sister too, at 3?", ("Anjali Iyer",), "Anjali Iyer"),
        ("and Greta needs one too, at 3", ("Hendricks",), "Greta Hendricks"),
        ("my mom would like the same at 2:30", ("Vera Iyer",), "Vera Iyer"),
        ("one more for Tobias Amadi at 11 am please", (), "Tobias Amadi"),
        (
            "book my husband right after, 4:30",
            (
                "the first one",
                "Ravi Iyer",
            ),
            "Ravi Iyer",
        ),
        ("Paige also wants Botox that day, 5 pm", ("Donnelly",), "Paige Donnelly"),
        ("my best friend wants one, too. 10 am?", ("Nguyễn Thị Đào",), "Nguyễn Thị Đào"),
        ("Could you fit in Omar Haddad at 9:30?", (), "Omar Haddad"),
        ("I'd like to bring my daughter in law at 2", ("Kim Iyer",), "Kim Iyer"),
    ],
)
async def test_another_persons_visit_leaves_the_first_one_standing(
    said: str, answers: tuple[str, ...], who: str
) -> None:
    talk = await booked()
    for line in (said, *answers, "yes"):
        reply = await talk.say(line)
    names = [visit["name"] for visit in talk.office.booked]
    assert names == ["Lakshmi Iyer", who], reply


@pytest.mark.parametrize(
    "said", ["my husband will drive me, by the way", "great. Do you have parking?", "my sister recommended you"]
)
async def test_a_mention_of_someone_is_no_booking(said: str) -> None:
    talk = await booked()
    assert "which" not in (await talk.say(said)).lower() and not talk.ended


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("Acupuncture, sauna and a massage on the 5th of December", ("Acupuncture", "sauna", "massage")),
        ("a massage, an IV drip, plus acupuncture on December 5th", ("massage", "IV", "Acupuncture")),
    ],
)
async def test_each_treatment_of_a_list_is_arranged(said: str, names: tuple[str, ...]) -> None:
    talk = Conversation(Office(practice=practice("wellness"), on_file=[], number=""), typed=True)
    replies = [await talk.say(said)]
    for line in ("the first one", "Bronwyn Hughes", "503 555 0165", "yes", "the first one", "yes", "the first one"):
        replies.append(await talk.say(line))
    told = " ".join([*replies, await talk.say("yes")]).lower()
    assert len(talk.office.booked) == len(names) and all(name.lower() in told for name in names)


async def test_a_treatment_for_the_child_is_booked_under_the_childs_name() -> None:
    talk = Conversation(Office(practice=practice("dental"), on_file=[], number=""), typed=True)
    for said in ("a cleaning for me and a kids checkup for my daughter, Wednesday December 2", "the first one"):
        await talk.say(said)
    for said in ("Trevor Lindqvist", "614 555 0129", "yes", "the first one"):
        await talk.say(said)
    await talk.say("Astrid Lindqvist")
    await talk.say("yes")
    told = [(booked["service_id"], booked["name"]) for booked in talk.office.booked]
    assert told == [("svc_clean", "Trevor Lindqvist"), ("svc_child", "Astrid Lindqvist")]


async def test_two_children_come_one_after_the_other() -> None:
    talk = Conversation(Office(practice=practice("dental"), on_file=[], number=""), typed=True)
    for said in (
        "my two kids need checkups, Monday works",
        "the first one",
        "Milo Hendricks",
        "614 555 0133",
        "yes",
    ):
        await talk.say(said)
    for said in ("the first one", "Greta Hendricks", "yes"):
        await talk.say(said)
    assert [booked["name"] for booked in talk.office.booked] == ["Milo Hendricks", "Greta Hendricks"]
    assert {booked["service_id"] for booked in talk.office.booked} == {"svc_child"}


async def test_one_of_ones_own_is_told_by_name_alone() -> None:
    talk = await booked()
    await talk.say("And now the same for my Femke please, Femke Achterberg", "the first one", "Femke Achterberg")
    assert talk.state["name"] == "Femke Achterberg" and talk.state["booking"]


async def test_a_closed_day_that_is_wished_for_goes_on_to_the_next_one() -> None:
    talk = Conversation(Office(practice=practice("wellness"), on_file=[], number=""), typed=True)
    wish = "I'd try acupuncture. Monday is best, my shop is shut Mondays. So next Monday? are you there Mondays?"
    said = await talk.say(wish)
    assert talk.step == "slot" and "closed on Mondays" in said and "Tuesday" in said
