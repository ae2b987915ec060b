"""Days as busy as those of a practice whose phone Mia answers: so much time, so many bookings among who asked.

The last thirty full days come out at the specification's figures: 2.3 seconds to the first answer, 78 % booked, 100
hours handled, which at the practice's hourly cost are $2,840 (spec §2, Client dashboard).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise
from random import Random

from mia.clinic.inbox.service import ActivityStatus, PastContact

HANDLED_SECONDS = 360_000
BOOKING_PERCENT = 78
_PER_DAY = (26, 36)
_WINDOWS = 3
_GROWTH = 0.82
"""What a month had of the contacts of the month after it."""
_QUICKEST_MS, _SPREAD_MS = 1500, 1600
_EVEN = 0.6180339887498949
"""Multiples of the golden ratio's fraction spread evenly, so that their middle is the middle."""


@dataclass(frozen=True)
class Remaining:
    """What the window still lacks besides what others have entered: seconds handled; who asked and who booked
    already."""

    seconds: int = HANDLED_SECONDS
    asked: int = 0
    booked: int = 0


MakeUp = Callable[[datetime], PastContact]


def busy_days(
    rng: Random, contacts: Sequence[PastContact], midnights: Sequence[datetime], make_up: MakeUp, left: Remaining
) -> list[PastContact]:
    """The contacts with as many more in three months of thirty days; ``midnights`` begin today and each of the
    ninety days before, the latest first."""
    oldest = midnights[-1]
    result = [contact for contact in contacts if not oldest <= contact.occurred_at < midnights[0]]
    share = 1.0
    for window in range(_WINDOWS):
        days = midnights[30 * window : 30 * window + 31]
        inside = [contact for contact in contacts if days[-1] <= contact.occurred_at < days[0]]
        for later, begins in pairwise(days):
            for _ in range(round(rng.randint(*_PER_DAY) * share)):
                inside.append(make_up(begins + (later - begins) / 2))
        asked = _as_many_asked(inside, left if window == 0 else Remaining())
        seconds = left.seconds if window == 0 else round(HANDLED_SECONDS * share)
        result += _handled(rng, sorted(asked, key=lambda contact: contact.occurred_at), max(0, seconds))
        share *= _GROWTH
    return result


def _as_many_asked(contacts: Sequence[PastContact], left: Remaining) -> list[PastContact]:
    """So many asked for a booking that the share of those who got one is the spec's: others only wondered."""
    booked = left.booked + sum(contact.asked_for_booking and contact.booked for contact in contacts)
    target = round(100 * booked / BOOKING_PERCENT) - left.asked
    open_now = [n for n, contact in enumerate(contacts) if _could_ask(contact) and contact.asked_for_booking]
    could = [n for n, contact in enumerate(contacts) if _could_ask(contact) and not contact.asked_for_booking]
    change = target - sum(contact.asked_for_booking for contact in contacts)
    turned = could[:change] if change > 0 else open_now[: -change or 0]
    result = list(contacts)
    for number in turned:
        result[number] = replace(result[number], asked_for_booking=change > 0)
    return result


def _could_ask(contact: PastContact) -> bool:
    return contact.direction == "inbound" and not contact.booked and contact.status is ActivityStatus.ANSWERED


def _handled(rng: Random, contacts: Sequence[PastContact], seconds: int) -> list[PastContact]:
    """Mia's time shared among those she talked with, to the second; first answers evenly spread around 2.3 s."""
    talked = [number for number, contact in enumerate(contacts) if contact.direction == "inbound"]
    weights = [rng.randint(60, 640) for _ in talked]
    total = sum(weights)
    result = list(contacts)
    spent = 0
    waits = [_QUICKEST_MS + round(_SPREAD_MS * (place * _EVEN % 1)) for place in range(len(talked))]
    rng.shuffle(waits)
    for place, (number, weight) in enumerate(zip(talked, weights, strict=True)):
        own = seconds - spent if place == len(talked) - 1 else seconds * weight // total
        spent += own
        result[number] = replace(result[number], handled_seconds=own, first_answer_ms=waits[place])
    outbound = [number for number, contact in enumerate(contacts) if contact.direction == "outbound"]
    for number in outbound:
        result[number] = replace(result[number], handled_seconds=0)
    return result


def midnights_before(today: datetime, days: int = 90) -> list[datetime]:
    """When today began (local, aware) and each of so many days before it: wall-clock midnights."""
    return [(today.replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=n)) for n in range(days + 1)]
