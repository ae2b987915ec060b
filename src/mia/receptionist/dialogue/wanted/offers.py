"""Offering slots and understanding which one the caller takes."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any

from mia.platform.words.plain import plain
from mia.receptionist.dates.days import mend
from mia.receptionist.dates.reckoning import MONTHS, WEEKDAYS
from mia.receptionist.dates.shifts import told_by
from mia.receptionist.dates.when import PART_HOURS, When
from mia.receptionist.dialogue.saying.speaking import (
    join,
    label,
    say_day,
    say_time,
    say_week,
    say_weekday,
    slot_start,
)
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.numbers import NUMBERED_DAYS
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.meaning import Meaning

Slot = Mapping[str, Any]

_ONLY_WEEKDAY = re.compile(rf"\b(?:{'|'.join(WEEKDAYS)})\b")
_THAT = re.compile(r"\b(?:that|same) (?:same )?(?:day|morning|afternoon|evening|\w+day)\b")
_THAT_WEEK = re.compile(r"\b(?:that|same) (?:same )?week\b")
_DATED = re.compile(rf"\b(?:{'|'.join(MONTHS)}|next|this|\d+(?:st|nd|rd|th)|{NUMBERED_DAYS}|week)\b")

_SENTENCES = re.compile(r"[.;!?]\s+")
_AT = re.compile(r"\bat ((?:\d{1,2}(?::\d\d)? (?:am|pm)|noon))\b")
_REFUSED = re.compile(r"\b(?:not?|cannot|never|instead|rather|except|unless|but|too)\b")
"""What may take a time back that is named."""

_FIRST = re.compile(
    r"\b(?:(?:the )?(?:first|1st)(?! (?:thing|available|name|opening|of|week))|(?:option|number|"
    r"choice|slot) (?:one|1)|former|"
    r"the (?:earlier|earliest|sooner|soonest|early)(?: one| option| slot| time)?|earlier (?:one|"
    r"slot|option|time) (?:please|works|is)?|earliest)\b"
)
_SECOND = re.compile(
    r"\b(?:(?:the )?(?:second|2nd)(?! (?:thought|of|week))|(?:option|number|choice|slot) (?:two|2|"
    r"to|too)|middle(?: one)?|other one)\b"
)
_THIRD = re.compile(r"\b(?:(?:the )?(?:third|3rd)|(?:option|number|choice|slot) (?:three|3))\b")
_LAST = re.compile(
    r"\b(?:(?:the )?(?:last|final)(?! name| 4| four| week)|latter|the (?:later|latest|late)(?: one|"
    r" option| slot| time)?|later (?:one|slot|option)|latest)\b"
)


def say_slots(slots: Sequence[Slot], scene: Scene) -> str:
    """Slots as one phrase, days named once: "Tuesday, November 24th at 2:30 PM or 4 PM"."""
    places = {label(s.get("location")) for s in slots}
    name_place = len(scene.practice.locations) > 1 and not scene.state.location_id
    days: dict[str, list[str]] = {}
    for slot in slots:
        start = slot_start(slot, scene.practice)
        place = f" at {label(slot.get('location'))}" if name_place and len(places) > 1 else ""
        days.setdefault(say_day(start.date()), []).append(say_time(start.time()) + place)
    phrase = join([f"{day} at {join(times, 'or')}" for day, times in days.items()], "or")
    if len(days) > 1:
        phrase = ", or ".join(f"{day} at {join(times, 'or')}" for day, times in days.items())
    phrase += _with_whom(slots, scene)
    return f"{phrase} at {next(iter(places))}" if name_place and len(places) == 1 and places != {""} else phrase


def _with_whom(slots: Sequence[Slot], scene: Scene) -> str:
    """The provider of all the slots, for who asked for one."""
    names = {label(slot.get("provider")) for slot in slots}
    asked = scene.state.provider_id and len(names) == 1 and names != {""}
    return f" with {next(iter(names))}" if asked else ""


def choose(scene: Scene, meaning: Meaning) -> Slot | None:
    """The offered slot the caller takes, ``None`` when it is not clear which."""
    slots = [s for s in scene.state.offered if _fits(s, meaning, scene)]
    starts = {str(s["token"]): slot_start(s, scene.practice) for s in slots}
    said_where = bool(meaning.when) or meaning.provider_id or meaning.location_id
    if len(slots) == 1 and (said_where or meaning.has(Act.YES, Act.ANY) or ordinal(meaning.plain) is not None):
        return slots[0]
    if not slots:
        return _named(scene, meaning) or _pointed_at(scene, meaning)
    by_start = sorted(slots, key=lambda s: starts[str(s["token"])])
    place = ordinal(meaning.plain)
    if place is not None and place < len(slots):
        relative = re.search(r"earl|soon|late", meaning.plain)
        return (by_start if relative else slots)[place]
    if meaning.has(Act.ANY) and not (meaning.when.days or meaning.when.has_time):
        return slots[0]
    return _named(scene, meaning) or _as_wished(scene, meaning, slots)


def _named(scene: Scene, meaning: Meaning) -> Slot | None:
    """The offered slot whose time is told as it was offered, beside hours of other things: "at 10 AM, the aide is
    there until 3"."""
    told = _AT.findall(meaning.plain)
    if len(told) != 1 or _REFUSED.search(meaning.plain):
        return None
    days = set(meaning.when.days)
    same = [
        slot
        for slot, start in ((slot, slot_start(slot, scene.practice)) for slot in scene.state.offered)
        if plain(say_time(start.time())) == told[0] and (not days or start.date() in days)
    ]
    return same[0] if len(same) == 1 else None


