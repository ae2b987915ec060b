"""Spanish in writing: understood and answered in it; on the phone, where Mia hears English, people call back."""

import string
from typing import Any

import pytest

from mia.receptionist.dialogue.saying.phrases import PHRASES
from mia.receptionist.dialogue.spanish.phrases import SPANISH
from mia.receptionist.dialogue.spanish.values import in_spanish
from mia.receptionist.understanding.spanish import in_english, speaks_spanish
from tests.receptionist.conversation import Conversation
from tests.receptionist.front_office import PRACTICE, FrontOffice


def _values(wordings: tuple[str, ...]) -> set[str]:
    return {name for wording in wordings for _, name, _, _ in string.Formatter().parse(wording) if name}


def test_every_phrase_has_its_spanish_and_takes_nothing_that_is_not_given() -> None:
    assert set(SPANISH) == set(PHRASES)
    assert [key for key in PHRASES if not _values(SPANISH[key]) <= _values(PHRASES[key])] == []


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("necesito cancelar mi cita del jueves", "i want to cancel my appointment on thursday"),
        ("¿Puedo ir mañana por la mañana a las 10 y media?", "can i go tomorrow morning at 10:30?"),
        ("Me llamo Lucía Peña", "my name is Lucía Peña"),
        ("después de las 4 el 23 de noviembre", "after 4 the 23 of november"),
        ("sí, por favor", "yes, please"),
        ("la corona déjela igualita", "the a crown leave it as it is"),
        ("ya no la quiero", "i want to cancel"),
        ("bótox para mí y otra para mi prima", "bótox for me and one for my cousin"),
        ("al día siguiente", "the next day"),
        ("una cita, no es para mí sino para mi suegra", "a appointment, it is for my mother in law"),
    ],
)
def test_spanish_is_understood_as_the_english_it_means(said: str, meant: str) -> None:
    assert in_english(said) == meant


@pytest.mark.parametrize(
    ("text", "before", "spanish"),
    [
        ("tienen masajes el sábado?", False, True),
        ("Carlos de los Santos", False, False),
        ("Lucía Peña", True, True),
        ("what is the price of the lip filler?", True, False),
        ("ok", True, True),
    ],
)
def test_the_language_is_told_from_words_that_only_it_has(text: str, before: bool, spanish: bool) -> None:
    assert speaks_spanish(text, before=before) is spanish


def test_days_and_times_are_said_in_spanish_and_names_stay() -> None:
    english = "Botox on Tuesday, November 24th at 1 PM with Dr. Emi Sato at Bayfront"
    assert in_spanish(english) == "Botox el martes 24 de noviembre a la 1 p. m. con Dr. Emi Sato en Bayfront"


async def test_a_visit_is_booked_in_spanish_to_the_end() -> None:
    office = FrontOffice()
    talk = Conversation(office, typed=True)
    assert "¿" in await talk.say("Hola, quiero una cita para botox el martes a las 2")
    assert "nombre" in await talk.say("me da igual, la primera está bien")
    assert "teléfono" in await talk.say("Lucía Peña")
    assert "a nombre de Lucía Peña" in await talk.say("305 555 0142")
    assert await talk.say("sí, correcto")
    (booked,) = office.made("book_appointment")
    assert booked["name"] == "Lucía Peña"


async def test_the_team_reads_that_someone_writes_spanish() -> None:
    office = FrontOffice()
    talk = Conversation(office, typed=True)
    await talk.say("tengo una queja, me cobraron dos veces")
    await talk.say("Paola Ruiz 305 555 0123")
    request = office.made("request_person")[-1]
    assert "me cobraron dos veces" in request["reason"] and "writes Spanish" in request["reason"]


async def test_english_is_answered_in_english_again() -> None:
    talk = Conversation(FrontOffice(), typed=True)
    assert "¿" in await talk.say("¿a qué hora abren los lunes?")
    assert "¿" not in await talk.say("what time do you open on Mondays?")


WRITTEN = {
    "answer": "Please give us 24 hours' notice; later changes cost $50.",
    "answer_es": "Avísenos con 24 horas; después, los cambios cuestan $50.",
    "parking": "Street parking only",
    "parking_es": "Solo hay estacionamiento en la calle",
}
"""What a practice wrote, and how it says that in Spanish itself."""


def _practice(**texts: str) -> dict[str, Any]:
    """A practice with one place and one answer, some of it in Spanish."""
    place = {"id": "loc_one", "name": "Bayfront", "address": "410 Bayfront Drive", "parking": WRITTEN["parking"]}
    asked = ["What is your cancellation policy?"]
    fact = {"topic": "cancellation policy", "questions": asked, "answer": WRITTEN["answer"]}
    return {
        **PRACTICE,
        "locations": [place | {key: text for key, text in texts.items() if key.startswith("parking")}],
        "faq": [fact | {key: text for key, text in texts.items() if key.startswith("answer")}],
    }


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("¿cuál es su política de cancelación?", "answer"),
        ("¿dónde puedo estacionarme?", "parking"),
        ("¿y dónde se parquea uno?", "parking"),
    ],
)
async def test_what_the_practice_wrote_is_told_in_its_own_spanish_and_else_quoted_in_english(
    question: str, text: str
) -> None:
    spanish = f"{text}_es"
    told = await Conversation(FrontOffice(_practice(**{spanish: WRITTEN[spanish]})), typed=True).say(question)
    assert WRITTEN[spanish] in told
    assert "inglés" not in told and WRITTEN[text] not in told
    quoted = await Conversation(FrontOffice(_practice()), typed=True).say(question)
    assert "Esto dice la clínica, en inglés" in quoted and WRITTEN[text] in quoted


