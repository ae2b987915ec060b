"""Which new passwords are refused, and with what words."""

import pytest
from zxcvbn.frequency_lists import FREQUENCY_LISTS

from mia.identity.session.password_policy import MINIMUM_LENGTH, TOO_COMMON, TOO_NEAR, TOO_SHORT, check_password
from mia.platform.kernel.errors import Invalid

KNOWN = ["Robin Vale", "robin.vale@harbor.example", "Harbor Aesthetics"]


@pytest.mark.parametrize(
    "password",
    [
        "correct-horse-battery",
        "gurl-9-trop!",
        "Wd7#kq9P",
        "пароль-и-ключ",
        "ключ от 🔑 моей двери",
        "  spaces stay  ",
        "no rule of composition here",
        "savannah coffee lamp",
        "miami-beach-sunrise",
        "a violin, " * 100,
        "mia said: nineteen otters juggle",
    ],
)
def test_password_that_nobody_would_guess_is_taken(password: str) -> None:
    check_password(password, KNOWN)


@pytest.mark.parametrize("password", ["1234567", "short", "", "ﬃ🔑", "äöü ÄÖÜ"])
def test_short_password_is_refused_whatever_its_letters(password: str) -> None:
    assert refusal_of(password) == TOO_SHORT


def test_length_is_counted_as_the_password_is_compared() -> None:
    check_password("ﬃ-ﬄ-xq")  # ffi-ffl-xq


@pytest.mark.parametrize(
    "password",
    [
        "password",
        "PassWord",
        "p4$$w0rd",
        "P@ssw0rd2026!",
        "!!sunshine!!",
        "butterfly",
        "iloveyou2020",
        "correcthorsebatterystaple",
        "1234567890",
        "qwertyuiop",
        "zzzzzzzz",
        "abcabcabcabc",
        "ababababababab",
        "hgfedcba",
        "23456789",
        "абвгдежз",
        "🔑🔑🔑🔑🔑🔑🔑🔑",
        "x" * 64,
        "".join(chr(ord(letter) + 0xFEE0) for letter in "password"),  # full width, as on Japanese keyboards
    ],
)
def test_common_password_is_refused(password: str) -> None:
    assert refusal_of(password) == TOO_COMMON


@pytest.mark.parametrize(
    "password",
    [
        "mia12345",
        "M1a-M1a-M1a",
        "robin.vale",
        "Robin2026!",
        "harbor-aesthetics",
        "h4rb0r-mia-2026",
        "aestheticsrobin",
        "vale-password",
        "mia1234567890",
    ],
)
def test_password_made_of_what_everybody_knows_is_refused(password: str) -> None:
    assert refusal_of(password) == TOO_NEAR


def test_words_are_refused_for_those_they_belong_to() -> None:
    check_password("harbor-aesthetics")


@pytest.mark.parametrize("kind", ["passwords", "english_wikipedia", "surnames"])
def test_no_common_word_of_the_lists_is_taken(kind: str) -> None:
    long_enough = [word for word in FREQUENCY_LISTS[kind] if len(word) >= MINIMUM_LENGTH]
    assert len(long_enough) > 2_000
    assert {refusal_of(word) for word in long_enough[::50]} <= {TOO_COMMON, TOO_NEAR}


def refusal_of(password: str) -> str:
    with pytest.raises(Invalid) as refused:
        check_password(password, KNOWN)
    assert refused.value.fields == {"password": refused.value.detail}
    return refused.value.detail
