"""Several visits asked for at once: "a consult on the 1st and a peel on the 15th", "three Tuesdays: December 1, 8
and 15", "her on Thursday and me on Friday". The first is arranged, and those after it are planned."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from mia.receptionist.dates.reckoning import MONTHS, WEEKDAYS
from mia.receptionist.dates.spoken import between_corrections, hear_when
from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Planned
from mia.receptionist.understanding.lexicon import find_services, open_lists
from mia.receptionist.understanding.meaning import Meaning, for_child
from mia.receptionist.understanding.people import SELF, by_part

_MOST = 3
"""Visits that one conversation books."""
_DAY = rf"(?:{'|'.join(WEEKDAYS)}|{'|'.join(MONTHS)}|the \d)"
_VISITS = r"(?:appointments?|appts?|visits?|sessions?|times|bookings?|slots?|\w+days)"
_COUNT = re.compile(
    rf"\b(?:two|three|2|3|couple|pair)(?: of)? (?:\w+ ){{0,3}}?{_VISITS}\b|\btwice\b"
    rf"|\bone (?:on |for |this |next )?{_DAY}.*\b(?:other|another|second)\b"
)
_LISTED = re.compile(r"\d(?:st|nd|rd|th)? (?:and|through)\b|\band (?:the )?\d")
_CHOICE = re.compile(r"\bor\b(?! (?:\d|so\b|later\b|after\b|before\b|earlier\b))|\beither\b|\bwhichever\b")
_MONTH = "|".join(month[:3] for month in MONTHS)
_COMMA_IN_DATE = re.compile(
    rf"\b({'|'.join(WEEKDAYS)}|sun|mon|tues?|wed|thurs?|fri|sat),\s+(?=(?:the )?(?:\d|{_MONTH}))",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class _Part:
    """What a part of an utterance tells; each may be empty."""

    kin: str
    service: str
    when: When

    @property
    def days(self) -> tuple[tuple[date, ...], date | None] | None:
        """The days that it names."""
        return (self.when.days, self.when.until) if self.when.days else None


def first_of(scene: Scene, meaning: Meaning) -> Meaning:
    """The utterance with the first visit alone. Those after it are planned, or put right if they were already."""
    state = scene.state
    doubtful = _CHOICE.search(meaning.plain) or len(between_corrections(meaning.plain)) > 1
    sure = meaning.more_services or state.planned
    parts = _parts(scene, meaning) if sure or not doubtful else []
    if state.planned:
        return _put_right(scene, meaning, parts)
    if state.booking and state.service_id and state.slot:
        return meaning
    found = _by_service(meaning, parts) or _by_person(parts) or _by_day(meaning, parts)
    several, found = len(found) > 1, [part for part in found if not _stands(scene, part)]
    if not (several and found):
        return meaning
    first = found[0].service
    state.planned = [
        Planned("" if part.service == first else part.service, part.kin, part.when.to_json())
        for part in found[1:_MOST]
    ]
    if found[0].kin not in ("", SELF) and state.visits:
        state.turn_to(found[0].kin)
    elif found[0].kin not in ("", SELF):
        state.for_whom = found[0].kin
    services = (first,) if first else meaning.services
    when = meaning.when.updated(found[0].when)
    return replace(meaning, services=services, service_by="name", more_services=(), when=when)


def names_another(scene: Scene, meaning: Meaning, service_id: str) -> bool:
    """Whether another treatment is named in the same breath."""
    return bool({part.service for part in _parts(scene, meaning)} - {"", service_id})


def _stands(scene: Scene, part: _Part) -> bool:
    """Whether a visit that is told of was booked just now."""
    return part.kin in ("", SELF) and booked_on(scene, (part.service,), part.when) is not None


def booked_on(scene: Scene, services: Sequence[str], when: When) -> dict[str, Any] | None:
    """The visit of this conversation for one of the treatments on a day, if that was told and there is one."""
    return next(
        (
            visit
            for visit in scene.state.visits
            if visit["service_id"] in services
            and visit["starts"]
            and when.days
            and when.allows(datetime.fromisoformat(visit["starts"]))
        ),
        None,
    )


def _parts(scene: Scene, meaning: Meaning) -> list[_Part]:
    found: list[_Part] = []
    for said, kin in by_part(open_lists(_COMMA_IN_DATE.sub(r"\1 ", meaning.text))):
        named = for_child(said, find_services(said, scene.practice), scene.practice)
        service = named.ids[0] if named and named.by != "part" and len(named.ids) == 1 else ""
        when = hear_when(said, scene.now, scene.practice.day_bounds)
        if when.days and not (service or kin) and found and found[-1].service and not found[-1].days:
            found[-1] = replace(found[-1], when=when)  # "a consultation about a crown, Monday at 9"
            continue
        if service or kin or when.days:
            found.append(_Part(kin, service, when if when.days else When()))
    return found


def _by_service(meaning: Meaning, parts: Sequence[_Part]) -> list[_Part]:
    """A visit for each treatment, with the day and the person told beside it."""
    wanted = list(dict.fromkeys((*meaning.services, *meaning.more_services)))
    dated = [part for part in parts if part.service and part.days]
    named = {part.service for part in parts if part.service}
    for_others = any(part.service and part.kin not in ("", SELF) for part in parts)
    if len({part.service for part in dated}) > 1 or (for_others and len(named) > 1):
        wanted = list(dict.fromkeys(part.service for part in parts if part.service))
    elif not meaning.more_services:
        return dated if len({part.days for part in dated}) > 1 else []
    own = {id_: [part for part in parts if part.service == id_] for id_ in wanted}
    kin = {id_: next((part.kin for part in told if part.kin), "") for id_, told in own.items()}
    when = {id_: next((part.when for part in told if part.days), When()) for id_, told in own.items()}
    if len({(one.days, one.until) for one in when.values() if one}) < 2:
        when = dict.fromkeys(wanted, When())
    people = set(kin.values()) - {"", SELF}
    return [_Part(kin[id_] if people else "", id_, when[id_]) for id_ in wanted]


def _by_person(parts: Sequence[_Part]) -> list[_Part]:
    """A visit for each person who has a day of their own."""
    dated = [part for part in parts if part.kin and part.days]
    apart = len({part.kin for part in dated}) > 1 and len({part.days for part in dated}) > 1
    return [replace(part, service="") for part in dated] if apart else []


def _by_day(meaning: Meaning, parts: Sequence[_Part]) -> list[_Part]:
    """The same treatment on each of the days: "three Tuesdays", "one on Friday and the other on Monday"."""
    if len(meaning.services) != 1 or not _COUNT.search(meaning.plain):
        return []
    days = list(dict.fromkeys(part.when.one_day for part in parts if part.when.one_day))
    if len(days) < 2 and not meaning.when.until and _LISTED.search(meaning.plain):
        days = list(meaning.when.days)
    return [_Part("", "", When(days=(day,))) for day in days if day] if len(days) > 1 else []


def _put_right(scene: Scene, meaning: Meaning, parts: Sequence[_Part]) -> Meaning:
    """Days told again for each of the visits that are planned: "the massage on the 12th, the sauna on the 13th"."""
    state = scene.state
    dated = [part for part in parts if part.days and (part.service or part.kin)]
    if len({part.days for part in dated}) < 2:
        return meaning
    planned = {one.service or one.kin: one for one in state.planned}
    other = planned.get("other") if len(planned) == 1 else None
    who = state.for_whom or SELF
    now = next((one for one in dated if state.service_id == one.service or who == one.kin), None)
    first = now or dated[0]
    for part in dated:
        one = planned.get(part.service) or planned.get(part.kin) or other
        if part is not first and one:
            one.when = part.when.to_json()
    return replace(
        meaning, services=(), more_services=(), when=replace(meaning.when, days=(), until=None).updated(first.when)
    )
