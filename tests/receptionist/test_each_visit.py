"""Several visits asked for at once, each with its day and its person."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice


def patient(kind: str) -> Conversation:
    return Conversation(Office(practice=practice(kind), on_file=[], number=""), typed=True)


def visits(talk: Conversation) -> list[tuple[str, str, str]]:
    return [(b["service_id"], f"{b['start']:%m-%d}", str(b["name"])) for b in talk.office.booked]


async def settle(talk: Conversation, *words: str) -> str:
    for said in words:
        answer = await talk.say(said)
    return answer


@pytest.mark.parametrize(
    ("said", "days"),
    [
        (
            "Set me up for acupuncture three Tuesdays in a row, Dec 1, 8 and 15, evenings",
            ["12-01", "12-08", "12-15"],
        ),
        ("two sauna sessions, one on Friday December 4 and the other Friday December 18", ["12-04", "12-18"]),
        ("Two rounds of acupuncture: Dec 4, Dec 11 please", ["12-04", "12-11"]),
        ("Sauna Wed 12/9 and sauna Fri 12/11, any time after 3", ["12-09", "12-11"]),
    ],
)
async def test_the_same_treatment_is_booked_on_each_of_the_days(said: str, days: list[str]) -> None:
    talk = patient("wellness")
    await settle(talk, said, "the first one", "Reggie Baptiste", "971 555 0148", "yes")
    for _ in days[1:]:
        await settle(talk, "the first one", "yes")
    assert [day for _, day, _ in visits(talk)] == days


async def test_each_treatment_has_its_own_day() -> None:
    talk = patient("wellness")
    said = "massage Saturday December 12, sauna Sunday December 13"
    await settle(talk, said, "the first one", "Zuzana Havlik", "503 555 0129", "yes", "the first one", "yes")
    assert visits(talk) == [
        ("svc_massage", "12-12", "Zuzana Havlik"),
        ("svc_sauna", "12-13", "Zuzana Havlik"),
    ]


async def test_days_told_again_are_put_right_for_each_visit() -> None:
    talk = patient("dental")
    await talk.say("the exam and a whitening please, sometime in December")
    await talk.say("exam on Tuesday December 8, whitening on Thursday December 10, mornings")
    await settle(talk, "the first one", "Jerome Tillery", "216 555 0143", "yes", "the first one", "yes")
    assert [(service, day) for service, day, _ in visits(talk)] == [("svc_exam", "12-08"), ("svc_white", "12-10")]


@pytest.mark.parametrize(
    ("kind", "said", "first", "second"),
    [
        (
            "wellness",
            "I'm Skye Bell and want acupuncture December 11 after 4, my roommate is Roz Kimmel, she wants a sauna",
            ("svc_acu", "Skye Bell"),
            ("svc_sauna", "Roz Kimmel"),
        ),
        (
            "dental",
            "I'm Tamsin Whitlow. A cleaning for me and a kid checkup for my son Jasper Whitlow on December 14",
            ("svc_clean", "Tamsin Whitlow"),
            ("svc_child", "Jasper Whitlow"),
        ),
    ],
)
async def test_people_told_by_name_are_not_asked_again(
    kind: str, said: str, first: tuple[str, str], second: tuple[str, str]
) -> None:
    talk = patient(kind)
    await settle(talk, said, "the first one", "614 555 0143", "yes", "the first one", "yes")
    assert [(service, name) for service, _, name in visits(talk)] == [first, second]


async def test_two_people_have_each_their_own_day() -> None:
    talk = patient("wellness")
    said = "My deskmate and I want the weight loss program, her on Thursday December 3 and me on Friday December 4"
    await settle(talk, said, "the first one", "Latoya Simms", "503 555 0111", "yes")
    await settle(talk, "the first one", "Birgit Ohlsson", "yes")
    assert visits(talk) == [("svc_weight", "12-03", "Latoya Simms"), ("svc_weight", "12-04", "Birgit Ohlsson")]


async def test_a_choice_of_days_is_one_visit() -> None:
    talk = patient("wellness")
    await settle(talk, "a massage on Tuesday December 1 or Thursday December 3", "the first one")
    assert talk.state["planned"] == []


async def test_what_is_booked_is_told_not_booked_twice() -> None:
    talk = patient("dental")
    await settle(talk, "a filling on December 8", "the first one", "Hugh Trevelyan", "614 555 0137", "yes")
    assert "You have Filling on Tuesday, December 8th" in await talk.say("the filling on Tuesday December 8 please")
    assert len(visits(talk)) == 1


async def test_another_treatment_instead_takes_the_place_of_the_one_booked() -> None:
    talk = patient("dental")
    await settle(talk, "a whitening on December 9", "the first one", "Gus Papadakis", "614 555 0187", "yes")
    await settle(talk, "could you turn that into a regular cleaning instead?", "yes")
    if not any(service == "svc_clean" for service, _, _ in visits(talk)):
        await settle(talk, "the first one", "yes")
    assert [(service, day) for service, day, _ in visits(talk)] == [("svc_clean", "12-09")]


async def test_a_price_asked_before_the_treatment_is_named_is_told_then() -> None:
    talk = patient("medspa")
    assert "Which treatment" in await talk.say("how much is that thing my roommate had?")
    assert "$310" in await talk.say("the microneedling")


async def test_the_same_as_last_time_is_booked_by_name_where_no_code_came() -> None:
    talk = patient("medspa")
    await settle(talk, "Same as last time please, on December 10", "Yuki Sandoval, 305 555 0146", "nothing came")
    assert "I can still book you in" in await talk.say("nothing came")
    assert talk.step == "service"


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("acupuncture 12/2 and then 12/30, mornings both times", ["12-02", "12-30"]),
        ("one acupuncture on the 10th and the other the next day please", ["12-10", "12-11"]),
    ],
)
async def test_a_second_visit_may_be_told_by_the_first(said: str, days: list[str]) -> None:
    talk = patient("wellness")
    await settle(talk, said, "the first one", "Reggie Baptiste", "971 555 0148", "yes", "the first one", "yes")
    assert [day for _, day, _ in visits(talk)] == days


async def test_each_person_has_a_time_of_their_own() -> None:
    talk = patient("wellness")
    said = "Two massages on December 5. One's mine, before 11, one's for my wife Simone Ellington, hers at noon"
    await settle(talk, said, "the first one", "Rashad Ellington", "971 555 0107", "yes", "the first one", "yes")
    assert [(b["name"], b["start"].hour < 12) for b in talk.office.booked] == [
        ("Rashad Ellington", True),
        ("Simone Ellington", False),
    ]


async def test_each_child_has_a_checkup_beside_the_parents_cleaning() -> None:
    talk = patient("dental")
    await settle(talk, "I need a cleaning for myself and checkups for both kids on Monday December 7, morning")
    await settle(talk, "the first one", "Ana Ruiz", "614 555 0129", "yes")
    await settle(talk, "the first one", "Eva Ruiz", "yes", "the first one", "Leo Ruiz", "yes")
    assert [(service, name) for service, _, name in visits(talk)] == [
        ("svc_clean", "Ana Ruiz"),
        ("svc_child", "Eva Ruiz"),
        ("svc_child", "Leo Ruiz"),
    ]


@pytest.mark.parametrize(
    "said",
    [
        "a checkup for my son Theo, he's nine. Thursday December 10 after school",
        "checkups for my three kiddos on Wednesday December 9th",
        "checkups for my twins Max and Leo, they're 8, Tuesday December 8 after 3",
        "una revisión para mi hijo de 7 años el lunes 7 de diciembre",
    ],
)
async def test_a_checkup_of_a_child_is_the_childrens(said: str) -> None:
    talk = patient("dental")
    await talk.say(said)
    assert talk.state["service_id"] == "svc_child" and not talk.state["minor"]


async def test_who_corrects_themselves_about_new_visits_moves_none() -> None:
    talk = patient("medspa")
    await settle(
        talk,
        "My sister and I both want Botox on the 3rd. Oh wait she just texted me, she can't. So me on the 3rd and "
        "her on Tuesday the 8th please",
        *("the first one", "Opal Trujillo", "305 555 0168", "yes", "the first one", "Mindy Baird", "yes"),
    )
    assert [(day, name) for _, day, name in visits(talk)] == [("12-03", "Opal Trujillo"), ("12-08", "Mindy Baird")]


async def test_a_child_of_whom_no_treatment_is_named_may_come_for_the_childrens_one() -> None:
    talk = patient("dental")
    said = "My son Oskar is 4 and has never seen a dentist, can we come Wednesday December 2 after 1:30?"
    assert "18" not in await talk.say(said)
    await talk.say("a kids checkup")
    assert talk.state["service_id"] == "svc_child" and not talk.state["minor"]