async def test_who_writes_english_reads_nothing_in_spanish() -> None:
    office = FrontOffice(_practice(**WRITTEN))
    told = await Conversation(office, typed=True).say("What is your cancellation policy?")
    assert WRITTEN["answer"] in told and WRITTEN["answer_es"] not in told


async def test_on_the_phone_a_person_calls_back() -> None:
    office = FrontOffice()
    talk = Conversation(office)
    assert "solo hablo inglés" in await talk.say("hola, quiero una cita")


@pytest.mark.parametrize(
    ("written", "english"),
    [
        ("el jueves tres", "thursday the 3"),
        ("para el veintidos de diciembre", "22 of december"),
        ("a la una y media", "at 1:30"),
        ("después de las tres", "after 3"),
        ("Así mero", "that is right"),
        ("ándele pues", "yes okay"),
        ("quítamela", "i want to cancel"),
    ],
)
def test_days_times_and_agreement_in_words(written: str, english: str) -> None:
    assert english in in_english(written)


@pytest.mark.parametrize(
    ("typed", "english"),
    [
        ("tmb hacen lo d bajar d peso?", "also do you have weight loss?"),
        ("kiero kitar la d acupuntura", "i want to cancel the acupuncture"),
        ("Wenas, ay lugar mñn tmprano?", "hello, do you have an opening tomorrow morning?"),
        ("¿qué ropita debe llevar ella?", "what should i wear"),
        ("Afirmativo", "yes"),
        ("simón", "yes"),
        ("dejeme pensarlo tantito", "let me think about it"),
        ("puede ser el 5 el 12 o el 19", "it could be on the 5th, the 12th or the 19th"),
        ("queremos masaje los dos el viernes", "we want massage both of us on friday"),
    ],
)
def test_what_is_typed_in_a_hurry(typed: str, english: str) -> None:
    assert english in in_english(typed)


def test_names_are_not_put_right() -> None:
    assert in_english("Simon Ola", names=True) == "Simon Ola"
    assert in_english("la otra es Kiko Boy", names=True) == "Kiko Boy"


async def test_each_child_has_a_day_and_both_visits_are_told_again() -> None:
    office = FrontOffice()
    talk = Conversation(office, typed=True)
    await talk.say("Hola, botox para mi novia Luz Marín y yo, los dos el martes 24", "la primera", "Luz Marín")
    await talk.say("305 555 0142", "afirmativo", "la primera", "el otro es Jorge Peña", "así mero")
    told = await talk.say("¿y quedaron las dos citas, la mía y la de Luz?")
    assert "Luz" in told and "Jorge" in told and "código" not in told
    assert {one["name"] for one in office.made("book_appointment")} == {"Luz Marín", "Jorge Peña"}


@pytest.mark.parametrize(
    ("typed", "english"),
    [
        ("mueva mi cita del martes pa'l jueves", "on tuesday to thursday"),
        ("no me llegó el código", "nothing came"),
        ("la de las 11", "the one at 11"),
        ("me pasas la ubicación?", "what is your address?"),
        ("cuánto dura el efecto?", "how long do the results last?"),
        ("¿qué tengo que llevar?", "what should i bring?"),
        ("che, tenés turno?", "do you have appointment?"),
    ],
)
def test_words_of_many_countries(typed: str, english: str) -> None:
    assert english in in_english(typed)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("por ahora no quiero cita", "for now i do not want appointment"),
        ("no necesito una cita, solo el precio", "i do not need"),
        ("aún no quiero agendar nada", "i do not want an appointment"),
        ("no quiero la cita del martes", "i do not want my appointment on tuesday"),
        ("no quiero el lunes", "i do not want on monday"),
        ("no quiero cancelar", "i do not want to cancel"),
        ("no quiero moverla", "i do not want to reschedule"),
        ("no, quiero cancelar", "no, i want to cancel"),
        ("no, quiero una cita", "no, i would like an appointment"),
    ],
)
def test_what_is_not_wanted_is_no_wish(said: str, meant: str) -> None:
    assert meant in in_english(said)


def test_who_gets_off_work_asks_for_no_price() -> None:
    assert "how much" not in in_english("los días que salgo temprano, lunes y miércoles, después de las tres")


async def test_a_free_slot_on_a_plain_day_asks_for_no_holidays() -> None:
    holidays = {
        "topic": "holidays",
        "questions": ["Are you open on Thanksgiving?", "Are you open over the holidays?"],
    }
    practice = {**PRACTICE, "faq": [holidays | {"answer": "We are closed on Thanksgiving."}]}
    told = await Conversation(FrontOffice(practice), typed=True).say(
        "Do you have a free slot this Friday for Botox?"
    )
    assert "Thanksgiving" not in told
