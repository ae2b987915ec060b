"""Several visits asked for at once: "a consult on the 1st and a peel on the 15th", "three Tuesdays: December 1, 8
and 15", "her on Thursday and me on Friday". The first is arranged, and those after it are planned."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from mia.platform.words.plain import plain
from mia.receptionist.dates.spoken import between_corrections, hear_when
from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import Planned
from mia.receptionist.dialogue.wanted import days_again, roster
from mia.receptionist.dialogue.wanted.counted import counts
from mia.receptionist.dialogue.wanted.parts import FOR_SEVERAL, Part, joined, last_days, parts_of, when_of
from mia.receptionist.dialogue.wanted.who_comes import remember
from mia.receptionist.understanding.clauses import clauses
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.told_of import is_over, tells_of_one
from mia.receptionist.understanding.wants import Wants
from mia.receptionist.understanding.who.people import SELF, Person, hear_listed, is_alike, tells_of_others

_MOST = 5
"""Visits that are arranged one after the other."""
_LISTED = re.compile(r"\d(?:st|nd|rd|th)? (?:and|through)\b|\band (?:the )?\d")
_MIXED_UP = re.compile(
    r"\b(?:backwards?|(?:the )?(?:other|wrong) way (?:a)?round|mixed (?:that|it|them) up|swap(?:ped)?)\b"
)
"""What tells that each has the treatment that is named last."""
_CHOICE = re.compile(r"\bor\b(?! (?:\d|so\b|later\b|after\b|before\b|earlier\b))|\beither\b|\bwhichever\b")
_OTHER_DAY = re.compile(
    r"\bnot (?:on |for |in )?(?:the |that )?same (?:day|date|visit|trip)\b|\bon (?:different|separate|other) days\b"
    r"|\b(?:on )?(?:a different|another|some other|a separate) day\b"
)
_SENTENCES = re.compile(r"(?<=[.!?;])\s+")


def first_of(scene: Scene, meaning: Meaning) -> Meaning:
    """The utterance with the first visit alone. Those after it are planned, or put right if they were already."""
    state = scene.state
    if state.errand:
        return meaning  # it tells of visits that are there
    if state.to_move and state.replaces:
        return days_again.of_the_moved(scene, meaning)
    meaning = _without_standing(scene, meaning)
    if not state.planned and len(each := _by_time(scene, meaning)) > 1:
        return _planned(scene, meaning, each)
    if not (state.planned or state.slot) and (each := roster.of_each(scene, meaning)):
        told = meaning if len(each) > 1 else replace(meaning, plain=each[0].said)  # the others fell away
        return _first_and_planned(scene, told, each)
    marked = None if state.planned or _MIXED_UP.search(meaning.plain) else meaning.marked
    if marked and len(each := _of_wants(scene, meaning, marked)) > 1:
        return _planned(scene, meaning, _by_list(scene, each))
    doubtful = _CHOICE.search(meaning.plain) or len(between_corrections(meaning.plain)) > 1
    sure = meaning.more_services or state.planned
    parts = parts_of(scene, _without_past(meaning.text), new=True) if sure or not doubtful else []
    if state.planned:
        return days_again.put_right(scene, meaning, parts)
    if state.visits and state.booking and state.service_id and (own := _own_day(scene, parts)):
        return replace(meaning, when=replace(meaning.when, days=(), until=None).updated(own))
    if state.booking and state.service_id and state.slot:
        return meaning
    found = _by_service(meaning, parts) or _by_person(parts) or _by_day(scene, meaning, parts)
    return _planned(scene, meaning, found)


def _without_standing(scene: Scene, meaning: Meaning) -> Meaning:
    """The utterance without the treatments of visits that are told to be booked, beside one that is wanted."""
    wanted = [part.service for part in parts_of(scene, meaning.text, new=True) if part.service]
    stand = {part.service for part in parts_of(scene, meaning.text) if part.service} - set(wanted)
    named = {*meaning.services, *meaning.more_services}
    if not (stand & named and wanted):
        return meaning
    first, *more = dict.fromkeys(wanted)
    told = [one for one in _SENTENCES.split(meaning.text) if not tells_of_one(plain(one), dated=True)]
    wish = hear_when(plain(" ".join(told)), scene.now, scene.practice.day_bounds)
    when = When(days=meaning.when.days, until=meaning.when.until).updated(wish)
    return replace(meaning, services=(first,), more_services=tuple(more), service_by="name", when=when)


def _own_day(scene: Scene, parts: Sequence[Part]) -> When | None:
    """The day of the one who comes now, where each of several people is told to have another: "me on the 1st, my
    brother on the 3rd"."""
    dated = [part for part in parts if part.kin and part.days and not part.service]
    if len({part.kin for part in dated}) < 2:
        return None
    state = scene.state
    who = next((one.kin for one in state.people if one.name == state.name and one.kin), state.for_whom or SELF)
    own = [part for part in dated if is_alike(part.kin, who)]
    others = [part for part in dated if part.kin != SELF] if who not in (SELF, "first") else []
    found = own or (others if len(others) == 1 else [])
    return found[0].when if found else None


