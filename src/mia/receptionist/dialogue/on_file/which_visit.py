"""Which of the visits on file are meant: those that are named, or those instead of the ones that were told."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from mia.platform.words.plain import plain
from mia.receptionist.dates.reckoning import MONTHS
from mia.receptionist.dates.spoken import hear_when
from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.understanding.lexicon import find_services
from mia.receptionist.understanding.meaning import Meaning

Visit = dict[str, Any]

_DATED = re.compile(rf"\b(?:{'|'.join(MONTHS)}|today|tomorrow|next|this|\d+(?:st|nd|rd|th))\b")
_PIECES = re.compile(r"[,;.!?:](?:\s|$)|\b(?:but|and)\b", re.IGNORECASE)
_STAYS = re.compile(
    r"\b(?:keep|keeping|leave|leaving|stays?|staying|not|never|(?:yes|still) (?:i )?can"
    r"|can (?:do|make|still)|is fine)\b"
)
_THE_OTHER = re.compile(
    r"\b(?:the|my) (?:an)?other(?: one)?\b|\bno that no\b|\bother one\b|\bwrong one\b"
    r"|\bnot (?:that|this|the right)(?: one)?\b"
)
_IS_KEPT = re.compile(
    r"\b(?:do not|not|never|no need to) (?:move|change|touch|reschedule) (?:it|that|this|mine|my)\b"
    r"|\b(?:leave|keep) (?:it|that|this|mine)(?: one)?(?: (?:where|as|alone|there|please|i)\b|$)"
    r"|\b(?:it|that|one|mine|visit|appointment) (?:stays|stands|is staying)\b"
    r"|\bmine (?:i )?(?:do )?not (?:move|change)\b"
    r"|\b(?:am|is) (?:just )?keeping (?:it|that|mine|my)\b|\bleave (?:it|that) be\b"
    r"|\bnot moving (?:it|that|nothing|anything|mine)\b"
)


def is_another_meant(meaning: Meaning) -> bool:
    """Whether the visit that was told is said to be the wrong one."""
    return bool(_THE_OTHER.search(meaning.plain))


def is_told_to_stay(meaning: Meaning) -> bool:
    """Whether the visit that was told is said to stay as it is."""
    return bool(_IS_KEPT.search(meaning.plain))


def meant_instead(scene: Scene, meaning: Meaning, ids: Sequence[str]) -> list[Visit]:
    """The visits on file that are named, without those that are told to stay; all others where only "the other one"
    is said. Empty where none or the same are meant."""
    asked = [visit for visit in scene.state.on_file if visit["appointment_id"] in ids]
    rest = [visit for visit in scene.state.on_file if visit not in asked]
    named: list[Visit] = []
    stay: list[Visit] = []
    for piece in _PIECES.split(meaning.text):
        said = plain(piece)
        told = _told(scene, said)
        (stay if _STAYS.search(said) else named).extend(told)
    if named or stay:
        wanted = [visit for visit in scene.state.on_file if visit in (named or asked) and visit not in stay]
    else:
        wanted = rest if _THE_OTHER.search(meaning.plain) else []
    return [] if all(visit in wanted for visit in asked) else wanted


def _told(scene: Scene, said: str) -> list[Visit]:
    """The visits on file whose treatment or day is named, both where both are."""
    found, when = find_services(said, scene.practice), hear_when(said, scene.now, scene.practice.day_bounds)
    services = found.ids if found else ()
    if not (services or when.days):
        return []
    return [
        visit
        for visit in scene.state.on_file
        if (not services or visit["service_id"] in services) and (not when.days or when.allows(start_of(visit)))
    ]


def named(scene: Scene, when: When, errand: Mapping[str, Any]) -> list[Visit]:
    """The visits whose treatment or day is named; all when neither is."""
    visits = scene.state.on_file
    services = errand.get("services") or ()
    if services and (same := [visit for visit in visits if visit["service_id"] in services]):
        visits = same
    if not when.days or len(services) > 1 or (services and len(visits) == 1):
        return list(visits)
    on_day = [visit for visit in visits if when.allows(start_of(visit))]
    weekday = when.one_day.weekday() if when.one_day and not _DATED.search(str(errand["plain"])) else None
    return on_day or [visit for visit in visits if start_of(visit).weekday() == weekday]


def by_place(scene: Scene, errand: Mapping[str, Any]) -> list[Visit]:
    """The one visit that is meant by its place among those of its treatment, or all but those that stay by it."""
    visits = sorted(named(scene, When(), errand), key=start_of)
    if kept := {place % len(visits) for place in errand.get("kept_places", ()) if visits}:
        return [visit for place, visit in enumerate(visits) if place not in kept]
    places = [place for place in errand.get("places", ()) if place < len(visits)]
    return [visits[places[0]]] if len(places) == 1 and len(visits) > 1 else []


def start_of(visit: Visit) -> datetime:
    return datetime.fromisoformat(visit["starts"])
