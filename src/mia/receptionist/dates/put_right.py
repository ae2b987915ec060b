"""A day that is taken back in the midst of a list: "a cleaning on the 8th, no sorry the 9th, and a whitening on the
16th". Only the day before is, so that it gives way in the text itself, and the list is heard as it was meant."""

import re

from mia.receptionist.dates.reckoning import MONTHS, WEEKDAYS

_WD = rf"(?:{'|'.join(WEEKDAYS)}|(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)\b\.?)"
_MONTH = rf"(?:(?:{'|'.join(MONTHS)}|{'|'.join(month[:3] for month in MONTHS)})\b\.?)"
_DAY = (
    rf"(?:on )?(?:the )?(?:(?:{_WD},? )?{_MONTH} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?|(?:{_WD},? )?(?:the )?\d{{1,2}}"
    rf"(?:st|nd|rd|th)|\d{{1,2}}/\d{{1,2}}|(?:(?:this|next) )?{_WD})"
)
_TAKES_BACK = (
    r"[,;]? *(?:-+ *)?(?:(?:oh )?(?:no|oops|sorry|wait|actually|or rather|i mean|i meant|make (?:that|it)"
    r"|scratch that)\b[,. ]*)+"
)
_IN_A_LIST = re.compile(
    rf"\b(?P<first>{_DAY})(?:{_TAKES_BACK})(?P<second>{_DAY})(?=,? (?:and|plus|then|also)\b)", re.IGNORECASE
)
_NAMED_MONTH = re.compile(_MONTH, re.IGNORECASE)
_BARE = re.compile(r"(?:on )?(?:the )?(\d{1,2}(?:st|nd|rd|th))", re.IGNORECASE)


_RULED_OUT = re.compile(r"(?:\bnot|n['\u2019]?t|\bnever|\bno|\bexcept|\bcannot) (?:\w+ ){0,2}$", re.IGNORECASE)


def with_days_put_right(text: str) -> str:
    """The text with the day that was meant in the place of the one before it; a day that was ruled out stays so."""

    def meant(found: re.Match[str]) -> str:
        ruled_out = _RULED_OUT.search(text[: found.start()])
        return found[0] if ruled_out else _meant(found["first"], found["second"])

    return _IN_A_LIST.sub(meant, text)


def _meant(first: str, second: str) -> str:
    """The second day, in the month of the first where it names none."""
    month, bare = _NAMED_MONTH.search(first), _BARE.fullmatch(second)
    day = f"{month[0]} {bare[1]}" if month and bare else second
    return day if day.lower().startswith("on ") or not first.lower().startswith("on ") else f"on {day}"
