"""The form of a text in which claims are found: plain, with numbers as digits."""

import re
from functools import lru_cache

from mia.platform.words.plain import plain
from mia.receptionist.guard.spanish import in_english
from mia.receptionist.numbers import with_digits

_GROUPED = re.compile(r"(?<=\d),(?=\d{3}\b)")
_RANGE = re.compile(r"(?<![\d-])(\d{1,2}(?::\d\d)?)\s*[-\u2013\u2014]\s*(?=\d{1,2}(?::\d\d)?(?![\d-]))")
_LARGE = re.compile(
    r"\b(?:(?P<thousands>\d{1,3}|a) thousand(?:(?: and)? (?P<more>\d) hundred)?(?:(?: and)? (?P<rest>\d{1,2}))?"
    r"|(?P<hundreds>\d{1,2}|a) hundred(?:(?: and)? (?P<units>\d{1,2}))?)\b"
)


@lru_cache(maxsize=1024)
def normal(text: str) -> str:
    """Plain text whose numbers are digits: "six hundred fifty" is "650", "three o seven" is "3 o 7"."""
    line = in_english(plain(_RANGE.sub(r"\1 to ", _GROUPED.sub("", text))))
    return _LARGE.sub(_number, with_digits(line))


def _number(match: re.Match[str]) -> str:
    said = {key: 1 if value == "a" else int(value or 0) for key, value in match.groupdict().items()}
    hundreds = said["more"] + said["hundreds"]
    return str(said["thousands"] * 1000 + hundreds * 100 + said["rest"] + said["units"])
