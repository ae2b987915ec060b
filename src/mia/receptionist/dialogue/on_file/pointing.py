"""Which of several visits words point at: by treatment, day, hour or order, and those that they leave out."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from mia.platform.words.plain import plain
from mia.receptionist.dates.reckoning import MONTHS
from mia.receptionist.dates.spoken import hear_when
from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.wanted.offers import matches, ordinal
from mia.receptionist.understanding.lexicon import find_services

Visit = dict[str, Any]

_DATED = re.compile(rf"\b(?:{'|'.join(MONTHS)}|today|tomorrow|next|this|\d+(?:st|nd|rd|th))\b")
_PIECES = re.compile(r"[,;.!?:](?:\s|$)|\s[-\u2013\u2014]\s|\b(?:but|and)\b", re.IGNORECASE)
_LEFT_OUT = re.compile(r" (?=(?:not|never|instead of|rather than|except(?: for)?) (?:the|that|this|my|on|in)\b)")
"""Where a piece of its own begins: "the filling not the cleaning"."""
_LEAVES_OUT = re.compile(
    r"\b(?:keep|keeping|leave|leaving|stays?|staying|not|never|instead of|rather than|except"
    r"|(?:yes|still) (?:i )?can|can (?:do|make|still)|is fine)\b"
)
_THE_OTHER = re.compile(
    r"\b(?:the|my) (?:an)?other(?: one)?\b|\bno that no\b|\bother one\b|\bwrong one\b"
    r"|\bnot (?:that|this|the right)(?: one)?\b"
)
_BY_TIME = r"(?! (?:week|month|day|year|available|openings?|slots?|thing|name|time))"
_FIRST = re.compile(
    rf"\b(?:the|my) (?:earlier|earliest|sooner|soonest|first|1st|nearest|closest|next|former){_BY_TIME}\b"
    r"|\b(?:earlier|sooner|first|1st|next|soonest|nearest|closest) (?:one|appointment|visit)\b"
)
_LAST = re.compile(
    rf"\b(?:the|my) (?:later|latest|last|latter|furthest|farthest|final){_BY_TIME}\b"
    r"|\b(?:later|latest|last) (?:one|appointment|visit)\b|\bsecond of the (?:two|2)\b"
)


def names_the_other(line: str) -> bool:
    """Whether a plain text says that it is not the visit that was told."""
    return bool(_THE_OTHER.search(line))


def pointed_at(scene: Scene, text: str, among: Sequence[Visit], *, by_hour: bool = True) -> list[Visit]:
    """The visits of ``among`` that are meant, in order of time; all but those left out where only those are named
    ("not the cleaning, the other one"). Empty where words point at none of them. ``by_hour``: whether an hour
    may be that of a visit, and not the one that is wanted."""
    meant, left = sorted_out(scene, text, among, by_hour=by_hour)
    if not (meant or left) or (left and not meant and not names_the_other(plain(text)) and len(among) > 2):
        return []
    return [one for one in in_order(among) if one in (meant or among) and one not in left]


def sorted_out(
    scene: Scene, text: str, among: Sequence[Visit], *, by_hour: bool = True
) -> tuple[list[Visit], list[Visit]]:
    """The visits that are named, and those of them that are told to stay, or not to be meant."""
    meant: list[Visit] = []
    left: list[Visit] = []
    for piece in _PIECES.split(text):
        for said in _LEFT_OUT.split(plain(piece)):
            told = _told(scene, said, among, by_hour=by_hour)
            (left if _LEAVES_OUT.search(said) else meant).extend(told)
    return meant, left


def in_order(visits: Sequence[Visit]) -> list[Visit]:
    """Visits in order of their time."""
    return sorted(visits, key=start_of)


def _told(scene: Scene, said: str, among: Sequence[Visit], *, by_hour: bool) -> list[Visit]:
    """The visits that a plain piece names; whatever fits none of them is told of something else."""
    found = find_services(said, scene.practice)
    when = hear_when(said, scene.now, scene.practice.day_bounds)
    rest = list(among)
    for told in (
        [one for one in rest if found and one["service_id"] in found.ids],
        on_days(rest, when, said),
        _at_hour(scene, rest, when) if by_hour else [],
    ):
        same = [one for one in rest if one in told]
        rest = same or rest
    if len(rest) > 1 and (place := _place(said)) is not None and place < len(rest):
        return [in_order(rest)[place]]
    narrowed = len(rest) < len(among)
    alone = found is not None and any(one["service_id"] in found.ids for one in rest)
    return rest if narrowed or alone or on_days(rest, when, said) else []


def on_days(visits: Sequence[Visit], when: When, said: str) -> list[Visit]:
    """The visits of the days that are told; of a bare weekday those of any week, where none is on the next."""
    if not when.days:
        return []
    on_day = [visit for visit in visits if when.allows(start_of(visit))]
    weekday = when.one_day.weekday() if when.one_day and not _DATED.search(said) else None
    return on_day or [visit for visit in visits if start_of(visit).weekday() == weekday]


def _at_hour(scene: Scene, visits: Sequence[Visit], when: When) -> list[Visit]:
    hour = replace(when, days=(), until=None, without=(), soonest=False)
    return [one for one in visits if matches(hour, start_of(one), (), scene)] if hour else []


def _place(said: str) -> int | None:
    """The place of the visit that is meant among the others in order of time."""
    said = _THE_OTHER.sub(" ", said)
    if _FIRST.search(said):
        return 0
    return -1 if _LAST.search(said) else None if "early" in said or "late" in said else ordinal(said)


def start_of(visit: Mapping[str, Any]) -> datetime:
    """When a visit begins."""
    return datetime.fromisoformat(visit["starts"])
