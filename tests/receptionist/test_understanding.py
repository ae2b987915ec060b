"""Names, phone numbers, services and topics in what a recognizer wrote."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mia.platform.words.plain import plain
from mia.receptionist.practice import read_practice
from mia.receptionist.understanding.acts import Act, hear_acts
from mia.receptionist.understanding.lexicon import find_location, find_provider, find_services, mend_names
from mia.receptionist.understanding.phones import corrected, hear_digits, spoken_phone, valid_phone
from mia.receptionist.understanding.who.names import hear_name
from tests.receptionist.front_office import PRACTICE

_DIGIT_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_PLACES: Mapping[str, Any] = {
    **PRACTICE,
    "locations": [
        {"id": "l1", "name": "Main Office"},
        {"id": "l2", "name": "Downtown Branch"},
        {"id": "l3", "name": "Westside Clinic"},
    ],
}


@given(
    st.from_regex(r"[2-9][0-9]{2}[2-9][0-9]{6}", fullmatch=True),
    st.sampled_from(["digits", "words", "oh", "groups"]),
)
def test_any_number_is_heard_however_it_is_said(number: str, way: str) -> None:
    words = [_DIGIT_WORDS[int(d)] for d in number]
    said = {
        "digits": number,
        "words": " ".join(words),
        "oh": " ".join("oh" if w == "zero" else w for w in words),
        "groups": f"it's ({number[:3]}) {number[3:6]}-{number[6:]}, thanks",
    }[way]
    assert hear_digits(said, expected=True) == number
    assert valid_phone(number) == f"+1{number}"


@pytest.mark.parametrize("digits", ["305", "3055550142999", "0055550142", "5550142"])
def test_impossible_numbers_are_refused(digits: str) -> None:
    assert valid_phone(digits) is None


def test_numbers_are_read_back_in_groups_and_corrected_in_part() -> None:
    assert spoken_phone("+13055550142") == "305-555-0142"
    assert corrected("+13055550142", "0143", "the last four are 0143") == "3055550143"
    assert corrected("+13055550142", "786", "area code 786") == "7865550142"


def test_times_and_dates_are_no_telephone_numbers() -> None:
    assert hear_digits("Tuesday the 24th at 2:30", expected=False) == ""


@pytest.mark.parametrize(
    "text",
    [
        "I'm looking for Botox",
        "this is a mistake",
        "how much is it",
        "Tuesday at three",
        "yes please",
        "I'm not sure",
        "hello",
        "what?",
    ],
)
def test_ordinary_words_are_no_name(text: str) -> None:
    assert hear_name(text, expected=False) is None


@pytest.mark.parametrize(
    ("heard", "service"),
    [
        ("hydrofacial", "svc_hydra"),
        ("both ox", "svc_botox"),
        ("boat ox", "svc_botox"),
        ("bow talks", "svc_botox"),
        ("dis port", "svc_dysport"),
        ("this port", "svc_dysport"),
        ("lip feller", "svc_lip"),
        ("chemical pill", "svc_peel"),
        ("mike row needling", "svc_micro"),
        ("lazer here removal", "svc_lhr"),
    ],
)
def test_misheard_treatments_are_found(heard: str, service: str) -> None:
    found = find_services(mend_names(plain(heard)), read_practice(PRACTICE))
    assert found is not None
    assert found.ids == (service,)


@pytest.mark.parametrize(
    "text", ["tomorrow at three", "my name is Bob", "how about Thursday", "yes please", "three oh five"]
)
def test_other_words_are_no_treatment(text: str) -> None:
    assert find_services(plain(text), read_practice(PRACTICE)) is None


def test_telling_part_finds_all_treatments_that_share_it() -> None:
    found = find_services("something with laser", read_practice(PRACTICE))
    assert found is not None
    assert set(found.ids) == {"svc_lhr", "svc_lres"}


def test_providers_and_locations_are_found_by_a_telling_word() -> None:
    practice = read_practice(_PLACES)
    provider, place = find_provider("with dana please", practice), find_location("the downtown branch", practice)
    assert provider is not None
    assert provider.id == "prv_dana"
    assert find_location("your office", practice) is None
    assert place is not None
    assert place.id == "l2"


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("no that's fine", Act.YES),
        ("yes but the name is wrong", Act.NO),
        ("uh-huh", Act.YES),
        ("say that again", Act.REPEAT),
        ("hang on a second", Act.HOLD),
        ("can I speak to somebody", Act.PERSON),
        ("start over", Act.START_OVER),
        ("anything later", Act.LATER),
        ("either one", Act.ANY),
    ],
)
def test_act_is_heard(text: str, act: Act) -> None:
    assert act in hear_acts(plain(text))


@given(st.text(max_size=200))
def test_plain_form_of_anything_is_plain(text: str) -> None:
    line = plain(text)
    assert line == " ".join(line.split())
    assert line == line.lower()
