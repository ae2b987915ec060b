"""Names that are told in a list are people who come, and a name is found wherever it stands in an answer."""

import pytest

from mia.receptionist.understanding.who.names import hear_name
from mia.receptionist.understanding.who.people import SELF, hear_listed
from tests.receptionist.patients.office import CODE
from tests.receptionist.writers import writer


@pytest.mark.parametrize(
    ("said", "people"),
    [
        ("One massage each for Parveen, Lachlan and Itziar", ("Parveen", "Lachlan", "Itziar")),
        ("Myrtle, Gwendolyn, Fumiko and me, sauna for each", ("Myrtle", "Gwendolyn", "Fumiko", SELF)),
        ("Milo and Greta Vanterpool, both 8", ("Milo Vanterpool", "Greta Vanterpool")),
        ("everyone in my office goes to you, Marisol, Deb, even Greg", ()),
        ("are Monday and Tuesday both open", ()),
    ],
)
def test_a_list_of_names_is_one_of_those_who_come(said: str, people: tuple[str, ...]) -> None:
    assert hear_listed(said) == people


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Patient is Alistair Nwosu, I'm Rochelle Gaines", "Alistair Nwosu"),
        ("one's for me, Callum Thornbury", "Callum Thornbury"),
        ("Robin Castleman. Robin goes by Castleman-Vega now", "Robin Castleman-Vega"),
        ("that'd be Oona McBride", "Oona McBride"),
        ("the kid's called Otis Finch", "Otis Finch"),
        ("Sure! Marta here, last name's Kowalczyk", "Marta Kowalczyk"),
        ("The appointment's for Maren Voss. I'm her mother, Katja Voss", "Maren Voss"),
        ("Everyone calls me Duke, but in your books I'm Percival Ongaro", "Percival Ongaro"),
        ("My name Halyna, family name Kravets", "Halyna Kravets"),
        ("H-A-L-Y-N-A K-R-A-V-E-T-S", "Halyna Kravets"),
        ("Ilse Br\u2013 no, she won't come. You know what, I'm taking it myself: Selma Varga", "Selma Varga"),
        ("Siobhan, it's said Shivawn, after my gran. Surname Delaney", "Siobhan Delaney"),
        ("Ella se llama Rosa Elena Prieto viuda de Lara", "Rosa Elena Prieto"),
        ("Selma Varga. My dad loved opera, hence", "Selma Varga"),
        ("Put it in my wife's name, Ilse Brandt. She asked me to", "Ilse Brandt"),
    ],
)
def test_the_name_of_the_one_who_comes_is_found_in_an_answer(said: str, name: str) -> None:
    assert hear_name(said, expected=True) == name


async def test_each_of_a_list_has_a_day_in_its_order() -> None:
    talk, office = writer("wellness")
    said = "A massage each for Pia, Lou and Cy on different days: Tue Dec 15, Wed Dec 16, Thu Dec 17, in that order"
    await talk.say(said, "the first one", "Pia Sand", "503 555 0142", "yes")
    for name in ("Lou Marsh", "Cy Lind"):
        await talk.say("the first one", name, "yes")
    assert [(visit["name"], visit["start"].day) for visit in office.booked] == [
        ("Pia Sand", 15),
        ("Lou Marsh", 16),
        ("Cy Lind", 17),
    ]


async def test_a_week_told_at_the_end_is_that_of_all_days_before_it() -> None:
    talk, office = writer("medspa")
    await talk.say("A consultation on Monday, then a peel on Wednesday. Next week.")
    await talk.say("the first one", "Ana Ruiz", "305 555 0142", "yes", "the first one", "yes")
    first, second = (visit["start"].date() for visit in office.booked)
    assert (second - first).days == 2


async def test_two_visits_trade_their_days() -> None:
    botox = {"id": "apt_1", "service": "svc_botox", "start": "2026-12-08T15:00"}
    peel = {"id": "apt_2", "service": "svc_peel", "start": "2026-12-17T15:00"}
    talk, office = writer("medspa", botox, peel)
    said = "I have Botox on December 8 and a peel on December 17. Could you swap the two"
    await talk.say(f"{said}: peel on the 8th, Botox on the 17th")
    await talk.say("Ana Ruiz, 305 555 0142", CODE, "the first one", "yes", "the first one", "yes")
    assert {(visit["service_id"], visit["start"].day) for visit in office.booked} == {
        ("svc_botox", 17),
        ("svc_peel", 8),
    }


async def test_what_is_too_dear_is_called_off_and_the_rest_stays() -> None:
    clean = {"id": "apt_1", "service": "svc_clean", "start": "2026-12-09T08:00"}
    white = {"id": "apt_2", "service": "svc_white", "start": "2026-12-16T13:00"}
    talk, office = writer("dental", clean, white)
    await talk.say(
        "350 for the whitening is too much. I have to cancel it, but keep my cleaning", "Ana Ruiz, 614 555 0142"
    )
    await talk.say(CODE, "yes")
    assert office.canceled == ["apt_2"]
