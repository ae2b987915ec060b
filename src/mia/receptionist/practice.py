"""The practice a receptionist plays for: what ``Brief.context["practice"]`` holds, with names and types.

The dict comes from ``assistant.metadata["practice"]`` (``docs/voice-assistant.md``). Anything may be
missing: the receptionist then says that it does not know and offers a person.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from mia.platform.conversation.ports import Brief

Span = tuple[time, time]


@dataclass(frozen=True)
class Service:
    """A treatment. ``price_cents`` is the starting price, ``None`` when the practice gives none. ``_es``, here and
    below: the practice's own words in Spanish, "" where it wrote none."""

    id: str
    name: str
    aliases: tuple[str, ...]
    category: str
    duration_minutes: int | None
    price_cents: int | None
    price_note: str
    description: str
    description_es: str = ""


@dataclass(frozen=True)
class Provider:
    """Someone who treats, with the services (ids) he or she offers; none listed means all."""

    id: str
    name: str
    title: str
    service_ids: tuple[str, ...]
    gender: str = ""


@dataclass(frozen=True)
class Location:
    """A place to come to."""

    id: str
    name: str
    address: str
    directions: str
    parking: str
    directions_es: str = ""
    parking_es: str = ""


@dataclass(frozen=True)
class Faq:
    """An answer the practice wrote, with wordings of the question."""

    topic: str
    questions: tuple[str, ...]
    answer: str
    answer_es: str = ""


@dataclass(frozen=True, eq=False)
class Practice:
    """All facts a receptionist may state. ``hours`` maps Monday = 0 ... Sunday = 6 to open spans;
    ``closures`` are first and last days (inclusive) of holidays. ``books``: visits are arranged here; else the team
    calls back. ``moves``, ``cancels``, ``waits``, ``prices``: visits on file are moved and canceled here, people
    put on the waiting list, prices told; else the team does it. ``transfer_to`` is the number at which callers are
    put through to the team during ``call_hours`` (None: while it is open), ``overflow_to`` the one that rings
    outside these, ``nobody_free`` what they hear when nobody answers. ``on_call``: urgent tasks alert people at
    once, at any hour, so that we may say so."""

    name: str
    zone: ZoneInfo
    phone: str
    locations: tuple[Location, ...]
    hours: Mapping[int, tuple[Span, ...]]
    services: tuple[Service, ...]
    providers: tuple[Provider, ...]
    faq: tuple[Faq, ...]
    closures: tuple[tuple[date, date], ...] = ()
    books: bool = True
    moves: bool = True
    cancels: bool = True
    waits: bool = True
    prices: bool = True
    on_call: bool = False
    transfer_to: str = ""
    nobody_free: str = ""
    overflow_to: str = ""
    call_hours: Mapping[int, tuple[Span, ...]] | None = None

    def service(self, service_id: str | None) -> Service | None:
        """The service with that id, if the practice has it."""
        return next((s for s in self.services if s.id == service_id), None)

    def provider(self, provider_id: str | None) -> Provider | None:
        """The provider with that id, if the practice has one."""
        return next((p for p in self.providers if p.id == provider_id), None)

    def who_do(self, service_ids: Collection[str], gender: str | None) -> list[Provider]:
        """The providers of any of the services, of one gender where it is given; everyone's without services."""
        return [
            one
            for one in self.providers
            if (not service_ids or not one.service_ids or set(service_ids) & set(one.service_ids))
            and gender in (None, one.gender)
        ]

    def location(self, location_id: str | None) -> Location | None:
        """The location with that id, if the practice has it."""
        return next((place for place in self.locations if place.id == location_id), None)

    @property
    def consultation(self) -> Service | None:
        """The service for people who do not know yet what they want."""
        return next((s for s in self.services if "consult" in s.name.lower()), None)

    def spans(self, day: date) -> tuple[Span, ...]:
        """Opening spans of a day, empty when closed."""
        return self._spans(self.hours, day)

    def is_open(self, now: datetime) -> bool:
        """Whether someone is there at a local time."""
        return any(opens <= now.time() < closes for opens, closes in self.spans(now.date()))

    def rings(self, now: datetime) -> str:
        """The phone to ring for someone who wants a person at a local time; "" when no one would answer."""
        spans = self._spans(self.hours if self.call_hours is None else self.call_hours, now.date())
        by_the_team = any(begins <= now.time() < ends for begins, ends in spans)
        return (self.transfer_to if by_the_team else "") or self.overflow_to

    def _spans(self, hours: Mapping[int, tuple[Span, ...]], day: date) -> tuple[Span, ...]:
        if any(first <= day <= last for first, last in self.closures):
            return ()
        return tuple(hours.get(day.weekday(), ()))

    def day_bounds(self, day: date | None) -> Span | None:
        """First opening and last closing of a day, or of any day of the week when ``day`` is None."""
        spans = self.spans(day) if day else tuple(s for each in self.hours.values() for s in each)
        return (min(s[0] for s in spans), max(s[1] for s in spans)) if spans else None


