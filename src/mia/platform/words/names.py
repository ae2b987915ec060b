"""What a name must not hold: names of strangers end in emails and texts, which turn addresses into links."""

import re
import unicodedata

ADDRESS_IN_NAME = "A name cannot hold a web or email address"
INVISIBLE_IN_NAME = "A name cannot hold characters that do not show"

_JOINERS = "\u200c\u200d"
"""Between the letters of names in Persian and Indic scripts."""
_DOTTED = re.compile(r"([^\s.,;()<>]+)\.([^\W\d_][^\s.,;()<>/:]+)")
_TITLES = frozenset({"dr", "mr", "mrs", "ms", "mx", "st", "ste", "sr", "sra", "jr", "prof", "rev", "mt", "ft"})
_ALWAYS = re.compile(r"//|www\.", re.IGNORECASE)


def one_line(text: str) -> str:
    """A name with single spaces and composed letters, without the unseen marks that come along with a paste."""
    composed = unicodedata.normalize("NFC", " ".join(text.split()))
    return "".join(sign for sign in composed if unicodedata.category(sign) != "Cf" or sign in _JOINERS)


def is_visible(name: str) -> bool:
    """Whether every character of a line shows: no control characters, no halves of surrogate pairs."""
    return all(unicodedata.category(sign) not in ("Cc", "Cs") for sign in name)


def holds_address(name: str) -> bool:
    """Whether a mail program or a phone would make a link of part of it.

    Any two words joined by a dot are taken for a domain, but for initials and titles: ``J.R. Smith``, ``Dr.Smith``.
    """
    if _ALWAYS.search(name):
        return True
    return any(not _is_abbreviated(*pair) for pair in _DOTTED.findall(name))


def _is_abbreviated(before: str, after: str) -> bool:
    is_short = len(before) == 1 or before.lower() in _TITLES
    return is_short and after[0].isupper() and not after.isupper() and re.sub(r"['\u2019-]", "", after).isalpha()
