"""The rebooking analytics: who is due, what bringing them back is worth, which contacts brought patients back,
and how long ago patients were here.

What it counts changes slowly and costs more than a reader should wait for: the worker counts it every ten minutes,
and the page says as of when.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from mia.clinic.insights import recall_queries as queries
from mia.clinic.practice import service as practices
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Service
from mia.platform.db.session import ClinicSession

EVERY_10_MINUTES = "*/10 * * * *"
MOST_MONTHS = 24
"""Patients who were here longer ago are one cohort."""
_KEPT = timedelta(days=370)
BASE_PERCENT, LOW_PERCENT, HIGH_PERCENT = 8.0, 5.0, 15.0
"""Share of contacted patients who book: what to plan with before a practice knows its own (weak benchmarks of
published reactivation campaigns; no credible single number exists)."""
_Row = Mapping[str, Any]
_PRIOR = 200
"""Contacts after which a practice's own rate weighs as much as the benchmark (beta-binomial shrinkage)."""


@dataclass(frozen=True)
class Standing:
    """Patients of one service or provider who are due (not yet overdue), overdue (not yet lapsed) and lapsed.

    ``potential_cents`` is those overdue and lapsed times the list price. ``name`` is None where no provider is on
    record, as with visits from a file.
    """

    name: str | None
    due: int
    overdue: int
    lapsed: int
    potential_cents: int


@dataclass(frozen=True)
class Conversion:
    """Contacts of one channel and wording, and what they brought within 14 days. ``wording`` is ``due`` (a visit
    is due) or ``plan`` (an invitation), None over all."""

    channel: str
    wording: str | None
    contacted: int
    answered: int
    booked: int
    value_cents: int


@dataclass(frozen=True)
class Expectation:
    """What to expect of contacting everyone overdue: potential times the share who book, shrunk towards what is
    known of other practices as long as this one has contacted few."""

    potential_cents: int
    contacted: int
    booked: int

    def percent(self, benchmark: float = BASE_PERCENT) -> float:
        """The share who book, with a benchmark's weight, in percent."""
        return 100 * (self.booked + _PRIOR * benchmark / 100) / (self.contacted + _PRIOR)

    def cents(self, benchmark: float = BASE_PERCENT) -> int:
        """What that share of the potential is."""
        return round(self.potential_cents * self.percent(benchmark) / 100)

    @property
    def expected_percent(self) -> float:
        return round(self.percent(), 1)

    @property
    def expected_cents(self) -> int:
        return self.cents()

    @property
    def low_cents(self) -> int:
        """What the weakest benchmark would make of it."""
        return self.cents(LOW_PERCENT)

    @property
    def high_cents(self) -> int:
        """What the best benchmark would make of it."""
        return self.cents(HIGH_PERCENT)


@dataclass(frozen=True)
class Cohort:
    """Patients whose last visit is so many full months ago, and those of them with a visit to come."""

    months: int
    patients: int
    planned: int


@dataclass(frozen=True)
class RebookingAnalytics:
    """All of it, as it stood ``made_at``."""

    made_at: datetime
    services: Sequence[Standing]
    providers: Sequence[Standing]
    expectation: Expectation
    channels: Sequence[Conversion]
    messages: Sequence[Conversion]
    cohorts: Sequence[Cohort]


async def sum_up(session: ClinicSession) -> None:
    """Count everything again."""
    practice = await practices.get_practice(session)
    content = {
        "standings": await queries.count_standings(session),
        "contacts": await queries.count_contacts(session, session.now() - _KEPT, practice.timezone),
        "cohorts": await queries.count_cohorts(session, MOST_MONTHS),
    }
    await queries.save_summary(session, content)


async def read_rebooking(session: ClinicSession, months: int) -> RebookingAnalytics:
    """The analytics; contacts of the current and the ``months`` - 1 months before it count."""
    summary = await queries.find_summary(session)
    if summary is None:
        await sum_up(session)
        summary = await queries.find_summary(session)
    assert summary is not None, "just counted"
    services = {service.id: service for service in await schedule.list_services(session, every=True)}
    providers = {provider.id: provider.name for provider in await schedule.list_providers(session)}
    standings, contacts = summary.content["standings"], summary.content["contacts"]
    practice = await practices.get_practice(session)
    first = _first_month(session.now().astimezone(practice.zone), months)
    recent = [contact for contact in contacts if contact["month"] >= first]
    by_service = _standings(standings, services, lambda row: _name_of(services, row["service_id"]))
    return RebookingAnalytics(
        made_at=summary.made_at,
        services=by_service,
        providers=_standings(standings, services, lambda row: _provider(providers, row["provider_id"])),
        expectation=Expectation(
            sum(standing.potential_cents for standing in by_service),
            sum(contact["contacted"] for contact in recent),
            sum(contact["booked"] for contact in recent),
        ),
        channels=_conversions(recent, lambda row: (row["channel"], None)),
        messages=_conversions(recent, lambda row: (row["channel"], row["wording"])),
        cohorts=[Cohort(row["months"], row["patients"], row["planned"]) for row in summary.content["cohorts"]],
    )


def _standings(
    rows: Iterable[_Row], services: Mapping[UUID, Service], name_of: Callable[[_Row], str | None]
) -> list[Standing]:
    """Rows summed under their names, those with most to win first."""
    sums: dict[str | None, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for row in rows:
        service = services.get(UUID(row["service_id"]))
        price = service.price_cents if service else 0
        late = row["overdue"] + row["lapsed"]
        for place, amount in enumerate((row["due"], row["overdue"], row["lapsed"], late * price)):
            sums[name_of(row)][place] += amount
    found = [Standing(name, *amounts) for name, amounts in sums.items()]
    return sorted(found, key=lambda one: (-one.potential_cents, one.name or ""))


def _conversions(rows: Iterable[_Row], key_of: Callable[[_Row], tuple[str, str | None]]) -> list[Conversion]:
    sums: dict[tuple[str, str | None], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for row in rows:
        for place, name in enumerate(("contacted", "answered", "booked", "cents")):
            sums[key_of(row)][place] += int(row[name])
    found = [Conversion(channel, wording, *amounts) for (channel, wording), amounts in sums.items()]
    return sorted(found, key=lambda one: (-one.contacted, one.channel, one.wording or ""))


def _name_of(services: Mapping[UUID, Service], service_id: str) -> str:
    service = services.get(UUID(service_id))
    return service.name if service else "Former services"


def _provider(providers: Mapping[UUID, str], provider_id: str) -> str | None:
    return providers.get(UUID(provider_id), "Former providers") if provider_id else None


def _first_month(now: datetime, months: int) -> str:
    """The month, such as ``2026-03``, with which a stretch of months up to now begins."""
    count = now.year * 12 + now.month - months
    return f"{count // 12:04d}-{count % 12 + 1:02d}"