def _without_past(text: str) -> str:
    """The words that tell of no visit that is over."""
    for clause in clauses(text):
        text = text.replace(clause, "") if is_over(plain(clause)) else text
    return text


def _planned(scene: Scene, meaning: Meaning, found: Sequence[Part]) -> Meaning:
    """The utterance with the first of the visits that do not stand yet; the others are planned."""
    several, found = len(found) > 1, [part for part in found if not _stands(scene, part)]
    if not (several and found):
        return meaning
    return _first_and_planned(scene, meaning, found)


def _first_and_planned(scene: Scene, meaning: Meaning, found: Sequence[Part]) -> Meaning:
    """The utterance with the first of the visits; the others are planned."""
    state = scene.state
    first = found[0].service
    state.others_told = state.others_told or tells_of_others(meaning.plain)
    state.planned = [
        Planned(
            "" if part.service == first else part.service,
            part.kin,
            part.when.to_json(),
            apart=found[0].when.has_time and bool(part.days) and not part.when.has_time,
            other_day=bool(_OTHER_DAY.search(meaning.plain)),
        )
        for part in found[1:_MOST]
    ]
    kin = found[0].kin
    if not kin and state.others_told and any(part.kin == SELF for part in found):
        kin = "other"  # who says which one is for themselves asks for someone else first
    if kin not in ("", SELF):
        state.turn_to(kin)
    services = (first,) if first else meaning.services
    when = meaning.when.updated(found[0].when)
    return replace(meaning, services=services, service_by="name", more_services=(), when=when)


def _of_wants(scene: Scene, meaning: Meaning, wanted: Wants) -> list[Part]:
    """The visits that were marked, each with what holds for all of them."""
    shared = joined(parts_of(scene, wanted.shared))
    shared = shared if shared.days else replace(shared, when=When())
    own: list[Part] = []
    for wish in wanted.each:
        for part in _of_one_wish(parts_of(scene, wish.text, new=True, before=last_days(own))):
            same = next((at for at, one in enumerate(own) if _is_the_same(one, part)), None)
            if same is not None:
                own[same] = joined([own[same], part])
            elif own and _goes_with(own[-1], part):
                own[-1] = joined([own[-1], part])
            else:
                own.append(part)
    if len(own) > 1 and not (own[-1].service or own[-1].kin) and sum(bool(part.days) for part in own) == 1:
        shared, own = joined([shared, own[-1]]), own[:-1]  # "a massage and a sauna ... both on Saturday"
    if len(own) > 2 and not (own[0].kin or own[0].days) and not any(part.service for part in own[1:]):
        shared, own = replace(shared, service=own[0].service), own[1:]  # "we'd each like a peel, she on ..."
    stand = {"", *meaning.services, *meaning.more_services}
    own = [part for part in own if part.service in stand]
    any_service = next(iter(meaning.services), "") if not any(part.service for part in own) else ""
    found: list[Part] = []
    for part in own:
        before = found[-1].service if found else shared.service or any_service
        when = shared.when.updated(part.when) if part.when else shared.when
        found.append(Part(part.kin or shared.kin, part.service or before, when))
    return found if all(part.service for part in found) and _differ(scene, meaning, found) else []


