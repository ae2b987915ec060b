"""Names of strangers end in emails: none may become a link there."""

import pytest

from mia.platform.words.names import holds_address, is_visible, one_line


@pytest.mark.parametrize(
    "name",
    [
        "Hello http://evil.example",
        "HTTPS://EVIL.EXAMPLE",
        "Your account: evil.com/login",
        "evil.co",
        "Evil.Com",
        "x.com",
        "bit.ly",
        "www.evil",
        "//evil.example",
        "ana@evil.example",
        "зло.рф",
        "Dr.evil.com",
        "t.co",
    ],
)
def test_what_would_become_a_link_is_no_name(name: str) -> None:
    assert holds_address(name)


@pytest.mark.parametrize(
    "name",
    [
        "Ana Ruiz",
        "J.R. Smith",
        "J.Smith",
        "Dr.Smith",
        "St.John's",
        "Dr. Maria del Carmen Ruiz-Ortega, M.D.",
        "Seán O\u2019Brien Jr.",
        "Glow Aesthetics, Inc.",
        "Smile 2.0 Dental",
        "A/B Skin @ Laser: Downtown",
        "王小明",
    ],
)
def test_names_pass_as_people_write_them(name: str) -> None:
    assert not holds_address(name)
    assert is_visible(name)


def test_a_name_becomes_one_line_that_shows() -> None:
    assert one_line(" Ana\r\n Ruiz\u202e\ufeff ") == "Ana Ruiz"
    assert one_line("\u0639\u0644\u06cc\u200c\u0631\u0636\u0627").count("\u200c") == 1
    assert not is_visible(one_line("Ana\x07"))
    assert not is_visible(one_line("Ana\ud800"))
