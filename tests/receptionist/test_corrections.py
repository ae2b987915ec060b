"""What someone puts right when a visit is read back: just that changes, and it is read back again."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice
from tests.receptionist.patients.read_back import ReadBack, visits_told

ONE = ("I'd like a HydraFacial on Thursday December 3 at 2 pm", "Ana Ruiz", "305 555 0143")
IN_SPANISH = ("quiero un HydraFacial el jueves 3 de diciembre a las 2 de la tarde", "Ana Ruiz", "305 555 0143")
TWO = (
    "a HydraFacial for me and a chemical peel for my daughter Lila (she is 24) on December 3",
    *("2 pm", "Ana Ruiz", "305 555 0143"),
)


async def read_back_to(*lines: str) -> Conversation:
    talk = Conversation(Office(practice=practice("medspa"), on_file=[], number=""), typed=True)
    for line in lines:
        await talk.say(line)
    assert talk.step == "confirm"
    return talk


async def answered(talk: Conversation, *lines: str) -> ReadBack:
    """What is read back after some lines."""
    reply = ""
    for line in lines:
        reply = await talk.say(line)
    assert not talk.office.booked
    return visits_told(reply, talk.office.practice, talk.office.now)[-1]


@pytest.mark.parametrize(
    ("said", "service"),
    [
        ("no, I wanted the microneedling", "svc_micro"),
        ("that's not it, it's the peel I want", "svc_peel"),
        ("I didn't ask for the facial. it was Botox", "svc_botox"),
        ("not the HydraFacial, the lip filler", "svc_lip"),
        ("hm no, wrong treatment. Chemical peel please", "svc_peel"),
    ],
)
async def test_another_treatment_keeps_the_rest(said: str, service: str) -> None:
    heard = await answered(await read_back_to(*ONE), said)
    assert (heard.service, heard.start.day, heard.start.hour, heard.who) == (service, 3, 14, "Ana Ruiz")


@pytest.mark.parametrize(
    ("said", "who"),
    [
        ("that one should be under Lila Ruiz", "Lila Ruiz"),
        ("wrong person, it's for Theo Ruiz", "Theo Ruiz"),
        ("not me, my husband. Dan Ruiz", "Dan Ruiz"),
        ("no no, Marcus Webb is the one who's coming", "Marcus Webb"),
        ("it isn't for Ana, it's for Lila Ruiz", "Lila Ruiz"),
    ],
)
async def test_another_person_keeps_the_rest(said: str, who: str) -> None:
    heard = await answered(await read_back_to(*ONE), said)
    assert (heard.service, heard.start.day, heard.start.hour, heard.who) == ("svc_hydra", 3, 14, who)


@pytest.mark.parametrize(
    "said",
    [
        "no, it's for my son, he is 22",
        "not for me. this is for my mother",
        "wrong person",
        "no, that's my sister's visit",
    ],
)
async def test_whose_name_is_not_told_is_asked_for(said: str) -> None:
    talk = await read_back_to(*ONE)
    assert "full name of the person" in await talk.say(said)
    assert (await answered(talk, "Kai Fonoti")).who == "Kai Fonoti"


async def test_one_name_alone_is_asked_for_the_other() -> None:
    talk = await read_back_to(*ONE)
    assert "last name" in await talk.say("no, it's for my son Theo, he is 22")
    assert (await answered(talk, "Ruiz")).who == "Theo Ruiz"


@pytest.mark.parametrize(
    ("said", "hours"),
    [
        ("no, later, after three", (15, 18)),
        ("can't do that hour. after 4 PM?", (16, 18)),
        ("the day is right but I said between 10 and noon", (10, 12)),
        ("no, that's too early", (14.5, 18)),
        ("earlier please", (9, 13.5)),
    ],
)
async def test_another_hour_is_looked_for_on_that_day(said: str, hours: tuple[float, float]) -> None:
    talk = await read_back_to(*ONE)
    await talk.say(said)
    office = talk.office
    assert isinstance(office, Office)
    assert {start.day for start in office.offered} == {3}
    assert all(hours[0] <= start.hour + start.minute / 60 <= hours[1] for start in office.offered)


async def test_several_things_are_put_right_at_once() -> None:
    talk = await read_back_to(*ONE)
    await talk.say("that's not right. I wanted Botox for Lila Ruiz on December 4 after 3 PM")
    heard = await answered(talk, "the first one")
    assert (heard.service, heard.start.day, heard.who) == ("svc_botox", 4, "Lila Ruiz") and heard.start.hour >= 15


async def test_person_and_day_are_put_right_at_once() -> None:
    talk = await read_back_to(*ONE)
    await talk.say("no, it's for my daughter, she's 25, and I said December 10")
    heard = await answered(talk, "Lila Ruiz")
    assert (heard.service, heard.start.day, heard.who) == ("svc_hydra", 10, "Lila Ruiz")


@pytest.mark.parametrize("said", ["wrong location", "not here, the other office", "no, at Coconut Grove please"])
async def test_the_other_place_is_looked_for(said: str) -> None:
    talk = await read_back_to(*ONE)
    await talk.say(said)
    assert talk.office.made("find_slots")[-1]["location_id"] == "loc_grove"


@pytest.mark.parametrize("said", ["no, not with her", "no, I do not want her", "I'd rather see Dr. Brandt"])
async def test_the_other_provider_is_looked_for(said: str) -> None:
    talk = await read_back_to(*ONE)
    await talk.say(said)
    assert talk.office.made("find_slots")[-1]["provider_id"] == "prv_brandt"


@pytest.mark.parametrize("said", ["no", "that's wrong", "nope", "not right", "neither"])
async def test_a_no_alone_books_nothing_and_is_asked_about(said: str) -> None:
    talk = await read_back_to(*ONE)
    reply = await talk.say(said)
    assert "?" in reply and not talk.office.booked and talk.step in ("fix", "when")


@pytest.mark.parametrize("said", ["yes, except the time", "everything's fine except the hour, the time is off"])
async def test_a_yes_but_for_a_part_asks_for_that(said: str) -> None:
    talk = await read_back_to(*ONE)
    assert "What day and time" in await talk.say(said)
    assert not talk.office.booked


@pytest.mark.parametrize(
    "said", ["no, the facial is for Lila", "that one is Lila's, mine is the peel", "not mine, Lila's"]
)
async def test_of_two_visits_the_people_trade_places(said: str) -> None:
    talk = await read_back_to(*TWO)
    await talk.say(said)
    for line in ("Ruiz", "yes", "3 pm", "yes"):
        await talk.say(line)
    assert {(visit["service_id"], visit["name"].split()[0]) for visit in talk.office.booked} == {
        ("svc_hydra", "Lila"),
        ("svc_peel", "Ana"),
    }


async def test_of_two_treatments_the_later_may_come_first() -> None:
    talk = await read_back_to("a HydraFacial and Botox on December 3", "2 pm", "Ana Ruiz", "305 555 0143")
    assert (await answered(talk, "not that, the Botox")).service == "svc_botox"
    for line in ("yes", "3 pm", "yes"):
        await talk.say(line)
    assert [visit["service_id"] for visit in talk.office.booked] == ["svc_botox", "svc_hydra"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("no, yo pedí Botox", ("svc_botox", 3, "Ana Ruiz")),
        ("mejor el botox, el facial ya no", ("svc_botox", 3, "Ana Ruiz")),
        ("la persona no es, es para Lila Ruiz", ("svc_hydra", 3, "Lila Ruiz")),
        ("no, ese día no, el viernes 4 de diciembre", ("svc_hydra", 4, "Ana Ruiz")),
        ("yo dije el 10 de diciembre", ("svc_hydra", 10, "Ana Ruiz")),
    ],
)
async def test_corrections_in_spanish(said: str, told: tuple[str, int, str]) -> None:
    heard = await answered(await read_back_to(*IN_SPANISH), said)
    assert (heard.service, heard.start.day, heard.who) == told


async def test_another_spelling_is_no_other_person() -> None:
    heard = await answered(await read_back_to(*ONE), "almost. the last name is Ruis")
    assert heard.who == "Ana Ruis"


async def test_a_yes_still_books() -> None:
    talk = await read_back_to(*ONE)
    await talk.say("yes, that's for me, Ana Ruiz")
    assert len(talk.office.booked) == 1
