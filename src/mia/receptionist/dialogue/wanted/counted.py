"""How many visits of one treatment are told of: "two appointments", "3 massages", "cleanings x 2"."""

import re

from mia.platform.words.plain import plain
from mia.receptionist.dates.reckoning import MONTHS, WEEKDAYS
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.who.people import tells_of_others

_SHORT = "sun|mon|tues?|wed|thurs?|fri|sat"
_DAY = rf"(?:{'|'.join(WEEKDAYS)}|{'|'.join(MONTHS)}|(?:{_SHORT})\b|the \d)"
_VISITS = r"(?:appointments?|appts?|visits?|sessions?|rounds?|treatments?|times|bookings?|slots?|\w+days)"
_COUNT = re.compile(
    rf"\b(?:two|three|four|2|3|4|couple|pair)(?: of)? (?:\w+ ){{0,3}}?{_VISITS}\b|\btwice\b"
    r"|\b(?:two|three|four|2|3|4|all) of (?:them|those|these)\b"
    rf"|\banother (?:one |visit |session )?(?:on |for |this |next )?{_DAY}"
    rf"|\b(?:one|1) (?:\w+ ){{0,3}}?(?:on |for |this |next )?{_DAY}.*\b(?:other|another|second)\b"
    r"|\bfor (?:the )?(?:one|1|1st|first)\b.*\bfor (?:the )?(?:other|2nd|second)\b"
    r"|\b(?:and then|then again|and again|and once more) (?:on |again |another )?"
    rf"(?:{_DAY}|the (?:next|following)|\d)"
)


def counts(scene: Scene, meaning: Meaning) -> bool:
    """Whether several visits of one person are told of: "two appointments", "3 massages"."""
    counted = bool(so_many(scene, meaning)) and not tells_of_others(meaning.plain)
    told = (meaning.plain, plain(meaning.whole))
    return counted or any(map(_COUNT.search, told))


def so_many(scene: Scene, meaning: Meaning) -> str:
    """The number of visits that a treatment is told with: "two massages", "cleanings x 2"; empty where there is
    none. What is priced by the piece is counted by it: "two fillings" are teeth, of one visit."""
    service = scene.practice.service(next(iter(meaning.services), None))
    if service and service.price_note.startswith("per "):
        return ""
    names = (meaning.service_words, *((service.name, *service.aliases) if service else ()))
    words = "|".join(re.escape(plain(name).removesuffix("s")) for name in names if name)
    found = words and re.search(
        rf"\b(2|two|3|three|4|four) (?:(?!times\b)\w+ )?(?:{words})\w*\b|\b(?:{words})\w*,? (?:x|times) ?(2|3|4)\b",
        meaning.plain,
    )
    return (found[1] or found[2]) if found else ""
