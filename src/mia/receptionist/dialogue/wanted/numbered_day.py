"""Whether "the 3rd" is a day or the third of the times that were offered."""

import re
from dataclasses import replace
from datetime import date

from mia.receptionist.dates.reckoning import day_of_month
from mia.receptionist.dialogue.saying.speaking import slot_start
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.understanding.meaning import Meaning

_NUMBERED = re.compile(r"\b([123])(?:st|nd|rd)\b(?! (?:one|option|choice|time|slot|opening|of)\b)", re.IGNORECASE)
"""In digits, as days are written."""


def as_day(scene: Scene, meaning: Meaning) -> Meaning:
    """Times were offered, and a number in digits is that of a day that was offered or of a weekday that was asked
    for: the utterance with that day."""
    offered = [slot_start(slot, scene.practice).date() for slot in scene.state.offered]
    numbers = _NUMBERED.findall(meaning.text)
    if not (offered and len(numbers) == 1) or meaning.when.days:
        return meaning
    day = _meant(int(numbers[0]), offered, scene)
    if day is None:
        return meaning
    rest = _NUMBERED.sub(" ", meaning.plain)
    return replace(meaning, plain=rest, when=replace(meaning.when, days=(day,), soonest=False))


def _meant(number: int, offered: list[date], scene: Scene) -> date | None:
    if same := [day for day in offered if day.day == number]:
        return same[0]
    day = day_of_month(number, scene.now.date())
    return day if day.weekday() in {wished.weekday() for wished in scene.state.wish.days} else None
