"""As many visits as people, or days, are told of: each is arranged after the one before it."""

import pytest

from tests.receptionist.writers import writer

NEXT = "Now for the next person."


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("wellness", "3 sisters, me (Noor), Hana and Salma, each an infrared sauna session on Sunday December 13"),
        ("wellness", "iv drips for me n our drummer on sunday december 6th. im Noor hes Rocco"),
        ("dental", "My grandson Ivo drives me, he may as well get his cleaned too. So two cleanings, Monday Dec 7"),
        ("wellness", "My wife Ina and I ran far. Two IV drips, one each, Sunday December 6, one after the other"),
        ("dental", "My partner and I would both like whitening, Wed December 16. Can we split the cost up?"),
        ("medspa", "My husband has given in. We'd both have the Botox on Saturday December 19"),
    ],
)
async def test_the_next_person_comes_after_the_first(kind: str, said: str) -> None:
    talk, office = writer(kind)
    answer = await talk.say(said, "the first one", "Noor Shadid", "971 555 0142", "yes")
    assert len(office.booked) == 1 and NEXT in answer


async def test_four_people_get_four_visits() -> None:
    talk, office = writer("medspa")
    said = "Four of us want HydraFacials on December 18: Gina Holt (me), Ann Kraus, Bex Turner and Sue Powell"
    await talk.say(said, "the first one", "305 555 0142", "yes")
    for _ in range(3):
        await talk.say("the first one")
        if talk.step == "name":
            booked = {visit["name"] for visit in office.booked}
            await talk.say(next(name for name in ("Ann Kraus", "Sue Powell") if name not in booked))
        await talk.say("yes")
    assert {visit["name"] for visit in office.booked} == {"Gina Holt", "Ann Kraus", "Bex Turner", "Sue Powell"}


async def test_three_days_are_three_visits_of_one_person() -> None:
    talk, office = writer("wellness")
    said = "can you book me 3 massages, wed december 2, wed december 9, wed december 16, all after 5pm"
    await talk.say(said, "the first one", "Anders Kjeldsen", "971 555 0142", "yes")
    for _ in range(2):
        await talk.say("the first one", "yes")
    assert [f"{visit['start']:%m-%d}" for visit in office.booked] == ["12-02", "12-09", "12-16"]
    assert {visit["name"] for visit in office.booked} == {"Anders Kjeldsen"}


async def test_a_first_name_is_enough_once_the_last_was_told() -> None:
    talk, office = writer("wellness")
    said = "Sunday December 6: acupuncture for my boyfriend, massage for me"
    await talk.say(said, "the first one", "Lauren Esposito", "503 555 0142", "no, it's for Kofi Mensah", "yes")
    answer = await talk.say("the first one")
    if "Lauren" not in answer:
        answer = await talk.say("Lauren")
    assert "for Lauren Esposito" in answer and [visit["name"] for visit in office.booked] == ["Kofi Mensah"]
