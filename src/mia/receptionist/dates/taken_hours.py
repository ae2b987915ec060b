"""Hours that are named and not wanted: "not 11, 12 or so", "noon is my facial, so 1?"."""

import re

from mia.receptionist.numbers import with_digits

_T = r"(?:(?:a )?(?:quarter|half) (?:to|past) \d{1,2}|\d{1,2}(?::\d\d)?|noon)(?: ?(?:am|pm|oclock))?"
_UNITS = r"(?:units?|weeks?|days?|months?|minutes?|hours?|people|of us|years?|dollars|bucks)"
_END = rf"\b(?!:|st\b|nd\b|rd\b|th\b| {_UNITS}\b)"
_REFUSED = re.compile(
    rf"\b(?:not|anything but|never|except)(?: (?:at|around|the|that))* {_T}{_END}"
    rf"|\b{_T} (?:(?:will|does|do|would|can) not (?:work|do|make|suit)"
    r"|(?:is|was) (?:out|bad|taken|no good|not good|too (?:early|late)))\b"
)
_NO_OFFER = r"(?!(?:first|second|third|last|next|one|only|best|ideal|right|perfect|time|earliest|latest|soonest)\b)"
_WHAT = rf"(?:my|the|our|her|his) {_NO_OFFER}[a-z]+"
"""What is somewhere at an hour, and no offer: "the first one is at 9"."""
_OF_ANOTHER = re.compile(
    rf"\b(?P<at>{_T}) (?:is|was) (?:already )?(?:when )?{_WHAT}(?: (?!so\b|then\b)[a-z]+){{0,2}}"
    rf"|\b(?:at )?(?P<busy>{_T}) i am (?:in|at|with|on) (?:\w+ ){{0,3}}"
    r"(?:appointment|visit|one|meeting|class|work|call)\b"
    rf"|\b{_WHAT}(?: {_NO_OFFER}[a-z]+){{0,2}} (?:is|starts|begins|stays)"
    rf"(?: (?:still|already|booked|scheduled|set))* (?:at|for) (?P<of>{_T}){_END}"
)
_LASTS = re.compile(
    r"^[^|]{0,40}?\b(?:til|till|until|goes to|ends at|over (?:at|by))(?: (?:like|about|around))* "
    rf"(?P<to>{_T}){_END}"
)
_CLOCK = re.compile(
    rf"\b(?:(?:at|around|about|after|before|by|until|from|put me) {_T}"
    r"|\d{1,2}:\d\d|\d{1,2} ?(?:am|pm|oclock)|noon)"
    rf"|(?:^|\|) *(?:\w+ ){{0,3}}\d{{1,2}}{_END}|\bor so\b"
)
_AFTER = re.compile(r"\b(?:right |straight |directly )?after(?:wards?)?(?: that| it| this)?(?= |$)(?! \d)")
_BEFORE = re.compile(r"\bbefore(?: that| it| this)?(?= |$)(?! \d)")


def without_refused_hours(line: str) -> str:
    """A plain text without the hours that are refused."""
    text = with_digits(line)
    return " ".join(_REFUSED.sub(" | ", text).split()) if _REFUSED.search(text) else line


def without_taken_hours(line: str) -> str:
    """A plain text without the hours that belong to something else; where only "after that" or "before that" is
    left of a time, with the hour that is meant."""
    text, taken = with_digits(line), ""
    for match in reversed(list(_OF_ANOTHER.finditer(text))):
        rest = text[match.end() :]
        lasts = _LASTS.search(rest)
        taken = lasts["to"] if lasts else next(filter(None, match.groupdict().values()))
        text = f"{text[: match.start()]} | {rest[lasts.end() :] if lasts else rest}"
    if not taken:
        return line
    if not _CLOCK.search(text):
        text = _BEFORE.sub(f"before {taken}", _AFTER.sub(f"after {taken}", text, count=1), count=1)
    return " ".join(text.split())
