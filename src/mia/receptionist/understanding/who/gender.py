"""Whether patients would rather be treated by a woman, or by a man."""

import re
from typing import Literal

Gender = Literal["woman", "man"]

_WOMAN = r"(?:woman|women|female|females|lady|ladies)"
_MAN = r"(?:man|men|male|males|guy|gentleman)"
_WHO = (
    r"(?:doctors?|dr|dentists?|providers?|hygienists?|injectors?|nurses?|therapists?|estheticians?|aestheticians?|"
    r"specialists?|practitioners?|physicians?|technicians?|person|one|someone|somebody|anyone|staff)"
)
_BEFORE = (
    r"(?:by|with|see|seeing|prefer|rather have|want|would like|have|has|get|need|only|any|there|be|is|request)"
    r"(?: it| she| he| they)?(?: be)?"
)
_REFUSES = re.compile(
    r"\b(?:no|not|never|rather not|do not want|instead of|other than|uncomfortable|anyone but|anybody but)\b"
    rf"(?: \w+){{0,4}} (?:{_WOMAN}|{_MAN})\b"
)


def _asks_for(which: str) -> re.Pattern[str]:
    return re.compile(
        rf"\b{which} {_WHO}\b|\b{_BEFORE} (?:an? |another |some |the )?{which}\b"
        rf"|\b{_WHO} (?:who|that|which)(?: is| are)? (?:an? )?{which}\b|\b{which} (?:only|please)\b"
    )


_ASKS: dict[Gender, re.Pattern[str]] = {"woman": _asks_for(_WOMAN), "man": _asks_for(_MAN)}
_NAMED: dict[Gender, re.Pattern[str]] = {"woman": re.compile(rf"\b{_WOMAN}\b"), "man": re.compile(rf"\b{_MAN}\b")}
_OTHER: dict[Gender, Gender] = {"woman": "man", "man": "woman"}


def hear_gender(line: str) -> Gender | None:
    """Who is asked for, or asked about, in a plain text; "anyone but a man" asks for a woman."""
    refused = _REFUSES.search(line)
    if refused:
        line = line.replace(refused[0], " ")
    asked = next((gender for gender, pattern in _ASKS.items() if pattern.search(line)), None)
    if asked or not refused:
        return asked
    return next(_OTHER[gender] for gender, pattern in _NAMED.items() if pattern.search(refused[0]))
