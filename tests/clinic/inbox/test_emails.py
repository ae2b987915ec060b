"""Reading emails: what is new in them, who wrote, and nothing that breaks on what comes in."""

from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mia.clinic.inbox.threads.emails import read_email, strip_quoted_reply


@pytest.mark.parametrize(
    ("text", "written"),
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
def test_only_new_words_count(text: str, written: str) -> None:
    assert strip_quoted_reply(text) == written


def test_of_html_alone_its_words_are_read() -> None:
    email = EmailMessage()
    email["From"] = "Ana <ANA@mail.example>"
    email.set_content(
        "<style>p{}</style><p>Tuesday &amp; Friday</p><blockquote>Reply STOP</blockquote>", subtype="html"
    )
    read = read_email(email.as_bytes(), "ana@mail.example")
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
def test_a_broken_email_is_no_crash(raw: bytes) -> None:
    read_email(raw, "a@b.example")


@given(st.binary(max_size=400))
def test_nothing_that_comes_in_is_a_crash(raw: bytes) -> None:
    read_email(b"From: a@b.example\n" + raw, "a@b.example")