def practice_of(brief: Brief) -> Practice:
    """The practice that a conversation is about."""
    return read_practice(brief.context.get("practice") or {})


def outreach_of(brief: Brief) -> Mapping[str, Any]:
    """What a conversation is about that the practice has begun; empty for one that someone else began."""
    return brief.context.get("outreach") or {}


def read_practice(raw: Mapping[str, Any]) -> Practice:
    """Read the dict of a brief; equal dicts give the same object, so that work on it is cached.

    An entry of a list without ``id`` or ``name`` is left out: what an API client wrote wrong must not keep a
    caller from being answered. Raises ``ZoneInfoNotFoundError`` for an unknown time zone.
    """
    return _read(json.dumps(raw, sort_keys=True, default=str))


@lru_cache(maxsize=64)
def _read(text: str) -> Practice:
    raw: Mapping[str, Any] = json.loads(text)
    transfer: Mapping[str, Any] = raw.get("transfer") or {}
    return Practice(
        name=str(raw.get("name") or "the practice"),
        zone=ZoneInfo(str(raw.get("timezone") or "America/New_York")),
        phone=str(raw.get("phone") or ""),
        locations=tuple(_location(r) for r in _entries(raw, "locations")),
        hours=_week(raw.get("hours")),
        services=tuple(_service(r) for r in _entries(raw, "services")),
        providers=tuple(_provider(r) for r in _entries(raw, "providers")),
        faq=tuple(
            Faq(
                str(r.get("topic") or ""),
                _texts(r.get("questions")),
                str(r.get("answer") or ""),
                str(r.get("answer_es") or ""),
            )
            for r in raw.get("faq") or ()
            if r.get("answer")
        ),
        books=_may(raw, "book"),
        moves=_may(raw, "move"),
        cancels=_may(raw, "cancel"),
        waits=_may(raw, "list"),
        prices=_may(raw, "price"),
        on_call=raw.get("on_call") is True,
        transfer_to=str(transfer.get("number") or ""),
        nobody_free=str(transfer.get("nobody") or ""),
        overflow_to=str(transfer.get("overflow") or ""),
        call_hours=None if transfer.get("hours") is None else _week(transfer["hours"]),
        closures=tuple(
            (date.fromisoformat(r["from"]), date.fromisoformat(r["to"])) for r in raw.get("closures") or ()
        ),
    )


def _week(rows: Sequence[Mapping[str, Any]] | None) -> dict[int, tuple[Span, ...]]:
    week: dict[int, tuple[Span, ...]] = {}
    for row in sorted(rows or (), key=lambda r: str(r["opens"])):
        span = (time.fromisoformat(row["opens"]), time.fromisoformat(row["closes"]))
        week[int(row["weekday"])] = (*week.get(int(row["weekday"]), ()), span)
    return week


def _may(raw: Mapping[str, Any], what: str) -> bool:
    return (raw.get("may") or {}).get(what, True) is not False


def _entries(raw: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    return [row for row in raw.get(name) or () if row.get("id") and row.get("name")]


def _texts(values: Sequence[Any] | None) -> tuple[str, ...]:
    return tuple(str(v) for v in values or ())


def _location(row: Mapping[str, Any]) -> Location:
    return Location(
        id=str(row["id"]),
        name=str(row["name"]),
        address=str(row.get("address") or ""),
        directions=str(row.get("directions") or ""),
        parking=str(row.get("parking") or ""),
        directions_es=str(row.get("directions_es") or ""),
        parking_es=str(row.get("parking_es") or ""),
    )


def _service(row: Mapping[str, Any]) -> Service:
    minutes, cents = row.get("duration_minutes"), row.get("price_cents")
    return Service(
        id=str(row["id"]),
        name=str(row["name"]),
        aliases=_texts(row.get("aliases")),
        category=str(row.get("category") or ""),
        duration_minutes=int(minutes) if minutes is not None else None,
        price_cents=int(cents) if cents is not None else None,
        price_note=str(row.get("price_note") or ""),
        description=str(row.get("description") or ""),
        description_es=str(row.get("description_es") or ""),
    )


def _provider(row: Mapping[str, Any]) -> Provider:
    return Provider(
        id=str(row["id"]),
        name=str(row["name"]),
        title=str(row.get("title") or ""),
        service_ids=_texts(row.get("service_ids")),
        gender=str(row.get("gender") or ""),
    )
