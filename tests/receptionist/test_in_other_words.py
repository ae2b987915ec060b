"""What people mean whose words say it by the way: another hour, someone who comes too, a call instead, a list."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice


def _talk(kind: str) -> Conversation:
    return Conversation(Office(practice=practice(kind)), typed=True)


async def test_a_day_after_a_question_is_no_yes_to_a_call() -> None:
    talk = _talk("medspa")
    await talk.say("What areas do you do laser on? thinking underarms")
    await talk.say("can i do both same day", "great friday the 4th afternoon")
    assert talk.step == "slot" and not talk.office.made("request_person")


async def test_another_hour_at_the_read_back() -> None:
    talk = _talk("wellness")
    await talk.say("an IV drip December 3rd at 12:30", "Gus Petrakis", "503-555-0166")
    assert "1 PM" in await talk.say("change that to 1 actually")


async def test_the_day_that_was_told_holds_for_whatever_hour_there_is() -> None:
    talk = _talk("medspa")
    await talk.say("a consult next wednesday")
    assert "Wednesday" in await talk.say("whatever you've got after 3")


async def test_who_leaves_on_a_day_comes_before_it_and_goes_nowhere_by_name() -> None:
    talk = _talk("dental")
    said = await talk.say("How soon can you do a crown? I leave for Peru on the 10th")
    assert "November 23rd" in said and "don't have that" not in said, said
    assert "first and last name" in await talk.say("the first one")


async def test_someone_who_comes_too_is_told_while_the_name_is_asked_for() -> None:
    talk = _talk("medspa")
    await talk.say("botox December 5th at 10")
    await talk.say("and put my sister after me, she wants filler")
    for said in ("Ro Castellan", "305 555 0102", "yes"):
        last = await talk.say(said)
    assert "Lip filler" in last, last


async def test_an_initial_is_no_last_name() -> None:
    talk = _talk("dental")
    await talk.say("whitening December 1st at 2")
    assert "last name" in await talk.say("Priya N")
    await talk.say("Nair")
    assert "Priya Nair" in await talk.say("614-555-0116")


async def test_a_wish_beside_a_question_of_hours_is_for_that_day() -> None:
    talk = _talk("wellness")
    said = await talk.say("what time do you close tonight and can I squeeze in a sauna")
    assert "4 PM" in said and "November 21st" in said, said


async def test_a_time_to_be_called_is_no_visit() -> None:
    talk = _talk("wellness")
    await talk.say("im 3 months pregnant can i still do the massage", "yes", "mara jimenez 5035550121")
    await talk.say("mornings only pls")
    assert "mornings" in str(talk.office.made("request_person")[-1]["reason"])


async def test_who_rather_books_than_proves_who_they_are_gets_a_new_visit() -> None:
    talk = _talk("wellness")
    await talk.say("i booked a massage online but it said error, did it go through??", "Pat Quill, 503 555 0119")
    await talk.say("nothing came")
    assert "December 3rd" in await talk.say("just book me one then. the 3rd at 3")


async def test_call_me_then_is_a_request() -> None:
    talk = _talk("wellness")
    await talk.say("Can I bring my 15 year old for acupuncture? she gets migraines", "I'm her mom, I'd be there")
    await talk.say("ok call me then. Lucia Bravo 503 555 0189")
    assert talk.office.made("request_person")[-1]["phone"] == "+15035550189"


async def test_a_list_is_asked_for_without_a_treatment() -> None:
    talk = _talk("dental")
    await talk.say("do you have any evening appts", "ugh i work til 5 every day")
    await talk.say("so nothing. can u put me on a list if anything changes", "jonah weiss 6145550158")
    assert "list" in str(talk.office.made("request_person")[-1]["reason"])


@pytest.mark.parametrize("said", ["yes but is that with Dr Sato", "yes. that's with Dr Sato, right?"])
async def test_whom_a_booked_visit_is_with_is_told(said: str) -> None:
    talk = _talk("dental")
    await talk.say("cleaning dec 3 at 8", "Kit Moreau 614-555-0125")
    assert "that's with Dr. Emi Sato" in await talk.say(said)


async def test_another_provider_after_the_booking_moves_it() -> None:
    talk = _talk("dental")
    await talk.say("cleaning dec 3 at 8", "Kit Moreau 614-555-0125", "yes")
    assert "Reyes" in await talk.say("can I get it with Dr Reyes instead?")


async def test_what_a_visit_is_not_for_names_none() -> None:
    talk = _talk("wellness")
    await talk.say("whats the cheapest thing you have")
    assert "onsultation" in await talk.say("no i mean to relax not lose weight")


async def test_the_ages_of_children_are_no_hours_and_make_no_sum() -> None:
    talk = _talk("dental")
    said = await talk.say("2 adults and 3 kids for cleanings, what would that cost all together?")
    assert "in all" not in said, said
    assert "4 PM" not in await talk.say("the kids are 4, 7 and 12")


async def test_the_others_call_themselves() -> None:
    talk = _talk("medspa")
    await talk.say("hydrafacials for me and my two bridesmaids, Saturday December 12th at 10", "Tessa Lund")
    await talk.say("305 555 0176", "yes")
    assert "December 12th" in await talk.say("the others will call themselves") and talk.step == "else"


async def test_a_treatment_named_after_a_question_is_booked() -> None:
    talk = _talk("dental")
    await talk.say("Is Dr Sato taking new patients?", "great, exam then. i can do mornings except tuesdays")
    assert talk.step == "when" and not talk.office.made("request_person")


async def test_a_move_is_no_yes_to_a_call() -> None:
    talk = _talk("medspa")
    await talk.say("my appointment is tomorrow and i have a cold sore, what do i do")
    assert "know it's you" in await talk.say("ok move it")


async def test_an_hour_in_place_of_a_name() -> None:
    talk = _talk("dental")
    await talk.say("cleaning 9am on December 1st")
    assert "9:30" in await talk.say("9:30 works")


async def test_a_name_in_english_stays_english() -> None:
    talk = _talk("dental")
    await talk.say("cleaning 9am on December 1st")
    assert "phone" in await talk.say("Ola Brandt")


async def test_a_reminder_is_passed_on() -> None:
    talk = _talk("dental")
    await talk.say("cleaning 9am on December 1st", "Reggie Cole 614-555-0181", "yes")
    await talk.say("and remind me the day before pls")
    assert "remind me" in str(talk.office.made("request_person")[-1]["reason"])


async def test_who_is_not_wanted_is_not_booked() -> None:
    talk = _talk("wellness")
    await talk.say("I'd like the massage but not with Astrid, she was too rough last time")
    await talk.say("whoever else. friday the 4th at 4")
    assert "Daniel Cho" in await talk.say("Monty Blake 503 555 0108")


async def test_a_cousin_who_comes_along_gets_a_visit() -> None:
    talk = _talk("medspa")
    await talk.say("microneedling dec 5 at 11", "Amara Obi 786-555-0190", "mhm")
    await talk.say("actually can my cousin come with me and get the same thing")
    assert talk.step == "slot"


async def test_a_yes_counts_where_someone_else_is_to_join() -> None:
    talk = _talk("wellness")
    await talk.say("an IV drip today at 2", "Hiro Tanaka +1 (503) 555-0144")
    said = await talk.say("correct. can my wife join me, same thing?")
    assert [one["phone"] for one in talk.office.booked] == ["+15035550144"] and "Which" in said


async def test_the_ages_beside_names_are_no_hours() -> None:
    talk = _talk("dental")
    await talk.say("book my kids cleanings, both of them, wed the 9th after 3")
    assert "3 PM" in await talk.say("Ivy and Max Tran, 7 and 10")


async def test_a_symptom_and_someone_to_look_are_a_consultation() -> None:
    for said in (
        "Tooth #14 has been sensitive to cold for a week. I'd prefer Dr. Reyes.",
        "just get me in for someone to look. soonest",
    ):
        talk = _talk("dental")
        await talk.say(said)
        assert talk.memory["receptionist"]["service_id"] == "svc_consult", said


async def test_the_price_of_a_tooth_is_none_for_pulling_it() -> None:
    assert "$210" not in await _talk("dental").say("How much to pull a tooth")


async def test_an_hour_at_which_something_begins_is_a_limit() -> None:
    talk = _talk("dental")
    await talk.say("a cleaning monday the 30th, I teach at 9:30")
    starts = [str(one["starts_at"])[11:16] for one in talk.memory["receptionist"]["offered"]]
    assert starts and max(starts) < "09:30"


async def test_another_place_after_the_booking() -> None:
    talk = _talk("medspa")
    await talk.say("botox tuesday at 11", "Nick Carver 3055550112", "yes")
    await talk.say("actually can we do the Grove location")
    assert talk.step == "slot" and [a for n, a in talk.office.calls if n == "find_slots"][-1]["location_id"]


async def test_who_used_to_do_it_is_nobody_who_comes() -> None:
    talk = _talk("medspa")
    await talk.say("Need laser hair removal today at noon, my usual girl quit", "its Maddie Ross")
    assert "Maddie Ross" in await talk.say("305 555 0129 lol")


async def test_that_day_is_the_one_that_was_asked_about() -> None:
    talk = _talk("medspa")
    await talk.say("how late are you open on Saturday the 5th?")
    await talk.say("could I have Botox that day?")
    searched = next(args for name, args in talk.office.calls if name == "find_slots")
    assert str(searched["from"]).startswith("2026-12-05")


async def test_a_sunscreen_is_no_software() -> None:
    assert "AI front desk" not in await _talk("medspa").say("Do you sell the sunscreen you use? I ran out")


async def test_how_to_be_reached_is_no_goodbye() -> None:
    talk = _talk("dental")
    await talk.say("I never got my receipt from Tuesday, need it for my FSA", "Hank Odell, hank.odell@mail.example")
    await talk.say("no phone, just email pls")
    assert talk.step == "else" and "just email" in str(talk.office.made("request_person")[-1]["reason"])


async def test_not_that_day_but_the_one_after() -> None:
    talk = _talk("medspa")
    await talk.say("lip filler friday next week")
    assert "December 4th" in await talk.say("not the 27th dummy, the one after")


async def test_no_need_to_call_is_no_wish_for_one() -> None:
    talk = _talk("wellness")
    await talk.say("a massage on Sunday", "no need to call me")
    assert not talk.office.made("request_person") and talk.step != "person_contact"


async def test_a_member_id_asks_for_no_membership() -> None:
    talk = _talk("dental")
    await talk.say("My insurance changed to MetLife. do i need to tell you before my cleaning on the 8th?")
    assert "Smile Plan" not in await talk.say("member id 44821, name's Priya Raman")


async def test_both_are_those_that_were_asked_about() -> None:
    talk = _talk("medspa")
    await talk.say("Botox and filler on the same day is ok?", "then both on Dec 8 at 2", "Sara Nyberg 3055550153")
    assert "Lip filler" in await talk.say("yes")


async def test_a_child_who_was_told_of_has_the_childrens_checkup() -> None:
    talk = _talk("dental")
    await talk.say("my 4 year old has never been, how do we start", "ok the week of the 7th, mornings")
    assert talk.memory["receptionist"]["service_id"] == "svc_child"


async def test_a_question_after_perfect_is_answered_once_it_is_booked() -> None:
    talk = _talk("dental")
    await talk.say("a cleaning December 7th at 10", "Beatrix Holt 614-555-0195")
    assert "Medicare" in await talk.say("perfect. does medicare cover any of it")
