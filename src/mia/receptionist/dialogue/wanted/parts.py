"""What each part of an utterance tells: who comes, for which treatment, and when."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta

from mia.platform.words.plain import plain
from mia.receptionist.dates.reckoning import MONTHS, WEEKDAYS
from mia.receptionist.dates.shifts import day_after
from mia.receptionist.dates.spoken import hear_when
from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.understanding.lexicon import (
    find_location,
    find_services,
    is_meant,
    open_lists,
)
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.told_of import tells_of_one
from mia.receptionist.understanding.treatments import for_child
from mia.receptionist.understanding.who.minors import OF_CHILDREN, for_children, is_for_child
from mia.receptionist.understanding.who.people import SELF, by_part

FOR_SEVERAL = re.compile(
    r"(?<!at )(?<!after )(?<!before )(?<!by )(?<!past )\b(?:two|2)\b(?! ?(?:pm|am|oclock|thirty|fifteen))"
    r"|\b(?:both|each|mine|me and|and (?:me|myself|i(?! (?:have|had|already|am|was|got|do)\b)))\b"
)
_STAYS = re.compile(r"\b(?:keep|keeping|leave|leaving) (?:mine|my)\b|\bmine (?:stays|is fine|is good)\b")
"""How a visit of one's own is told to stay beside another person's."""
_FOR_ME = re.compile(r"\b(?:book|get|give|for|put|schedule) (?:me|myself)\b|\bi (?:need|want|would like)\b")
"""What tells that a visit is one's own, though another is told of: "my husband says I should book me a facial"."""
_FOR_THEM = re.compile(r"\bfor (?:my|our|her|his|him)\b")
_OWN_WORDS = re.compile(r"\b(?:i|me|my|mine|myself)\b")
_ONLY_TOLD = re.compile(
    r"\b(?:says?|said|saying|tells?|told|thinks?|thought|bought|gave|got me|gets? (?:here|in)|paid|treat(?:ed|s)"
    r"|sent|recommend\w*|suggest\w*|swears?|raves?|raving|made me|asked me|booked me|signed me"
    r"|(?:has|have|had|took|takes) (?:the|our|my) car"
    r"|every \w+|drives?|driving|lands?|flies|arrives?|turns?|graduates?|gets married|changed|moved"
    r"|canceled|cancels|noticed"
    r"|is (?:in town|getting married|visiting|not coming|turning)|are (?:in town|visiting|getting married))\b"
)
_HAD = re.compile(r"\b(?:had|got|did) (?:her|his|their)\b")
_WISHED = re.compile(
    r"\b(?:wants?|needs?|would like|could use|is due|are due|for (?:my|our|her|his|him|them)"
    r"|bring\w*|book (?:her|him|them|my)"
    r"|comes? (?:with|too|along)|coming (?:with|too|along)|with me|both|each|as well|too|and (?:me|i)|me and)\b"
)
"""What is only told of someone beside a visit, and what tells that they come."""
_PIECES = re.compile(r"[.,;:!?()\n]+")
_HOUR_FOR = re.compile(
    r"^((?:(?:no|sorry|and|so|wait|actually) )*)(?:the )?(\d{1,2}(?::\d\d)?(?: [ap]m)?) (?:one |slot |oclock )?"
    r"(?:(?:is|goes|should be|was|to be) )?for (?=[a-z])"
)
"""An hour that is told to be someone's: "the 10 is for Leo"."""
_NEXT_WEEK_ALL = re.compile(r"(?:(?:all|both|everything|ideally|if possible|this is|that is|for|in|of) )*next week")
"""A week that is told by itself."""
_SAME_WEEK = re.compile(r"\b(?:same|that) week\b")
_MONTH = "|".join(month[:3] for month in MONTHS)
_COMMA_IN_DATE = re.compile(
    rf"\b({'|'.join(WEEKDAYS)}|sun|mon|tues?|wed|thurs?|fri|sat),\s+(?=(?:the )?(?:\d|{_MONTH}))",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Part:
    """What a part of an utterance tells, each of which may be empty; ``said``: its words, plain."""

    kin: str
    service: str
    when: When
    said: str = field(default="", compare=False)

    @property
    def days(self) -> tuple[tuple[date, ...], date | None] | None:
        """The days that it names."""
        return (self.when.days, self.when.until) if self.when.days else None


def joined(parts: Sequence[Part]) -> Part:
    """What parts tell together."""
    kin = next((part.kin for part in parts if part.kin not in ("", SELF)), "")
    kin = kin or next((part.kin for part in parts if part.kin), "")
    service = next((part.service for part in parts if part.service), "")
    return Part(kin, service, when_of(parts))


def names_another(scene: Scene, meaning: Meaning, service_id: str) -> bool:
    """Whether another treatment is named in the same breath."""
    return bool({part.service for part in parts_of(scene, meaning.text)} - {"", service_id})


def whose(scene: Scene, meaning: Meaning) -> str:
    """For whom the one visit is that is wanted: kin, or ``""`` for the one who speaks."""
    parts = parts_of(scene, meaning.text, new=True)
    told = {part.kin for part in parts if part.service}
    if told == {""} and "for " in meaning.plain:
        told = {part.kin for part in parts if not part.service} - {""}  # "the peel, for Ximena"
    if len(told) != 1 or told & {"", SELF} or FOR_SEVERAL.search(meaning.plain):
        return ""
    theirs = any(part.service and _FOR_THEM.search(part.said) for part in parts)  # "I'd like a peel for my mother"
    if _FOR_ME.search(meaning.plain) and not theirs:
        return ""
    if told == {"other"} and _OWN_WORDS.search(meaning.plain):
        return ""
    return next(iter(told))


def parts_of(scene: Scene, text: str, *, new: bool = False, before: Sequence[date] = ()) -> list[Part]:
    """What each part of a text tells, in order; ``new``: without visits that are told to be booked already.
    ``before``: the days told before it, by which others may be told ("the next day")."""
    found: list[Part] = []
    for_a_child, own = is_for_child(plain(text)), for_children(scene.practice)
    childrens = own.id if own else ""
    whole, now = plain(text), _of_told_week(scene.message, scene.now)
    state = scene.state
    told = list(by_part(open_lists(_COMMA_IN_DATE.sub(r"\1 ", text)), state.people))
    each = [find_services(said, scene.practice) for said, _ in told]
    talked_of = {state.service_id, *(one.service for one in state.planned)}
    talked_of |= {one.ids[0] for one in each if one and one.by != "part"}
    for (said, kin), called in zip(told, each, strict=True):
        childs = for_a_child and kin in OF_CHILDREN and called is not None and called.by != "part"
        named = for_child(f"{said} child" if childs else said, called, scene.practice)
        service = named.ids[0] if named and (is_meant(named, said) or named.ids[0] in talked_of) else ""
        kin = "child" if service and service == childrens and kin == SELF else kin
        kin = "" if " " in kin and is_of_practice(scene, plain(kin)) else kin
        dated = last_days(found) or before
        hour = _HOUR_FOR.sub(r"\1at \2 for ", said) if kin else said
        when = hear_when(hour, _in_week_of(dated, said, now), scene.practice.day_bounds, whole=whole)
        if new and (_STAYS.search(said) or tells_of_one(said, dated=bool(service and when.days))):
            continue
        if len(dated) == 1 and (after := day_after(said, dated[0])):
            when = replace(when, days=(after,), until=None)
        if when.days and not (service or kin) and found and found[-1].service and not found[-1].days:
            found[-1] = replace(found[-1], when=when)  # "a consultation about a crown, Monday at 9"
            continue
        if found and found[-1].kin and not (service or kin) and _dates(found[-1].when, when):
            found[-1] = replace(found[-1], when=when)  # "she needs a Monday, the 7th or 14th"
            continue
        if not (service or kin or when.days) and when.has_time and found and found[-1].kin and not found[-1].when:
            found[-1] = replace(found[-1], when=when)  # "mine, before noon"
            continue
        if new and kin not in ("", SELF) and _HAD.search(said):
            continue
        if kin not in ("", SELF) and _ONLY_TOLD.search(said) and not _WISHED.search(said):
            kin, when = "", When()  # "my husband bought me a voucher for it, for our anniversary on the 20th"
        if service or kin or when.days:
            found.append(Part(kin, service, when, said))
    return found


def is_of_practice(scene: Scene, name: str) -> bool:
    """Whether words with capitals name a treatment, a place or a provider of the practice, and no patient."""
    practice = scene.practice
    provider = any(name in plain(one.name) for one in practice.providers)
    return provider or bool(find_services(name, practice) or find_location(name, practice))


def last_days(parts: Sequence[Part]) -> tuple[date, ...]:
    return next((part.when.days for part in reversed(parts) if part.when.days), ())


def _of_told_week(text: str, now: datetime) -> datetime:
    """From when days are counted where a week is told for all: "a peel on Monday, Botox Friday. Next week"."""
    if not any(_NEXT_WEEK_ALL.fullmatch(plain(piece)) for piece in _PIECES.split(text)):
        return now
    return now + timedelta(days=6 - now.weekday())


def _in_week_of(days: Sequence[date], said: str, now: datetime) -> datetime:
    """From when days are counted: "the Friday of that same week" is after the Monday of a day told before."""
    if not days or not _SAME_WEEK.search(said):
        return now
    return max(now, datetime.combine(days[0] - timedelta(days=days[0].weekday() + 1), now.time()))


def _dates(weekday: When, when: When) -> bool:
    """Whether days say which ones of a weekday are meant."""
    day = weekday.one_day
    return day is not None and bool(when.days) and all(one.weekday() == day.weekday() for one in when.days)


def when_of(parts: Sequence[Part]) -> When:
    """When the parts about one visit tell that it is wanted."""
    dated = next((part.when for part in parts if part.days), When())
    return dated if dated.has_time else dated.updated(next((part.when.time for part in parts), When()))
