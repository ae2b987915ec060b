"""Danger in what people say: all of it is heard, and what only sounds like it is not."""

import json
from pathlib import Path

import pytest

from mia.platform.safety.danger import Alarm, Danger, hear_danger
from mia.platform.words.plain import plain

pytestmark = pytest.mark.evals

_EVALS = Path(__file__).parents[3] / "evals" / "safety"


def corpus(section: str) -> list[str]:
    """All lines of a section of ``evals/safety``."""
    files = [json.loads(file.read_text("utf-8")) for file in sorted(_EVALS.glob("*.json"))]
    return [line for file in files for lines in file[section].values() for line in lines]


def is_urgent(line: str) -> bool:
    alarm = hear_danger(plain(line))
    return alarm is not None and alarm.is_urgent


@pytest.mark.parametrize(("section", "least"), [("english", 60), ("spanish", 40)])
def test_every_danger_of_the_corpus_is_heard(section: str, least: int) -> None:
    lines = corpus(section)
    assert len(lines) >= least
    assert [line for line in lines if not is_urgent(line)] == []


def test_nothing_else_of_the_corpus_is_taken_for_danger() -> None:
    lines = corpus("no danger")
    assert len(lines) >= 40
    assert [line for line in lines if is_urgent(line)] == []


def test_words_told_in_spanish_are_known_to_be() -> None:
    assert hear_danger(plain("No puedo respirar")) == Alarm(Danger.NOW, spanish=True)
    assert hear_danger(plain("I can't breathe")) == Alarm(Danger.NOW, spanish=False)


def test_the_gravest_of_several_readings_counts() -> None:
    heard, corrected = plain("terrible lip infection since yesterday"), "terrible lip injections since yesterday"
    assert hear_danger(corrected) is None
    assert hear_danger(heard, corrected) == Alarm(Danger.NOW)
    assert hear_danger(plain("I can't breathe and I want to die")) == Alarm(Danger.CRISIS)


@pytest.mark.parametrize("symptom", ["I have a fever", "I woke up with a bad headache"])
def test_an_ailment_is_no_danger_in_somebody_who_cancels(symptom: str) -> None:
    assert hear_danger(plain(f"{symptom}, I need to cancel my appointment")) is None


def test_danger_counts_in_somebody_who_cancels() -> None:
    line = "I have to cancel, I have a fever and my throat is closing"
    assert hear_danger(plain(line)) == Alarm(Danger.NOW)


@pytest.mark.parametrize(
    ("text", "danger"),
    [
        ("I can't breathe", Danger.NOW),
        ("no trouble breathing, just a consult", None),
        ("it's not an emergency", None),
        ("what do I do in an emergency", Danger.ASKED),
        ("what if I have an allergic reaction", Danger.ASKED),
        ("what should I do, I'm having an allergic reaction", Danger.NOW),
        ("I want to kill myself", Danger.CRISIS),
        ("I'm dying to try a facial", None),
    ],
)
def test_danger_is_told_from_talk_about_danger(text: str, danger: Danger | None) -> None:
    alarm = hear_danger(plain(text))
    assert (alarm.danger if alarm else None) == danger


@pytest.mark.parametrize("name", ["Tom Becker", "Tomas Rivera", "Bebe Ruiz"])
def test_a_name_beside_a_number_is_no_overdose(name: str) -> None:
    assert hear_danger(plain(f"it's {name}, 305-555-0166")) is None
    assert hear_danger(plain("se tomó 20 pastillas, 305-555-0166")) == Alarm(Danger.NOW, spanish=True)


