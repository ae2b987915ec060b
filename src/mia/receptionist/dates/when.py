"""When a caller wants to come: days, clock time and limits, any of them open."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any, Literal

Part = Literal["morning", "afternoon", "evening"]

_MOST_BETWEEN = 60

PART_HOURS: Mapping[Part, tuple[time, time]] = {
    "morning": (time(0), time(12)),
    "afternoon": (time(12), time(17)),
    "evening": (time(17), time(23, 59)),
}


@dataclass(frozen=True)
class When:
    """A wish, in local days and clock times of the practice.

    ``days`` are alternatives ("Tuesday or Thursday"); with ``until`` the one day in ``days`` starts a
    range that includes ``until``. ``without`` are days the caller ruled out. ``soonest`` means that
    the caller left the day to us.
    """

    days: tuple[date, ...] = ()
    until: date | None = None
    at: time | None = None
    not_before: time | None = None
    not_after: time | None = None
    part: Part | None = None
    soonest: bool = False
    without: tuple[date, ...] = ()

    def __bool__(self) -> bool:
        return self != When()

    @property
    def has_day(self) -> bool:
        """Whether days are settled, by name or by leaving them to us."""
        return bool(self.days) or self.soonest

    @property
    def has_time(self) -> bool:
        """Whether anything was said about the time of day."""
        return bool(self.at or self.not_before or self.not_after or self.part)

    @property
    def time(self) -> "When":
        """What was said about the time of day alone."""
        return When(at=self.at, not_before=self.not_before, not_after=self.not_after, part=self.part)

    @property
    def one_day(self) -> date | None:
        """The single day meant, or ``None`` for none, several or a range."""
        return self.days[0] if len(self.days) == 1 and self.until is None else None

    def updated(self, later: "When") -> "When":
        """This wish after the caller added or changed something: what ``later`` names wins."""
        new = self
        if later.has_day:
            new = replace(new, days=self._within(later), until=later.until, soonest=later.soonest, without=())
        if later.has_time:
            new = replace(new, at=later.at, not_before=later.not_before, not_after=later.not_after, part=later.part)
        if later.without:
            kept = new.days if new.until else tuple(d for d in new.days if d not in later.without)
            new = replace(new, days=kept, without=later.without)
        return new

    def _within(self, later: "When") -> tuple[date, ...]:
        """The days of a later wish, those alone that lie in the range of this one where some do: "the first half of
        December", then "a Wednesday or Friday"."""
        if later.until or len(later.days) < 2 or not self.until:
            return later.days
        inside = tuple(day for day in later.days if self.days[0] <= day <= self.until)
        return inside or later.days

    def allows(self, start: datetime) -> bool:
        """Whether a local start fits the days (not the time of day, which slots only approach)."""
        day = start.date()
        if day in self.without:
            return False
        if not self.days or self.soonest:
            return True
        return self.days[0] <= day <= self.until if self.until else day in self.days

    def search(self, now: datetime) -> dict[str, Any]:
        """Arguments of ``find_slots``, where known: ``from``, ``to`` and ``near`` (ISO local datetimes without
        offset), ``part_of_day``, ``not_before`` and ``not_after`` (clock times), ``without`` (days).

        ``now`` is the practice's local time.
        """
        first = self.days[0] if self.days else None
        last = self.until or (self.days[-1] if self.days else None)
        out: dict[str, Any] = {}
        if first and last:
            out = {"from": _iso(datetime.combine(first, time(0))), "to": _iso(datetime.combine(last, time(23, 59)))}
        elif self.without or self.not_before or self.not_after:
            out = {"from": _iso(datetime.combine(now.date(), time(0)))}
        if self.at:
            out["near"] = _iso(datetime.combine(first or now.date() + timedelta(days=1), self.at))
        elif self.one_day and (self.not_before or self.not_after):
            out["near"] = _iso(datetime.combine(self.one_day, self.not_before or self.not_after or time(0)))
        if self.part:
            out["part_of_day"] = self.part
        limits = {"not_before": self.not_before, "not_after": self.not_after}
        out |= {key: f"{limit:%H:%M}" for key, limit in limits.items() if limit}
        without = {*self.without, *self._between()}
        return out | ({"without": [day.isoformat() for day in sorted(without)]} if without else {})

    def _between(self) -> set[date]:
        """The days between alternatives that are none of them."""
        if self.until or len(self.days) < 2:
            return set()
        span = (self.days[-1] - self.days[0]).days
        return {self.days[0] + timedelta(days=n) for n in range(min(span, _MOST_BETWEEN))} - set(self.days)

    def to_json(self) -> dict[str, Any]:
        """A JSON object that :meth:`from_json` reads back."""
        return {key: _plain(value) for key, value in asdict(self).items() if value}

    @classmethod
    def from_json(cls, raw: Mapping[str, Any] | None) -> "When":
        """The wish written by :meth:`to_json`; empty for ``None``."""
        if not raw:
            return cls()
        clock = {k: time.fromisoformat(raw[k]) for k in ("at", "not_before", "not_after") if k in raw}
        return cls(
            days=tuple(date.fromisoformat(d) for d in raw.get("days", ())),
            until=date.fromisoformat(raw["until"]) if "until" in raw else None,
            part=raw.get("part"),
            soonest=bool(raw.get("soonest")),
            without=tuple(date.fromisoformat(d) for d in raw.get("without", ())),
            **clock,
        )


def _iso(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M")


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [v.isoformat() for v in value]
    return value.isoformat() if isinstance(value, (date, time)) else value
