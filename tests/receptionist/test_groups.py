"""Several people in one message, each told by name with a day or an hour of their own."""

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice


def _talk(kind: str) -> Conversation:
    return Conversation(Office(practice=practice(kind)), typed=True)


def _booked(talk: Conversation) -> list[tuple[str, str, str]]:
    return [(str(one["name"]), str(one["service_id"]), f"{one['start']:%a %H:%M}") for one in talk.office.booked]


async def test_each_child_of_a_list_gets_the_day_told_beside_their_name() -> None:
    talk = _talk("dental")
    await talk.say(
        "I need checkups for my three kids: Leo (5), Mia (8) and Noah (11). Leo Tuesday at 9, Mia Wednesday at 3pm,"
        " Noah Thursday Dec 3 at 10. Last name is Harper"
    )
    for said in ("614 555 0133", "yes", "yes", "yes"):
        await talk.say(said)
    assert _booked(talk) == [
        ("Leo Harper", "svc_child", "Tue 09:00"),
        ("Mia Harper", "svc_child", "Wed 15:00"),
        ("Noah Harper", "svc_child", "Thu 10:00"),
    ]


async def test_names_without_capitals_and_hours_of_one_day() -> None:
    talk = _talk("wellness")
    await talk.say("three friends want massages: priya at 10, jo at 11 and sam at noon, all on Saturday the 28th")
    for said in ("priya nair", "5035550133", "yes", "jo kim", "yes", "sam ortiz", "yes"):
        await talk.say(said)
    assert _booked(talk) == [
        ("Priya Nair", "svc_massage", "Sat 10:00"),
        ("Jo Kim", "svc_massage", "Sat 11:00"),
        ("Sam Ortiz", "svc_massage", "Sat 12:00"),
    ]


async def test_who_comes_right_after_another_is_offered_no_time_before_them() -> None:
    talk = _talk("wellness")
    await talk.say(
        "Massage for me Thursday Dec 3 at 1pm, my husband after me. Olga Reiss, 503-555-0128. He's Karl Reiss"
    )
    said = await talk.say("yes")
    assert "2 PM" in said and "noon" not in said and "10 AM" not in said
    await talk.say("2 PM")
    await talk.say("yes")
    assert [one[::2] for one in _booked(talk)] == [("Olga Reiss", "Thu 13:00"), ("Karl Reiss", "Thu 14:00")]


async def test_a_sum_counts_all_of_each_treatment() -> None:
    assert "$480" in await _talk("dental").say("price for 2 dental cleanings and 3 children's checkups please?")


async def test_whole_names_beside_hours_are_each_that_persons() -> None:
    talk = _talk("dental")
    said = await talk.say(
        "Cleanings for Kelly Ames and Brooke Ames on December 3rd, 10 for Kelly, 11 for Brooke", "614 555 0188"
    )
    assert "10 AM" in said and "for Kelly Ames" in said
    await talk.say("yes", "yes")
    assert _booked(talk) == [("Kelly Ames", "svc_clean", "Thu 10:00"), ("Brooke Ames", "svc_clean", "Thu 11:00")]


async def test_hour_that_is_told_to_be_someone_elses_changes_places() -> None:
    talk = _talk("dental")
    await talk.say(
        "Cleanings for Kelly Ames and Brooke Ames on December 3rd, 10 for Kelly, 11 for Brooke", "614 555 0188"
    )
    assert "for Brooke Ames" in await talk.say("no wait, the 10 is for Brooke")
    await talk.say("yes", "yes")
    assert _booked(talk) == [("Brooke Ames", "svc_clean", "Thu 10:00"), ("Kelly Ames", "svc_clean", "Thu 11:00")]


async def test_the_wife_named_beside_has_the_treatment_told_before_her() -> None:
    talk = _talk("dental")
    await talk.say("need cleanings for me and my wife and a checkup for our son (he's 6). Dec 4 at 8")
    await talk.say("Sam Osei, wife's Grace Osei, son's Kofi Osei", "614-555-0172", "yes", "8:30", "yes", "9", "yes")
    assert [(one["name"], one["service_id"]) for one in talk.office.booked] == [
        ("Sam Osei", "svc_clean"),
        ("Grace Osei", "svc_clean"),
        ("Kofi Osei", "svc_child"),
    ]


async def test_twins_by_name_share_their_day_and_their_last_name() -> None:
    talk = _talk("dental")
    await talk.say("Book my twins for checkups, Ana and Leo Petrov, they're 9. Dec 3 after 3")
    await talk.say("3:30", "614 555 0186", "yes", "4 works for Leo", "yes")
    assert [one["name"] for one in talk.office.booked] == ["Ana Petrov", "Leo Petrov"]


async def test_the_other_comes_after_ones_own() -> None:
    talk = _talk("medspa")
    await talk.say("I want botox and my mom wants filler, same day. December 1st at 3pm")
    await talk.say("shes Lorna Price, im Dee Price", "305 555 0147", "yes")
    assert "3:30" in await talk.say("after mine is fine")


async def test_his_name_is_told_with_the_hour() -> None:
    talk = _talk("wellness")
    await talk.say("can I get a massage for me tomorrow at 10 and one for my boyfriend on tuesday")
    await talk.say("Cleo Banks", "503 555 0168", "yep")
    assert "Andre Hill" in await talk.say("his is Andre Hill. 6pm")
