"""Phones, emails and names in one form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mia.clinic.patients.contact import (
    display_phone,
    is_same_name,
    normalize_email,
    normalize_name,
    normalize_phone,
)
from mia.platform.kernel.errors import Invalid


@pytest.mark.parametrize(
    "text", ["(305) 555-0142", "305 555 0142", "305.555.0142", "1-305-555-0142", "+1 305 555 0142", "3055550142"]
)
def test_notations_of_one_number_are_equal(text: str) -> None:
    assert normalize_phone(text) == "+13055550142"


@pytest.mark.parametrize("text", ["", "555-0142", "no number", "305555014", "30555501422", "+", "123", "+1 305"])
def test_incomplete_numbers_are_refused_by_name(text: str) -> None:
    with pytest.raises(Invalid) as refusal:
        normalize_phone(text)
    assert "phone" in refusal.value.fields


def test_a_number_abroad_keeps_its_country() -> None:
    assert normalize_phone("+49 30 901820") == "+4930901820"
    assert display_phone("+4930901820") == "+49 30 901820"


def test_staff_read_a_us_number_as_usual() -> None:
    assert display_phone("+13055550142") == "(305) 555-0142"
    assert display_phone("+16135550142") == "(613) 555-0142"  # Canada is written alike


@given(st.integers(200, 999), st.integers(0, 99))
def test_what_is_shown_is_read_back_as_the_same_number(area: int, line: int) -> None:
    number = normalize_phone(f"{area}55501{line:02}")
    assert normalize_phone(display_phone(number)) == number


@given(st.text(max_size=40))
def test_any_text_is_a_number_or_refused(text: str) -> None:
    try:
        assert normalize_phone(text).startswith("+")
    except Invalid as refusal:
        assert "phone" in refusal.fields


def test_emails_compare_without_case_and_spaces() -> None:
    assert normalize_email("  Ana.Ruiz@Mail.Example ") == "ana.ruiz@mail.example"


@pytest.mark.parametrize(
    "text", ["", "ana", "ana@", "@mail.example", "ana@mail", "a b@mail.example", "a@b@c.example"]
)
def test_what_is_no_email_is_refused(text: str) -> None:
    with pytest.raises(Invalid) as refusal:
        normalize_email(text)
    assert "email" in refusal.value.fields


def test_names_have_single_spaces() -> None:
    assert normalize_name("  Ana   Ruiz ") == "Ana Ruiz"


@pytest.mark.parametrize("text", ["", "   ", "x" * 121])
def test_empty_and_endless_names_are_refused(text: str) -> None:
    with pytest.raises(Invalid) as refusal:
        normalize_name(text)
    assert "name" in refusal.value.fields


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Ana Ruiz", "ana ruiz", True),
        ("José Núñez", "Jose Nunez", True),
        ("Anne-Marie O'Neil", "AnneMarie ONeil", True),
        ("Ana Ruiz", "Eva Ruiz", False),
        ("Joan Smith", "John Smith", False),
        ("Ana", "Ana Ruiz", False),
    ],
)
def test_only_spelling_that_cannot_be_heard_makes_no_difference(one: str, other: str, same: bool) -> None:
    assert is_same_name(one, other) is same
