"""Treatments that are meant without their names."""

import pytest

from mia.platform.words.plain import plain
from mia.receptionist.practice import read_practice
from mia.receptionist.understanding.lay_terms import or_by_lay_terms
from mia.receptionist.understanding.treatments import wanted
from tests.receptionist.patients.patient import practice


def meant(at: str, text: str) -> tuple[str, ...]:
    facts, line = read_practice(practice(at)), plain(text)
    found = or_by_lay_terms(wanted(line, facts), line, facts)
    return found.ids if found else ()


@pytest.mark.parametrize(
    ("at", "text", "service"),
    [
        ("medspa", "I'd like my frown lines gone", "svc_botox"),
        ("medspa", "get my upper lip zapped", "svc_lhr"),
        ("medspa", "those chin hairs", "svc_lhr"),
        ("medspa", "the dermapen", "svc_micro"),
        ("dental", "six years since anyone looked in my mouth", "svc_exam"),
        ("dental", "get these coffee stains off my teeth", "svc_white"),
        ("dental", "scale and polish", "svc_clean"),
        ("dental", "a checkup for my toddler", "svc_child"),
        ("wellness", "a back rub", "svc_massage"),
        ("wellness", "drop 30 pounds", "svc_weight"),
        ("wellness", "a dietitian", "svc_nutri"),
    ],
)
def test_a_treatment_is_known_by_what_people_want_it_for(at: str, text: str, service: str) -> None:
    assert meant(at, text) == (service,)


def test_a_name_counts_before_what_it_is_for() -> None:
    assert meant("medspa", "a chemical peel for my frown lines") == ("svc_peel",)


def test_a_practice_without_the_treatment_is_not_taken_to_mean_it() -> None:
    assert meant("wellness", "get these coffee stains off my teeth") == ()