def _as_wished(scene: Scene, meaning: Meaning, slots: Sequence[Slot]) -> Slot | None:
    """The slot of a day that is taken at the hour that was asked for before: "the 3rd is fine"."""
    hour = scene.state.wish.at if meaning.when.one_day and not meaning.when.has_time else None
    return next((slot for slot in slots if slot_start(slot, scene.practice).time() == hour), None)


def _pointed_at(scene: Scene, meaning: Meaning) -> Slot | None:
    """The offered slot that the first sentence points at, whatever days the next ones tell of: "the first one. My
    wife is only off on Fridays"."""
    first, *others = (plain(sentence) for sentence in _SENTENCES.split(meaning.text))
    place = ordinal(first)
    if place is None or not others or _ONLY_WEEKDAY.search(first) or _REFUSED.search(meaning.plain):
        return None
    by_start = sorted(scene.state.offered, key=lambda slot: slot_start(slot, scene.practice))
    return by_start[place] if place < len(by_start) else None


def of_offered_weekday(scene: Scene, meaning: Meaning) -> Meaning:
    """ "Tuesday at eight", or "any time that day", is the Tuesday that was offered, or is being arranged, not the
    one that comes first."""
    when, state = meaning.when, scene.state
    at_hand = [*state.offered, *([state.slot] if state.slot else [])]
    days = {slot_start(slot, scene.practice).date() for slot in at_hand}
    points = bool(_THAT.search(meaning.plain))
    if when.days and not when.until and _THAT_WEEK.search(meaning.plain) and (days or state.wish.days):
        first = min(days or set(state.wish.days))
        monday = first - timedelta(days=first.weekday())
        of_week = tuple(sorted({monday + timedelta(days=day.weekday()) for day in when.days}))
        return replace(meaning, when=replace(when, days=of_week))
    if points and not days and state.wish.one_day:
        days = {state.wish.one_day}
    if points and not when.days and len(days) == 1:
        return replace(meaning, when=replace(when, days=tuple(days), soonest=False))
    day, said = when.one_day, mend(meaning.plain)
    if day is None or not _ONLY_WEEKDAY.search(said) or _DATED.search(said):
        return meaning
    same = [one for one in days if one.weekday() == day.weekday()]
    if day in days:
        return meaning
    meant = same[0] if len(same) == 1 else _weekday_in(state.wish, day)
    return replace(meaning, when=replace(when, days=(meant,))) if meant else meaning


def by_moved_visit(scene: Scene, meaning: Meaning) -> Meaning:
    """The utterance with a day or time that is told by the visit that is being moved: "the week after"."""
    moved = [one for one in scene.state.standing if one["appointment_id"] == scene.state.replaces]
    at_hand = scene.state.offered or scene.state.slot
    if not moved or (at_hand and _THAT.search(meaning.plain) and "same" not in meaning.plain):
        return meaning  # "anything earlier that day?" is of the day that was offered
    start = datetime.fromisoformat(moved[0]["starts"])
    when = told_by(mend(meaning.plain), start, meaning.when)
    fresh = when == meaning.when and not (scene.state.wish.days or scene.state.offered)
    return replace(meaning, when=in_week_of(start, meaning.plain, when) if fresh else when)


def in_week_of(start: datetime, said: str, when: When) -> When:
    """A bare weekday beside a visit that is to be moved ("can't make it Wednesday, anything Friday?") is that of
    the visit's week."""
    day = when.one_day
    said = mend(said)
    if day is None or not _ONLY_WEEKDAY.search(said) or _DATED.search(said):
        return when
    return replace(when, days=(_weekday_in(When(days=(start.date(),)), day) or day,))


