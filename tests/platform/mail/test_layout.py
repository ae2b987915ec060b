"""Emails with layout: the same words as the text, links that can be followed, and nothing that does harm."""

import re
from html import unescape
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from mia.platform.mail.layout import to_html

TEXT = """Hi Ava,

your appointment is booked for Friday.

View, move or cancel your appointment:
https://mia.example/v/abc?x=1&y=2

Questions? See https://mia.example/help. Or call.

Harbor Skin
1 Main Street
"""


class Page(HTMLParser):
    """The elements of a page with what they have on them, and its words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data


def test_a_link_with_words_before_it_becomes_a_button_and_others_can_be_followed() -> None:
    html = to_html("Booked", TEXT)
    links = {unescape(href): label for href, label in re.findall(r'<a href="([^"]*)"[^>]*>([^<]*)</a>', html)}
    assert links == {
        "https://mia.example/v/abc?x=1&y=2": "View, move or cancel your appointment",
        "https://mia.example/help": "https://mia.example/help",
    }
    assert "Harbor Skin<br>\n1 Main Street" in html


def test_it_loads_nothing_and_says_that_it_suits_a_dark_mailbox() -> None:
    page = Page(to_html("Booked", TEXT, unsubscribe="https://mia.example/unsubscribe/t"))
    assert {tag for tag, _ in page.elements} <= {
        "html",
        "head",
        "meta",
        "title",
        "body",
        "div",
        "p",
        "a",
        "br",
    }
    assert ("meta", {"name": "color-scheme", "content": "light dark"}) in page.elements
    assert not [given for _, given in page.elements if "url(" in (given.get("style") or "")]


_PARTS = st.lists(
    st.sampled_from(['<script>alert("x")</script>', "'>\"", "&amp;", "a:\n", "https://x.example/", "\n\n", "Ava"])
)


@given(st.one_of(st.text(), _PARTS.map("".join)), st.text())
def test_whatever_is_written_stays_words(text: str, subject: str) -> None:
    page = Page(to_html(subject, text, unsubscribe="https://mia.example/u"))
    assert {tag for tag, _ in page.elements} <= {"html", "head", "meta", "title", "body", "div", "p", "a", "br"}
    for tag, given_on in page.elements:
        assert set(given_on) <= {"lang", "charset", "name", "content", "style", "href"}
        if tag == "a":
            assert (given_on["href"] or "").startswith(("https://", "http://"))