@pytest.mark.parametrize(
    "said",
    [
        "odd one for you, do you sell gift certificates for a cleaning?",
        "I work nights on a stroke unit, a facial on Friday please",
        "my kid plays a choking victim in the school play, a checkup on Tuesday",
        "I have a cleaning on the 4th at 9 but we had a death in the family",
        "two fillings at 210 when I had one tooth done",
        "a drip the day after the party, but don't make me get up early",
        "I will pass out dead at the sight of that needle, do you do nitrous?",
        "Disculpe la molestia, ¿a qué hora me toca la limpieza?",
        "Yo salgo de la obra a las 2, puedo el lunes",
        "Me vuelo el lunes y no sé cuándo vuelvo, quiero anular la cita de enero",
    ],
)
def test_words_of_danger_in_another_sense_are_no_alarm(said: str) -> None:
    assert hear_danger(plain(said)) is None


def test_an_overdose_is_heard_as_it_is_said() -> None:
    assert hear_danger(plain("I think he OD'd")) == Alarm(Danger.NOW)


@pytest.mark.parametrize(
    "said",
    [
        "there is a choking victim in your lobby",
        "my friend is asleep and not answering me",
        "she is having a stroke, nurse",
        "she doesn't get up and doesn't answer",
        "he passed out from a needle in his arm",
        "my uncle molested me",
        "se desmalló y no vuelve",
        "salió a la calle y no despierta",
    ],
)
def test_danger_in_the_words_of_a_figure_is_heard(said: str) -> None:
    assert is_urgent(said)


@pytest.mark.parametrize(
    "line",
    [
        "my front tooth turned kind of gray",
        "is a blackish tooth bad",
        "se me puso el diente gris",
        "my toothache is killing me",
    ],
)
def test_a_tooth_of_another_color_is_no_emergency(line: str) -> None:
    assert hear_danger(plain(line)) is None


@pytest.mark.parametrize(
    "line",
    [
        "he knocked out a tooth and his lips look blue",
        "my kid had a tooth pulled and turned blue",
        "my lip turned gray and cold",
    ],
)
def test_skin_of_another_color_beside_a_tooth_is_one(line: str) -> None:
    assert is_urgent(line)


def test_an_illness_that_puts_off_a_visit_is_none_but_what_came_after_a_treatment_is() -> None:
    assert hear_danger(plain("got the flu, throwing up, can I push my cleaning")) is None
    assert is_urgent("dizzy and throwing up since the anesthesia, I need to cancel tomorrow")


@pytest.mark.parametrize(
    "said",
    [
        "I took the whole afternoon off, so start at ten or a little after",
        "stuck behind the train, not moving, so I'll be late",
        "I'm drowning in quarter end reports and the deadline is killing me, can we move my massage",
        "I have to brush up on my Spanish, and not only that",
    ],
)
def test_a_day_off_a_train_and_a_deadline_are_no_danger(said: str) -> None:
    assert not is_urgent(said)


@pytest.mark.parametrize(
    "said",
    [
        "my son is drowning over here",
        "she's stuck under the car and not moving",
        "she fell on the highway, not moving",
        "a man fell in front of the train, not moving at all",
        "the man under the bus is not moving",
        "my boy is drowning in the pool at the report office",
        "he took ten",
    ],
)
def test_danger_in_such_words_is_heard(said: str) -> None:
    assert is_urgent(said)


@pytest.mark.parametrize(
    "told",
    [
        "I had a filling at noon and my arm is numb too",
        "my face dropped on one side",
        "I'm bleeding from last week's lipo",
        "my boss just collapsed at his desk",
        "I've had chest pain for an hour",
    ],
)
def test_danger_is_heard_beside_what_would_excuse_something_else(told: str) -> None:
    assert is_urgent(told)


@pytest.mark.parametrize(
    "told",
    [
        "I had a filling at noon and my lip is still numb",
        "about my lip appointment, I dropped my phone off a boat",
        "the flu has taken down our entire house",
        "I'm drowning over here, quarter end is killing me",
        "se me quemó la cena y voy tarde",
    ],
)
def test_things_that_drop_burn_or_die_and_a_mouth_made_numb_are_no_danger(told: str) -> None:
    assert hear_danger(plain(told)) is None
