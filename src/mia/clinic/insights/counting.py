"""What stands in a window of the client analytics: counted once, and kept until something is derived again."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pydantic import TypeAdapter, ValidationError

from mia.clinic.insights.analytics_queries import (
    Brought,
    DueCount,
    Narrowing,
    count_due,
    find_kept,
    keep,
    list_brought,
    list_days,
)
from mia.clinic.insights.deriving import bring_up_to_date, hold_derived
from mia.clinic.insights.windows import Window, midnight
from mia.platform.db.session import ClinicSession


@dataclass(frozen=True)
class Counted:
    """The counts of a window. ``answers`` has, for each column of the charts, first answers by tenths of a second;
    ``calls`` counts by ``hour|outcome``."""

    asked: int
    booked: int
    handled_seconds: int
    ratings: int
    points: int
    answers: list[dict[str, int]]
    calls: dict[str, int]
    brought: list[Brought]
    due: DueCount


_CONTENT = TypeAdapter(Counted)


async def count_window(session: ClinicSession, window: Window, narrowing: Narrowing) -> Counted:
    """The counts of a window, derived again as far as rows have changed."""
    await bring_up_to_date(session, window.first, window.end, window.zone)
    kept = await _find(session, window, narrowing)
    if kept is not None:
        return kept
    # Nothing is derived while we count: what we keep would be out of date without anyone knowing. Who waited here
    # finds what the one before has counted.
    await hold_derived(session)
    kept = await _find(session, window, narrowing)
    if kept is not None:
        return kept
    counted = await _count(session, window, narrowing)
    await keep(session, window, narrowing, _CONTENT.dump_python(counted, mode="json"))
    return counted


async def _find(session: ClinicSession, window: Window, narrowing: Narrowing) -> Counted | None:
    kept = await find_kept(session, window, narrowing)
    try:
        return None if kept is None else _CONTENT.validate_python(kept)
    except ValidationError:  # kept by another version of this code
        return None


async def _count(session: ClinicSession, window: Window, narrowing: Narrowing) -> Counted:
    days = await list_days(session, window, narrowing)
    starts = window.steps
    return Counted(
        asked=sum(day.asked for day in days),
        booked=sum(day.booked for day in days),
        handled_seconds=sum(day.handled_seconds for day in days),
        ratings=sum(day.ratings for day in days),
        points=sum(day.points for day in days),
        answers=[
            _summed(day.answers for day in days if first <= day.day < end)
            for first, end in zip(starts, [*starts[1:], window.end], strict=True)
        ]
        if starts
        else [],
        calls=_summed(day.calls for day in days),
        brought=await list_brought(session, window, narrowing, [midnight(day, window.zone) for day in starts]),
        due=await count_due(session, window, narrowing),
    )


def _summed(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    sums: Counter[str] = Counter()
    for one in counts:
        for key, times in one.items():  # in half the time of update(): a year has twenty thousand
            sums[key] += times
    return dict(sums)
