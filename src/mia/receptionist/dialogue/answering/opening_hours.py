"""Answers about opening hours: of a week, of a day, of this moment."""

import re
from datetime import date, timedelta

from mia.receptionist.dates.reckoning import WEEKDAYS, coming
from mia.receptionist.dialogue.saying.speaking import closed_days, join, say_day, say_spans, say_time, say_week
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.understanding.meaning import Meaning

_DAY = "(" + "|".join(WEEKDAYS) + ")"
_WEEKLY = re.compile(
    rf"\b(?<!this )(?<!next )(?:{_DAY}s|{_DAY} (?:mornings|afternoons|evenings|nights)"
    rf"|(?:an?|any|every|each) {_DAY}|(weekends))\b"
)
_DATED = re.compile(r"\b\d{1,2}(?:st|nd|rd|th)\b|\b\d{1,2}/\d{1,2}\b")
"""A certain day, whatever else it is called: "the 26th, that's a Saturday"."""
_OF_SOMEONE = re.compile(
    r"\b(?:is|are|does|do|will|would|can|what (?:days|hours|times)) (?:\w+ )?(?:he|she|dr|doctor)\b"
)
"""When someone of the team is in, which the practice's hours do not tell."""
_WEEKEND = (5, 6)
_FEW_WORDS = 5
_SEVERAL, _MOST_DAYS = 2, 7
"""Days of which the closed ones are told together, and how many are told one by one."""
_SPAN, _DATED_SPAN = 2, 6
"""Days after the first of a span that is told day by day: "Monday to Wednesday", "the 24th to the 27th"."""
_ASKS_ON = re.compile(r"(?:and|n|what about|how about|or)\b")


def answer_hours(scene: Scene, meaning: Meaning) -> bool:
    """Answer for the day asked about, for now, or for the week; whether hours are known at all is
    left to ``scene.unanswered``."""
    practice, today = scene.practice, scene.now.date()
    if not practice.hours or _OF_SOMEONE.search(meaning.plain):
        scene.unanswered = True
        return True
    days = [meaning.when.one_day] if meaning.when.one_day else list(meaning.when.days)
    if meaning.when.until and meaning.when.days:
        most = _DATED_SPAN if re.search(r"\d", meaning.plain) else _SPAN
        span = (meaning.when.until - meaning.when.days[0]).days
        days = [meaning.when.days[0] + timedelta(days=i) for i in range(span + 1)] if span <= most else []
    if weekly := _every_week(meaning.plain):
        _weekly_hours(scene, weekly)
    elif "right now" in meaning.plain or meaning.plain.endswith((" now", "still open")):
        _open_now(scene)
    elif days:
        _hours_of(scene, [day for day in days if day is not None], today)
    else:
        scene.say("hours_week", week=say_week(practice))
        closed = closed_days(practice)
        if closed and len(closed) <= 3:
            scene.say("hours_closed", days=join(closed))
    return True


def _hours_of(scene: Scene, days: list[date], today: date) -> None:
    """The hours of each day that was asked about; those on which we are closed in one sentence."""
    closed = [day for day in days if not scene.practice.spans(day)]
    if len(closed) < _SEVERAL or len(days) > _MOST_DAYS:
        for day in days if len(days) <= _MOST_DAYS else days[:_SEVERAL]:
            _day_hours(scene, day, today, alone=len(days) == 1 or len(closed) == len(days))
        return
    scene.say("hours_day_closed", day=join([say_day(day) for day in closed]))
    for day in days:
        if day not in closed:
            _day_hours(scene, day, today)


def asks_on(scene: Scene, meaning: Meaning) -> bool:
    """Whether another day is asked about right after opening hours were told: "and a Thursday?"."""
    state, few = scene.state, len(meaning.plain.split()) <= _FEW_WORDS
    about_a_day = few and meaning.when.has_day and not (meaning.when.has_time or meaning.services)
    asking = "?" in meaning.text or bool(_ASKS_ON.match(meaning.plain))
    return about_a_day and asking and not state.booking and state.turns == state.hours_told_at + 1


def _every_week(line: str) -> tuple[int, ...]:
    """The weekdays of "on Fridays", "Friday afternoons", "on a Wednesday", "weekends"; none where a certain day is
    meant."""
    found = _WEEKLY.search(line)
    if found is None or _DATED.search(line):
        return ()
    return _WEEKEND if found[4] else (WEEKDAYS.index(found[1] or found[2] or found[3]),)


def _weekly_hours(scene: Scene, weekdays: tuple[int, ...]) -> None:
    """What holds each week, and that the next such day is none where the practice closes for it."""
    closed = [day for day in weekdays if not scene.practice.hours.get(day)]
    if closed:
        scene.say("hours_weekly_closed", days=join([f"{WEEKDAYS[day].capitalize()}s" for day in closed]))
    for day in weekdays:
        if spans := scene.practice.hours.get(day):
            scene.say("hours_weekly", days=f"{WEEKDAYS[day].capitalize()}s", spans=say_spans(spans))
            following = coming(day, scene.now.date())
            if not scene.practice.spans(following):
                scene.say("hours_but_closed", day=say_day(following))


def _day_hours(scene: Scene, day: date, today: date, *, alone: bool = True) -> None:
    """The hours of a day; ``alone``: where we are closed then, the next day that is open is told as well."""
    spans = scene.practice.spans(day)
    near = {0: "today", 1: "tomorrow"}.get((day - today).days)
    name = near or say_day(day)
    if spans:
        scene.say("hours_near" if near else "hours_day", day=name, spans=say_spans(spans))
        return
    scene.say("hours_near_closed" if near else "hours_day_closed", day=name)
    if alone:
        _next_open(scene, day)


def _next_open(scene: Scene, after: date) -> None:
    for offset in range(1, 8):
        day = after + timedelta(days=offset)
        if spans := scene.practice.spans(day):
            scene.say("hours_next", day=say_day(day), spans=say_spans(spans))
            return


def _open_now(scene: Scene) -> None:
    now = scene.now.time()
    for opens, closes in scene.practice.spans(scene.now.date()):
        if opens <= now < closes:
            scene.say("open_now", close=say_time(closes))
            return
    scene.say("not_open_now")
    later = [a for a, _ in scene.practice.spans(scene.now.date()) if a > now]
    if later:
        scene.say("hours_later", opens=say_time(later[0]))
    else:
        _next_open(scene, scene.now.date())
