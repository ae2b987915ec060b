"""Days and hours from one to another, said as elsewhere: "december 3rd or 4th", "between 3 and 5"."""

import re

from mia.receptionist.dates.reckoning import MONTHS, WEEKDAYS

_WD = "(" + "|".join(WEEKDAYS) + ")"
_DAYS_OF_MONTH = re.compile(
    r"\b(?:the )?(\d{1,2}(?:st|nd|rd|th)) (or|and|through|to) (?:the )?(\d{1,2}(?:st|nd|rd|th)) (?:of )?"
    rf"({'|'.join(MONTHS)})\b"
)
_THE_ONE_BEFORE = re.compile(
    rf"\b(?:the )?(\d{{1,2}}(?:st|nd|rd|th)) ({'|'.join(MONTHS)}) (?=\d{{1,2}}(?:st|nd|rd|th) (?:or|and) \d)"
)
_TWO_WEEKDAYS = re.compile(
    rf"\b{_WD} (?:the )?(\d{{1,2}}(?:st|nd|rd|th)) (or|and) {_WD} (?:the )?(\d{{1,2}}(?:st|nd|rd|th)) "
    rf"(?:of )?({'|'.join(MONTHS)})\b"
)
_COUNTED = "weeks?|days?|months?|people|times|sessions|units|hours|minutes|kids|years|more|visits"
_HOURS = re.compile(
    rf"(?<!between )(?<!from )(?<!:\d\d )(?<!/)\b(?P<of>(?:{'|'.join(MONTHS)}) (?:the )?)?(?:"
    r"(\d{1,2}) to (\d{1,2})(?=ish\b| ?(?:am|pm|oclock)\b| in the (?:morn|after|even))"
    rf"|(?!(?:5|10|20|25) )([1-9]|1[0-2]) to ([1-9]|1[0-2])(?!\w|:|/| (?:{_COUNTED})))"
)
"""Hours from one to another; "10 to 3" alone is ten minutes before three."""

_PART_TO_HOUR = re.compile(
    r"\b(?:from )?(?:(?:the )?(?P<which>late |mid |early )?(?P<part>morning|afternoon)|(?P<noon>noon|midday))"
    r" (?:to|until|till|til|through) (?:about |around )?(?=(?:1[0-2]|[1-9])(?!\d| to\b))"
)
_PART_BEGINS = {"late morning": "11 am", "mid morning": "10 am", "mid afternoon": "2 pm", "late afternoon": "4 pm"}
"""Hours that begin with a part of the day: "late morning to 2"."""
_HOUR_TO_NOON = re.compile(
    r"(?<!from )(?<!between )\b((?:[1-9]|1[01])(?::\d\d)?(?: am)?) (?:to|until|till) (?=noon\b|midday\b)"
)
_LAST_HOURS = re.compile(
    rf"^(.*\b(?:{'|'.join(WEEKDAYS)}|\w+day in (?:{'|'.join(MONTHS)})|today|tomorrow|that day|please))"
    r" ([1-9]|1[0-2]) or ([1-9]|1[0-2])$"
)
"""Two hours that are told last: "the first Saturday in January, 1 or 2"."""


def as_ranges(line: str) -> str:
    """Two days before their month, and two hours, said as elsewhere: "december 3rd or 4th", "between 3 and 5"."""
    line = _TWO_WEEKDAYS.sub(r"\6 \2 \3 \6 \5", line)
    dated = _THE_ONE_BEFORE.sub(r"\2 \1 ", _DAYS_OF_MONTH.sub(r"\4 \1 \2 \3", line))
    dated = _PART_TO_HOUR.sub(_from_part, dated)
    dated = _HOUR_TO_NOON.sub(r"between \1 and ", dated)
    dated = _LAST_HOURS.sub(r"\1 at \2 or \3", dated)
    return _HOURS.sub(lambda m: m[0] if m["of"] else f"between {m[2] or m[4]} and {m[3] or m[5]}", dated)


def _from_part(match: re.Match[str]) -> str:
    """The hour with which a part of the day begins, as the first of two."""
    if match["noon"]:
        return "between noon and "
    part = f"{match['which'] or ''}{match['part']}"
    return f"between {_PART_BEGINS.get(part, '8 am' if match['part'] == 'morning' else '1 pm')} and "
