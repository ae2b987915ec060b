"""How dates, times, prices and lists are said aloud."""

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from mia.receptionist.dates.reckoning import MONTHS, WEEKDAYS
from mia.receptionist.dates.when import When
from mia.receptionist.numbers import ordinal
from mia.receptionist.practice import Practice, Service, Span
from mia.receptionist.understanding.phones import spoken_phone

_SMALL = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def say_time(moment: time) -> str:
    """ "2:30 PM", "9 AM", "noon"."""
    if moment == time(12):
        return "noon"
    hour, half = (moment.hour - 1) % 12 + 1, "AM" if moment.hour < 12 else "PM"
    return f"{hour}:{moment.minute:02d} {half}" if moment.minute else f"{hour} {half}"


def say_weekday(day: date) -> str:
    """ "Tuesday"."""
    return WEEKDAYS[day.weekday()].capitalize()


def say_day(day: date) -> str:
    """ "Tuesday, November 24th"."""
    return f"{say_weekday(day)}, {MONTHS[day.month - 1].capitalize()} {ordinal(day.day)}"


def say_start(start: datetime) -> str:
    """ "Tuesday, November 24th at 2:30 PM"."""
    return f"{say_day(start.date())} at {say_time(start.time())}"


def join(parts: Sequence[str], word: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def some(parts: Sequence[str], word: str = "and", most: int = 3) -> str:
    """At most ``most`` of the parts, because no one remembers more."""
    return join(list(parts)[:most], word)


def say_money(cents: int) -> str:
    """ "$650", "$12.50"."""
    dollars, rest = divmod(cents, 100)
    return f"${dollars:,}.{rest:02d}" if rest else f"${dollars:,}"


def say_minutes(minutes: int) -> str:
    """ "45 minutes", "an hour", "an hour and a half", "2 hours"."""
    if minutes == 60:
        return "an hour"
    if minutes == 90:
        return "an hour and a half"
    if minutes > 60 and minutes % 60 == 0:
        return f"{_SMALL[minutes // 60] if minutes // 60 <= 10 else minutes // 60} hours"
    return f"{minutes} minutes"


def say_spans(spans: Sequence[Span]) -> str:
    """ "9 AM to 6 PM", "9 AM to noon and 1 PM to 5 PM"."""
    return join([f"{say_time(a)} to {say_time(b)}" for a, b in spans])


def say_week(practice: Practice) -> str:
    """The opening hours of a week, equal days in a row joined: "Monday to Friday, 9 AM to 6 PM"."""
    groups: list[tuple[int, int, tuple[Span, ...]]] = []
    for weekday in range(7):
        spans = practice.hours.get(weekday, ())
        if not spans:
            continue
        if groups and groups[-1][1] == weekday - 1 and groups[-1][2] == spans:
            groups[-1] = (groups[-1][0], weekday, spans)
        else:
            groups.append((weekday, weekday, spans))
    return join([f"{_run(first, last)}, {say_spans(spans)}" for first, last, spans in groups])


def _run(first: int, last: int) -> str:
    names = [w.capitalize() for w in WEEKDAYS]
    if first == last:
        return names[first]
    return f"{names[first]} {'to' if last > first + 1 else 'and'} {names[last]}"


def closed_days(practice: Practice) -> list[str]:
    """Names of the weekdays the practice is closed, in the plural."""
    return [f"{w.capitalize()}s" for i, w in enumerate(WEEKDAYS) if not practice.hours.get(i)]


def say_price(service: Service) -> str | None:
    """What a service costs, as a sentence; ``None`` when the practice gave no price."""
    if service.price_cents is None:
        return f"{service.name}: {service.price_note}." if service.price_note else None
    note = service.price_note.strip().rstrip(".")
    if service.price_cents == 0:
        return f"{service.name} is free."
    text = f"{service.name} is {say_money(service.price_cents)}"
    if note.lower().startswith(("per ", "each")):
        return f"{text} {note}."
    if note.lower().startswith(("a ", "an ")):
        return f"{text} for {note}."
    if note.lower() in ("from", "starting at", "starts at", "and up"):
        return f"{service.name} starts at {say_money(service.price_cents)}."
    return f"{text}, {note}." if note else f"{text}."


def say_phone(written: str) -> str:
    """A practice's number as it is said: "305-555-0100"; other forms are left as they are."""
    return spoken_phone(written) if re.fullmatch(r"\+\d{8,15}", written) else written


def label(value: Any) -> str:
    """The name of a provider or location as a slot carries it, a string or an object with a name."""
    if isinstance(value, Mapping):
        return str(value.get("name") or "")
    return str(value or "")


def slot_start(slot: Mapping[str, Any], practice: Practice) -> datetime:
    """A slot's start in the practice's local time, without zone."""
    start = datetime.fromisoformat(str(slot["starts_at"]))
    return start.astimezone(practice.zone).replace(tzinfo=None) if start.tzinfo else start


def say_wish(wish: When) -> str:
    """When a caller wants to come, for people to read: "Tuesday, November 24th, after 4 PM"."""
    parts: list[str] = []
    if wish.soonest:
        parts.append("as soon as possible")
    elif wish.until:
        parts.append(f"{say_day(wish.days[0])} to {say_day(wish.until)}")
    elif wish.days:
        parts.append(join([say_day(day) for day in wish.days], "or"))
    if wish.without:
        parts.append(f"not {join([say_day(day) for day in wish.without], 'or')}")
    if wish.at:
        parts.append(f"around {say_time(wish.at)}")
    if wish.not_before:
        parts.append(f"after {say_time(wish.not_before)}")
    if wish.not_after:
        parts.append(f"before {say_time(_rounded(wish.not_after))}")
    if wish.part:
        parts.append(f"in the {wish.part}")
    return ", ".join(parts)


def _rounded(limit: time) -> time:
    """The moment itself, where the last minute before it is the limit."""
    return (datetime.combine(date.min, limit) + timedelta(minutes=1)).time() if limit.minute % 5 == 4 else limit
