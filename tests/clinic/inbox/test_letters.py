"""Reading emails: what was written again, who wrote, and nothing that breaks on what comes in."""

from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mia.clinic.inbox.threads.emails import read_letter, written_anew


@pytest.mark.parametrize(
    ("text", "anew"),
    [
        (
            "Tuesday works.\n\nOn Mon, Nov 23, 2026 at 9:00 AM Mia <mia@x.example> wrote:\n> Hi Ana",
            "Tuesday works.",
        ),
        ("Yes\r\n\r\nOn Mon, Nov 23, 2026 at 9:00 AM\r\nMia <mia@x.example> wrote:\r\n> Hi", "Yes"),
        ("Yes\n-----Original Message-----\nFrom: Mia", "Yes"),
        ("Yes please\n________________________________\nFrom: Mia <mia@x.example>", "Yes please"),
        ("Yes\n-- \nAna Ruiz\n305-555-0142", "Yes"),
        ("On Tuesday I can come.\nOr Friday.", "On Tuesday I can come.\nOr Friday."),
        ("> Hi Ana", ""),
        ("nul\x00 and bell\x07", "nul and bell"),
    ],
)
def test_only_new_words_count(text: str, anew: str) -> None:
    assert written_anew(text) == anew


def test_of_html_alone_its_words_are_read() -> None:
    letter = EmailMessage()
    letter["From"] = "Ana <ANA@mail.example>"
    letter.set_content(
        "<style>p{}</style><p>Tuesday &amp; Friday</p><blockquote>Reply STOP</blockquote>", subtype="html"
    )
    read = read_letter(letter.as_bytes(), "ana@mail.example")
    assert (read.sender, read.text) == ("ana@mail.example", "Tuesday & Friday")


BROKEN = [
    b"",
    b"\xff\xfe\x00",
    b"From: =?utf-8?b?!!!?= <a@b.example>\nSubject: =?x-unknown?q?=ff?=\n"
    b"Content-Type: text/plain; charset=nonsense\n\n\xff",
    b"From: a@b.example\nContent-Type: multipart/mixed; boundary=x\n\n--y\n",
    b"From: a@b.example\nContent-Transfer-Encoding: base64\n\n!!!not base64!!!",
    b"From: <<>>, ,\nMessage-ID: <a b>\nAuto-Submitted: ;;;\n\nHello",
]


@pytest.mark.parametrize("raw", BROKEN)
def test_a_broken_letter_is_no_crash(raw: bytes) -> None:
    read_letter(raw, "a@b.example")


@given(st.binary(max_size=400))
def test_nothing_that_comes_in_is_a_crash(raw: bytes) -> None:
    read_letter(b"From: a@b.example\n" + raw, "a@b.example")