def _by_list(scene: Scene, each: list[Part]) -> list[Part]:
    """The visits, each for one of those who are listed by name: "my twins, Ana and Leo Petrov"."""
    listed = hear_listed(scene.message)
    if scene.message.isupper() or len(listed) != len(each) or any(part.kin not in ("", *listed) for part in each):
        return each
    remember(scene, [Person("", one) for one in listed if one != SELF])
    return [replace(part, kin=one) for part, one in zip(each, listed, strict=True)]


def _differ(scene: Scene, meaning: Meaning, found: Sequence[Part]) -> bool:
    """Whether each is a visit of its own: another treatment, another person, or another day that is no choice."""
    told = {(part.service, "" if part.kin == SELF else part.kin) for part in found}
    if len(told) == len(found):
        return True
    days = {part.days for part in found}
    return None not in days and len(days) == len(found) and counts(scene, meaning)


def _is_the_same(one: Part, part: Part) -> bool:
    """Whether a treatment or a person is named again, with the day that was missing: "a filling and a whitening.
    The filling on Monday, the whitening on Friday", "a checkup for my girl and a peel for me: she on ..."."""
    if one.days or not part.days:
        return False
    again = bool(part.service) and one.service == part.service and one.kin == part.kin
    return again or (not part.service and bool(part.kin) and is_alike(one.kin, part.kin))


def _of_one_wish(parts: Sequence[Part]) -> list[Part]:
    """What one wish tells, as one part unless it names several treatments."""
    several = len({part.service for part in parts if part.service}) > 1
    return list(parts) if several else [joined(parts)] if parts else []


def _goes_with(before: Part, part: Part) -> bool:
    """Whether a part only completes the one before it: its day, or the treatment of the person named there."""
    same = part.kin in ("", before.kin, "other" if before.kin else SELF)
    days_alone = bool(part.days) and same and not (part.service or before.days)
    treatment_alone = bool(part.service) and same and bool(before.kin) and not before.service
    return days_alone or treatment_alone


def _stands(scene: Scene, part: Part) -> bool:
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


def _by_service(meaning: Meaning, parts: Sequence[Part]) -> list[Part]:
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
    corrected = len(between_corrections(meaning.plain)) > 1 or _MIXED_UP.search(meaning.plain)
    kin = {
        id_: next((part.kin for part in (reversed(told) if corrected else told) if part.kin), "")
        for id_, told in own.items()
    }
    when = {id_: when_of(told) for id_, told in own.items()}
    if len({(one.days, one.until) for one in when.values() if one.days}) < 2:
        times = {one.time for one in when.values() if one.has_time}
        when = {id_: one.time if len(times) > 1 else When() for id_, one in when.items()}
    people = set(kin.values()) - {"", SELF}
    return [Part(kin[id_] if people else "", id_, when[id_]) for id_ in wanted]


def _by_person(parts: Sequence[Part]) -> list[Part]:
    """A visit for each person who has a day of their own."""
    dated = [part for part in parts if part.kin and part.days]
    apart = len({part.kin for part in dated}) > 1 and len({part.days for part in dated}) > 1
    return [replace(part, service="") for part in dated] if apart else []


def _by_time(scene: Scene, meaning: Meaning) -> list[Part]:
    """The same on one day for each person who has a time of their own: "mine before noon, hers after"."""
    parts = parts_of(scene, meaning.text, new=True) if FOR_SEVERAL.search(meaning.plain) else []
    if len({part.days for part in parts if part.days}) > 1:
        return []
    own = [part for part in reversed(parts) if part.kin and part.when.has_time]
    timed = {part.kin: replace(part, when=part.when.time) for part in own}
    each = [replace(part, service="") for part in reversed(timed.values())]
    services = {part.service for part in parts if part.service}
    return each if len(services) < 2 and len({part.when for part in each}) == len(each) else []


def _by_day(scene: Scene, meaning: Meaning, parts: Sequence[Part]) -> list[Part]:
    """The same treatment on each of the days: "three Tuesdays", "one on Friday and the other on Monday"."""
    services = meaning.services or filter(None, (scene.state.service_id,))
    if len(tuple(services)) != 1 or not counts(scene, meaning):
        return []
    days = list(dict.fromkeys(part.when.one_day for part in parts if part.when.one_day))
    if len(days) < 2 and not meaning.when.until and _LISTED.search(meaning.plain):
        days = list(meaning.when.days)
    return [Part("", "", When(days=(day,))) for day in days if day] if len(days) > 1 else []
