"""What to offer instead of days on which the practice is closed."""

from dataclasses import replace
from datetime import date, timedelta

from mia.receptionist.dialogue.saying.speaking import join, say_day, say_weekday
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.wanted.booking import search
from mia.receptionist.practice import Practice

_A_WEEK = timedelta(weeks=1)
_AHEAD = 14
"""Days after the last one that was wanted in which an open one is looked for."""


def look_beside(scene: Scene) -> bool:
    """All days that are wanted are closed: say so, and look at the hour that was told on the same weekdays a week
    later, or else on the next open day; whether that is what to do. A holiday moves a Thursday to the next one, and
    who can come in the evening can come then on another day, too."""
    state, wish, practice = scene.state, scene.state.wish, scene.practice
    if not wish.days or wish.until or any(practice.spans(day) for day in wish.days):
        return False
    if len(wish.days) == 1 and not wish.has_time:
        return False  # the nearest times do
    later = [day + _A_WEEK for day in wish.days]
    days = [day for day in later if practice.spans(day)] or _next_open(practice, wish.days[-1])
    if not days:
        return False
    scene.say("closed", day=join(list(dict.fromkeys(_named(practice, day) for day in wish.days)), "and"))
    state.days_beside, state.wish = True, replace(wish, days=tuple(days))
    state.searches -= 1  # nothing was offered yet
    search(scene)
    state.wish = wish
    return True


def _next_open(practice: Practice, day: date) -> list[date]:
    after = (day + timedelta(days=n) for n in range(1, _AHEAD))
    return next(([one] for one in after if practice.spans(one)), [])


def _named(practice: Practice, day: date) -> str:
    """ "Mondays", or the date of a day that is closed this once."""
    return say_day(day) if practice.hours.get(day.weekday()) else f"{say_weekday(day)}s"
