"""What Mia writes to a lead first: who writes, that an AI does, when a consult could be, how to stop. It names no
treatment and no price (45 CFR 164.502(b): the least that is necessary).

To a number that only a web form named it says nothing of what stood in the form: anyone can type anyone's number,
and whatever else they like.
"""

import unicodedata
from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from mia.clinic.practice.service import Practice

_NOBODY = "there"


def first_name(name: str | None) -> str:
    """How a lead is addressed."""
    return name.split()[0] if name and name.split() else _NOBODY


def first_answer(practice: Practice, name: str | None, starts: Sequence[datetime]) -> str:
    """The first text. ``starts`` are the times offered, aware; without any the person is asked for a day."""
    who, to = _latin(practice.name), _latin(first_name(name))
    hello = f"{who}: Hi {to}, thanks for reaching out! This is Mia, our AI assistant."
    stop = "Reply STOP to opt out."
    if not starts:
        return f"{hello} Which day suits you for a consult? Reply and I will book it. {stop}"
    times = " or ".join(short_time(start, practice.zone) for start in starts)
    return f"{hello} You could come for a consult {times}. Reply with one or another day and I will book it. {stop}"


def general_text(practice: Practice) -> str:
    """The one text to a number that no one has proven: that someone asked, and how to go on or stop."""
    return (
        f"{_latin(practice.name)}: Thanks for reaching out! This is Mia, our AI assistant. Was that you? "
        "Reply YES and I will help you find a time. Reply STOP to opt out."
    )


NOT_THEM = "Thanks for telling us. We will not text you about this again."
"""The answer to someone who did not ask for anything."""


def short_time(instant: datetime, zone: ZoneInfo) -> str:
    """``Tue, Nov 24 at 2:30 PM`` in a zone."""
    local = instant.astimezone(zone)
    clock = f"{local.hour % 12 or 12}:{local:%M} {'AM' if local.hour < 12 else 'PM'}"
    return f"{local:%a, %b} {local.day} at {clock}"


def _latin(text: str) -> str:
    """Letters of the GSM-7 alphabet where that is possible, so that a text keeps to few segments."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().strip()
    return plain or text