def _weekday_in(wish: When, day: date) -> date | None:
    """The day of the same weekday in the time that is talked of: in "the week of the 30th", or in the week of the
    day that was asked for; ``None`` where the next such day is meant, or it would be over."""
    if not wish.days:
        return None
    first, last = wish.days[0], wish.until or wish.days[-1]
    monday = first - timedelta(days=first.weekday())
    begins, ends = (first, last) if wish.until else (monday, monday + timedelta(days=6))
    meant = begins + timedelta(days=(day.weekday() - begins.weekday()) % 7)
    return meant if day < meant <= ends else None


def ordinal(text: str) -> int | None:
    """Place of the slot or treatment meant: 0, 1, 2, or -1 for the last."""
    for pattern, place in ((_SECOND, 1), (_THIRD, 2), (_LAST, -1), (_FIRST, 0)):
        if pattern.search(text):
            return place
    return None


def _fits(slot: Slot, meaning: Meaning, scene: Scene) -> bool:
    start = slot_start(slot, scene.practice)
    if meaning.provider_id and not _same(slot.get("provider"), scene.practice.provider(meaning.provider_id)):
        return False
    if meaning.location_id and not _same(slot.get("location"), scene.practice.location(meaning.location_id)):
        return False
    return not meaning.when or matches(meaning.when, start, scene.state.offered, scene)


def _same(value: Any, wanted: Any) -> bool:
    if wanted is None:
        return True
    if isinstance(value, Mapping) and value.get("id"):
        return bool(value["id"] == wanted.id)
    return plain(wanted.name) in plain(label(value)) or plain(label(value)) in plain(wanted.name)


def matches(wish: When, start: datetime, among: Sequence[Slot], scene: Scene) -> bool:
    """Whether a start is what the caller's words point at.

    "Two" means half past two when that is the only offer in that hour.
    """
    if not wish.allows(start):
        return False
    clock = start.time()
    if wish.at and wish.at != clock:
        hour = [s for s in among if slot_start(s, scene.practice).hour % 12 == wish.at.hour % 12]
        twelve_apart = wish.at.hour % 12 == start.hour % 12
        same_minute = wish.at.minute == start.minute
        if not twelve_apart or not (same_minute or (wish.at.minute == 0 and len(hour) == 1)):
            return False
    if (wish.not_before and clock < wish.not_before) or (wish.not_after and clock > wish.not_after):
        return False
    return not wish.part or PART_HOURS[wish.part][0] <= clock < PART_HOURS[wish.part][1]


def beyond(scene: Scene, *, later: bool) -> When:
    """The wish after "anything later?" or "anything earlier?" than what was offered, or chosen."""
    at_hand = scene.state.offered or [slot for slot in [scene.state.slot] if slot]
    starts = [slot_start(slot, scene.practice) for slot in at_hand]
    edge = max(starts) if later else min(starts)
    moved = edge + timedelta(minutes=1 if later else -1)
    if later:
        return When(days=(edge.date(),), not_before=moved.time())
    return When(days=(edge.date(),), not_after=moved.time())


def of_different_times(slots: Sequence[Slot], scene: Scene) -> list[Slot]:
    """One slot a time and place, in order of start: two providers at three o'clock are one offer."""
    seen: dict[tuple[str, str], Slot] = {}
    for slot in slots:
        key = (slot_start(slot, scene.practice).isoformat(), label(slot.get("location")))
        seen.setdefault(key, slot)
    return sorted(seen.values(), key=lambda slot: slot_start(slot, scene.practice))


def explain(scene: Scene, reason: Any) -> None:
    """Say why nothing fits: closed, full, past, too far ahead."""
    day = scene.state.wish.one_day
    if reason not in ("closed", "past", "too_far") and out_of_hours(scene):
        scene.say("closed_then")
        scene.say("hours_week", week=say_week(scene.practice))
    elif reason == "closed":
        open_then = day and scene.practice.spans(day)
        if day and not open_then:
            always = day.weekday() not in scene.practice.hours
            scene.say("closed", day=f"{say_weekday(day)}s" if always else say_day(day))
        else:
            scene.say("closed_then")
    elif reason in ("past", "too_far"):
        scene.say(str(reason))
    elif reason == "full" and day:
        scene.say("full", day=say_day(day))
    else:
        scene.say("full_then")


def out_of_hours(scene: Scene) -> bool:
    """Whether it is the time of day that is wanted at which the practice is never open, on any of the days."""
    wish = scene.state.wish
    days: Sequence[date | None] = wish.days if wish.days and not wish.until else (None,)
    bounds = [span for span in map(scene.practice.day_bounds, days) if span is not None]
    if not (bounds and wish.has_time):
        return False
    first, last = PART_HOURS[wish.part] if wish.part else (time(0), time(23, 59))
    earliest, latest = wish.at or wish.not_before or first, wish.at or wish.not_after or last
    return all(earliest >= closes or latest < opens for opens, closes in bounds)
