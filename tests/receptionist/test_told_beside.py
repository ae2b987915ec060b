"""What is told beside an answer or a wish, and must not be taken for another."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice


def _talk(kind: str) -> Conversation:
    return Conversation(Office(practice=practice(kind)), typed=True)


async def test_the_place_that_was_told_holds_for_everyone_who_comes() -> None:
    talk = _talk("medspa")
    await talk.say("HydraFacials for me and my sister at Coconut Grove, Saturday December 5th")
    for said in ("10 am", "Yuli Peguero", "305-555-0156", "yes", "10:30", "Mar Acosta"):
        await talk.say(said)
    searched = [args["location_id"] for name, args in talk.office.calls if name == "find_slots"]
    assert len(set(searched)) == 1 and searched[0], searched


async def test_an_old_number_is_no_visit_on_file() -> None:
    talk = _talk("medspa")
    for said in ("lip filler Dec 4 at 2", "Kiara Boateng"):
        await talk.say(said)
    assert "305-555-0144" in await talk.say("786... no that's my old one. 305-555-0144")


async def test_what_would_become_of_a_fee_is_asked_and_nothing_is_canceled() -> None:
    talk = _talk("medspa")
    for said in ("Microneedling December 10 at 3", "Theo Lind", "305-555-0148", "yes"):
        await talk.say(said)
    said = await talk.say("And what happens if the judge keeps us late and I have to cancel that morning?")
    assert "$50" in said and "know it's you" not in said, said


@pytest.mark.parametrize(
    "said",
    [
        "My boy is due for his checkup, he's 7, and I refuse to pull him out of class for it",
        "Ando buscando cita para mi niño de 7 añitos para su revisión, sale de la escuela a las 2:30 entonces de"
        " las 3 para adelante",
    ],
)
async def test_who_is_due_has_no_visit_yet(said: str) -> None:
    talk = _talk("dental")
    await talk.say(said)
    assert talk.step in ("when", "slot")


async def test_words_of_both_languages_decide_for_none() -> None:
    talk = _talk("wellness")
    await talk.say("a sauna next weekend please")
    assert "Sunday" in await talk.say("No truck, no me. Sunday")


async def test_the_third_of_a_name_is_no_day() -> None:
    talk = _talk("medspa")
    await talk.say("Botox December 16th at 2 at Bayfront")
    await talk.say("J. T. Worthington the third. Just the initials, nobody's called me Josiah since baptism.")
    assert "December 16th" in await talk.say("305 555 0101")


async def test_a_name_is_taken_where_the_treatment_changes_in_the_same_breath() -> None:
    talk = _talk("wellness")
    await talk.say("massage Dec 15 at 10")
    await talk.say("Philippa Nwosu. Hm, she can't stand being kneaded. Then make it the infrared sauna instead.")
    said = await talk.say("503 555 0101")
    assert "Infrared sauna" in said and "Philippa Nwosu" in said, said


async def test_the_wife_who_is_named_next_gets_a_visit_of_her_own() -> None:
    talk = _talk("wellness")
    for said in ("massage Dec 11 at 4 pm", "Tran Quoc Bao", "503-555-0171", "yes"):
        await talk.say(said)
    await talk.say("Now the wife. Lam Thi Linh. Massage, same Friday the 11th, at 1 pm")
    await talk.say("yes")
    assert [one["name"] for one in talk.office.booked] == ["Tran Quoc Bao", "Lam Thi Linh"]


async def test_a_weekday_that_is_ruled_out_by_what_takes_it_up_is_not_offered() -> None:
    talk = _talk("dental")
    await talk.say("an exam some day next week except the days I have lawyers, which is every Wednesday")
    assert not any("2026-11-25" in str(one["starts_at"]) for one in talk.memory["receptionist"]["offered"])


async def test_each_name_goes_with_the_one_whose_it_is() -> None:
    talk = _talk("dental")
    await talk.say(
        "Whitening for me on Thursday the 17th of December at 10, and for my sister on Friday the 18th. Her name is"
        " Odette Baptiste, mine is Simone Archer."
    )
    assert "Simone Archer" in await talk.say("614-555-0135")


@pytest.mark.parametrize(
    ("asked", "wanted", "service"),
    [
        ("hi do i need to be a member to use the sauna", "cool. tomorrow?", "svc_sauna"),
        ("how long is an acupuncture session", "ok I could do Wednesday the 2nd", "svc_acu"),
    ],
)
async def test_the_treatment_that_was_asked_about_is_what_a_day_is_wanted_for(
    asked: str, wanted: str, service: str
) -> None:
    talk = _talk("wellness")
    await talk.say(asked)
    await talk.say(wanted)
    assert [args["service_id"] for name, args in talk.office.calls if name == "find_slots"] == [service]


async def test_who_was_asked_about_is_whom_they_see() -> None:
    talk = _talk("medspa")
    await talk.say("Is Dr Brandt doing botox on Thursdays?")
    await talk.say("Then Thursday with him, the 3rd, 10ish")
    searched = next(args for name, args in talk.office.calls if name == "find_slots")
    assert (searched["service_id"], searched["provider_id"]) == ("svc_botox", "prv_brandt")


async def test_an_hour_is_of_the_day_that_was_offered() -> None:
    talk = _talk("dental")
    await talk.say("a cleaning any afternoon the week of the 7th")
    assert "3 PM" in await talk.say("3 is good") and talk.step == "name"


async def test_a_name_like_a_provider_is_not_theirs() -> None:
    talk = _talk("dental")
    await talk.say("checkups for my kids, Reese and Ty, they're 6 and 9, Dec 7 at 3")
    assert all(not args.get("provider_id") for name, args in talk.office.calls if name == "find_slots")


async def test_two_treatments_on_two_days() -> None:
    talk = _talk("medspa")
    await talk.say("botox Dec 3 at 10 and I also want a facial but not on the same day")
    for said in ("Lena Ortiz", "305 555 0123", "yes", "Dec 4", "9:30", "yes"):
        await talk.say(said)
    assert [one["service_id"] for one in talk.office.booked] == ["svc_botox", "svc_hydra"]
